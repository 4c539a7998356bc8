// SPDX-License-Identifier: Apache-2.0

extension AnswerStore {
  /// Waits for the fetch of a key. The first caller gets the lease to fetch at once; callers who
  /// join before the fetch completes share its outcome. Called on the waiter's executor.
  @discardableResult
  package func join(_ key: CacheKey, _ waiter: Waiter, at now: Int64) -> WaiterTicket {
    let number = coalescing.number()
    let joined = coalescing.join(waiter, number: number, for: key, seen: purgeEpoch)
    let ticket = WaiterTicket(key: key, number: number, store: self)
    guard let round = joined.round else {
      resumeHere(joined.effects, for: key)
      return ticket
    }
    let lease = lease(key, round)
    // Somebody else's fetch may have completed between the lookup and now.
    switch peek(key, at: now) {
    case .fresh(let entry): lease.pass(entry)
    case .pass: lease.passAlone()
    default: waiter.lead(lease)
    }
    return ticket
  }

  /// Returns the lease to fetch a missing key for a caller who does not wait for others, or `nil`
  /// if a fetch is under way or has just completed.
  package func claim(_ key: CacheKey, at now: Int64) -> FetchLease? {
    guard let round = coalescing.claim(key, at: purgeEpoch) else { return nil }
    let lease = lease(key, round)
    switch peek(key, at: now) {
    case .fresh(let entry): lease.pass(entry)
    case .pass: lease.passAlone()
    default: return lease
    }
    return nil
  }

  /// Returns the lease to refresh a stale entry for one caller, or `nil` if a refresh is under way.
  func claimRefresh(of entry: CacheEntry, at now: Int64) -> FetchLease? {
    let epoch = purgeEpoch
    guard let round = coalescing.claim(entry.key, at: epoch) else { return nil }
    let lease = lease(entry.key, round)
    guard case .fresh(let newer) = peek(entry.key, at: now) else { return lease }
    lease.pass(newer)
    return nil
  }

  /// Number of callers who wait for the fetch of a key.
  package func waiters(for key: CacheKey) -> Int { coalescing.waiters(for: key) }

  /// Releases the waiters whose deadline has passed. To be called every few milliseconds.
  package func releaseLate(at now: Int64) {
    resume(coalescing.expire(at: now).ended.map { ($0.waiter, .late) })
  }

  /// The counters of coalesced fetches.
  package var coalescingStatistics: CoalescingStatistics {
    var sum = CoalescingStatistics()
    (sum.fetches, sum.waiters) = coalescing.counts
    sum.rounds = coalescing.tally[.rounds]
    sum.completed = coalescing.tally[.completed]
    sum.completedAlone = coalescing.tally[.completedAlone]
    sum.failed = coalescing.tally[.failed]
    sum.abandoned = coalescing.tally[.abandoned]
    sum.answered = coalescing.tally[.answered]
    sum.alone = coalescing.tally[.alone]
    sum.late = coalescing.tally[.late]
    sum.crowded = coalescing.tally[.crowded]
    sum.disappointed = coalescing.tally[.disappointed]
    return sum
  }
}
