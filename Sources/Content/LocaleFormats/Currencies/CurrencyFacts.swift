// SPDX-License-Identifier: Apache-2.0

import ContentModel

/// Facts about currencies that do not depend on the language.
struct CurrencyFacts: Sendable {
  static let shared = CurrencyFacts()

  let known: [CurrencyCode]
  let knownSet: Set<CurrencyCode>
  let digits: [CurrencyCode: Int]
  let countries: [RegionCode: CurrencyCode]

  private init() {
    known = CurrencyTable.codes.split(whereSeparator: \.isWhitespace)
      .compactMap { CurrencyCode($0) }
    knownSet = Set(known)
    var digits: [CurrencyCode: Int] = [:]
    for (code, count) in CurrencyFacts.sides(of: CurrencyTable.digits) {
      if let code = CurrencyCode(code) { digits[code] = Int(count) }
    }
    self.digits = digits
    var countries: [RegionCode: CurrencyCode] = [:]
    for (country, code) in CurrencyFacts.sides(of: CurrencyTable.countries) {
      let letters = Array(country.utf8)
      if let region = RegionCode(letters.span) { countries[region] = CurrencyCode(code) }
    }
    self.countries = countries
  }

  private static func sides(of table: String) -> [(Substring, Substring)] {
    table.split(whereSeparator: \.isWhitespace).compactMap { word in
      word.firstIndex(of: "=").map { (word[..<$0], word[word.index(after: $0)...]) }
    }
  }
}
