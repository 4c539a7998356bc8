// SPDX-License-Identifier: Apache-2.0

package import Reactor

/// How many calls may be made again: a share of all calls, and a few a second besides.
///
/// Each call and each moment pays in; each retry takes one out. When everything fails, retries stay
/// that share, where retries for each call would multiply the load by their number.
package struct RetryBudget: Sendable {
  private let share: Double
  private let perSecond: Double
  private let most: Double
  private var balance: Double
  private var last: Instant

  /// A budget that has what a quiet time would have left.
  package init(_ settings: RetrySettings, at now: Instant) {
    share = max(settings.share, 0)
    perSecond = max(settings.leastPerSecond, 0)
    let seconds = Double(max(settings.memory.nanoseconds, 0)) / 1_000_000_000
    // A budget of shares only has to be able to hold one retry.
    most = max(perSecond * seconds, share > 0 ? 1 : 0)
    balance = perSecond * seconds
    last = now
  }

  /// A call is made for the first time.
  package mutating func called() {
    // What is over `most` lapses, so that a long good time does not pay for a storm.
    balance = min(balance + share, most + share)
  }

  /// Takes one retry out, if there is one.
  package mutating func take(at now: Instant) -> Bool {
    let seconds = Double(max(now.nanoseconds(since: last), 0)) / 1_000_000_000
    balance = min(balance + seconds * perSecond, most)
    last = max(last, now)
    guard balance >= 1 else { return false }
    balance -= 1
    return true
  }
}
