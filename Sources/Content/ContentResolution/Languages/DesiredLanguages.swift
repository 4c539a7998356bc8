// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// The languages that a visitor wants, best first, and those that must not be chosen.
package struct DesiredLanguages: Sendable, Equatable {
  package var wanted: LanguageList
  /// Named with a weight of 0.
  package var excluded: LanguageList

  package init(wanted: LanguageList = LanguageList(), excluded: LanguageList = LanguageList()) {
    self.wanted = wanted
    self.excluded = excluded
  }

  package init(_ tags: [LanguageTag]) { self.init(wanted: LanguageList(tags)) }

  /// What the app sent comes first, the header's languages after it.
  package mutating func append(_ other: DesiredLanguages) {
    wanted.append(other.wanted)
    excluded.append(other.excluded)
  }
}
