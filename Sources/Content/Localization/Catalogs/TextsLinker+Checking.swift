// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles

// One bad text does not stop a site. A form that is missing, or lacks an argument, is replaced by
// `other`; a translation that does not fit its source is left out, so that documents using it are
// shown in another language. Both are warnings. In the source language there is no fallback, so a
// text without the form `other` is an error there.

extension TextsLinker {
  /// The texts that are served, by language number, and the languages in which others are left out.
  struct Linked {
    var tables: [[String: Message]]
    var leftOut: [String: LanguageSet] = [:]
    /// The languages in which a text needs review, or was translated from another source text.
    var outdated: [String: LanguageSet] = [:]
    /// The arguments that files declare for texts, in any language.
    var declared: [String: [String: Placeholder.Kind]] = [:]
    /// Whether every file could be read, so that missing texts do not exist.
    var areAllRead = true
  }

  mutating func linked(_ declared: [String: [String: Placeholder.Kind]]) -> Linked {
    var linked = Linked(tables: Array(repeating: [:], count: tables.count), declared: declared)
    for (table, texts) in tables.enumerated() {
      let forms = FormCheck(matcher.published[table])
      var large = LargeNumberForms(forms.language)
      for (key, placed) in texts.sorted(by: { $0.key < $1.key }) {
        let reference = reference(of: key, in: table)
        if let message = served(
          key,
          placed,
          forms,
          reference,
          declared[key] ?? [:],
          &large
        ) {
          let names = reference?.message.namesOfPositions ?? [:]
          linked.tables[table][key] = names.isEmpty ? message : message.naming(names)
        } else {
          linked.leftOut[key, default: LanguageSet()]
            .insert(LanguageIndex(rawValue: UInt8(table)))
        }
      }
      large.report(&findings)
    }
    addPseudoTexts(to: &linked)
    return linked
  }

  /// Makes the texts of pseudo-locales, where no file has them.
  private func addPseudoTexts(to linked: inout Linked) {
    guard let source else { return }
    for (table, language) in matcher.published.enumerated() where table != Int(source.rawValue) {
      guard let locale = PseudoLocale(language) else { continue }
      for completing in matcher.completion(of: source) {
        let texts = linked.tables[Int(completing.rawValue)]
        linked.tables[table].merge(texts.mapValues { $0.pseudo(locale) }) { own, _ in own }
      }
    }
  }

  /// Returns the source text; `nil` in the source language, or if there is none.
  private func reference(of key: String, in table: Int) -> Placed? {
    guard let source, Int(source.rawValue) != table else { return nil }
    return tables[Int(source.rawValue)][key]
  }

  /// Returns a text as it is served; `nil` if it is left out.
  private mutating func served(
    _ key: String,
    _ placed: Placed,
    _ forms: FormCheck,
    _ reference: Placed?,
    _ declared: [String: Placeholder.Kind],
    _ large: inout LargeNumberForms
  ) -> Message? {
    guard isWithinLimits(key, placed) else { return nil }
    let outcome = forms.outcome(placed.message, isTranslation: reference != nil)
    large.take(outcome, of: key, at: placed.place)
    for fault in outcome.faults { faults.add(fault.rule, fault.message, key, at: placed.place) }
    if let missing = outcome.missing {
      let message =
        "the text \"\(key)\" has no \(missing) form \"other\", which is for everything else"
      if isSource(forms.language) {
        findings.error(.pluralForm, at: placed.place, message)
        return outcome.message
      }
      leaveOut(key, placed, forms.language, .pluralForm, ["it has no \(missing) form \"other\""])
      return nil
    }
    guard let reference, let source else { return outcome.message }
    let language = matcher[source]
    guard placed.message.isList == reference.message.isList else {
      let kind = placed.message.isList ? "several texts" : "one text"
      leaveOut(
        key,
        placed,
        forms.language,
        .textKind,
        ["it is \(kind), and not in \(language)"],
        Finding.Party(reference.place, "the text in \(language)")
      )
      return nil
    }
    let differences = TranslationCheck(
      translation: outcome.message,
      source: reference.message,
      sourceLanguage: "\(language)",
      declared: declared.merging(TextsLinker.arguments(ofKey: key)) { declared, _ in declared }
    ).differences()
    guard differences.isEmpty else {
      leaveOut(
        key,
        placed,
        forms.language,
        .placeholder,
        differences,
        Finding.Party(reference.place, "the text in \(language)")
      )
      return nil
    }
    return outcome.message
  }

  private func isSource(_ language: LanguageTag) -> Bool {
    source.map { matcher[$0] == language } ?? false
  }

  private mutating func leaveOut(
    _ key: String,
    _ placed: Placed,
    _ language: LanguageTag,
    _ rule: FindingRule,
    _ reasons: [String],
    _ party: Finding.Party? = nil
  ) {
    findings.warning(
      rule,
      at: placed.place,
      "the text \"\(key)\" is left out in \(language), and another language is used: "
        + reasons.joined(separator: ", "),
      parties: party.map { [$0] } ?? []
    )
  }

  /// Returns the arguments in a text's name, where the name is the original text.
  static func arguments(ofKey key: String) -> [String: Placeholder.Kind] {
    guard key.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "{") }) else {
      return [:]
    }
    var reader = PatternReader()
    return Message(reader.parts(of: key)).arguments.kinds
  }

  private mutating func isWithinLimits(_ key: String, _ placed: Placed) -> Bool {
    let selectors = placed.message.selectors
    guard !selectors.isEmpty else { return true }
    if selectors.count > Message.maximumSelectors {
      findings.error(
        .textPattern,
        at: placed.place,
        "the text \"\(key)\" chooses by \(selectors.count) different numbers and words; expected at "
          + "most \(Message.maximumSelectors)"
      )
      return false
    }
    if placed.message.countForms(upTo: Message.maximumForms) > Message.maximumForms {
      findings.error(
        .textPattern,
        at: placed.place,
        "the text \"\(key)\" has more than \(Message.maximumForms) forms, and an app that chooses by "
          + "all its \(selectors.count) numbers and words itself would get all of them"
      )
      return false
    }
    return true
  }
}
