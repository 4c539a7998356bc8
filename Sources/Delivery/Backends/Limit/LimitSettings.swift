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
  /// So many calls are measured together at least.
  package var leastMeasured = 20
  /// So long is measured together at least.
  package var measuring = Duration.milliseconds(100)
  /// By how much a second the best times are forgotten, as a share.
  package var drift = 0.1
  /// Optional calls may take this share of the limit; the rest is for required ones.
  package var optionalShare = 0.8

  /// So many calls wait for their turn.
  package var queue = 64
  /// How long a call waits for its turn.
  package var longestWait = Duration.milliseconds(250)
  /// When calls have had to wait for so long without a pause, the newest is served first.
  package var newestFirstAfter = Duration.milliseconds(50)

  /// The settings that hold when nobody says otherwise.
  package init() {}
}
