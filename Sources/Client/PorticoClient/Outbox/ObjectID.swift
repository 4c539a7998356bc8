// SPDX-License-Identifier: Apache-2.0
//
// The ids of objects are TypeIDs with a hyphen: the prefix of the type, and a UUID of version 7 (RFC 9562) in 26
// letters of Crockford's base32. A device makes them in the same form as the gateway, so that an object has its
// id before the server knows it.

/// Makes ids of new objects, each greater than the one before it.
package struct ObjectID: Sendable {
  private static let alphabet = ContiguousArray("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  private var last: (high: UInt64, low: UInt64) = (0, 0)

  package init() {}

  /// Returns the next id: 48 bits of milliseconds, the version, and 74 random bits.
  ///
  /// - Parameter now: seconds since 1970.
  package mutating func next(
    _ prefix: String,
    at now: Int64,
    using random: inout some RandomNumberGenerator
  ) -> String {
    let milliseconds = UInt64(clamping: max(0, now)).multipliedReportingOverflow(by: 1_000)
    let time = milliseconds.partialValue << 16
    let drawn = (high: time | 0x7000 | random.next() & 0x0FFF, low: random.next() >> 2 | 1 << 63)
    // When the clock stands still or goes back, ids count on from the last one.
    let isLater = (drawn.high & ~0xFFFF) > (last.high & ~0xFFFF)
    last = isLater ? drawn : ObjectID.successor(last)
    return ObjectID.text(prefix, last)
  }

  private static func successor(
    _ id: (high: UInt64, low: UInt64)
  ) -> (high: UInt64, low: UInt64) {
    let low = (id.low &+ 1) & (1 << 62 - 1) | 1 << 63
    guard low == 1 << 63 else { return (id.high, low) }
    let isFull = id.high & 0x0FFF == 0x0FFF
    return (isFull ? (id.high | 0xFFFF) &+ 0x7001 : id.high &+ 1, low)
  }

  private static func text(_ prefix: String, _ id: (high: UInt64, low: UInt64)) -> String {
    var bytes = Array(prefix.utf8)
    bytes.append(UInt8(ascii: "-"))
    for place in stride(from: 125, through: 0, by: -5) {
      let shifted =
        place >= 64
        ? id.high >> UInt64(place - 64)
        : id.low >> UInt64(place) | (place > 59 ? id.high << UInt64(64 - place) : 0)
      bytes.append(alphabet[Int(shifted & 31)])
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
