// SPDX-License-Identifier: Apache-2.0

// A hit on a hot answer costs most where cores write to the same cache lines: the lock of a shard,
// the reference count of an entry. So each loop keeps the answers that it gives most often in a
// form of its own, made from the entry once: its bytes and its counts are touched by this loop
// alone. A hit reads the table, the purge epoch (which only purges write) and the form.
//
// A slot is valid while the purge epoch is the one at which it was last confirmed. When the epoch
// has risen, the next hit looks at the entry itself: whether the store still has it, and whether
// its tags, its key or its path were purged.
//
// The table numbers its slots, and the loop keeps its forms by these numbers: a table that held
// them would be generic, and generic code of another module is not specialised.

import Bytes

/// Table of the answers that a loop gives most often, by their keys.
///
/// It is set-associative: a key has four possible slots. An entry in a slot stays in memory even when
/// the store has evicted it, at most `maximumBytes` of all, until `tidy` or a purge.
package struct HotTable: ~Copyable {
  /// Number of slots that a key may have.
  private static let ways = 4
  /// Number of hits that are reported to the store together, so that it does not evict the entry; fewer
  /// are reported when the table is tidied.
  static let hitsBetweenVisits: UInt32 = 64

  /// Members that decide about a hit, without anything reference-counted.
  private struct Line {
    var hash: UInt64 = 0
    /// Purge epoch at which the slot was last confirmed; the largest number when it is empty.
    var epoch = UInt64.max
    var freshUntil = Int64.min
    /// Hits since the slot was filled, halved whenever another slot of its set is filled.
    var hits: UInt32 = 0
    /// Hits that the store has not been told of.
    var untold: UInt32 = 0
  }

  /// Maximum size of an entry: copying larger ones costs more than the table saves.
  package let entryBytes: Int
  /// Maximum size of all entries together.
  private let maximumBytes: Int
  /// Sizes of the entries, and their sum.
  private var sizes: [Int]
  private var bytes = 0
  private let mask: Int
  private var lines: [Line]
  /// Copied bytes of the keys.
  private var keys: [[UInt8]]
  /// Kept apart: a hit that took a reference would write to a cache line that loops share.
  private var entries: [CacheEntry?]
  /// Hashes that were offered once, for each set: an entry is taken when it is offered a second
  /// time.
  private var candidates: [UInt64]
  private let epoch: SharedEpoch
  private let store: AnswerStore
  /// Hits since the start.
  package private(set) var hits = 0

  /// A table of at least `slots`, in front of a store.
  package init(
    of store: AnswerStore,
    slots: Int = 4_096,
    entryBytes: Int = 64 << 10,
    maximumBytes: Int = 64 << 20
  ) {
    var sets = 1
    while sets * HotTable.ways < slots { sets *= 2 }
    self.store = store
    self.entryBytes = entryBytes
    self.maximumBytes = maximumBytes
    mask = sets - 1
    lines = Array(repeating: Line(), count: sets * HotTable.ways)
    keys = Array(repeating: [], count: sets * HotTable.ways)
    entries = Array(repeating: nil, count: sets * HotTable.ways)
    sizes = Array(repeating: 0, count: sets * HotTable.ways)
    candidates = Array(repeating: 0, count: sets)
    epoch = store.purges.shared
  }

  /// Number of slots, which are numbered from zero.
  package var slots: Int { lines.count }

  /// Number of filled slots.
  package var count: Int { entries.count { $0 != nil } }

  /// Returns the slot of a key if it is in the table and fresh at `now`.
  package mutating func find(_ key: KeyView, at now: Int64) -> Int? {
    for slot in slots(of: key.hash) where lines[slot].hash == key.hash {
      let bytes = keys[slot]
      guard bytes.span.matches(key.bytes) else { continue }
      if lines[slot].epoch != epoch.number || now >= lines[slot].freshUntil {
        guard confirm(slot, at: now) else { return nil }
      }
      hits &+= 1
      lines[slot].hits &+= 1
      lines[slot].untold &+= 1
      if lines[slot].untold >= HotTable.hitsBetweenVisits { tellHits(of: slot) }
      return slot
    }
    return nil
  }

  /// Offers an entry that the store gave as fresh. An entry that is offered a second time gets the
  /// slot with the fewest hits of its set; the loop puts its own form of the entry there.
  package mutating func offer(_ entry: CacheEntry, at now: Int64) -> Int? {
    let set = set(of: entry.key.hash)
    guard candidates[set] == entry.key.hash else {
      candidates[set] = entry.key.hash
      return nil
    }
    let epoch = epoch.number
    let size = entry.payload.byteCount
    guard size <= entryBytes, store.isGood(entry, at: now) else { return nil }
    let slot = slot(for: entry)
    empty(slot)
    guard bytes + size <= maximumBytes else { return nil }
    bytes += size
    sizes[slot] = size
    lines[slot] = Line(
      hash: entry.key.hash,
      epoch: epoch,
      freshUntil: entry.lifetime.freshUntil,
      hits: 1
    )
    keys[slot] = entry.key.copiedBytes
    entries[slot] = entry
    return slot
  }

  /// Empties a slot for which the loop has no form.
  package mutating func empty(_ slot: Int) {
    tellHits(of: slot)
    bytes -= sizes[slot]
    sizes[slot] = 0
    lines[slot] = Line()
    keys[slot] = []
    entries[slot] = nil
  }

  /// Empties the slots that may not be served any more, so that their memory is freed; the loop
  /// drops the forms of all empty slots.
  package mutating func tidy(at now: Int64) {
    for slot in entries.indices where entries[slot] != nil && confirm(slot, at: now) {
      tellHits(of: slot)
    }
  }

  /// Reports the hits of a slot to its entry.
  private mutating func tellHits(of slot: Int) {
    guard lines[slot].untold > 0 else { return }
    entries[slot]?.visit(UInt64(lines[slot].untold))
    lines[slot].untold = 0
  }

  /// Whether a slot is filled.
  package func isFilled(_ slot: Int) -> Bool { entries[slot] != nil }

  /// Checks the entry of a slot against the purges. Returns true if it may be served, and empties
  /// the slot otherwise.
  private mutating func confirm(_ slot: Int, at now: Int64) -> Bool {
    // Loaded first: a purge that comes after this has a later epoch, and is looked for next time.
    let epoch = epoch.number
    guard let entry = entries[slot], store.isGood(entry, at: now) else {
      empty(slot)
      return false
    }
    lines[slot].epoch = epoch
    return true
  }

  /// Returns the slot of the key, an empty one, or the one with the fewest hits.
  private mutating func slot(for entry: CacheEntry) -> Int {
    let slots = slots(of: entry.key.hash)
    for slot in slots where entries[slot]?.key == entry.key { return slot }
    for slot in slots where entries[slot] == nil { return slot }
    let least = slots.min { lines[$0].hits < lines[$1].hits } ?? slots.lowerBound
    for slot in slots { lines[slot].hits /= 2 }
    return least
  }

  private func set(of hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 32) & mask }

  private func slots(of hash: UInt64) -> Range<Int> {
    let first = set(of: hash) * HotTable.ways
    return first..<first + HotTable.ways
  }
}
