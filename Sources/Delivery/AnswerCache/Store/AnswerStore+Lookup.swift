// SPDX-License-Identifier: Apache-2.0

extension AnswerStore {
  /// What there is for a key at `now`.
  package func lookup(_ key: KeyView, at now: Int64) -> Lookup {
    let shard = shard(of: key.hash)
    guard let entry = shard.find(key) else {
      shard.tally.count(.misses)
      return .miss
    }
    settle(entry)
    let found = lookup(of: entry, at: now)
    shard.tally.count(found.item)
    if case .miss = found { drop(entry) } else { entry.visit() }
    return found
  }

  private func lookup(of entry: CacheEntry, at now: Int64) -> Lookup {
    switch entry.staleness(at: now) {
    case .fresh: entry.kind == .pass ? .pass : .fresh(entry)
    case .refreshing: .stale(entry, isRefreshDue: true)
    case .held: .stale(entry, isRefreshDue: false)
    case .onlyOnError: .onlyOnError(entry)
    case .dead: .miss
    }
  }
}

extension Lookup {
  fileprivate var item: Tally.Item {
    switch self {
    case .fresh: .freshHits
    case .stale: .staleHits
    case .onlyOnError: .errorHits
    case .pass: .passes
    case .miss: .misses
    }
  }
}
