// SPDX-License-Identifier: Apache-2.0

extension AnswerStore {
  /// What there is for a key at `now`.
  package func lookup(_ key: KeyView, at now: Int64) -> Lookup {
    let shard = shard(of: key.hash)
    guard let entry = shard.find(key) else {
      shard.tally.count(.misses)
      return .miss
    }
    let found = lookup(of: entry, at: now)
    shard.tally.count(found.item)
    if case .miss = found {
      drop(entry, from: shard, as: .expired)
    } else {
      entry.visit()
    }
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

  /// Takes an entry out, if it is still there, and gives back what it took.
  func drop(_ entry: CacheEntry, from shard: Shard, as item: Tally.Item) {
    guard shard.remove(entry) else { return }
    shard.tally.count(item)
    release(entry)
  }

  /// Gives back what an entry took that is in no shard any more.
  func release(_ entry: CacheEntry) {
    bytes.give(entry.cost)
    if entry.kind.isMark { marks.give(1) }
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
