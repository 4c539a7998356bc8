// SPDX-License-Identifier: Apache-2.0

/// Settings of a circuit breaker.
package struct BreakerSettings: Sendable, Equatable {
  /// Number of failures in a row that opens the breaker.
  package var consecutiveFailures = 5
  /// Share of failures within the window that opens the breaker.
  package let failureShare = 0.5
  /// Minimum number of calls within the window for their share to count.
  package var leastCalls = 20
  /// Duration for which the share is counted.
  package let window = Duration.seconds(10)
  /// Duration of the first pause; it doubles each time the breaker opens in a row.
  package var firstPause = Duration.seconds(1)
  /// Maximum duration of a pause: a recovered backend waits that long at worst, and one that is
  /// still down gets one call from each loop as often.
  package var longestPause = Duration.seconds(3)
  /// Share by which a pause is lengthened at random, so that gateways do not return in step.
  package var jitter = 0.2
  /// Number of probes at once while the breaker is half open.
  package var probes = 1
  /// Number of successful probes that close the breaker.
  package var successesToClose = 2
  /// Maximum Retry-After that is obeyed.
  package let longestRetryAfter = Duration.seconds(60)

  /// The default settings.
  package init() {}
}
