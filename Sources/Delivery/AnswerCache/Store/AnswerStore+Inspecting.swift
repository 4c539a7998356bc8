// SPDX-License-Identifier: Apache-2.0

extension AnswerStore {
  /// Calls `body` for each entry that could still be served at `now`, and changes nothing. Entries may
  /// come and go meanwhile.
  package func forEachEntry(at now: Int64, _ body: (CacheEntry) -> Void) {
    for shard in shards {
      for isMark in [false, true] {
        shard.forEachPart(marks: isMark) { entries in
          for entry in entries where entry.staleness(at: now) != .dead { body(entry) }
        }
      }
    }
  }

  /// Calls `body` for answers and fragments that could still be served at `now`, for at most about `count`
  /// of them, spread evenly over the store. Returns their number, and whether that was all.
  package func sample(
    atMost count: Int,
    at now: Int64,
    _ body: (CacheEntry) -> Void
  ) -> (looked: Int, isWhole: Bool) {
    var looked = 0
    var isWhole = true
    let wanted = max(1, count / shards.count / Shard.inspectedAtOnce)
    for shard in shards {
      let all = (shard.places + Shard.inspectedAtOnce - 1) / Shard.inspectedAtOnce
      if all > wanted { isWhole = false }
      for batch in 0..<min(all, wanted) {
        // Every batch of a small shard; of a large one the middles of as many equal parts.
        let number = all <= wanted ? batch : (2 * batch + 1) * all / (2 * wanted)
        let entries = shard.entries(
          marks: false,
          from: number * Shard.inspectedAtOnce,
          atMost: Shard.inspectedAtOnce
        )
        for entry in entries ?? [] {
          settle(entry)
          guard entry.staleness(at: now) != .dead else { continue }
          looked += 1
          body(entry)
        }
      }
    }
    return (looked, isWhole)
  }

  /// The entries of answers that are wanted, those with the most hits first, and of equal ones those with the
  /// least path. It takes long where there are many entries; what a hard purge hit is among them until it
  /// is swept.
  ///
  /// - Parameter count: the most entries; the others are counted only.
  package func hottest(
    atMost count: Int,
    where isWanted: (CacheEntry) -> Bool
  ) -> (entries: [CacheEntry], others: Int) {
    var wanted: [CacheEntry] = []
    var others = 0
    func cut() {
      wanted.sort { first, second in
        first.hits == second.hits
          ? first.key.path.lexicographicallyPrecedes(second.key.path) : first.hits > second.hits
      }
      others += max(0, wanted.count - count)
      wanted.removeLast(max(0, wanted.count - count))
    }
    for shard in shards {
      shard.forEachPart(marks: false) { entries in
        for entry in entries where entry.kind == .answer {
          settle(entry)
          if isWanted(entry) { wanted.append(entry) }
        }
        if wanted.count >= 2 * count { cut() }
      }
    }
    cut()
    return (wanted, others)
  }

  /// Returns the entry of a key, even one that is of no use any more. Nothing is counted, and no
  /// lease is given.
  package func inspect(_ key: CacheKey) -> CacheEntry? {
    guard let entry = find(key) else { return nil }
    settle(entry)
    return entry
  }

  /// Returns true while a fetch for the key is under way.
  package func isFetching(_ key: CacheKey) -> Bool { shard(of: key).isFetching(key) }

  /// Returns true if an entry is older than a purge of one of these paths, those of the answer that it
  /// would be a part of.
  package func isPurged(_ entry: CacheEntry, partOf paths: [[UInt8]]) -> Bool {
    purges.mark(ofPaths: paths, after: entry.begun) != nil
  }
}

extension PurgeScope {
  /// Whether a purge of the scope would hit an entry.
  package func hits(_ entry: CacheEntry) -> Bool {
    if case .tag(let name) = self { return entry.tags.contains { $0.name == name } }
    return hits(entry.key)
  }
}

extension CacheEntry {
  /// True if a purge has marked the entry.
  package var isPurged: Bool { purgedLifetime != lifetime }

  /// The tags by which the entry is purged, in the order of the alphabet.
  package var tagNames: [String] { tags.map { "\($0.name)" }.sorted() }
}
