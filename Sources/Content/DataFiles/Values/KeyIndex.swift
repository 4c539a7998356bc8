// SPDX-License-Identifier: Apache-2.0

/// A lookup table of a dictionary's keys, for many lookups.
struct KeyIndex {
  /// Up to this many comparisons, a linear search is cheaper than hashing.
  private static let fewComparisons = 64

  private let members: [DataDictionary.Member]
  private let places: [String: Int]?

  init(_ members: [DataDictionary.Member], lookups: Int) {
    self.members = members
    guard members.count > 1, lookups > KeyIndex.fewComparisons / members.count else {
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

/// A text compared byte by byte; a `String` also equals its other normal forms.
struct ExactText: Hashable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (first: ExactText, second: ExactText) -> Bool {
    first.text == second.text && first.text.utf8.elementsEqual(second.text.utf8)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
