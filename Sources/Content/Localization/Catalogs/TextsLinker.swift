// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import ContentResolution
package import DataFiles

/// Puts the texts of all files together and checks that they fit each other.
package struct TextsLinker {
  private struct Placed {
    let message: Message
    let place: FilePlace
  }

  /// What Apple's projects call the language that they are written in.
  private static let baseName = "Base"

  private let matcher: LanguageMatcher
  private let source: LanguageIndex?
  private var tables: [[String: Placed]]
  /// What files only repeat of another language's texts.
  private var echoes: [[String: Placed]]
  package private(set) var findings = Findings()

  /// - Parameter source: the language that all others are translated from.
  package init(_ matcher: LanguageMatcher, source: LanguageTag?) {
    self.matcher = matcher
    self.source = source.flatMap { matcher.index(of: $0) } ?? matcher.standard
    tables = Array(repeating: [:], count: matcher.published.count)
    echoes = tables
  }

  /// Takes what a file says.
  package mutating func add(_ draft: TextsDraft) {
    findings.add(draft.findings.all)
    var languages: [String: LanguageIndex?] = [:]
    for name in draft.languages.sorted() {
      languages[name] = language(name, in: draft, isAlone: draft.languages.count == 1)
    }
    for entry in draft.entries {
      guard let found = languages[entry.language], let language = found else { continue }
      add(entry, to: Int(language.rawValue))
    }
  }

  private mutating func language(
    _ name: String,
    in draft: TextsDraft,
    isAlone: Bool
  ) -> LanguageIndex? {
    if name == TextsLinker.baseName { return source }
    if let language = LanguageTag(name).flatMap({ matcher.index(of: $0) }) { return language }
    let message = "\"\(name)\" is no language that the site publishes"
    let suggestion = Suggestion.nearest(to: name, among: matcher.published.map { "\($0)" })
    if isAlone || LanguageTag(name) == nil {
      findings.error(.textLanguage, at: FilePlace(draft.file), message, suggestion: suggestion)
    } else {
      findings.warning(.textLanguage, at: FilePlace(draft.file), message, suggestion: suggestion)
    }
    return nil
  }

  private mutating func add(_ entry: TextsDraft.Entry, to table: Int) {
    let placed = Placed(message: entry.message, place: entry.place)
    if entry.isEcho {
      echoes[table][entry.key] = echoes[table][entry.key] ?? placed
      return
    }
    if let other = tables[table][entry.key] {
      findings.error(
        .duplicateText,
        at: entry.place,
        "the text \"\(entry.key)\" is there twice in \(matcher.published[table])",
        parties: [Finding.Party(other.place, "the other one")]
      )
    }
    tables[table][entry.key] = placed
  }

  /// All texts, after all files were added.
  package mutating func finish() -> SiteTexts {
    for table in tables.indices { useEchoes(of: table) }
    for (table, texts) in tables.enumerated() {
      for (key, placed) in texts.sorted(by: { $0.key < $1.key }) {
        check(key, placed, table)
      }
    }
    return SiteTexts(
      tables.map { $0.mapValues(\.message) },
      places: places,
      matcher: matcher
    )
  }

  /// Where each text is written in the source language, or in the first one that has it.
  private var places: [String: FilePlace] {
    let first = source.map { Int($0.rawValue) } ?? 0
    var places = tables.indices.contains(first) ? tables[first].mapValues(\.place) : [:]
    for table in tables { places.merge(table.mapValues(\.place)) { known, _ in known } }
    return places
  }

  /// What translators have seen is the source text where no file of that language has it.
  private mutating func useEchoes(of table: Int) {
    for (key, echo) in echoes[table].sorted(by: { $0.key < $1.key }) {
      guard let own = tables[table][key] else {
        tables[table][key] = echo
        continue
      }
      guard own.message != echo.message else { continue }
      findings.warning(
        .outdatedSource,
        at: echo.place,
        "the text \"\(key)\" has changed in \(matcher.published[table]) since it was given to "
          + "translators",
        parties: [Finding.Party(own.place, "as it is today")]
      )
    }
  }

  private mutating func check(_ key: String, _ placed: Placed, _ table: Int) {
    checkForms(key, placed, matcher.published[table])
    let source = source.map { Int($0.rawValue) } ?? 0
    checkPresence(key, placed)
    guard source != table, let reference = tables[source][key] else { return }
    guard placed.message.isList == reference.message.isList else {
      findings.error(
        .textKind,
        at: placed.place,
        "the text \"\(key)\" is \(placed.message.isList ? "several texts" : "one text"), and not in "
          + "\(matcher.published[source])",
        parties: [Finding.Party(reference.place, "the text in \(matcher.published[source])")]
      )
      return
    }
    checkPlaceholders(key, placed, reference, matcher.published[source])
  }

  /// All forms that the language needs are there, and none that it has not.
  private mutating func checkForms(_ key: String, _ placed: Placed, _ language: LanguageTag) {
    var choices: [Choice] = []
    placed.message.forEachChoice { choices.append($0) }
    for choice in choices {
      guard case .plural(_, let isOrdinal, offset: _) = choice.selector else { continue }
      let rules = PluralRules(language, isOrdinal ? .ordinal : .cardinal)
      var forms: Set<PluralCategory> = []
      for choiceCase in choice.cases {
        switch choiceCase.key {
        case .category(let category): forms.insert(category)
        case .other: forms.insert(.other)
        case .exactly, .device, .word: break
        }
      }
      let kind = isOrdinal ? "ordinal" : "plural"
      for missing in PluralCategory.allCases where !forms.contains(missing) {
        let message =
          "the text \"\(key)\" has no \(kind) form \"\(missing.rawValue)\", which \(language) has"
        if rules.neededCategories.contains(missing) {
          findings.error(.pluralForm, at: placed.place, message)
        } else if rules.categories.contains(missing) {
          findings.warning(.pluralForm, at: placed.place, message + " for large numbers")
        }
      }
      for needless in PluralCategory.allCases
      where forms.contains(needless) && !rules.categories.contains(needless) {
        findings.warning(
          .pluralForm,
          at: placed.place,
          "the text \"\(key)\" has a \(kind) form \"\(needless.rawValue)\", which \(language) has not"
        )
      }
    }
  }

  /// What one of the texts of a choice shows, the others show too.
  private mutating func checkPresence(_ key: String, _ placed: Placed) {
    let arguments = placed.message.arguments
    let present = placed.message.everPresentArguments
    for identity in arguments.kinds.keys.sorted()
    where !present.contains(identity) && !arguments.choosing.contains(identity) {
      findings.error(
        .placeholder,
        at: placed.place,
        "the text \"\(key)\" has the placeholder \(identity) in some of its forms and not in others"
      )
    }
  }

  private mutating func checkPlaceholders(
    _ key: String,
    _ placed: Placed,
    _ reference: Placed,
    _ source: LanguageTag
  ) {
    let (here, there) = (placed.message.arguments, reference.message.arguments)
    let own = here.kinds
    let wanted = there.kinds
    var differences: [String] = []
    for (identity, kind) in wanted.sorted(by: { $0.key < $1.key }) {
      guard let found = own[identity] else {
        // How many ways there are to say something is each language's own.
        if !placed.message.isList { differences.append("\(identity) is missing") }
        continue
      }
      if !found.agrees(with: kind) {
        differences.append("\(identity) is \(found.rawValue) instead of \(kind.rawValue)")
      } else if let currency = here.currencies[identity], let other = there.currencies[identity],
        currency != other
      {
        differences.append("\(identity) is in \(currency) instead of \(other)")
      }
    }
    for identity in own.keys.sorted() where wanted[identity] == nil {
      differences.append("\(identity) is not in \(source)")
    }
    guard !differences.isEmpty else { return }
    findings.error(
      .placeholder,
      at: placed.place,
      "the placeholders of \"\(key)\" are not those of \(source): "
        + differences.joined(separator: ", "),
      parties: [Finding.Party(reference.place, "the text in \(source)")]
    )
  }
}
