// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import ContentResolution
package import DataFiles

/// All texts of a site, by name and language.
package struct SiteTexts: Sendable {
  private let tables: [[String: String]]
  private let matcher: LanguageMatcher?
  private let coverages: [String: LanguageSet]

  /// No texts.
  package init() {
    tables = []
    matcher = nil
    coverages = [:]
  }

  /// Texts by the numbers of their languages.
  package init(_ tables: [[String: String]], matcher: LanguageMatcher) {
    self.tables = tables
    self.matcher = matcher
    var coverages: [String: LanguageSet] = [:]
    for index in matcher.published.indices {
      let language = LanguageIndex(rawValue: UInt8(index))
      for completing in matcher.completion(of: language) {
        for key in tables[Int(completing.rawValue)].keys {
          coverages[key, default: LanguageSet()].insert(language)
        }
      }
    }
    self.coverages = coverages
  }

  /// The languages in which there is a text, those among them that another one completes.
  package func coverage(of key: String) -> LanguageSet? { coverages[key] }

  package var keys: some Collection<String> { coverages.keys }

  /// A text in a language, or in one that completes it.
  package func text(
    _ key: String,
    in language: LanguageIndex,
    arguments: DataDictionary,
    device: DeviceClass?
  ) -> DataValue? {
    guard let matcher else { return nil }
    for completing in matcher.completion(of: language) {
      if let text = tables[Int(completing.rawValue)][key] { return DataValue(.string(text)) }
    }
    return nil
  }
}
