// SPDX-License-Identifier: Apache-2.0

package import ContentModel
import ContentResolution
package import DataFiles
import Localization
import Sites

/// The coverage of one language: the documents and texts of an edition that it has.
package struct LanguageCoverage: Sendable {
  /// A text that documents use and that is not there.
  package struct Missing: Sendable {
    package let key: String
    /// Where it is in the source language.
    package let place: FilePlace?
  }

  package let language: LanguageTag
  /// The documents that are whole in the language, with those that have no texts.
  package let documents: Int
  /// In the order of their keys.
  package let missing: [Missing]
}

extension Edition {
  /// The coverage of each language, in their order. It goes through all documents.
  package var languageCoverages: [LanguageCoverage] {
    let incomplete = texts.incompleteKeys
    var used: Set<String> = []
    var counts = [Int](repeating: 0, count: matcher.published.count)
    for (number, draft) in drafts.enumerated() {
      if !incomplete.isEmpty {
        for use in draft.texts where incomplete.contains(use.key) { used.insert(use.key) }
      }
      let coverage = resolver.profile(of: DocumentNumber(rawValue: UInt32(number))).coverage
      for index in counts.indices
      where coverage?.contains(LanguageIndex(rawValue: UInt8(index))) ?? true {
        counts[index] += 1
      }
    }
    let keys = used.sorted()
    return matcher.published.indices.map { index in
      let language = LanguageIndex(rawValue: UInt8(index))
      return LanguageCoverage(
        language: matcher[language],
        documents: counts[index],
        missing: keys.filter { texts.lacks($0, in: language) }
          .map { LanguageCoverage.Missing(key: $0, place: texts.place(of: $0)) }
      )
    }
  }
}
