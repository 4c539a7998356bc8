// SPDX-License-Identifier: Apache-2.0

package import CLDRTables
import ContentModel
import ContentResolution

/// Makes the tables of `LocaleFormats` out of what ICU knows.
package struct LocaleTableGenerator {
  /// The currencies of regions for which ICU names another one than people use: the euro in
  /// Bulgaria and the Caribbean guilder are younger than its data, Lesotho has its own beside the
  /// rand, and Venezuela's digital bolívar is a code for the same money.
  private static let changes = ["BG": "EUR", "CW": "XCG", "LS": "LSL", "SX": "XCG", "VE": "VES"]

  private static let folder = "Sources/Content/LocaleFormats/Tables/"
  private static let root = "root"

  private let icu: ICULibrary
  private let currencies: [String]
  /// The locales of the tables with their tags, parents first.
  private let locales: [(name: String, tag: LanguageTag)]
  private var pool = TextPool()
  private var names = TextPool()

  package init(_ icu: ICULibrary) {
    self.icu = icu
    currencies = Set(icu.currencies).union(LocaleTableGenerator.changes.values).sorted()
    var seen: Set<LanguageTag> = []
    let found = icu.locales.filter(Languages.contains).compactMap { name in
      LanguageTag(name).map { (name: name, tag: $0.normal) }
    }
    locales = found.filter { seen.insert($0.tag).inserted }
      .sorted { ($0.tag.depth, $0.name) < ($1.tag.depth, $1.name) }
  }

  /// All committed tables.
  package mutating func files() -> [GeneratedFile] {
    let formats = formats()
    let symbols = symbols()
    let origin = "`swift run locale-tables` from CLDR \(icu.version) as Foundation's ICU has it"
    return [
      GeneratedFile(
        path: LocaleTableGenerator.folder + "FormatTextTable.swift",
        name: "FormatTextTable",
        summary: "Symbols and patterns, indexed by other tables in radix 36.",
        origin: origin,
        tables: [.texts(name: "texts", summary: "From 0 on.", pool.texts)]
      ),
      GeneratedFile(
        path: LocaleTableGenerator.folder + "DateNameTable.swift",
        name: "DateNameTable",
        summary: "Names of months, days and hours, as lists separated by `|`.",
        origin: origin,
        tables: [.texts(name: "texts", summary: "From 0 on.", names.texts)]
      ),
      GeneratedFile(
        path: LocaleTableGenerator.folder + "FormatTable.swift",
        name: "FormatTable",
        summary: "Number and date formats of locales that differ from their parents.",
        origin: origin,
        tables: [
          .words(name: "locales", summary: "Locales, each with all its texts.", formats)
        ]
      ),
      GeneratedFile(
        path: LocaleTableGenerator.folder + "CurrencyTable.swift",
        name: "CurrencyTable",
        summary: "Currencies, and their symbols by language.",
        origin: origin,
        tables: [
          .words(name: "codes", summary: "The currencies in use.", currencies),
          .words(name: "digits", summary: "Fraction digits other than two.", digits),
          .words(name: "countries", summary: "Countries, each with its currency.", countries),
          .words(
            name: "symbols",
            summary: "Locales, each with symbols that differ from its parent's; `~` narrow ones.",
            symbols
          ),
        ]
      ),
    ]
  }

  private var digits: [String] {
    currencies.compactMap { code in
      let digits = icu.fractionDigits(ofCurrency: code)
      return digits == 2 ? nil : "\(code)=\(digits)"
    }
  }

  private var countries: [String] {
    Countries.all.sorted().compactMap { country in
      (LocaleTableGenerator.changes["\(country)"] ?? icu.currency(ofCountry: "\(country)"))
        .flatMap { currencies.contains($0) ? "\(country)=\($0)" : nil }
    }
  }

  private mutating func formats() -> [String] {
    var records = [LanguageTag.undetermined: LocaleRecord(icu, LocaleTableGenerator.root)]
    var words = row(LanguageTag.undetermined, records)
    for (name, tag) in locales {
      let record = LocaleRecord(icu, name)
      guard inherited(tag, { records[$0] }) != record else { continue }
      records[tag] = record
      words += row(tag, records)
    }
    return words
  }

  private mutating func row(
    _ tag: LanguageTag,
    _ records: [LanguageTag: LocaleRecord]
  ) -> [String] {
    guard let record = records[tag] else { return [] }
    return ["\(tag):"] + record.texts.map { pool.number(of: $0) }
      + record.names.map { names.number(of: $0) }
  }

  private mutating func symbols() -> [String] {
    var tables: [LanguageTag: [String: String]] = [:]
    var words: [String] = []
    for (name, tag) in [(LocaleTableGenerator.root, LanguageTag.undetermined)] + locales {
      var own: [String: String] = [:]
      var row: [String] = []
      for code in currencies {
        for isNarrow in [false, true] {
          let key = code + (isNarrow ? "~" : "=")
          let symbol = icu.symbol(ofCurrency: code, isNarrow: isNarrow, name)
          guard (inherited(tag) { tables[$0]?[key] } ?? code) != symbol else { continue }
          own[key] = symbol
          row.append(key + pool.number(of: symbol))
        }
      }
      tables[tag] = own
      if !row.isEmpty { words += ["\(tag):"] + row }
    }
    return words
  }

  /// The value of the nearest ancestor that has one, the root being the last.
  private func inherited<Value>(_ tag: LanguageTag, _ value: (LanguageTag) -> Value?) -> Value? {
    var ancestor = tag.parent
    while let next = ancestor {
      if let found = value(next) { return found }
      ancestor = next.parent
    }
    return tag == .undetermined ? nil : value(.undetermined)
  }
}

extension LanguageTag {
  /// The number of ancestors.
  fileprivate var depth: Int { parent.map { $0.depth + 1 } ?? 0 }
}
