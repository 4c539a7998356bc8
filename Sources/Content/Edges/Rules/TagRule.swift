// SPDX-License-Identifier: Apache-2.0

/// For some language tags the published language that their readers get.
package struct TagRule: Sendable, Hashable {
  /// Languages, alone or with a script, in lower case: `es`, `es-latn`.
  package let bases: [String]
  /// The regions for which this holds, in lower case; `nil`: for any, and for none.
  package let regions: [String]?
  /// The number of the language; `nil`: none.
  package let language: Int?

  package init(bases: [String], regions: [String]?, language: Int?) {
    self.bases = bases
    self.regions = regions
    self.language = language
  }
}
