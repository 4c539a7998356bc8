// SPDX-License-Identifier: Apache-2.0

/// A language subtag of two or three letters, five bits each; `und` is zero.
package struct LanguageCode: Hashable, Sendable {
  package let rawValue: UInt16

  /// `und`, no particular language.
  package static let undetermined = LanguageCode(rawValue: 0)

  /// Uses the lowest 15 bits.
  package init(rawValue: UInt16) { self.rawValue = rawValue & 0x7FFF }

  /// Parses two or three letters in any case.
  package init?(_ bytes: Span<UInt8>) {
    guard bytes.count == 2 || bytes.count == 3 else { return nil }
    var value: UInt16 = 0
    for index in 0..<3 {
      guard index < bytes.count else {
        value <<= 5
        continue
      }
      guard ASCII.isLetter(bytes[index]) else { return nil }
      value = value << 5 | UInt16(bytes[index] & 0x1F)
    }
    rawValue = value == LanguageCode.und ? 0 : value
  }

  /// The packed letters of `und`.
  private static let und: UInt16 = 21 << 10 | 14 << 5 | 4
}

extension LanguageCode: CustomStringConvertible {
  package var description: String {
    guard rawValue != 0 else { return "und" }
    var text = ""
    for shift in [10, 5, 0] as [UInt16] {
      let letter = UInt8(rawValue >> shift & 0x1F)
      if letter != 0 { text.unicodeScalars.append(Unicode.Scalar(letter | 0x60)) }
    }
    return text
  }
}
