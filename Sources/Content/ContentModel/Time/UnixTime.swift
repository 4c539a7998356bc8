// SPDX-License-Identifier: Apache-2.0

/// An instant in whole seconds of Unix time, the unit of `_expire`, schedules and freshness.
package struct UnixTime: Hashable, Sendable {
  package let seconds: Int64

  package init(seconds: Int64) { self.seconds = seconds }

  package static let distantPast = UnixTime(seconds: .min)
  package static let distantFuture = UnixTime(seconds: .max)
}

extension UnixTime: Comparable {
  package static func < (first: UnixTime, second: UnixTime) -> Bool {
    first.seconds < second.seconds
  }
}

extension UnixTime: CustomStringConvertible {
  /// The form of RFC 3339 in UTC: `2026-12-20T00:00:00Z`.
  package var description: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(20)
    append(to: &bytes)
    bytes.append(UInt8(ascii: "Z"))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the date and the time of day in UTC, without the zone.
  package func append(to bytes: inout [UInt8]) {
    let civil = CivilTime(self)
    if (0...9_999).contains(civil.year) {
      append(Int(civil.year / 100), to: &bytes)
      append(Int(civil.year % 100), to: &bytes)
    } else {
      bytes += String(civil.year).utf8
    }
    append("-", civil.month, to: &bytes)
    append("-", civil.day, to: &bytes)
    append("T", civil.hour, to: &bytes)
    append(":", civil.minute, to: &bytes)
    append(":", civil.second, to: &bytes)
  }

  private func append(_ separator: Unicode.Scalar, _ value: Int, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: separator))
    append(value, to: &bytes)
  }

  /// Appends two digits.
  private func append(_ value: Int, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "0") + UInt8(value / 10))
    bytes.append(UInt8(ascii: "0") + UInt8(value % 10))
  }
}
