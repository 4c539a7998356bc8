// SPDX-License-Identifier: Apache-2.0

import Bytes

/// The id of a record: the prefix of its type, `-`, and a UUID in 26 letters of Crockford's base32.
///
/// It is a TypeID with a hyphen, so that the prefix tells the class of a record to a client. Ids that
/// are made here hold a UUID of version 7, so they sort by the time of their creation.
package struct ResourceID: Hashable, Sendable {
  package let text: String
  package let prefix: String

  /// Parses an id in its only spelling, in small letters; `nil` for anything else.
  package init?(_ text: String) {
    let bytes = text.utf8Span.span
    let start = bytes.count - ResourceID.digitCount
    // 26 letters have 130 bits, so the first has but three of a UUID's 128.
    guard start > 1, bytes[start - 1] == UInt8(ascii: "-"), (0x30...0x37).contains(bytes[start])
    else { return nil }
    for index in start..<bytes.count where !ResourceID.isDigit(bytes[index]) { return nil }
    let prefix = bytes.extracting(first: start - 1).text
    guard ResourceID.isPrefix(prefix) else { return nil }
    self.text = text
    self.prefix = prefix
  }

  /// The id of a UUID.
  init(prefix: String, high: UInt64, low: UInt64) {
    let alphabet = ResourceID.alphabet
    var bytes: [UInt8] = []
    bytes.reserveCapacity(prefix.utf8.count + 1 + ResourceID.digitCount)
    bytes.append(prefix.utf8Span.span)
    bytes.append(UInt8(ascii: "-"))
    for place in stride(from: 125, through: 0, by: -5) {
      let shifted =
        place >= 64
        ? high >> UInt64(place - 64)
        : low >> UInt64(place) | (place > 59 ? high << UInt64(64 - place) : 0)
      bytes.append(alphabet[Int(shifted & 31)])
    }
    self.prefix = prefix
    text = bytes.span.text
  }

  package static func isPrefix(_ text: String) -> Bool {
    let bytes = text.utf8Span.span
    guard (1...20).contains(bytes.count) else { return false }
    for index in bytes.indices where !(0x61...0x7A).contains(bytes[index]) { return false }
    return true
  }

  private static let digitCount = 26
  private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  /// Whether a byte is in the alphabet, which lacks the letters i, l, o and u.
  private static func isDigit(_ byte: UInt8) -> Bool {
    // A bit for each byte of the alphabet, for those below 0x40 and for those from there on.
    let (digits, letters): (UInt64, UInt64) = (0x03FF_0000_0000_0000, 0x07DF_6DFE_0000_0000)
    return byte < 0x80 && (byte < 0x40 ? digits : letters) >> UInt64(byte & 0x3F) & 1 == 1
  }
}

extension ResourceID: Comparable {
  package static func < (first: ResourceID, second: ResourceID) -> Bool { first.text < second.text }
}

extension ResourceID: CustomStringConvertible {
  package var description: String { text }
}

/// Makes ids, each greater than the one before it, even within a millisecond.
package struct IDGenerator: Sendable {
  private var last: (high: UInt64, low: UInt64) = (0, 0)

  package init() {}

  /// Returns the next id: 48 bits of milliseconds, the version, and 74 random bits (RFC 9562).
  package mutating func next(
    _ prefix: String,
    at now: Timestamp,
    using random: inout some RandomNumberGenerator
  ) -> ResourceID {
    let time = UInt64(clamping: max(0, now.milliseconds)) << 16
    // When the clock stands still or goes back, ids count on from the last one: the system's random numbers cost
    // a call each.
    last =
      time > last.high & ~0xFFFF
      ? (high: time | 0x7000 | random.next() & 0x0FFF, low: random.next() >> 2 | 1 << 63)
      : IDGenerator.successor(last)
    return ResourceID(prefix: prefix, high: last.high, low: last.low)
  }

  private static func successor(
    _ id: (high: UInt64, low: UInt64)
  ) -> (high: UInt64, low: UInt64) {
    let low = (id.low &+ 1) & (1 << 62 - 1) | 1 << 63
    guard low == 1 << 63 else { return (id.high, low) }
    let isFull = id.high & 0x0FFF == 0x0FFF
    return (isFull ? (id.high | 0xFFFF) &+ 0x7001 : id.high &+ 1, low)
  }
}
