// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import Filters

/// An instant to the millisecond, as records keep it.
package struct Timestamp: Hashable, Sendable {
  /// Milliseconds of Unix time.
  package let milliseconds: Int64

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Parses an instant of RFC 3339, or the beginning of a day in UTC; what is finer than a
  /// millisecond is cut off.
  package init?(_ text: String) {
    guard case .instant(let nanoseconds) = FilterValue(text, as: .instant) else { return nil }
    self.init(nanoseconds: nanoseconds)
  }

  package init(nanoseconds: Int64) {
    let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    milliseconds = remainder < 0 ? quotient - 1 : quotient
  }

  /// Seconds of Unix time, rounded down.
  package var seconds: Int64 {
    milliseconds >= 0 ? milliseconds / 1_000 : (milliseconds - 999) / 1_000
  }

  package func advanced(byMilliseconds step: Int64) -> Timestamp {
    Timestamp(milliseconds: milliseconds.addingReportingOverflow(step).partialValue)
  }
}

extension Timestamp: Comparable {
  package static func < (first: Timestamp, second: Timestamp) -> Bool {
    first.milliseconds < second.milliseconds
  }
}

extension Timestamp: CustomStringConvertible {
  /// The form of RFC 3339 in UTC with three decimals, whose texts sort as the instants do.
  package var description: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(24)
    append(to: &bytes)
    return bytes.span.text
  }

  /// Appends the same text.
  func append(to bytes: inout [UInt8]) {
    UnixTime(seconds: seconds).append(to: &bytes)
    let start = bytes.count
    bytes += Timestamp.decimals
    var text = bytes.mutableSpan
    let rest = milliseconds - seconds * 1_000
    text[start + 1] += UInt8(rest / 100)
    text[start + 2] += UInt8(rest / 10 % 10)
    text[start + 3] += UInt8(rest % 10)
  }

  private static let decimals = Array(".000Z".utf8)
}
