// SPDX-License-Identifier: Apache-2.0

/// Settings of the concurrency limit of a backend for one loop, and of its queue.
package struct LimitSettings: Sendable, Equatable {
  /// Maximum number of calls at once, whatever is measured.
  package var most = 1_000
  /// Minimum limit of calls at once, however slow the backend has become.
  package var least = 4
  /// First limit after a measurement, if no more calls were under way.
  package var start = 32
  /// Factor by which the latency may exceed that of the best times before the limit falls.
  package let tolerance = 2.0
  /// Latency up to which no call counts as slow, however short the best times are.
  package let unhurried = Duration.milliseconds(10)
  /// Minimum number of calls that are measured together.
  package var leastMeasured = 20
  /// Minimum duration of a measurement.
  package let measuring = Duration.milliseconds(100)
  /// Share by which the latency of the best times grows each second, so that it is forgotten
  /// slowly.
  package let drift = 0.1
  /// Share of the limit that optional calls may take; the rest is reserved for required ones.
  package let optionalShare = 0.8
  /// Share of the limit that uploads may take, since clients decide how long they take.
  package let uploadShare = 0.5
  /// Maximum number of uploads at once; half of the connections that a loop opens to an origin.
  package let uploads = 128

  /// Maximum number of waiting calls. It is large, since visitors come in bursts; the time for
  /// which they wait is limited instead.
  package var queue = 1_024
  /// Maximum wait of a required call.
  package let longestWait = Duration.seconds(2)
  /// Maximum wait of an optional call, which delays the whole answer.
  package let longestOptionalWait = Duration.milliseconds(250)
  /// Wait of the oldest call after which the newest is served first.
  package let newestFirstAfter = Duration.seconds(1)

  /// Returns the maximum wait of a call of this priority.
  func longestWait(_ priority: CallPriority) -> Duration {
    switch priority {
    case .required, .upload: longestWait
    case .optional: longestOptionalWait
    }
  }

  /// The default settings.
  package init() {}
}
