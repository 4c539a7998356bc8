// SPDX-License-Identifier: Apache-2.0

/// How many calls of one loop a backend gets at once, and who waits.
package struct LimitSettings: Sendable, Equatable {
  /// So many calls at once at most, whatever is measured.
  package var most = 1_000
  /// So many calls at once however slow the backend has become.
  package var least = 4
  /// With which limit it begins once something has been measured, if no more was under way.
  package var start = 32
  /// The latency may be so many times that of the best times before the limit sinks.
  package var tolerance = 2.0
  /// No latency up to this is too long, however short those of the best times are.
  package var unhurried = Duration.milliseconds(10)
  /// So many calls are measured together at least.
  package var leastMeasured = 20
  /// So long is measured together at least.
  package var measuring = Duration.milliseconds(100)
  /// By how much a second the best times are forgotten, as a share.
  package var drift = 0.1
  /// Optional calls may take this share of the limit; the rest is for required ones.
  package var optionalShare = 0.8

  /// So many calls wait for their turn: visitors come in bursts, and how long they wait is what
  /// bounds them.
  package var queue = 1_024
  /// How long a required call waits for its turn: late is better than never.
  package var longestWait = Duration.seconds(2)
  /// How long an optional call waits for its turn, and the whole answer with it.
  package var longestOptionalWait = Duration.milliseconds(250)
  /// When the oldest has had to wait for so long, the newest is served first.
  package var newestFirstAfter = Duration.seconds(1)

  /// How long a call of this priority waits for its turn.
  func longestWait(_ priority: CallPriority) -> Duration {
    switch priority {
    case .required: longestWait
    case .optional: longestOptionalWait
    }
  }

  /// The settings that hold when nobody says otherwise.
  package init() {}
}
