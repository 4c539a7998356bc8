// SPDX-License-Identifier: Apache-2.0

// A second attempt after the time that nearly all calls need, to whoever is not the first one's
// endpoint: the faster of both counts and the other is cancelled. It cuts the tail off where one
// call in many is slow, and helps nobody when the whole backend is: the budget sees to that.
//
// Losers count with the time that they had until they were cancelled. Without them the quantile
// would forget the slow calls, shrink, and hedge more and more.

/// Decides after which time a call is made a second time.
package struct Hedging: Sendable {
  private let settings: HedgeSettings
  private var balance = 0.0

  /// No call has been made yet.
  package init(_ settings: HedgeSettings = HedgeSettings()) { self.settings = settings }

  /// Whether there are second attempts at all.
  package var isOn: Bool { settings.share > 0 }

  /// A call begins: after which time it is late; `nil` when it has only one attempt.
  package mutating func delay(_ latency: RecentLatency) -> Duration? {
    guard isOn else { return nil }
    balance = min(balance + settings.share, max(settings.most, 1))
    guard latency.count >= settings.leastMeasured, let late = latency.late else { return nil }
    return max(late, settings.leastDelay)
  }

  /// A call is late: whether it is made a second time, which the budget then pays for.
  package mutating func take() -> Bool {
    guard balance >= 1 else { return false }
    balance -= 1
    return true
  }
}
