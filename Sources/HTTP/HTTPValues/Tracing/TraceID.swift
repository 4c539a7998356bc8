// SPDX-License-Identifier: Apache-2.0

import Bytes

/// The name of a trace: 16 bytes, not all of them zero.
package struct TraceID: Sendable, Hashable {
  package let high: UInt64
  package let low: UInt64

  package init?(_ high: UInt64, _ low: UInt64) {
    guard high | low != 0 else { return nil }
    self.high = high
    self.low = low
  }

  /// Returns a new id. Zero is no id, and is as rare as any other number.
  package static func random(using random: inout some RandomNumberGenerator) -> TraceID {
    while true {
      if let id = TraceID(random.next(), random.next()) { return id }
    }
  }

  /// Appends the id as 32 hexadecimal digits.
  package func write(to bytes: inout [UInt8]) {
    bytes.appendHexadecimal(high, digits: 16)
    bytes.appendHexadecimal(low, digits: 16)
  }
}

/// The name of one span of a trace: 8 bytes, not all of them zero.
package struct SpanID: Sendable, Hashable {
  package let value: UInt64

  package init?(_ value: UInt64) {
    guard value != 0 else { return nil }
    self.value = value
  }

  package static func random(using random: inout some RandomNumberGenerator) -> SpanID {
    while true {
      if let id = SpanID(random.next()) { return id }
    }
  }

  /// Appends the id as 16 hexadecimal digits.
  package func write(to bytes: inout [UInt8]) { bytes.appendHexadecimal(value, digits: 16) }
}

extension TraceID: CustomStringConvertible {
  package var description: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension SpanID: CustomStringConvertible {
  package var description: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Span<UInt8> {
  /// Reads lowercase hexadecimal digits; `nil` where there is anything else.
  func hexadecimal(_ range: Range<Int>) -> UInt64? {
    var number: UInt64 = 0
    for index in range {
      let digit: UInt8
      switch self[index] {
      case let byte where byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"):
        digit = byte - UInt8(ascii: "0")
      case let byte where byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "f"):
        digit = byte - UInt8(ascii: "a") + 10
      default: return nil
      }
      number = number << 4 | UInt64(digit)
    }
    return number
  }
}

extension [UInt8] {
  /// Appends the last `digits` hexadecimal digits of a number, at most 16, in lowercase.
  mutating func appendHexadecimal(_ number: UInt64, digits: Int) {
    var text = InlineArray<16, UInt8>(repeating: UInt8(ascii: "0"))
    var rest = number
    for index in (16 - digits..<16).reversed() {
      let digit = UInt8(truncatingIfNeeded: rest) & 15
      text[index] = digit &+ (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") &- 10)
      rest >>= 4
    }
    append(text.span.extracting((16 - digits)...))
  }
}
