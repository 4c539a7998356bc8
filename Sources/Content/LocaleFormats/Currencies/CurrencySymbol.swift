// SPDX-License-Identifier: Apache-2.0

// UTS 35, part 3, section 3.3, currency spacing: a symbol that touches the digits with anything but
// a sign or a space, such as a letter or a point, is kept off them by a space that does not break,
// except in a language that lets them touch.

/// What a currency is called, and how it stands beside digits.
struct CurrencySymbol: Sendable {
  let bytes: [UInt8]
  /// Whether its first and its last character are kept off digits.
  let keepsOffBefore: Bool
  let keepsOffBehind: Bool

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
    keepsOffBefore = scalars.first.map(CurrencySymbol.isKeptOff) ?? false
    keepsOffBehind = scalars.last.map(CurrencySymbol.isKeptOff) ?? false
  }

  private static func isKeptOff(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol, .spaceSeparator,
      .lineSeparator, .paragraphSeparator:
      false
    default: true
    }
  }
}
