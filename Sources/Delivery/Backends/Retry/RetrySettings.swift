// SPDX-License-Identifier: Apache-2.0

/// Settings of retries.
package struct RetrySettings: Sendable, Equatable {
  /// Maximum number of retries of one call.
  package var most = 2
  /// Retries as a share of all calls.
  package var share = 0.2
  /// Retries that are allowed each second, however few calls there are.
  package var leastPerSecond = 3.0
  /// Duration for which unused retries are saved up.
  package var memory = Duration.seconds(10)
  /// Maximum of the first pause; it doubles with each attempt.
  package var firstPause = Duration.milliseconds(25)
  /// Maximum of any pause.
  package var longestPause = Duration.milliseconds(500)

  /// The default settings.
  package init() {}
}
