// SPDX-License-Identifier: Apache-2.0

extension AnswerStore {
  /// Keeps an entry in place of the one with its key, and answers it. It is good for whoever waits
  /// for it even when there is no room to keep it.
  @discardableResult
  package func store(_ new: NewEntry, at now: Int64) -> CacheEntry {
    let entry = CacheEntry(
      key: new.key,
      payload: new.payload,
      kind: new.kind,
      lifetime: new.lifetime
    )
    let number = shardNumber(of: new.key.hash)
    let shard = shards[number]
    guard entry.cost <= limits.entryBytes, new.key.bytes.count <= CacheKey.maximumBytes else {
      shard.tally.count(.tooLarge)
      return entry
    }
    guard makeRoom(for: entry, from: number) else {
      shard.tally.count(.noRoom)
      return entry
    }
    shard.tally.count(.stored)
    if let replaced = shard.insert(entry) {
      shard.tally.count(.replaced)
      release(replaced)
    }
    return entry
  }

  /// Takes what the entry needs of the budgets; entries go until it is there.
  private func makeRoom(for entry: CacheEntry, from number: Int) -> Bool {
    if entry.kind.isMark {
      while !marks.take(1) {
        guard evict(marks: true, from: number) else { return false }
      }
    }
    while !bytes.take(entry.cost) {
      if evict(marks: false, from: number) || evict(marks: true, from: number) { continue }
      if entry.kind.isMark { marks.give(1) }
      return false
    }
    return true
  }

  /// Takes an entry out of the shard, or out of the next one that has any. Keys fall into shards by
  /// chance, so the oldest of one is about as old as the oldest of all.
  private func evict(marks isMark: Bool, from number: Int) -> Bool {
    for offset in 0..<shards.count {
      let shard = shards[(number + offset) & (shards.count - 1)]
      guard let entry = shard.evict(mark: isMark) else { continue }
      shard.tally.count(isMark ? .evictedMarks : .evictedValues)
      release(entry)
      return true
    }
    return false
  }
}
