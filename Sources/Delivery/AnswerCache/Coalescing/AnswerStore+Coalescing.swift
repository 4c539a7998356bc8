// SPDX-License-Identifier: Apache-2.0

extension AnswerStore {
  /// Waits for the fetch of a key. The first caller gets the lease to fetch at once; callers who
  /// join before the fetch completes share its outcome. Called on the waiter's executor.
  @discardableResult
  package func join(_ key: CacheKey, _ waiter: Waiter, at now: Int64) -> WaiterTicket {
    let number = newNumber()
    let ticket = WaiterTicket(key: key, number: number, store: self)
    let round = nextRound()
    let (effects, hasBegun) = shard(of: key).join(
      key,
      .join(waiter, number: number, seen: round.begun),
      orBegin: CoalescedFetch(round, leader: number, limits: coalescing)
    )
    guard hasBegun else {
      resumeHere(effects, for: key)
      return ticket
    }
    if let lease = useful(lease(key, round), at: now) { waiter.lead(lease) }
    return ticket
  }

  /// Returns the lease to fetch a missing key for a caller who does not wait for others, or `nil`
  /// if a fetch is under way or has just completed.
  package func claim(_ key: CacheKey, at now: Int64) -> FetchLease? {
    let round = nextRound()
    let fetch = CoalescedFetch(round, leader: nil, limits: coalescing)
    return shard(of: key).begin(key, fetch) ? useful(lease(key, round), at: now) : nil
  }

  /// Returns a lease, or ends it where it is not needed any more: somebody else's fetch may have completed between
  /// the lookup and now.
  private func useful(_ lease: FetchLease, at now: Int64) -> FetchLease? {
    switch peek(lease.key, at: now) {
    case .fresh(let entry): lease.pass(entry)
    case .pass: lease.passAlone()
    default: return lease
    }
    return nil
  }

  /// Number of callers who wait for the fetch of a key.
  package func waiters(for key: CacheKey) -> Int { shard(of: key).waiters(for: key) }

  /// Releases the waiters whose deadline has passed. To be called every few milliseconds.
  package func releaseLate(at now: Int64) {
    for shard in shards { resume(shard.expire(at: now).ended.map { ($0.waiter, .late) }) }
  }

  /// The counters of coalesced fetches.
  package var coalescingStatistics: CoalescingStatistics {
    CoalescingStatistics(coalesced, of: shards)
  }
}
