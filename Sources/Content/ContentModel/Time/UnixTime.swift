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
    let start = bytes.count
    bytes += UnixTime.form
    var text = bytes.mutableSpan
    let hasUsualYear = (0...9_999).contains(civil.year)
    if hasUsualYear {
      text.write(Int(civil.year / 100), at: start)
      text.write(Int(civil.year % 100), at: start + 2)
    }
    text.write(civil.month, at: start + 5)
    text.write(civil.day, at: start + 8)
    text.write(civil.hour, at: start + 11)
    text.write(civil.minute, at: start + 14)
    text.write(civil.second, at: start + 17)
    if !hasUsualYear { bytes.replaceSubrange(start..<start + 4, with: String(civil.year).utf8) }
  }

  private static let form = Array("0000-00-00T00:00:00".utf8)
}

extension MutableSpan<UInt8> {
  /// Writes a number of two digits.
  fileprivate mutating func write(_ number: Int, at place: Int) {
    self[place] = UInt8(ascii: "0") + UInt8(number / 10)
    self[place + 1] = UInt8(ascii: "0") + UInt8(number % 10)
  }
}
