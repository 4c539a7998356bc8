// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// The languages that a visitor asks for, in order of preference, and those excluded.
package struct DesiredLanguages: Sendable, Equatable {
  package var wanted: LanguageList
  /// Languages with a weight of 0.
  package var excluded: LanguageList

  package init(wanted: LanguageList = LanguageList(), excluded: LanguageList = LanguageList()) {
    self.wanted = wanted
    self.excluded = excluded
  }

  package init(_ tags: [LanguageTag]) { self.init(wanted: LanguageList(tags)) }

  /// Appends other languages: the app's list comes before the header's.
  package mutating func append(_ other: DesiredLanguages) {
    wanted.append(other.wanted)
    excluded.append(other.excluded)
  }
}
