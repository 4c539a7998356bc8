// SPDX-License-Identifier: Apache-2.0

/// Where the keys of a dictionary stand, for many lookups in a row.
struct KeyPlaces {
  /// Up to this many comparisons, comparing is cheaper than hashing.
  private static let fewComparisons = 64

  private let members: [DataDictionary.Member]
  private let places: [String: Int]?

  init(_ members: [DataDictionary.Member], lookups: Int) {
    self.members = members
    guard members.count > 1, lookups > KeyPlaces.fewComparisons / members.count else {
      places = nil
      return
    }
    places = Dictionary(
      zip(members.map(\.key), members.indices),
      uniquingKeysWith: { first, _ in first }
    )
  }

  subscript(key: String) -> Int? {
    if let places { return places[key] }
    return members.firstIndex { $0.key == key }
  }
}
