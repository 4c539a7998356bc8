// SPDX-License-Identifier: Apache-2.0

/// When a backend is left alone, and how it is tried again.
package struct BreakerSettings: Sendable, Equatable {
  /// So many failures in a row open the breaker.
  package var consecutiveFailures = 5
  /// Such a share of failures within the window opens it as well.
  package var failureShare = 0.5
  /// Below so many calls within the window their share says nothing.
  package var leastCalls = 20
  /// How far back the share is counted.
  package var window = Duration.seconds(10)
  /// How long it stays open the first time; each time in a row twice as long as the last.
  package var firstPause = Duration.seconds(1)
  /// How long it stays open at most: a backend that is back is left alone for so long at worst, and
  /// one that is not gets one call from each loop as often.
  package var longestPause = Duration.seconds(3)
  /// How much longer a pause may become by chance, so that gateways do not return in step.
  package var jitter = 0.2
  /// How many calls try the backend at once while it is half open.
  package var probes = 1
  /// How many of them must succeed before it closes.
  package var successesToClose = 2
  /// The longest Retry-After that is believed.
  package var longestRetryAfter = Duration.seconds(60)

  /// The settings that hold when nobody says otherwise.
  package init() {}
}
