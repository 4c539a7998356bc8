// SPDX-License-Identifier: Apache-2.0

/// Eight bytes of text as one number. Each test sets the highest bit of the bytes that pass; above
/// the first one that does, it may set more, so only the lowest is to be trusted.
extension UInt64 {
  private static var ones: UInt64 { 0x0101_0101_0101_0101 }

  /// The bytes at which the plain text of a string stops: a quote, a backslash, a control, and
  /// everything beyond ASCII.
  @inline(__always)
  var stringStops: UInt64 {
    let quotes = (self ^ (Self.ones &* 0x22)) &- Self.ones
    let backslashes = (self ^ (Self.ones &* 0x5C)) &- Self.ones
    let controls = self &- (Self.ones &* 0x20)
    return (quotes | backslashes | controls | self) & (Self.ones &* 0x80)
  }

  /// How many of the first bytes are spaces: 0 to 8.
  @inline(__always)
  var leadingSpaces: Int { (self ^ (Self.ones &* 0x20)).trailingZeroBitCount &>> 3 }

  /// Where the first byte stands whose highest bit is set: 0 to 7, and 8 for none.
  @inline(__always)
  var firstMarkedByte: Int { trailingZeroBitCount &>> 3 }
}
