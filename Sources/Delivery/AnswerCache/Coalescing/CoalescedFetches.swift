// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// All coalesced fetches by their keys. Locks are held while a fetch changes its state, never while
/// a waiter is called.
final class CoalescedFetches: Sendable {
  private static let parts = 16

  private final class Part: Sendable {
    let fetches = Mutex<[CacheKey: CoalescedFetch]>([:])
  }

  let limits: CoalescingLimits
  let tally = CoalescingTally()
  private let parts = (0..<CoalescedFetches.parts).map { _ in Part() }
  private let numbers = Atomic(0)

  init(limits: CoalescingLimits) { self.limits = limits }

  /// Returns a number larger than all before.
  func number() -> Int { numbers.add(1, ordering: .relaxed).newValue }

  private func part(of key: CacheKey) -> Part {
    parts[Int(truncatingIfNeeded: key.hash) & (CoalescedFetches.parts - 1)]
  }

  /// Passes an event to the fetch of a key, if there is one. The event is made under the lock, so
  /// that nobody joins or leaves meanwhile.
  func handle(_ event: () -> CoalescingEvent, for key: CacheKey) -> CoalescingEffects {
    part(of: key).fetches.withLock { fetches in
      // Taken out, since most events end the fetch; only joining changes it in place.
      guard var fetch = fetches.removeValue(forKey: key) else { return CoalescingEffects() }
      let effects = fetch.handle(event())
      if !effects.isOver { fetches[key] = fetch }
      return effects
    }
  }

  /// Joins the fetch of a key, or begins one with the newcomer as its leader.
  func join(
    _ waiter: Waiter,
    number: Int,
    for key: CacheKey,
    seen epoch: PurgeEpoch
  ) -> (effects: CoalescingEffects, round: FetchRound?) {
    part(of: key).fetches.withLock { fetches in
      let join = CoalescingEvent.join(waiter, number: number, seen: epoch)
      if let place = fetches.index(forKey: key) {
        return (fetches.values[place].handle(join), nil)
      }
      let round = FetchRound(number: self.number(), begun: epoch)
      var fetch = CoalescedFetch(round, leader: number, limits: limits)
      let effects = fetch.handle(join)
      fetches[key] = fetch
      return (effects, round)
    }
  }

  /// Begins a fetch without waiters, or returns `nil` if one is under way.
  func claim(_ key: CacheKey, at epoch: PurgeEpoch) -> FetchRound? {
    part(of: key).fetches.withLock { fetches in
      // Its value would be copied for a comparison with nothing.
      guard fetches.index(forKey: key) == nil else { return nil }
      let round = FetchRound(number: self.number(), begun: epoch)
      fetches[key] = CoalescedFetch(round, leader: nil, limits: limits)
      return round
    }
  }

  func waiters(for key: CacheKey) -> Int {
    part(of: key).fetches.withLock { $0[key]?.waiters ?? 0 }
  }

  func isUnderWay(_ key: CacheKey) -> Bool {
    part(of: key).fetches.withLock { $0[key] != nil }
  }

  /// Passes the present time to all fetches, so that late waiters are released.
  func expire(at now: Int64) -> CoalescingEffects {
    var sum = CoalescingEffects()
    for part in parts {
      part.fetches.withLock { fetches in
        for index in fetches.values.indices {
          sum.ended += fetches.values[index].handle(.passed(instant: now)).ended
        }
      }
    }
    return sum
  }

  /// Number of fetches under way and of their waiters.
  var counts: (fetches: Int, waiters: Int) {
    parts.reduce(into: (0, 0)) { sum, part in
      part.fetches.withLock { fetches in
        sum.0 += fetches.count
        sum.1 += fetches.values.reduce(0) { $0 + $1.waiters }
      }
    }
  }
}

/// Limits of the number of waiters.
package struct CoalescingLimits: Sendable, Equatable {
  /// Maximum number of waiters for one key; further ones are turned away at once.
  package var waiters = 20_000
  /// Maximum number of waiters that fetch for themselves at the same time after a private answer.
  package var alone = 8

  package init(waiters: Int = 20_000, alone: Int = 8) {
    precondition(waiters > 0 && alone > 0, "a fetch that nobody may join")
    self.waiters = waiters
    self.alone = alone
  }
}
