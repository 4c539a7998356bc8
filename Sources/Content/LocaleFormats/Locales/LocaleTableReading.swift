// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution

// A language identical to its parent is in no table, and one that differs in currency symbols only
// shares its parent's record. The tables are text, parsed once.

/// Reads what the formats of all languages are made of from the tables.
struct LocaleTableReading {
  private let texts: [String]
  private var records: [LanguageTag: FormatRecord] = [:]
  private var symbols: [LanguageTag: CurrencySymbols] = [:]

  init() {
    texts = LocaleTableReading.texts(of: FormatTextTable.texts)
    let names = LocaleTableReading.texts(of: DateNameTable.texts)
    for (tag, words) in LocaleTableReading.rows(of: FormatTable.locales) {
      records[tag] = FormatRecord(
        words.enumerated().map { column, number in
          let pool = column < FormatRecord.Column.months.rawValue ? texts : names
          return LocaleTableReading.text(numbered: number, of: pool)
        }
      )
    }
    readSymbols()
  }

  /// Returns the rows in the tables' order: parents first.
  private static func rows(of table: String) -> [(tag: LanguageTag, words: [Substring])] {
    var rows: [(tag: LanguageTag, words: [Substring])] = []
    for word in table.split(whereSeparator: \.isWhitespace) {
      if word.utf8.last == UInt8(ascii: ":") {
        rows.append((LanguageTag(word.dropLast()) ?? .undetermined, []))
      } else if !rows.isEmpty {
        rows[rows.count - 1].words.append(word)
      }
    }
    return rows
  }

  private static func texts(of table: String) -> [String] {
    table.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "¦" }.map(String.init)
  }

  private static func text(numbered number: some StringProtocol, of texts: [String]) -> String {
    guard let index = Int(number, radix: 36), texts.indices.contains(index) else { return "" }
    return texts[index]
  }

  private mutating func readSymbols() {
    for (tag, words) in LocaleTableReading.rows(of: CurrencyTable.symbols) {
      var standard: [CurrencyCode: CurrencySymbol] = [:]
      var narrow: [CurrencyCode: CurrencySymbol] = [:]
      for word in words {
        guard let code = CurrencyCode(word.prefix(3)) else { continue }
        let symbol = CurrencySymbol(
          Array(LocaleTableReading.text(numbered: word.dropFirst(4), of: texts).utf8)
        )
        if word.dropFirst(3).first == "~" {
          narrow[code] = symbol
        } else {
          standard[code] = symbol
        }
      }
      symbols[tag] = CurrencySymbols(
        standard: standard,
        narrow: narrow,
        parent: tag == .undetermined ? nil : nearest(symbols, to: tag.parent)
      )
    }
  }

  /// Returns the value of a tag or its nearest ancestor.
  private func nearest<Value>(_ values: [LanguageTag: Value], to tag: LanguageTag?) -> Value? {
    var tag = tag
    while let next = tag {
      if let value = values[next] { return value }
      tag = next.parent
    }
    return values[.undetermined]
  }

  /// Returns what the formats of each language are made of.
  func sources() -> [LanguageTag: LocaleFormat.Source] {
    var sources: [LanguageTag: LocaleFormat.Source] = [:]
    for tag in Set(records.keys).union(symbols.keys) {
      guard let record = nearest(records, to: tag), let symbols = nearest(symbols, to: tag) else {
        continue
      }
      sources[tag] = LocaleFormat.Source(record, symbols)
    }
    return sources
  }
}
