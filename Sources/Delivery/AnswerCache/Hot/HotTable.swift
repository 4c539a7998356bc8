// SPDX-License-Identifier: Apache-2.0

// What a hit on a hot answer costs between cores is the lines that they write: the lock of a shard,
// the count of references of an entry. So each loop keeps the answers that it gives most often in a
// form of its own, made from the entry once: its bytes and its counts are touched by this loop
// alone. A hit reads the table, the epoch of the purges (which only a purge writes) and the form.
//
// The epoch is the promise: a slot is good while no purge of anything has been written down since
// it was last confirmed. When one has, the next hit looks at the entry itself: whether the store
// still has it, and whether its tags, its key or its path were purged.
//
// The table numbers its slots, and the loop keeps its forms by these numbers: a table that held
// them would be generic, and generic code of another module is not specialised.

import Bytes

/// Which of the answers that a loop gives most often has a key, and whether it may be served.
///
/// Small and associative: a key has four slots where it may be. What is in a slot stays in memory even
/// when the store has given it up, at most `entryBytes` for each, until `tidy` or a purge.
package struct HotTable: ~Copyable {
  /// How many slots a key has.
  private static let ways = 4
  /// One hit in this many is reported to the store, so that it keeps what is asked for.
  static let hitsBetweenVisits: UInt32 = 64

  /// What decides about a hit, with nothing in it that is counted.
  private struct Line {
    var hash: UInt64 = 0
    /// The purge epoch up to which the slot is known to be good; none when it is empty.
    var epoch = UInt64.max
    var freshUntil = Int64.min
    /// Hits since the slot was filled, halved whenever another one of the four is.
    var hits: UInt32 = 0
  }

  /// Larger answers stay in the store: copying them costs more than what the table saves.
  package let entryBytes: Int
  private let mask: Int
  private var lines: [Line]
  /// The bytes of the keys, copied.
  private var keys: [[UInt8]]
  /// Apart from the rest: a hit that took a reference would write to a line that loops share.
  private var entries: [CacheEntry?]
  /// For each set, what was offered once: only what comes again is taken.
  private var candidates: [UInt64]
  private let epoch: SharedEpoch
  private let store: AnswerStore
  /// Hits since the start.
  package private(set) var hits = 0

  /// A table of at least `slots`, in front of a store.
  package init(of store: AnswerStore, slots: Int = 1_024, entryBytes: Int = 64 << 10) {
    var sets = 1
    while sets * HotTable.ways < slots { sets *= 2 }
    self.store = store
    self.entryBytes = entryBytes
    mask = sets - 1
    lines = Array(repeating: Line(), count: sets * HotTable.ways)
    keys = Array(repeating: [], count: sets * HotTable.ways)
    entries = Array(repeating: nil, count: sets * HotTable.ways)
    candidates = Array(repeating: 0, count: sets)
    epoch = store.purges.shared
  }

  /// How many slots there are; they are numbered from zero.
  package var slots: Int { lines.count }

  /// How many slots are filled.
  package var count: Int { entries.count { $0 != nil } }

  /// The slot of a key, if it is in the table and fresh at `now`.
  package mutating func find(_ key: KeyView, at now: Int64) -> Int? {
    for slot in slots(of: key.hash) where lines[slot].hash == key.hash {
      let bytes = keys[slot]
      guard bytes.span.matches(key.bytes) else { continue }
      if lines[slot].epoch != epoch.number || now >= lines[slot].freshUntil {
        guard confirm(slot, at: now) else { return nil }
      }
      hits &+= 1
      lines[slot].hits &+= 1
      if lines[slot].hits % HotTable.hitsBetweenVisits == 0 { entries[slot]?.visit() }
      return slot
    }
    return nil
  }

  /// Offers what the store gave as fresh. What is offered a second time gets the slot of the least
  /// asked for of its four; the loop puts its own form of the entry there.
  package mutating func offer(_ entry: CacheEntry, at now: Int64) -> Int? {
    let set = set(of: entry.key.hash)
    guard candidates[set] == entry.key.hash else {
      candidates[set] = entry.key.hash
      return nil
    }
    let epoch = epoch.number
    guard entry.payload.byteCount <= entryBytes, store.isGood(entry, at: now) else { return nil }
    let slot = slot(for: entry)
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

  /// Empties a slot: the loop has no form for it.
  package mutating func empty(_ slot: Int) {
    lines[slot] = Line()
    keys[slot] = []
    entries[slot] = nil
  }

  /// Empties the slots that may not be served any more, so that their memory goes back; the loop
  /// gives up the forms of all slots that are empty.
  package mutating func tidy(at now: Int64) {
    for slot in entries.indices { _ = confirm(slot, at: now) }
  }

  /// Whether a slot is filled.
  package func isFilled(_ slot: Int) -> Bool { entries[slot] != nil }

  /// Looks at the entry itself; answers whether its slot may be served, and empties it if not.
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

  /// The slot of the key, an empty one, or that of the least asked for.
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
