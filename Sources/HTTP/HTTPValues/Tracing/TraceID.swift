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

  /// The id as 32 hexadecimal digits.
  package var digits: InlineArray<32, UInt8> {
    var digits = InlineArray<32, UInt8>(repeating: 0)
    var span = digits.mutableSpan
    span.write(hexadecimal: high, at: 0)
    span.write(hexadecimal: low, at: 16)
    return digits
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

  /// The id as 16 hexadecimal digits.
  package var digits: InlineArray<16, UInt8> { value.hexadecimalDigits }
}

extension TraceID: CustomStringConvertible {
  package var description: String {
    let digits = digits
    return digits.span.text
  }
}

extension SpanID: CustomStringConvertible {
  package var description: String {
    let digits = digits
    return digits.span.text
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
