// SPDX-License-Identifier: Apache-2.0

/// Some of Unicode's general categories.
struct CategorySet: Sendable, Equatable {
  private var bits: UInt32 = 0

  init() {}

  /// The categories that `\p{…}` names: one letter for a whole class, or two. `nil` for others.
  init?(named name: String) {
    for (index, category) in Self.names.enumerated() where category.hasPrefix(name) {
      bits |= 1 << UInt32(index)
    }
    guard (1...2).contains(name.utf8.count), bits != 0, name != "Cs" else { return nil }
  }

  var inverted: CategorySet {
    var other = self
    other.bits = ~bits
    return other
  }

  mutating func formUnion(_ other: CategorySet) { bits |= other.bits }

  func contains(_ value: UInt32) -> Bool {
    guard bits != 0, let character = Unicode.Scalar(value) else { return false }
    return bits >> Self.index(of: character.properties.generalCategory) & 1 == 1
  }

  private static let names = [
    "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe", "Pi",
    "Pf", "Po", "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Co", "Cn",
  ]

  /// Where the category stands in `names`.
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
