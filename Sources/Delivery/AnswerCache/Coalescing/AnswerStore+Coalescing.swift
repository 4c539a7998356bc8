// SPDX-License-Identifier: Apache-2.0

extension AnswerStore {
  /// Waits for what is fetched for a key. The first who comes gets the lease to fetch, here and now;
  /// all who come until it has completed share it. Called on the waiter's executor.
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

  /// The lease to fetch what was not there, for a caller who does not wait for others; nothing when
  /// somebody has it, or has just done it.
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

  /// The lease to refresh a stale entry, for one caller; nothing when somebody has it.
  func claimRefresh(of entry: CacheEntry, at now: Int64) -> FetchLease? {
    let epoch = purgeEpoch
    guard let round = coalescing.claim(entry.key, at: epoch) else { return nil }
    let lease = lease(entry.key, round)
    guard case .fresh(let newer) = peek(entry.key, at: now) else { return lease }
    lease.pass(newer)
    return nil
  }

  /// How many wait for what is fetched for a key.
  package func waiters(for key: CacheKey) -> Int { coalescing.waiters(for: key) }

  /// Lets those go who have waited until their deadline. Somebody calls it every few milliseconds.
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
