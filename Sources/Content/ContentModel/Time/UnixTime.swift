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
    let civil = CivilTime(self)
    let date = [UnixTime.padded(civil.year, to: 4)] + [civil.month, civil.day].map(UnixTime.padded)
    let time = [civil.hour, civil.minute, civil.second].map(UnixTime.padded)
    return "\(date.joined(separator: "-"))T\(time.joined(separator: ":"))Z"
  }

  private static func padded(_ value: Int) -> String { padded(Int64(value), to: 2) }

  private static func padded(_ value: Int64, to width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
