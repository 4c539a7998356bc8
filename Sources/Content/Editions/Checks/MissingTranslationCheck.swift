// SPDX-License-Identifier: Apache-2.0

import ContentResolution
import DataFiles
import FileShapes
import Localization
import Sites

/// Texts that documents use and a published language lacks: one finding for each language. A document
/// that would rather not be shown than be shown in another language is not meant to be in all of them.
struct MissingTranslationCheck {
  /// As many as are named.
  static let namedTexts = 10

  let linkage: Linkage
  let misspelled: MisspelledTexts
  /// The languages that something worse was found of.
  let except: LanguageSet

  func run(_ findings: inout Findings) {
    let incomplete = incomplete
    guard !incomplete.isEmpty else { return }
    for index in linkage.matcher.published.indices {
      let language = LanguageIndex(rawValue: UInt8(index))
      guard !except.contains(language) else { continue }
      let missing = incomplete.filter { linkage.texts.lacks($0.key, in: language) }
      if let first = missing.first { report(missing, first, language, &findings) }
    }
  }

  private typealias PlacedText = (key: String, place: FilePlace)

  /// The texts that are shown to people and not there in every language, by where they are written.
  private var incomplete: [PlacedText] {
    let incomplete = linkage.texts.incompleteKeys
    guard !incomplete.isEmpty else { return [] }
    var keys = Set(linkage.site.apps.compactMap(\.gate?.message?.value).filter(incomplete.contains))
    for draft in linkage.drafts where !draft.refuses {
      for use in draft.texts where incomplete.contains(use.key) { keys.insert(use.key) }
    }
    return
      keys
      .compactMap { key in linkage.texts.place(of: key).map { (key: key, place: $0) } }
      .sorted { ($0.place, $0.key) < ($1.place, $1.key) }
  }

  private func report(
    _ missing: [PlacedText],
    _ first: PlacedText,
    _ language: LanguageIndex,
    _ findings: inout Findings
  ) {
    let name = linkage.matcher[language]
    guard missing.count > 1 else {
      findings.warning(
        .missingTranslation,
        at: first.place,
        "the text \"\(first.key)\" is missing in \(name); documents that use it are in another language",
        parties: misspelled.parties(near: first.key)
      )
      return
    }
    let named = missing.prefix(MissingTranslationCheck.namedTexts)
    findings.warning(
      .missingTranslation,
      at: first.place,
      "\(missing.count) texts are missing in \(name)"
        + (named.count < missing.count ? ", of which the first \(named.count) are named here" : "")
        + "; documents that use them are in another language",
      parties: named.flatMap { text in
        [Finding.Party(text.place, "the text \"\(text.key)\"")] + misspelled.parties(near: text.key)
      }
    )
  }
}
