// SPDX-License-Identifier: Apache-2.0

extension AnswerStore {
  /// Looks up a key at `now`, and counts the result for a tier.
  package func lookup(
    _ key: KeyView,
    of tier: CacheTier = .answers,
    at now: Int64
  ) -> Lookup {
    let shard = shard(of: key.hash)
    return lookup(shard.find(key), in: shard, of: tier, at: now)
  }

  /// Looks up a key in its shard.
  func lookup(
    _ entry: CacheEntry?,
    in shard: Shard,
    of tier: CacheTier,
    at now: Int64
  ) -> Lookup {
    guard let entry else {
      shard.tally.count(.miss, of: tier)
      return .miss
    }
    settle(entry)
    let staleness = entry.staleness(at: now)
    let found = staleness.lookup(of: entry)
    shard.tally.count(found.result, of: tier)
    if case .miss = found { drop(entry) } else { entry.visit() }
    guard staleness == .refreshing else { return found }
    return .stale(entry, refresh: claimRefresh(of: entry, at: now))
  }

  /// Looks up a key without counting and without giving a lease.
  package func peek(_ key: CacheKey, at now: Int64) -> Lookup {
    guard let entry = find(key) else { return .miss }
    settle(entry)
    return entry.staleness(at: now).lookup(of: entry)
  }

  /// Whether an entry that a loop holds is still in the store and fresh.
  func isGood(_ entry: CacheEntry, at now: Int64) -> Bool {
    guard entry.isInStore else { return false }
    settle(entry)
    return entry.staleness(at: now) == .fresh
  }

  /// Whether an entry that a caller holds may stand in for a failed fetch.
  package func mayStandIn(_ entry: CacheEntry, at now: Int64) -> Bool {
    settle(entry)
    return entry.staleness(at: now) != .dead
  }
}

extension Staleness {
  fileprivate func lookup(of entry: CacheEntry) -> Lookup {
    switch self {
    case .fresh: entry.kind == .pass ? .pass : .fresh(entry)
    case .refreshing, .held: .stale(entry, refresh: nil)
    case .onlyOnError: .onlyOnError(entry)
    case .dead: .miss
    }
  }
}

extension Lookup {
  fileprivate var result: LookupResult {
    switch self {
    case .fresh: .hit
    case .stale: .stale
    case .onlyOnError: .staleError
    case .pass: .bypass
    case .miss: .miss
    }
  }
}

/// The result of a lookup.
package enum Lookup: Sendable {
  /// Serve it.
  case fresh(CacheEntry)
  /// Serve it although it is stale. One caller gets the lease to refresh it meanwhile.
  case stale(CacheEntry, refresh: FetchLease?)
  /// Wait for the fetch, and serve the entry only if that fails.
  case onlyOnError(CacheEntry)
  /// Fetch for yourself, without waiting for others: the answers to this key are private.
  case pass
  /// Wait for the fetch.
  case miss
}
