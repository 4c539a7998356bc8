// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import FileShapes
import Localization
import Sites

/// Every text exists, every document is whole in a language that its visitors can get, and every
/// language has something to show.
struct LanguageCheck {
  let linkage: Linkage
  let misspelled: MisspelledTexts

  func run(_ findings: inout Findings) {
    // Without the texts of a file that cannot be read, nothing here would be true of the site.
    guard linkage.texts.areAllRead else { return }
    var reported = LanguageSet()
    guard reportSilence(&reported, &findings) else { return }
    checkDocuments(&reported, &findings)
    MissingTranslationCheck(linkage: linkage, misspelled: misspelled, except: reported)
      .run(&findings)
  }

  /// Reports languages without texts, from which all else that is missing there follows; answers
  /// whether there are texts in any language.
  private func reportSilence(_ reported: inout LanguageSet, _ findings: inout Findings) -> Bool {
    guard let draft = linkage.drafts.first(where: { !$0.texts.isEmpty }) else { return true }
    let all = linkage.matcher.published.indices.map { LanguageIndex(rawValue: UInt8($0)) }
    let silent = all.filter { !linkage.texts.areSome(in: $0) }
    guard silent.count < all.count else {
      let first = draft.texts.min { $0.position < $1.position }
      findings.error(
        .unknownText,
        at: draft.place(first?.position ?? .start),
        "there are no texts in \(SiteFolder.localesFolder), and documents use some; expected files "
          + "such as \(SiteFolder.localesFolder)/\(linkage.matcher[all[0]]).json"
      )
      return false
    }
    reported = LanguageSet(silent)
    var told: Set<LanguageIndex> = []
    // A text that a language lacks is reported for the language that completes it, where there is
    // one.
    for language in silent.sorted(by: { completions(of: $0).count < completions(of: $1).count })
    where told.isDisjoint(with: completions(of: language)) {
      told.insert(language)
      let name = linkage.matcher[language]
      let isSource = linkage.texts.source == language
      findings.error(
        .uncoveredLanguage,
        at: FilePlace(SiteSettings.path),
        "\(name) is "
          + (isSource ? "the language that texts are written in first" : "published")
          + ", and there are no texts in it; expected files such as "
          + "\(SiteFolder.localesFolder)/\(name).json"
      )
    }
    return true
  }

  private func completions(of language: LanguageIndex) -> [LanguageIndex] {
    linkage.matcher.completion(of: language)
  }

  private func checkDocuments(_ reported: inout LanguageSet, _ findings: inout Findings) {
    for app in linkage.site.apps {
      guard let message = app.gate?.message else { continue }
      if linkage.texts.coverage(of: message.value) == nil {
        reportUnknown(message.value, at: message.place, &findings)
      }
    }
    var covered = LanguageSet()
    var hasTexts = false
    for (number, draft) in linkage.drafts.enumerated() {
      let unknown = draft.texts.filter { linkage.texts.coverage(of: $0.key) == nil }
      if !unknown.isEmpty { covered.formUnion(reportUnknown(unknown, of: draft, &findings)) }
      for use in draft.texts where !use.arguments.isEmpty {
        checkArguments(of: use, at: draft.place(use.position), &findings)
      }
      guard let own = linkage.ownCoverages[number],
        let whole = linkage.coverages[number]
      else { continue }
      hasTexts = true
      covered.formUnion(whole)
      if let source = linkage.texts.source, linkage.lacksTranslations(number),
        whole.contains(source)
      {
        continue
      }
      check(draft, own, whole, &reported, &findings)
    }
    // A document that cannot be read may be one that is complete.
    guard hasTexts, linkage.isWhole else { return }
    for (index, language) in linkage.matcher.published.enumerated() {
      let number = LanguageIndex(rawValue: UInt8(index))
      // Translations that are left out have been told.
      guard !covered.contains(number), !linkage.texts.areSomeLeftOut(in: number),
        !reported.contains(number)
      else { continue }
      reported.insert(number)
      findings.error(
        .uncoveredLanguage,
        at: FilePlace(SiteSettings.path),
        "\(language) is published, and no document is complete in it",
        parties: missing(in: number)
      )
    }
  }

  /// Some of the texts that documents use and a language lacks.
  private func missing(in language: LanguageIndex) -> [Finding.Party] {
    var keys: Set<String> = []
    for draft in linkage.drafts {
      keys.formUnion(draft.texts.map(\.key).filter { linkage.texts.lacks($0, in: language) })
      if keys.count >= MissingTranslationCheck.namedTexts { break }
    }
    return keys.sorted().prefix(MissingTranslationCheck.namedTexts).flatMap { key in
      linkage.texts.place(of: key).map { misspelled.parties(ofMissing: key, at: $0) } ?? []
    }
  }

  /// Reports texts that do not exist, and returns the languages in which the document would be complete
  /// with those that are likely to be meant.
  private func reportUnknown(
    _ texts: [TextUse],
    of draft: DocumentDraft,
    _ findings: inout Findings
  ) -> LanguageSet {
    var keys = draft.texts.map(\.key)
    for use in texts {
      if let meant = reportUnknown(use.key, at: draft.place(use.position), &findings) {
        keys.append(meant)
      }
    }
    let all = LanguageSet(
      linkage.matcher.published.indices.map { LanguageIndex(rawValue: UInt8($0)) }
    )
    return keys.compactMap { linkage.texts.coverage(of: $0) }
      .reduce(all) { $0.intersection($1) }
  }

  /// Reports a text that does not exist, and returns the one that is likely to be meant.
  @discardableResult
  private func reportUnknown(
    _ key: String,
    at place: FilePlace,
    _ findings: inout Findings
  ) -> String? {
    let meant = Suggestion.nearest(to: key, among: linkage.texts.keys.sorted())
    findings.error(
      .unknownText,
      at: place,
      "there is no text \"\(key)\" in any language",
      suggestion: meant
    )
    return meant
  }

  private func checkArguments(
    of use: TextUse,
    at place: FilePlace,
    _ findings: inout Findings
  ) {
    let known = linkage.texts.arguments(of: use.key)
    for name in use.arguments {
      if let known, !known.contains(name) {
        findings.error(
          .placeholder,
          at: place,
          "the text \"\(use.key)\" has no argument \"\(name)\" in any language"
            + (known.isEmpty ? "; it has none at all" : ""),
          suggestion: Suggestion.nearest(to: name, among: known.sorted())
        )
      }
      guard let written = linkage.texts.unwritable(name, of: use.key) else { continue }
      findings.error(
        .placeholder,
        at: place,
        "the text \"\(use.key)\" has \"\(written)\" for \"\(name)\", which only a program can fill "
          + "in; expected %@, %d, %f or a similar one, with a width and a precision in digits"
      )
    }
  }

  private func check(
    _ draft: DocumentDraft,
    _ own: LanguageSet,
    _ whole: LanguageSet,
    _ reported: inout LanguageSet,
    _ findings: inout Findings
  ) {
    let standard = linkage.matcher.standard
    let isServed = draft.refuses || standard == nil
    if !isServed, let standard, !linkage.texts.areSome(in: standard) { return }
    if isServed ? !whole.isEmpty : standard.map(whole.contains) ?? false { return }
    let wanted = isServed ? "any language" : standard.map { "\(linkage.matcher[$0])" } ?? ""
    if isServed ? !own.isEmpty : standard.map(own.contains) ?? false {
      findings.error(
        .incomplete,
        at: draft.place,
        "\"\(draft.path)\" begins a flow whose later steps are not complete in \(wanted)"
      )
      return
    }
    let missing = draft.texts.filter { use in
      guard let coverage = linkage.texts.coverage(of: use.key) else { return false }
      return standard.map { !coverage.contains($0) } ?? true
    }
    guard !missing.isEmpty else { return }
    if !isServed, let standard { reported.insert(standard) }
    findings.error(
      .incomplete,
      at: draft.place,
      "\"\(draft.path)\" is not complete in \(wanted)",
      parties: missing.sorted { $0.position < $1.position }
        .flatMap { misspelled.parties(ofMissing: $0.key, at: draft.place($0.position)) }
    )
  }
}
