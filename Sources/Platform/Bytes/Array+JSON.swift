// SPDX-License-Identifier: Apache-2.0

extension [UInt8] {
  /// Appends a JSON string: in quotes, with only the escapes that are required.
  package mutating func appendJSON(_ text: String) { appendJSON(valid: text.utf8Span.span) }

  /// Appends the bytes of a text as a JSON string; invalid UTF-8 becomes U+FFFD.
  package mutating func appendJSON(_ text: Span<UInt8>) {
    if text.isASCII { appendJSON(valid: text) } else { appendJSON(text.text) }
  }

  private mutating func appendJSON(valid bytes: Span<UInt8>) {
    append(UInt8(ascii: "\""))
    var start = 0
    var index = bytes.endOfUnescaped(from: 0)
    while index < bytes.count {
      append(bytes.extracting(start..<index))
      appendEscape(of: bytes[index])
      start = index + 1
      index = bytes.endOfUnescaped(from: start)
    }
    append(bytes.extracting(start..<index))
    append(UInt8(ascii: "\""))
  }

  private mutating func appendEscape(of byte: UInt8) {
    append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
    case 0x08: append(UInt8(ascii: "b"))
    case 0x09: append(UInt8(ascii: "t"))
    case 0x0A: append(UInt8(ascii: "n"))
    case 0x0C: append(UInt8(ascii: "f"))
    case 0x0D: append(UInt8(ascii: "r"))
    default:
      append("u00")
      append(UInt8(ascii: "0") + byte >> 4)
      let digit = byte & 0xF
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
    }
  }
}

extension String {
  /// The text as a JSON string, in quotes.
  package var quotedAsJSON: String {
    var bytes: [UInt8] = []
    bytes.appendJSON(self)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Span<UInt8> {
  /// Returns the first index, at or after `start`, of a byte that must be escaped.
  fileprivate func endOfUnescaped(from start: Int) -> Int {
    var index = start
    while index < count {
      if index <= count &- 8 {
        // Bytes beyond ASCII stop here too, without harm.
        let stops = word(at: index).stringStops
        guard stops != 0 else {
          index &+= 8
          continue
        }
        index &+= stops.firstMarkedByte
      }
      let byte = self[index]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return index }
      index &+= 1
    }
    return index
  }
}
