// SPDX-License-Identifier: Apache-2.0

package import Reactor
import Synchronization

/// Budget of retries: a share of all calls, and a few a second besides.
///
/// Each call and each moment adds to it; each retry takes one out. When everything fails, retries
/// stay that share, where a fixed number of retries for each call would multiply the load. The nodes of
/// a fleet divide the few a second among them; the share needs no division.
package struct RetryBudget: Sendable {
  private let share: Double
  private let perSecond: Double
  private let seconds: Double
  private var balance: Double
  private var last: Instant

  /// Makes a budget as full as after a quiet time.
  package init(_ settings: RetrySettings, at now: Instant) {
    share = max(settings.share, 0)
    perSecond = max(settings.leastPerSecond, 0)
    seconds = Double(max(settings.memory.nanoseconds, 0)) / 1_000_000_000
    balance = perSecond * seconds
    last = now
  }

  /// The most that is saved up. A budget of a share alone has to be able to hold one retry.
  private func most(_ nodes: Int) -> Double {
    max(perSecond * seconds / Double(nodes), share > 0 ? 1 : 0)
  }

  /// Adds the share of a first attempt.
  package mutating func called() {
    // More than `most` is not kept, so that a long good time does not pay for a storm of retries.
    balance = min(balance + share, most(1) + share)
  }

  /// Takes one retry out. Returns false if there is none.
  ///
  /// - Parameter nodes: the number of nodes that share the few a second.
  package mutating func take(at now: Instant, among nodes: Int) -> Bool {
    let elapsed = Double(max(now.nanoseconds(since: last), 0)) / 1_000_000_000
    balance = min(balance + elapsed * perSecond / Double(nodes), most(nodes))
    last = max(last, now)
    guard balance >= 1 else { return false }
    balance -= 1
    return true
  }
}

/// The number of nodes of a fleet that share the limits of a site; 1 for a gateway alone.
package final class NodeCount: Sendable {
  private let count = Atomic<Int>(1)

  package init() {}

  /// The number, at least 1.
  package var value: Int { count.load(ordering: .relaxed) }

  package func set(_ value: Int) { count.store(max(1, value), ordering: .relaxed) }
}
