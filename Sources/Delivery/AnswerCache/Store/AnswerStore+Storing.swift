// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Synchronization

extension AnswerStore {
  /// Stores a fetched entry in place of the one with its key. A private entry is not stored, and
  /// removes the older one.
  ///
  /// `begun` is the purge epoch at which the fetch began: an entry that was purged since then is
  /// stale, or not stored at all after a hard purge. The returned entry may be served to the
  /// waiters even if it was not stored.
  @discardableResult
  package func store(_ new: NewEntry, begun: PurgeEpoch? = nil, at now: Int64) -> StoredEntry {
    let begun = begun ?? purgeEpoch
    return keep(new, begun: begun, at: now) ?? unkept(new, begun: begun)
  }

  /// Stores a copy of an entry of another store, with the lifetime that purges have left it, and without
  /// tags.
  package func take(_ entry: CacheEntry, at now: Int64) {
    store(
      NewEntry(
        key(like: entry.key),
        entry.payload,
        kind: entry.kind,
        lifetime: entry.purgedLifetime,
        privacy: .shared
      ),
      at: now
    )
  }

  /// Stores a fetched entry; returns `nil` for one that is not kept.
  func keep(_ new: NewEntry, begun: PurgeEpoch, at now: Int64) -> StoredEntry? {
    guard new.privacy.isShared, new.lifetime.staleness(at: now) != .dead else {
      removeOlder(than: new, at: now)
      return nil
    }
    let shard = shard(of: new.key.hash)
    guard isSmallEnough(new) else {
      shard.tally.count(.tooLarge)
      removeOlder(than: new, at: now)
      return nil
    }
    // An entry that comes later may have begun earlier, and have been purged meanwhile.
    let isPurged = purgeMark(of: new.key, tags: new.tags, since: begun) != nil
    if isPurged, hasFresh(new.key, at: now) { return nil }
    guard makeRoom(for: new) else {
      shard.tally.count(.noRoom)
      removeOlder(than: new, at: now)
      return nil
    }
    let entry = CacheEntry(new, tags: new.tags.map(take), since: begun)
    shard.tally.count(.stored)
    if !new.kind.isMark { shard.fetched.withLock { $0.count(entry.key) } }
    if let replaced = shard.insert(entry) {
      entry.inherit(replaced)
      retire(replaced, at: now)
    }
    let mark = settle(entry, begun: begun)
    if entry.isGone { drop(entry) }
    return StoredEntry(entry: entry, purge: mark)
  }

  private func isSmallEnough(_ new: NewEntry) -> Bool {
    new.cost <= limits.entryBytes && new.key.bytes.count <= CacheKey.maximumBytes
      && new.tags.count <= NewEntry.maximumTags
  }

  /// Removes the stored entry of the key if a newer one comes that is not kept.
  private func removeOlder(than new: NewEntry, at now: Int64) {
    if let older = find(new.key), shard(of: new.key.hash).remove(older) { retire(older, at: now) }
  }

  /// Returns an entry that only its waiters get.
  func unkept(_ new: NewEntry, begun: PurgeEpoch) -> StoredEntry {
    let entry = CacheEntry(new, tags: [], since: begun)
    let epoch = purgeEpoch
    let mark = purgeMark(of: new.key, tags: new.tags, since: begun)
    _ = entry.settle(mark, at: epoch)
    return StoredEntry(entry: entry, purge: mark)
  }

  private func hasFresh(_ key: CacheKey, at now: Int64) -> Bool {
    if case .fresh = peek(key, at: now) { return true }
    return false
  }

  /// Returns a tag for an entry whose budget was taken as if it were the first with each of its
  /// tags.
  private func take(_ name: TagName) -> Tag {
    let (tag, isFirst) = purges.tags.take(name)
    if !isFirst { bytes.give(name.cost) }
    return tag
  }

  /// Reserves budget for the entry; others are evicted until there is room.
  private func makeRoom(for new: NewEntry) -> Bool {
    if new.kind.isMark {
      while !marks.take(1) {
        guard evict(marks: true) else { return false }
      }
    }
    let cost = new.tags.reduce(new.cost) { $0 + $1.cost }
    while !bytes.take(cost) {
      if evict(marks: false) || evict(marks: true) { continue }
      if new.kind.isMark { marks.give(1) }
      return false
    }
    return true
  }

  /// Evicts an entry of the next shard that has any. All shards give up equally, so one with more
  /// misses grows relative to the others.
  private func evict(marks isMark: Bool) -> Bool {
    let turn = evictions.add(1, ordering: .relaxed).oldValue
    for offset in 0..<shards.count {
      let shard = shards[(turn &+ offset) & (shards.count - 1)]
      guard let entry = shard.evict(mark: isMark) else { continue }
      shard.tally.count(isMark ? .evictedMarks : .evictedValues)
      release(entry)
      return true
    }
    return false
  }

  /// Removes an entry, if it is still stored, and releases its budget.
  func drop(_ entry: CacheEntry) {
    let shard = shard(of: entry.key.hash)
    guard shard.remove(entry) else { return }
    if !entry.isGone { shard.tally.count(.expired) }
    release(entry)
  }

  /// Releases the budget of a replaced entry, and lets no loop serve it as fresh.
  private func retire(_ older: CacheEntry, at now: Int64) {
    shard(of: older.key.hash).tally.count(.replaced)
    settle(older)
    if older.staleness(at: now) == .fresh { purges.raise() }
    release(older)
  }

  /// Releases the budget of an entry that is in no shard any more.
  private func release(_ entry: CacheEntry) {
    var part = entry.cost
    for tag in entry.tags where purges.tags.give(tag) { part += tag.name.cost }
    bytes.give(part)
    if entry.kind.isMark { marks.give(1) }
  }
}
