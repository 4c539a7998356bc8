// SPDX-License-Identifier: Apache-2.0

/// When an endpoint that fails gets no calls for a while.
package struct EjectionSettings: Sendable, Equatable {
  /// So many failures in a row eject an endpoint; 0 for never.
  package var consecutiveFailures = 5
  /// How long the first ejection lasts; each time in a row twice as long as the last.
  package var firstPause = Duration.seconds(5)
  /// How long an ejection lasts at most.
  package var longestPause = Duration.seconds(300)
  /// How much longer an ejection may become by chance.
  package var jitter = 0.2
  /// Which share of the endpoints may be ejected at once; the calls have to go somewhere.
  package var largestShare = 0.5

  /// The longest Retry-After that is believed.
  package var longestRetryAfter = Duration.seconds(60)

  /// The settings that hold when nobody says otherwise.
  package init() {}
}
