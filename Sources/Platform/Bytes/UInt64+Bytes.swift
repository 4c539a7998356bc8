// SPDX-License-Identifier: Apache-2.0

/// Eight bytes of text as one number. Each test sets the highest bit of the bytes that pass; bits
/// above the first of them are unreliable.
extension UInt64 {
  @inlinable
  static var ones: UInt64 { 0x0101_0101_0101_0101 }

  /// Marks the bytes that end a string's plain text: a quote, a backslash, a control, or a byte
  /// beyond ASCII.
  @inlinable
  @inline(__always)
  package var stringStops: UInt64 {
    let quotes = (self ^ (Self.ones &* 0x22)) &- Self.ones
    let backslashes = (self ^ (Self.ones &* 0x5C)) &- Self.ones
    let controls = self &- (Self.ones &* 0x20)
    return (quotes | backslashes | controls | self) & (Self.ones &* 0x80)
  }

  /// Whether one of the bytes is a control character, the tab and DEL among them.
  ///
  /// Subtracting a space from a smaller byte borrows from its highest bit, and DEL with its bits flipped is zero.
  @inlinable
  @inline(__always)
  package var hasControl: Bool {
    let low = self &- (Self.ones &* 0x20)
    let flipped = self ^ (Self.ones &* 0x7F)
    let delete = flipped &- Self.ones
    return (low & ~self | delete & ~flipped) & (Self.ones &* 0x80) != 0
  }

  /// The number of leading spaces: 0 to 8.
  @inlinable
  @inline(__always)
  package var leadingSpaces: Int { (self ^ (Self.ones &* 0x20)).trailingZeroBitCount &>> 3 }

  /// The index of the first byte whose highest bit is set: 0 to 7, or 8 for none.
  @inlinable
  @inline(__always)
  package var firstMarkedByte: Int { trailingZeroBitCount &>> 3 }
}
