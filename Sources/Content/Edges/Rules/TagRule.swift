// SPDX-License-Identifier: Apache-2.0

/// Maps some language tags to the published language that visitors with them get.
package struct TagRule: Sendable, Hashable {
  /// Languages, alone or with a script, in lower case: `es`, `es-latn`.
  package let bases: [String]
  /// The regions of the tags, in lower case; `nil`: any region, or none.
  package let regions: [String]?
  /// The number of the published language; `nil`: none.
  package let language: Int?

  package init(bases: [String], regions: [String]?, language: Int?) {
    self.bases = bases
    self.regions = regions
    self.language = language
  }
}
