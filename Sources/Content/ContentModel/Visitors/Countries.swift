// SPDX-License-Identifier: Apache-2.0

/// The countries of ISO 3166-1.
package enum Countries {
  /// All countries, by their two letters.
  package static let all: Set<RegionCode> = Set(table.map(\.two))

  /// Returns the country with a three-letter code, as app stores use: `DEU`.
  package static func country(threeLetters code: String) -> RegionCode? {
    byThreeLetters[code.uppercased()]
  }

  /// All countries by their three letters.
  package static let byThreeLetters: [String: RegionCode] =
    Dictionary(table.map { ($0.three, $0.two) }) { first, _ in first }

  private static let table: [(two: RegionCode, three: String)] =
    CountryTable.codes.split(whereSeparator: \.isWhitespace).compactMap { word in
      let two = Array(word.utf8.prefix(2))
      return RegionCode(two.span).map { ($0, String(word.dropFirst(2))) }
    }
}
