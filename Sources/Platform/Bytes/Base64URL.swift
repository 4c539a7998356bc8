// SPDX-License-Identifier: Apache-2.0

/// Base64url without padding (RFC 4648, section 5).
package enum Base64URL {
  package static func text(_ bytes: Span<UInt8>) -> String {
    var buffer = ByteBuffer()
    buffer.append(base64: bytes)
    let letters = buffer.span.array.prefix { $0 != UInt8(ascii: "=") }.map { letter in
      switch letter {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      default: letter
      }
    }
    return String(decoding: letters, as: UTF8.self)
  }

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
