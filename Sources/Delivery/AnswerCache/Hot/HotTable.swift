// SPDX-License-Identifier: Apache-2.0

// What a hit on a hot answer costs between cores is the lines that they write: the lock of a shard,
// the count of references of an entry. So each loop keeps the answers that it gives most often in a
// form of its own, made from the entry once: its bytes and its counts are touched by this loop
// alone. A hit reads the table, the epoch of the purges (which only a purge writes) and the form.
//
// The epoch is the promise: a slot is good while no purge of anything has been written down since
// it was last confirmed. When one has, the next hit looks at the entry itself: whether the store
// still has it, and whether its tags, its key or its path were purged.

import Bytes

/// The answers that one loop gives most often.
///
/// The table is small and associative: an answer has four places where it may be. It belongs to one
/// loop; `Local` is what the loop makes of an entry to serve it, without sharing memory with it.
package final class HotTable<Local> {
  /// How many places an answer has.
  @usableFromInline static var ways: Int { 4 }
  /// A hit in so many is told to the store, which keeps what is asked for.
  @usableFromInline static var hitsBetweenVisits: UInt32 { 64 }

  /// What decides about a hit, with nothing in it that is counted.
  @usableFromInline
  struct Line {
    @usableFromInline var hash: UInt64 = 0
    /// The purge epoch up to which the slot is known to be good; none when it is empty.
    @usableFromInline var epoch = UInt64.max
    @usableFromInline var freshUntil = Int64.min
    /// Hits since the slot was filled, halved whenever another one of the four is.
    @usableFromInline var hits: UInt32 = 0

    @usableFromInline init() {}
  }

  /// Larger answers stay in the store: copying them costs more than what the table saves.
  package let entryBytes: Int
  @usableFromInline let mask: Int
  @usableFromInline var lines: [Line]
  /// The bytes of the keys, copied.
  @usableFromInline var keys: [[UInt8]]
  @usableFromInline var locals: [Local?]
  /// Apart from the rest: a hit that took a reference would write to a line that loops share.
  var entries: [CacheEntry?]
  @usableFromInline let epoch: SharedEpoch
  /// For each set, what was offered once: only what comes again is taken.
  var candidates: [UInt64]
  let store: AnswerStore

  /// Hits since the start.
  package private(set) var hits = 0

  /// A table with room for about `capacity` answers.
  package init(of store: AnswerStore, capacity: Int = 1_024, entryBytes: Int = 64 << 10) {
    let wanted = max(1, capacity / HotTable.ways)
    var sets = 1
    while sets < wanted { sets *= 2 }
    self.store = store
    self.entryBytes = entryBytes
    mask = sets - 1
    lines = Array(repeating: Line(), count: sets * HotTable.ways)
    keys = Array(repeating: [], count: sets * HotTable.ways)
    locals = Array(repeating: nil, count: sets * HotTable.ways)
    entries = Array(repeating: nil, count: sets * HotTable.ways)
    candidates = Array(repeating: 0, count: sets)
    epoch = store.purges.shared
  }

  /// The answer to a key, if it is in the table and fresh at `now`.
  @inlinable
  package func find(_ key: KeyView, at now: Int64) -> Local? {
    let first = set(of: key.hash) * HotTable.ways
    for slot in first..<first + HotTable.ways where lines[slot].hash == key.hash {
      let bytes = keys[slot]
      guard bytes.span.matches(key.bytes) else { continue }
      if lines[slot].epoch != epoch.number || now >= lines[slot].freshUntil {
        guard confirm(slot, at: now) else { return nil }
      }
      count(slot)
      return locals[slot]
    }
    return nil
  }

  @inlinable
  func set(of hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 32) & mask }

  @inlinable
  func count(_ slot: Int) {
    hits &+= 1
    lines[slot].hits &+= 1
    if lines[slot].hits % HotTable.hitsBetweenVisits == 0 { visit(slot) }
  }

  /// Keeps the entry in the store: the hits here are not seen there.
  @usableFromInline
  func visit(_ slot: Int) { entries[slot]?.visit() }
}
