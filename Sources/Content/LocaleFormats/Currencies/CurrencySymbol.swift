// SPDX-License-Identifier: Apache-2.0

// UTS 35, part 3, section 3.3, currency spacing: a symbol that would touch the digits with a letter
// or a point, rather than a sign or a space, is separated by a no-break space, except in languages
// that allow it.

/// A currency's symbol in a language, and its spacing.
struct CurrencySymbol: Sendable {
  let bytes: [UInt8]
  /// Whether a space separates its first or last character from digits.
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
