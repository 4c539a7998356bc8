// SPDX-License-Identifier: Apache-2.0

/// Settings of hedging: second attempts while the first one is under way.
package struct HedgeSettings: Sendable, Equatable {
  /// Second attempts as a share of all calls; 0 for none, since they are additional load for the
  /// backend.
  package var share = 0.0
  /// Quantile of the recent latencies above which a call is late.
  package let quantile = 0.95
  /// Minimum number of measured calls before any call is late.
  package var leastMeasured = 50
  /// Minimum duration after which a call is late.
  package var leastDelay = Duration.milliseconds(2)
  /// Maximum number of second attempts that are saved up.
  package var most = 10.0

  /// The default settings.
  package init() {}
}
