// SPDX-License-Identifier: Apache-2.0

/// What single bytes of ASCII text are.
package enum ASCII {
  /// The byte as a lower-case letter where it is an upper-case one.
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

  /// Whether the byte is a space or a tab.
  @inlinable
  package static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Whether the byte can be seen: neither a space, nor a control character, nor beyond ASCII.
  @inlinable
  package static func isVisible(_ byte: UInt8) -> Bool { byte &- 0x21 < 0x5E }

  /// The part of `bytes` without spaces and tabs at either end.
  package static func trimmed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end && isBlank(bytes[start]) { start += 1 }
    while end > start && isBlank(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  /// Where `byte` first stands in a part of `bytes`.
  package static func firstIndex(
    of byte: UInt8,
    in bytes: Span<UInt8>,
    _ range: Range<Int>
  ) -> Int? {
    for index in range where bytes[index] == byte { return index }
    return nil
  }
}
