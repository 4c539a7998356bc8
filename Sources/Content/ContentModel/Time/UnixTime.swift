// SPDX-License-Identifier: Apache-2.0

/// A second of Unix time: what `_expire`, schedules and freshness are counted in.
package struct UnixTime: Hashable, Sendable {
  package let seconds: Int64

  package init(seconds: Int64) { self.seconds = seconds }

  /// Before every other second.
  package static let distantPast = UnixTime(seconds: .min)
  /// After every other second.
  package static let distantFuture = UnixTime(seconds: .max)
}

extension UnixTime: Comparable {
  package static func < (first: UnixTime, second: UnixTime) -> Bool {
    first.seconds < second.seconds
  }
}
