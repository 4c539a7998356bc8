// SPDX-License-Identifier: Apache-2.0

/// When a second attempt is made while the first one is still out.
package struct HedgeSettings: Sendable, Equatable {
  /// Second attempts as a share of all calls; 0 for none, since it is traffic that a backend must
  /// be able to carry.
  package var share = 0.0
  /// A call that takes longer than this share of the recent ones did is late.
  package var quantile = 0.95
  /// Nothing is late before so many calls have been measured.
  package var leastMeasured = 50
  /// Nothing is late before this.
  package var leastDelay = Duration.milliseconds(2)
  /// How many second attempts can be saved up.
  package var most = 10.0

  /// The settings that hold when nobody says otherwise.
  package init() {}
}
