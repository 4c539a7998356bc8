// SPDX-License-Identifier: Apache-2.0

/// The countries that there are.
package enum Countries {
  /// By the two letters of ISO 3166-1.
  package static let all: Set<RegionCode> = Set(table.map(\.two))

  /// The country with three letters, as app stores write them: `DEU`.
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
