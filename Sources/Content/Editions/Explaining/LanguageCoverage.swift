// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import ContentResolution
package import DataFiles
import FileShapes
package import Localization
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
  /// The keys of texts that documents use and whose translations are to be looked at again, in their order.
  package let outdated: [String]
}

/// The translations of a group of texts, those whose keys begin alike, that documents use.
package struct TextGroup: Sendable {
  /// The part of the keys before the first dot; empty for keys without one.
  package let name: String
  package fileprivate(set) var texts = 0
  /// For each published language the keys of texts that are missing, and of those that are to be looked at
  /// again, in their order.
  package fileprivate(set) var missing: [[String]]
  package fileprivate(set) var outdated: [[String]]

  /// Number of translations that are missing or outdated.
  package var faults: Int { (missing + outdated).reduce(0) { $0 + $1.count } }
}

extension Edition {
  /// The coverage of each language, in their order. It goes through all documents.
  package var languageCoverages: [LanguageCoverage] {
    var counts = [Int](repeating: 0, count: matcher.published.count)
    for number in drafts.indices {
      let coverage = resolver.profile(of: DocumentNumber(rawValue: UInt32(number))).coverage
      for index in counts.indices
      where coverage?.contains(LanguageIndex(rawValue: UInt8(index))) ?? true {
        counts[index] += 1
      }
    }
    let faulty = texts.incompleteKeys.union(texts.outdatedKeys)
    let keys = faulty.isEmpty ? [] : usedTexts(where: faulty.contains)
    return matcher.published.indices.map { index in
      let language = LanguageIndex(rawValue: UInt8(index))
      return LanguageCoverage(
        language: matcher[language],
        documents: counts[index],
        missing: keys.filter { texts.lacks($0, in: language) }
          .map { LanguageCoverage.Missing(key: $0, place: texts.place(of: $0)) },
        outdated: keys.filter { texts.isOutdated($0, in: language) }
      )
    }
  }

  /// The texts that documents use by their groups, those with the most faults first, and of equal ones in
  /// the order of their names. It goes through all documents.
  package var textGroups: [TextGroup] {
    let languages = matcher.published.indices.map { LanguageIndex(rawValue: UInt8($0)) }
    let none = [[String]](repeating: [], count: languages.count)
    var groups: [String: TextGroup] = [:]
    for key in usedTexts(where: { _ in true }) {
      let name = key.firstIndex(of: ".").map { String(key[..<$0]) } ?? ""
      var group =
        groups.removeValue(forKey: name) ?? TextGroup(name: name, missing: none, outdated: none)
      group.texts += 1
      for (place, language) in languages.enumerated() {
        if texts.lacks(key, in: language) {
          group.missing[place].append(key)
        } else if texts.isOutdated(key, in: language) {
          group.outdated[place].append(key)
        }
      }
      groups[name] = group
    }
    return groups.values.sorted { ($1.faults, $0.name) < ($0.faults, $1.name) }
  }

  /// The texts that documents and apps use, as they are in the source language, in the order of their keys.
  ///
  /// - Parameter language: only those that it has not; `nil` for all.
  package func textsToTranslate(missingIn language: LanguageIndex?) -> [OwedText] {
    var keys = Set(usedTexts { _ in true })
    keys.formUnion(site.apps.compactMap(\.gate?.message?.value))
    return keys.sorted().compactMap { key in
      if let language, texts.coverage(of: key)?.contains(language) ?? false { return nil }
      let messages = texts.messages(of: key)
      let source = texts.source.flatMap { messages[Int($0.rawValue)] }
      return (source ?? messages.lazy.compactMap(\.self).first).map { OwedText(key, $0) }
    }
  }

  /// The keys of those texts that documents use, in their order.
  private func usedTexts(where isWanted: (String) -> Bool) -> [String] {
    var used: Set<String> = []
    for draft in drafts { for use in draft.texts where isWanted(use.key) { used.insert(use.key) } }
    return used.sorted()
  }
}
