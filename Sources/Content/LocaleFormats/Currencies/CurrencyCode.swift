// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// An ISO 4217 currency code.
package struct CurrencyCode: Hashable, Sendable {
  /// Three letters of five bits.
  let rawValue: UInt16

  /// Parses three letters in any case, known or not.
  package init?(_ text: some StringProtocol) {
    var value: UInt16 = 0
    var count = 0
    for byte in text.utf8 {
      count += 1
      guard count <= 3, (byte | 0x20) &- 0x61 < 26 else { return nil }
      value = value << 5 | UInt16(byte & 0x1F)
    }
    guard count == 3 else { return nil }
    rawValue = value
  }

  /// Returns the present currency of a country.
  package init?(ofCountry country: RegionCode) {
    guard let code = CurrencyFacts.shared.countries[country] else { return nil }
    self = code
  }

  /// All currencies in use.
  package static var known: [CurrencyCode] { CurrencyFacts.shared.known }

  package var isKnown: Bool { CurrencyFacts.shared.knownSet.contains(self) }

  /// The usual number of fraction digits.
  package var fractionDigits: Int { CurrencyFacts.shared.digits[self] ?? 2 }

  /// The letters in ASCII.
  var letters: [UInt8] {
    [rawValue >> 10, rawValue >> 5, rawValue].map { UInt8(truncatingIfNeeded: $0 & 0x1F) | 0x40 }
  }
}

extension CurrencyCode: CustomStringConvertible {
  package var description: String { String(decoding: letters, as: UTF8.self) }
}
