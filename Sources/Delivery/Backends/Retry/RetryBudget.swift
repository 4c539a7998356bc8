// SPDX-License-Identifier: Apache-2.0

package import Reactor

/// Budget of retries: a share of all calls, and a few a second besides.
///
/// Each call and each moment adds to it; each retry takes one out. When everything fails, retries
/// stay that share, where a fixed number of retries for each call would multiply the load.
package struct RetryBudget: Sendable {
  private let share: Double
  private let perSecond: Double
  private let most: Double
  private var balance: Double
  private var last: Instant

  /// Makes a budget as full as after a quiet time.
  package init(_ settings: RetrySettings, at now: Instant) {
    share = max(settings.share, 0)
    perSecond = max(settings.leastPerSecond, 0)
    let seconds = Double(max(settings.memory.nanoseconds, 0)) / 1_000_000_000
    // A budget of a share alone has to be able to hold one retry.
    most = max(perSecond * seconds, share > 0 ? 1 : 0)
    balance = perSecond * seconds
    last = now
  }

  /// Adds the share of a first attempt.
  package mutating func called() {
    // More than `most` is not kept, so that a long good time does not pay for a storm of retries.
    balance = min(balance + share, most + share)
  }

  /// Takes one retry out. Returns false if there is none.
  package mutating func take(at now: Instant) -> Bool {
    let seconds = Double(max(now.nanoseconds(since: last), 0)) / 1_000_000_000
    balance = min(balance + seconds * perSecond, most)
    last = max(last, now)
    guard balance >= 1 else { return false }
    balance -= 1
    return true
  }
}
