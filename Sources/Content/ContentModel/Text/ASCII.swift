// SPDX-License-Identifier: Apache-2.0

/// Classification of ASCII bytes.
package enum ASCII {
  /// Returns the byte with an upper-case letter in lower case.
  @inlinable
  package static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  @inlinable
  package static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  @inlinable
  package static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  @inlinable
  package static func isAlphanumeric(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

  /// Returns whether the byte is a space or a tab.
  @inlinable
  package static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Returns whether the byte is a visible ASCII character, other than a space.
  @inlinable
  package static func isVisible(_ byte: UInt8) -> Bool { byte &- 0x21 < 0x5E }

  /// Returns the range without spaces and tabs at either end.
  package static func trimmed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end && isBlank(bytes[start]) { start += 1 }
    while end > start && isBlank(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  /// Returns the first index of `byte` in a part of `bytes`.
  package static func firstIndex(
    of byte: UInt8,
    in bytes: Span<UInt8>,
    _ range: Range<Int>
  ) -> Int? {
    for index in range where bytes[index] == byte { return index }
    return nil
  }
}
