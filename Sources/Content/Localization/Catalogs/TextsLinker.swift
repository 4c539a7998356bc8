// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import ContentResolution
package import DataFiles

// A text has one name across all files. If two files have it in one language:
// - identical texts do not conflict;
// - `.stringsdict` precedes the `.strings` beside it, and a language's own folder precedes
//   `Base.lproj`, as on Apple's systems;
// - a language's own file precedes one of a wider language: `sv` is for a published `sv-SE`, too;
//   and one of a narrower language is used where the published one has no texts of its own;
// - within one file the last one wins, with a warning: XLIFF ids are unique in a `<file>` only, and
//   translation tools write keys twice;
// - anything else is an error, since the intended text is unknown.

/// Merges the texts of all files and checks that they fit each other.
package struct TextsLinker {
  struct Placed {
    var message: Message
    let place: FilePlace
    /// The text as it is where apostrophes do not quote, if that makes a difference.
    let unquoted: Message?
  }

  /// The published languages that the texts of a file are for.
  private enum Destination {
    case own(Int)
    /// All that have the file's language as a fallback.
    case wider([Int])
    /// The fallback of the file's language.
    case narrower(Int)

    var tables: [Int] {
      switch self {
      case .own(let table), .narrower(let table): [table]
      case .wider(let tables): tables
      }
    }
  }

  /// The development language in Apple's projects.
  static let baseName = "Base"

  let matcher: LanguageMatcher
  let source: LanguageIndex?
  var tables: [[String: Placed]]
  /// The texts of `Base.lproj`, which are in the source language.
  private var bases: [String: Placed] = [:]
  /// The texts of fallbacks that the site does not publish itself, by the languages they are for.
  private var wider: [[String: Placed]]
  /// The texts of languages with a published fallback, which they are for, by their names.
  private var narrower: [Int: [String: [String: Placed]]] = [:]
  /// Source texts that translation files repeat.
  private var echoes: [[String: Placed]]
  /// The names of texts that stand in for source texts.
  private var names: [String: Placed] = [:]
  /// The arguments that files declare for texts, in any language.
  private var declared: [String: [String: Placeholder.Kind]] = [:]
  /// The files in each language that the site does not publish.
  private var unpublished: [String: [FilePlace]] = [:]
  /// The texts of each language that need review.
  private var reviews: [Int: [TextsDraft.Review]] = [:]
  /// The languages of the translations that are to be looked at again.
  private var outdated: [String: LanguageSet] = [:]
  private var areAllRead = true
  var faults = TextFaults()
  package internal(set) var findings = Findings()

  /// - Parameter source: the language from which all others are translated.
  package init(_ matcher: LanguageMatcher, source: LanguageTag?) {
    self.matcher = matcher
    self.source = source.flatMap { matcher.index(of: $0) } ?? matcher.standard
    tables = Array(repeating: [:], count: matcher.published.count)
    echoes = tables
    wider = tables
  }

  /// Adds the texts of a file.
  package mutating func add(_ draft: TextsDraft) {
    findings.add(draft.findings.all)
    if draft.findings.hasErrors { areAllRead = false }
    var destinations: [String: Destination] = [:]
    for name in draft.languages.sorted() {
      destinations[name] = destination(name)
      let isUsed =
        switch destinations[name] {
        case .own, .wider: true
        case .narrower: draft.entries.contains { $0.role == .echo && $0.language == name }
        case nil: false
        }
      if !isUsed { unpublished[name, default: []].append(FilePlace(draft.file)) }
    }
    for (key, arguments) in draft.declaredArguments {
      declared[key, default: [:]].merge(arguments) { $0 == .any ? $1 : $0 }
    }
    for review in draft.reviews {
      if case .narrower? = destinations[review.language] { continue }
      for table in destinations[review.language]?.tables ?? [] {
        reviews[table, default: []].append(review)
        outdated[review.key, default: LanguageSet()]
          .insert(LanguageIndex(rawValue: UInt8(table)))
      }
    }
    for entry in draft.entries {
      if let destination = destinations[entry.language] { add(entry, to: destination) }
    }
  }

  private func destination(_ name: String) -> Destination? {
    if name == TextsLinker.baseName { return source.map { .own(Int($0.rawValue)) } }
    guard let tag = LanguageTag(name) else { return nil }
    if let own = matcher.index(of: tag) { return .own(Int(own.rawValue)) }
    let wider = matcher.published.indices.filter {
      matcher.published[$0].fallbacks.contains(tag.normal)
    }
    if !wider.isEmpty { return .wider(wider) }
    return tag.fallbacks.lazy.compactMap { matcher.index(of: $0) }.first
      .map { .narrower(Int($0.rawValue)) }
  }

  private mutating func add(_ entry: TextsDraft.Entry, to destination: Destination) {
    let placed = Placed(message: entry.message, place: entry.place, unquoted: entry.unquoted)
    let key = entry.key
    for table in destination.tables {
      switch destination {
      case _ where entry.role == .echo: echoes[table][key] = echoes[table][key] ?? placed
      case _ where entry.role == .name: names[key] = names[key] ?? placed
      case .own where entry.language == TextsLinker.baseName:
        bases[key] = winner(placed, bases[key], key, entry.language)
      case .own: tables[table][key] = winner(placed, tables[table][key], key, entry.language)
      case .wider: wider[table][key] = winner(placed, wider[table][key], key, entry.language)
      case .narrower:
        let other = narrower[table]?[entry.language]?[key]
        narrower[table, default: [:]][entry.language, default: [:]][key] =
          winner(placed, other, key, entry.language)
      }
    }
  }

  /// Chooses between two texts of one name.
  private mutating func winner(
    _ placed: Placed,
    _ other: Placed?,
    _ key: String,
    _ language: String
  ) -> Placed {
    guard let other else { return placed }
    if other.message == placed.message { return other }
    if let forms = TextsLinker.ofOneTable(placed, other) { return forms }
    let parties = [Finding.Party(other.place, "the other one")]
    let message = "the text \"\(key)\" exists twice in \(language)"
    guard placed.place.file == other.place.file else {
      findings.error(.duplicateText, at: placed.place, message, parties: parties)
      return placed
    }
    findings.warning(
      .duplicateText,
      at: placed.place,
      message + " with different values; this one, the last, is served",
      parties: parties
    )
    return placed
  }

  /// Returns the text of the `.stringsdict`, if the other is of the `.strings` beside it.
  private static func ofOneTable(_ first: Placed, _ second: Placed) -> Placed? {
    if second.place.file + "dict" == first.place.file, isStrings(second) { return first }
    if first.place.file + "dict" == second.place.file, isStrings(first) { return second }
    return nil
  }

  private static func isStrings(_ placed: Placed) -> Bool {
    placed.place.file.hasSuffix(".strings")
  }

  /// Returns all texts, after all files were added.
  package mutating func finish() -> SiteTexts {
    reportReviews()
    if let source { useBases(of: Int(source.rawValue)) }
    for table in tables.indices {
      useNarrower(of: table)
      tables[table].merge(wider[table]) { own, _ in own }
      useEchoes(of: table)
    }
    if let source { tables[Int(source.rawValue)].merge(names) { own, _ in own } }
    reportLanguages()
    useUnquoted()
    let places = places
    var linked = linked(declared)
    faults.report(&findings)
    linked.areAllRead = areAllRead
    linked.outdated = outdated
    return SiteTexts(linked, places: places, source: source, matcher: matcher)
  }

  /// The place of each text in the source language, or in the first language that has it.
  private var places: [String: FilePlace] {
    let first = source.map { Int($0.rawValue) } ?? 0
    var places = tables.indices.contains(first) ? tables[first].mapValues(\.place) : [:]
    for table in tables { places.merge(table.mapValues(\.place)) { known, _ in known } }
    return places
  }

  private mutating func useBases(of table: Int) {
    tables[table].merge(bases) { own, _ in own }
  }

  /// Uses the texts of a narrower language where the published one has no others: those of the
  /// likely region, or of the only one.
  private mutating func useNarrower(of table: Int) {
    guard tables[table].isEmpty, wider[table].isEmpty, let texts = narrower[table] else { return }
    let published = matcher.published[table]
    let likely = texts.keys.first { LanguageTag($0)?.normal == published.maximized.normal }
    guard let name = likely ?? (texts.count == 1 ? texts.keys.first : nil),
      let place = unpublished.removeValue(forKey: name)?.min()
    else { return }
    tables[table] = texts[name] ?? [:]
    findings.warning(
      .textLanguage,
      at: place,
      "the texts in \(name) are used for \(published), which the site publishes and no file has"
    )
  }

  /// Reads quoted arguments of texts as Flutter does, where quoting them would hide one that the
  /// source shows or a file declares.
  private mutating func useUnquoted() {
    let first = source.map { Int($0.rawValue) }
    for table in ([first].compactMap(\.self) + tables.indices.filter { $0 != first }) {
      for (key, placed) in tables[table] {
        guard let unquoted = placed.unquoted else { continue }
        var known = Set((declared[key] ?? [:]).keys)
        if let first, table != first, let source = tables[first][key] {
          known.formUnion(source.message.arguments.shown)
        }
        let shown = unquoted.arguments.shown
        guard shown.isSubset(of: known),
          !shown.subtracting(placed.message.arguments.shown).isEmpty
        else { continue }
        tables[table][key]?.message = unquoted
        faults.add(
          .textPattern,
          "arguments between apostrophes, which are shown as they are in Flutter; ICU would take "
            + "them for quoted text",
          key,
          at: placed.place
        )
      }
    }
  }

  /// Uses the source texts repeated in translation files where no file of that language has them.
  private mutating func useEchoes(of table: Int) {
    for (key, echo) in echoes[table].sorted(by: { $0.key < $1.key }) {
      guard let own = tables[table][key] else {
        tables[table][key] = echo
        continue
      }
      guard own.message != echo.message else { continue }
      for (number, texts) in tables.enumerated() where number != table {
        guard texts[key]?.place.file == echo.place.file else { continue }
        outdated[key, default: LanguageSet()].insert(LanguageIndex(rawValue: UInt8(number)))
      }
      findings.warning(
        .outdatedSource,
        at: echo.place,
        "the text \"\(key)\" has changed in \(matcher.published[table]) since it was given to "
          + "translators",
        parties: [Finding.Party(own.place, "as it is today")]
      )
    }
  }

  private mutating func reportLanguages() {
    for (name, places) in unpublished.sorted(by: { $0.key < $1.key }) {
      let places = places.sorted()
      findings.warning(
        .textLanguage,
        at: places[0],
        "\"\(name)\" is no language that the site publishes; its texts are left out",
        suggestion: Suggestion.nearest(to: name, among: matcher.published.map { "\($0)" }),
        parties: places.dropFirst().prefix(TextsLinker.namedPlaces)
          .map { Finding.Party($0, "texts in \(name)") }
      )
    }
  }

  /// The most places named in one finding.
  private static let namedPlaces = 10

  private mutating func reportReviews() {
    for (table, reviews) in reviews.sorted(by: { $0.key < $1.key }) {
      let language = matcher.published[table]
      TextFaults.report(
        reviews.map { ($0.key, $0.place) },
        .needsReview,
        (
          "is served in \(language), though it needs review",
          "are served in \(language), though they need review"
        ),
        &findings
      )
    }
  }
}
