// SPDX-License-Identifier: Apache-2.0

/// Base64 (RFC 4648 section 4), as XML property lists encode data.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )

  package static func encode(_ data: Span<UInt8>, to bytes: inout [UInt8]) {
    var index = 0
    while index < data.count {
      let count = min(3, data.count - index)
      var word: UInt32 = 0
      for offset in 0..<count { word |= UInt32(data[index + offset]) << UInt32(16 - offset * 8) }
      for letter in 0..<4 {
        let digit = Int(word >> UInt32(18 - letter * 6) & 63)
        bytes.append(letter <= count ? alphabet[digit] : UInt8(ascii: "="))
      }
      index += 3
    }
  }

  /// Decodes a text without white space; `nil` if it is not padded or has other characters.
  static func decode(_ text: Span<UInt8>) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    var letters = text.count
    while letters > 0, text.count - letters < 2, text[letters - 1] == UInt8(ascii: "=") {
      letters -= 1
    }
    var data: [UInt8] = []
    data.reserveCapacity(text.count / 4 * 3)
    var word: UInt32 = 0
    for index in 0..<letters {
      guard let digit = value(of: text[index]) else { return nil }
      word = word << 6 | digit
      if index % 4 == 3 {
        for shift: UInt32 in [16, 8, 0] { data.append(UInt8(truncatingIfNeeded: word >> shift)) }
        word = 0
      }
    }
    switch letters % 4 {
    case 2: data.append(UInt8(truncatingIfNeeded: word >> 4))
    case 3:
      data.append(UInt8(truncatingIfNeeded: word >> 10))
      data.append(UInt8(truncatingIfNeeded: word >> 2))
    default: break
    }
    return data
  }

  private static func value(of letter: UInt8) -> UInt32? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter &- 65)
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter &- 71)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter &+ 4)
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
