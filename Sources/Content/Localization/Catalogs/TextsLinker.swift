// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import ContentResolution
package import DataFiles

// A text has one name across all files. If two files have it in one language:
// - identical texts do not conflict;
// - `.stringsdict` precedes the `.strings` beside it, and a language's own folder precedes
//   `Base.lproj`, as on Apple's systems;
// - within one file the last one wins, with a warning: XLIFF ids are unique in a `<file>` only, and
//   translation tools write keys twice;
// - anything else is an error, since the intended text is unknown.

/// Merges the texts of all files and checks that they fit each other.
package struct TextsLinker {
  struct Placed {
    let message: Message
    let place: FilePlace
  }

  /// The development language in Apple's projects.
  private static let baseName = "Base"

  let matcher: LanguageMatcher
  let source: LanguageIndex?
  var tables: [[String: Placed]]
  /// The texts of `Base.lproj`, which are in the source language.
  private var bases: [String: Placed] = [:]
  /// Source texts that translation files repeat.
  private var echoes: [[String: Placed]]
  /// The arguments that files declare for texts, in any language.
  private var declared: [String: [String: Placeholder.Kind]] = [:]
  /// The files in each language that the site does not publish.
  private var unpublished: [String: [FilePlace]] = [:]
  /// The texts of each language that need review.
  private var reviews: [Int: [TextsDraft.Review]] = [:]
  /// The languages of the translations that are to be looked at again.
  private var outdated: [String: LanguageSet] = [:]
  private var areAllRead = true
  package internal(set) var findings = Findings()

  /// - Parameter source: the language from which all others are translated.
  package init(_ matcher: LanguageMatcher, source: LanguageTag?) {
    self.matcher = matcher
    self.source = source.flatMap { matcher.index(of: $0) } ?? matcher.standard
    tables = Array(repeating: [:], count: matcher.published.count)
    echoes = tables
  }

  /// Adds the texts of a file.
  package mutating func add(_ draft: TextsDraft) {
    findings.add(draft.findings.all)
    if draft.findings.hasErrors { areAllRead = false }
    var languages: [String: LanguageIndex] = [:]
    for name in draft.languages.sorted() {
      if let language = language(name) {
        languages[name] = language
      } else {
        unpublished[name, default: []].append(FilePlace(draft.file))
      }
    }
    for (key, arguments) in draft.declaredArguments {
      declared[key, default: [:]].merge(arguments) { $0 == .any ? $1 : $0 }
    }
    for review in draft.reviews {
      if let language = languages[review.language] {
        reviews[Int(language.rawValue), default: []].append(review)
        outdated[review.key, default: LanguageSet()].insert(language)
      }
    }
    for entry in draft.entries {
      guard let language = languages[entry.language] else { continue }
      add(entry, to: Int(language.rawValue))
    }
  }

  private func language(_ name: String) -> LanguageIndex? {
    name == TextsLinker.baseName ? source : LanguageTag(name).flatMap { matcher.index(of: $0) }
  }

  private mutating func add(_ entry: TextsDraft.Entry, to table: Int) {
    let placed = Placed(message: entry.message, place: entry.place)
    if entry.isEcho {
      echoes[table][entry.key] = echoes[table][entry.key] ?? placed
    } else if entry.language == TextsLinker.baseName {
      bases[entry.key] = winner(placed, bases[entry.key], entry.key, table)
    } else {
      tables[table][entry.key] = winner(placed, tables[table][entry.key], entry.key, table)
    }
  }

  /// Chooses between two texts of one name.
  private mutating func winner(
    _ placed: Placed,
    _ other: Placed?,
    _ key: String,
    _ table: Int
  ) -> Placed {
    guard let other else { return placed }
    if other.message == placed.message { return other }
    if let forms = TextsLinker.ofOneTable(placed, other) { return forms }
    let parties = [Finding.Party(other.place, "the other one")]
    let message = "the text \"\(key)\" exists twice in \(matcher.published[table])"
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
    reportLanguages()
    reportReviews()
    if let source { useBases(of: Int(source.rawValue)) }
    for table in tables.indices { useEchoes(of: table) }
    let places = places
    var linked = linked(declared)
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
      let reviews = reviews.sorted { ($0.place, $0.key) < ($1.place, $1.key) }
      let language = matcher.published[table]
      guard reviews.count > 1 else {
        findings.warning(
          .needsReview,
          at: reviews[0].place,
          "the text \"\(reviews[0].key)\" is served in \(language), though it needs review"
        )
        continue
      }
      let named = reviews.prefix(TextsLinker.namedPlaces)
      findings.warning(
        .needsReview,
        at: reviews[0].place,
        "\(reviews.count) texts are served in \(language), though they need review"
          + (named.count < reviews.count ? "; the first \(named.count) are named here" : ""),
        parties: named.map { Finding.Party($0.place, "the text \"\($0.key)\"") }
      )
    }
  }
}
