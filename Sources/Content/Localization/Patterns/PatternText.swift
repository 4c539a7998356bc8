// SPDX-License-Identifier: Apache-2.0

import Bytes

/// A cursor in a text, byte by byte.
struct PatternText {
  let bytes: [UInt8]
  var position: Int

  init(_ text: String) {
    bytes = Array(text.utf8)
    position = 0
  }

  var isAtEnd: Bool { position >= bytes.count }

  /// Returns the byte at a distance from the cursor; `nil` after the end.
  func peek(_ distance: Int = 0) -> UInt8? {
    position + distance < bytes.count ? bytes[position + distance] : nil
  }

  /// Consumes a byte if it is next.
  mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  /// Consumes a word if it is next.
  mutating func take(_ word: StaticString) -> Bool {
    let letters = Array(word.description.utf8)
    guard bytes.count - position >= letters.count,
      bytes[position..<position + letters.count].elementsEqual(letters)
    else { return false }
    position += letters.count
    return true
  }

  /// Takes all bytes that satisfy a condition.
  mutating func take(while isWanted: (UInt8) -> Bool) -> String {
    let start = position
    while let byte = peek(), isWanted(byte) { position += 1 }
    return text(start..<position)
  }

  mutating func skipSpace() {
    while let byte = peek(), byte == 0x20 || byte &- 0x09 < 5 { position += 1 }
  }

  /// Takes a number of at most nine digits.
  mutating func takeNumber() -> Int? {
    let start = position
    let digits = take { $0 &- 0x30 < 10 }
    guard !digits.isEmpty, digits.utf8.count <= 9 else {
      position = start
      return nil
    }
    return Int(digits)
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func fault(expected: String) -> TextFault {
    let seen =
      isAtEnd ? "the end of the text" : "\"\(text(position..<min(position + 12, bytes.count)))\""
    return TextFault(at: position, seen: seen, expected: expected)
  }

  static func isNamePart(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x5F || byte == 0x2D || byte == 0x2E
      || byte >= 0x80
  }
}
