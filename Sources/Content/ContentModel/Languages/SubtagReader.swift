// SPDX-License-Identifier: Apache-2.0

/// Iterates over the subtags of a tag.
struct SubtagReader: ~Escapable {
  private let bytes: Span<UInt8>
  private var position = 0
  /// Whether a separator was at the end or next to another.
  private(set) var isMalformed = false

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) {
    var end = 0
    while end < bytes.count, bytes[end] != UInt8(ascii: "@"), bytes[end] != UInt8(ascii: ".") {
      end += 1
    }
    self.bytes = bytes.extracting(first: end)
  }

  /// Returns the next subtag of one to eight bytes; `nil` at the end or if the tag is malformed.
  @_lifetime(copy self)
  mutating func next() -> Span<UInt8>? {
    guard position < bytes.count else { return nil }
    let start = position
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "-"), bytes[end] != UInt8(ascii: "_") {
      end += 1
    }
    position = end + 1
    guard end > start, end - start <= 8, end + 1 != bytes.count else {
      isMalformed = true
      position = bytes.count
      return nil
    }
    return bytes.extracting(start..<end)
  }

  /// Returns whether the rest consists of distinct extensions and private use.
  mutating func endsWithExtensions(from singleton: UInt8) -> Bool {
    var singleton = ASCII.lowercased(singleton)
    guard ASCII.isAlphanumeric(singleton) else { return false }
    // One bit for each letter or digit: their lowest six bits differ.
    var seen: UInt64 = 1 << UInt64(singleton & 63)
    var length = 0
    while let subtag = next() {
      for index in 0..<subtag.count where !ASCII.isAlphanumeric(subtag[index]) { return false }
      if subtag.count == 1, singleton != UInt8(ascii: "x") {
        singleton = ASCII.lowercased(subtag[0])
        let bit: UInt64 = 1 << UInt64(singleton & 63)
        guard length > 0, seen & bit == 0 else { return false }
        seen |= bit
        length = 0
      } else {
        length += 1
      }
    }
    return length > 0 && !isMalformed
  }
}
