// SPDX-License-Identifier: Apache-2.0

extension AnswerStore {
  /// Looks up a key at `now` under one lock. On a miss the first caller gets the lease to fetch, and the others
  /// wait. The result is counted for a tier.
  ///
  /// - Parameters:
  ///   - tier: `nil` to count nothing.
  ///   - paths: those of the answer that the entry is to be a part of; they are made only if any path was purged.
  ///   - isShared: whether others may have what the caller fetches.
  package func open(
    _ key: CacheKey,
    of tier: CacheTier? = .answers,
    partOf paths: @autoclosure () -> [[UInt8]] = [],
    isShared: Bool = true,
    at now: Int64
  ) -> Opening {
    let shard = shard(of: key)
    let round = isShared ? nextRound() : nil
    let place = shard.open(key, round, coalescing)
    guard case .entry(let entry) = place else {
      if let tier { shard.tally.count(.miss, of: tier) }
      guard let round else { return .alone(standIn: nil) }
      if case .fetch = place { return .join(standIn: nil) }
      return .lead(lease(key, round), standIn: nil)
    }
    _ = letGo(entry, partOf: paths())
    switch look(at: entry, in: shard, of: tier, at: now) {
    case .fresh(let entry): return .fresh(entry)
    case .stale(let entry):
      let isDue = entry.staleness(at: now) == .refreshing
      return .stale(entry, refresh: isDue ? claim(key, at: now) : nil)
    case .pass: return .alone(standIn: nil)
    case let found:
      let standIn: CacheEntry? = if case .onlyOnError(let entry) = found { entry } else { nil }
      guard isShared else { return .alone(standIn: standIn) }
      return claim(key, at: now).map { .lead($0, standIn: standIn) } ?? .join(standIn: standIn)
    }
  }

  /// Looks up a key at `now` without beginning a fetch, and counts the result for a tier.
  package func lookup(_ key: KeyView, of tier: CacheTier = .answers, at now: Int64) -> Lookup {
    let shard = shard(of: key.hash)
    guard let entry = shard.find(key) else {
      shard.tally.count(.miss, of: tier)
      return .miss
    }
    return look(at: entry, in: shard, of: tier, at: now)
  }

  private func look(
    at entry: CacheEntry,
    in shard: Shard,
    of tier: CacheTier?,
    at now: Int64
  ) -> Lookup {
    settle(entry)
    let found = entry.staleness(at: now).lookup(of: entry)
    if let tier { shard.tally.count(found.result, of: tier) }
    if case .miss = found { drop(entry) } else { entry.visit() }
    return found
  }

  /// Looks up a key without counting.
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
    case .refreshing, .held: .stale(entry)
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
  case fresh(CacheEntry)
  /// It may be served while it is refreshed.
  case stale(CacheEntry)
  /// It may be served only if a fetch fails.
  case onlyOnError(CacheEntry)
  /// The answers to this key are private.
  case pass
  case miss
}

/// The result of opening a key: what the caller serves, fetches or waits for.
package enum Opening: Sendable {
  /// Serve it.
  case fresh(CacheEntry)
  /// Serve it although it is stale. One caller gets the lease to refresh it meanwhile.
  case stale(CacheEntry, refresh: FetchLease?)
  /// Fetch it for all who want it; the entry may be served if that fails.
  case lead(FetchLease, standIn: CacheEntry?)
  /// Wait for another's fetch; the entry may be served if that fails.
  case join(standIn: CacheEntry?)
  /// Fetch for yourself, without waiting for others.
  case alone(standIn: CacheEntry?)
}
