// SPDX-License-Identifier: Apache-2.0

/// A second of Unix time: what `_expire`, schedules and freshness are counted in.
package struct Instant: Hashable, Sendable {
  package let seconds: Int64

  package init(seconds: Int64) { self.seconds = seconds }
}

extension Instant: Comparable {
  package static func < (first: Instant, second: Instant) -> Bool { first.seconds < second.seconds }
}
