// SPDX-License-Identifier: Apache-2.0

/// Base64 of RFC 4648 section 5, without padding: bytes as a part of a URL.
package enum Base64URL {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8
  )

  package static func text(_ bytes: Span<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 4 + 2) / 3)
    var word: UInt32 = 0
    var bits = 0
    for index in bytes.indices {
      word = word << 8 | UInt32(bytes[index])
      bits += 8
      while bits >= 6 {
        bits -= 6
        text.append(alphabet[Int(word >> UInt32(bits) & 63)])
      }
    }
    if bits > 0 { text.append(alphabet[Int(word << UInt32(6 - bits) & 63)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a text; `nil` for one that `text` never writes.
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
    // What is left over of the last letter says nothing, and can be said in one way only.
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
