// SPDX-License-Identifier: Apache-2.0

import Synchronization

// The fetches that are under way stand beside the entries, under the same lock, so that one look at a key says
// what there is and who fetches it. The lock is held while a fetch changes its state, never while a waiter is
// called.

extension Shard {
  /// The content of a shard for a key.
  enum Place {
    case entry(CacheEntry)
    case fetch
    case nothing
  }

  /// Returns what a key has; where it has nothing, a fetch begins with this round.
  ///
  /// - Parameter round: `nil` to begin none.
  func open(_ key: CacheKey, _ round: FetchRound?, _ limits: CoalescingLimits) -> Place {
    contents.withLock { contents in
      if let entry = contents.table.entry(for: key.view) { return .entry(entry) }
      guard contents.fetches.index(forKey: key) == nil else { return .fetch }
      if let round {
        contents.fetches[key] = CoalescedFetch(round, leader: nil, limits: limits)
      }
      return .nothing
    }
  }

  /// Passes an event to the fetch of a key, if there is one. The event is made under the lock, so
  /// that nobody joins or leaves meanwhile.
  func handle(_ event: () -> CoalescingEvent, for key: CacheKey) -> CoalescingEffects {
    contents.withLock { contents in
      // Taken out, since most events end the fetch; only joining changes it in place.
      guard var fetch = contents.fetches.removeValue(forKey: key) else {
        return CoalescingEffects()
      }
      let effects = fetch.handle(event())
      if !effects.isOver { contents.fetches[key] = fetch }
      return effects
    }
  }

  /// Passes the event of joining to the fetch of a key, or to a new one. Returns what follows, and whether the new one
  /// was begun.
  func join(
    _ key: CacheKey,
    _ event: CoalescingEvent,
    orBegin fetch: CoalescedFetch
  ) -> (effects: CoalescingEffects, hasBegun: Bool) {
    contents.withLock { contents in
      if let place = contents.fetches.index(forKey: key) {
        return (contents.fetches.values[place].handle(event), false)
      }
      var fetch = fetch
      let effects = fetch.handle(event)
      contents.fetches[key] = fetch
      return (effects, true)
    }
  }

  /// Begins a fetch; returns false if one is under way.
  func begin(_ key: CacheKey, _ fetch: CoalescedFetch) -> Bool {
    contents.withLock { contents in
      // Its value would be copied for a comparison with nothing.
      guard contents.fetches.index(forKey: key) == nil else { return false }
      contents.fetches[key] = fetch
      return true
    }
  }

  func waiters(for key: CacheKey) -> Int {
    contents.withLock { $0.fetches[key]?.waiters ?? 0 }
  }

  func isFetching(_ key: CacheKey) -> Bool {
    contents.withLock { $0.fetches.index(forKey: key) != nil }
  }

  /// Passes the present time to all fetches, so that late waiters are released.
  func expire(at now: Int64) -> CoalescingEffects {
    contents.withLock { contents in
      var sum = CoalescingEffects()
      for index in contents.fetches.values.indices {
        sum.ended += contents.fetches.values[index].handle(.passed(instant: now)).ended
      }
      return sum
    }
  }

  /// Number of fetches under way and of their waiters.
  var underWay: (fetches: Int, waiters: Int) {
    contents.withLock { contents in
      (contents.fetches.count, contents.fetches.values.reduce(0) { $0 + $1.waiters })
    }
  }
}
