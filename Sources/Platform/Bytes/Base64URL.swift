// SPDX-License-Identifier: Apache-2.0

/// Base64url without padding (RFC 4648, section 5).
package enum Base64URL {
  package static func text(_ bytes: Span<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 4 + 2) / 3)
    var word: UInt32 = 0
    var bits: UInt32 = 0
    for index in bytes.indices {
      word = word << 8 | UInt32(bytes[index])
      bits += 8
      while bits >= 6 {
        bits -= 6
        text.append(letters[Int(word >> bits & 0x3F)])
      }
    }
    if bits > 0 { text.append(letters[Int(word << (6 - bits) & 0x3F)]) }
    return text.span.text
  }

  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8
  )

  /// Decodes a text; `nil` for one that `text` never produces.
  package static func bytes(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count * 3 / 4)
    var word: UInt32 = 0
    var bits = 0
    for letter in text.utf8 {
      guard let digit = value(of: letter) else { return nil }
      word = word << 6 | digit
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(bits)))
      }
    }
    // The unused bits of the last letter must be zero, so that each value has one encoding.
    guard bits < 6, word & ((1 << UInt32(bits)) - 1) == 0 else { return nil }
    return bytes
  }

  private static func value(of letter: UInt8) -> UInt32? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter &- 65)
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter &- 71)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter &+ 4)
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
