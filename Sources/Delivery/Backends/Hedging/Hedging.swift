// SPDX-License-Identifier: Apache-2.0

// A hedged call makes a second attempt at another endpoint after the time that nearly all calls
// need: the faster attempt counts and the other is cancelled. It shortens the tail where one call
// in many is slow, and does not help if the whole backend is slow, so a budget limits it.
//
// Cancelled attempts count with the time until they were cancelled. Otherwise the quantile would
// lose the slow calls, shrink, and hedge more and more.

/// Decides when a call gets a second attempt.
package struct Hedging: Sendable {
  private let settings: HedgeSettings
  private var balance = 0.0

  /// Makes the hedging of a backend without calls so far.
  package init(_ settings: HedgeSettings = HedgeSettings()) { self.settings = settings }

  /// Whether there are second attempts at all.
  package var isOn: Bool { settings.share > 0 }

  /// Counts a new call. Returns the time after which it is late; `nil` if it gets one attempt only.
  package mutating func delay(_ latency: RecentLatency) -> Duration? {
    guard isOn else { return nil }
    balance = min(balance + settings.share, max(settings.most, 1))
    guard latency.count >= settings.leastMeasured, let late = latency.late else { return nil }
    return max(late, settings.leastDelay)
  }

  /// Takes a second attempt for a late call out of the budget. Returns false if there is none.
  package mutating func take() -> Bool {
    guard balance >= 1 else { return false }
    balance -= 1
    return true
  }
}

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
