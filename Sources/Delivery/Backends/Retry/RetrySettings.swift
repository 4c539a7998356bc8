// SPDX-License-Identifier: Apache-2.0

/// When a call that failed is made again.
package struct RetrySettings: Sendable, Equatable {
  /// How often one call is made again at most.
  package var most = 2
  /// Calls that are made again, as a share of all calls.
  package var share = 0.2
  /// So many a second may be made again however few calls there are.
  package var leastPerSecond = 3.0
  /// How many seconds' worth of unused retries is kept for a bad moment.
  package var memory = Duration.seconds(10)
  /// The range of the first pause, from none to this; it doubles with each attempt.
  package var firstPause = Duration.milliseconds(25)
  /// The longest range of a pause.
  package var longestPause = Duration.milliseconds(500)

  /// The settings that hold when nobody says otherwise.
  package init() {}
}
