// SPDX-License-Identifier: Apache-2.0

import Bytes

/// Walks the inside of a validated string with escapes: alternately plain text and an escape.
struct EscapedText: ~Escapable {
  private let content: Span<UInt8>
  private var index = 0

  @_lifetime(copy content)
  init(_ content: Span<UInt8>) { self.content = content }

  /// Returns the text up to the next escape, which may be empty.
  @_lifetime(self: copy self)
  @_lifetime(copy self)
  mutating func plainRun() -> Span<UInt8> {
    let start = index
    index = content.firstIndex(of: UInt8(ascii: "\\"), from: start) ?? content.count
    return content.extracting(start..<index)
  }

  /// Returns the character of the next escape; `nil` at the end.
  @_lifetime(self: copy self)
  mutating func escape() -> Unicode.Scalar? {
    guard index + 1 < content.count else { return nil }
    let letter = content[index + 1]
    index += 2
    switch letter {
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return hexadecimalEscape()
    default: return Unicode.Scalar(letter)
    }
  }

  /// Appends the character of the next escape; false at the end.
  @_lifetime(self: copy self)
  mutating func appendEscape(to output: inout [UInt8]) -> Bool {
    guard let character = escape() else { return false }
    output.append(contentsOf: character.utf8)
    return true
  }

  /// After `\u`: reads four digits, and a second escape where both are a surrogate pair.
  @_lifetime(self: copy self)
  private mutating func hexadecimalEscape() -> Unicode.Scalar {
    let first = fourDigits(at: index)
    index += 4
    if first & 0xFC00 == 0xD800, index + 6 <= content.count,
      content[index] == UInt8(ascii: "\\"), content[index + 1] == UInt8(ascii: "u")
    {
      let second = fourDigits(at: index + 2)
      if second & 0xFC00 == 0xDC00 {
        index += 6
        return Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + second & 0x3FF) ?? "\u{FFFD}"
      }
    }
    return Unicode.Scalar(first) ?? "\u{FFFD}"
  }

  private func fourDigits(at start: Int) -> UInt32 {
    guard start + 4 <= content.count else { return 0xFFFD }
    var value: UInt32 = 0
    for offset in 0..<4 {
      value = value << 4 | UInt32(content[start + offset].hexadecimalValue ?? 0)
    }
    return value
  }
}
