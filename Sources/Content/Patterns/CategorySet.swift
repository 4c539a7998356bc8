// SPDX-License-Identifier: Apache-2.0

/// A set of Unicode general categories.
struct CategorySet: Sendable, Equatable {
  private var bits: UInt32 = 0

  init() {}

  /// Parses the name in `\p{…}`: one letter for a class, or two. `nil` for unknown ones.
  init?(named name: [Unicode.Scalar]) {
    guard let first = name.first, name.count <= 2, name != ["C", "s"] else { return nil }
    for (index, category) in Self.names.enumerated() where category.0 == first {
      if name.count == 1 || category.1 == name[1] { bits |= 1 << UInt32(index) }
    }
    guard bits != 0 else { return nil }
  }

  var inverted: CategorySet {
    var other = self
    other.bits = ~bits
    return other
  }

  mutating func formUnion(_ other: CategorySet) { bits |= other.bits }

  func contains(_ value: UInt32) -> Bool {
    guard bits != 0 else { return false }
    if value < 0x80 { return bits >> Self.ofASCII[Int(value)] & 1 == 1 }
    guard let character = Unicode.Scalar(value) else { return false }
    return bits >> Self.index(of: character.properties.generalCategory) & 1 == 1
  }

  /// Index in `names` of the category of each ASCII character.
  private static let ofASCII: [UInt32] = (0..<0x80).map {
    index(of: Unicode.Scalar(UInt8($0)).properties.generalCategory)
  }

  private static let names: [(Unicode.Scalar, Unicode.Scalar)] = [
    ("L", "u"), ("L", "l"), ("L", "t"), ("L", "m"), ("L", "o"), ("M", "n"), ("M", "c"),
    ("M", "e"), ("N", "d"), ("N", "l"), ("N", "o"), ("P", "c"), ("P", "d"), ("P", "s"),
    ("P", "e"), ("P", "i"), ("P", "f"), ("P", "o"), ("S", "m"), ("S", "c"), ("S", "k"),
    ("S", "o"), ("Z", "s"), ("Z", "l"), ("Z", "p"), ("C", "c"), ("C", "f"), ("C", "s"),
    ("C", "o"), ("C", "n"),
  ]

  /// Returns the index in `names` of a category.
  private static func index(of category: Unicode.GeneralCategory) -> UInt32 {
    switch category {
    case .uppercaseLetter: 0
    case .lowercaseLetter: 1
    case .titlecaseLetter: 2
    case .modifierLetter: 3
    case .otherLetter: 4
    case .nonspacingMark: 5
    case .spacingMark: 6
    case .enclosingMark: 7
    case .decimalNumber: 8
    case .letterNumber: 9
    case .otherNumber: 10
    case .connectorPunctuation: 11
    case .dashPunctuation: 12
    case .openPunctuation: 13
    case .closePunctuation: 14
    case .initialPunctuation: 15
    case .finalPunctuation: 16
    case .otherPunctuation: 17
    case .mathSymbol: 18
    case .currencySymbol: 19
    case .modifierSymbol: 20
    case .otherSymbol: 21
    case .spaceSeparator: 22
    case .lineSeparator: 23
    case .paragraphSeparator: 24
    case .control: 25
    case .format: 26
    case .surrogate: 27
    case .privateUse: 28
    case .unassigned: 29
    @unknown default: 29
    }
  }
}
