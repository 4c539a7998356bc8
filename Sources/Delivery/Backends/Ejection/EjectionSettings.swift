// SPDX-License-Identifier: Apache-2.0

/// Settings of the ejection of endpoints that fail.
package struct EjectionSettings: Sendable, Equatable {
  /// Number of failures in a row that ejects an endpoint; 0 for never.
  package var consecutiveFailures = 5
  /// Duration of the first ejection; it doubles each time in a row.
  package var firstPause = Duration.seconds(5)
  /// Maximum duration of an ejection.
  package var longestPause = Duration.seconds(300)
  /// Share by which an ejection is lengthened at random.
  package var jitter = 0.2
  /// Largest share of the endpoints that may be ejected at once.
  package var largestShare = 0.5

  /// Maximum Retry-After that is obeyed.
  package let longestRetryAfter = Duration.seconds(60)

  /// The default settings.
  package init() {}
}
