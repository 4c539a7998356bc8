// SPDX-License-Identifier: Apache-2.0

extension HotTable {
  /// Offers what the store gave as fresh. What is offered a second time gets the place of the
  /// least asked for; only then `prepare` makes the loop's own form of it, or declines.
  package func offer(_ entry: CacheEntry, at now: Int64, prepare: (CacheEntry) -> Local?) {
    guard entry.payload.byteCount <= entryBytes else { return }
    let set = set(of: entry.key.hash)
    guard candidates[set] == entry.key.hash else {
      candidates[set] = entry.key.hash
      return
    }
    let epoch = store.purgeEpoch
    guard isGood(entry, at: now), let local = prepare(entry) else { return }
    let slot = slot(for: entry, in: set)
    var line = Line()
    line.hash = entry.key.hash
    line.epoch = epoch.number
    line.freshUntil = entry.lifetime.freshUntil
    line.hits = 1
    lines[slot] = line
    keys[slot] = entry.key.copiedBytes
    locals[slot] = local
    entries[slot] = entry
  }

  /// Removes what may not be served any more, so that its memory goes back.
  package func tidy(at now: Int64) {
    for slot in entries.indices where entries[slot] != nil { _ = confirm(slot, at: now) }
  }

  /// How many answers are in the table.
  package var count: Int { entries.count { $0 != nil } }

  /// Looks at the entry itself; answers whether its slot may be served, and empties it if not.
  @usableFromInline
  func confirm(_ slot: Int, at now: Int64) -> Bool {
    // Loaded first: a purge that comes after this has a later epoch, and is looked for next time.
    let epoch = store.purgeEpoch
    guard let entry = entries[slot], isGood(entry, at: now) else {
      lines[slot] = Line()
      keys[slot] = []
      locals[slot] = nil
      entries[slot] = nil
      return false
    }
    lines[slot].epoch = epoch.number
    return true
  }

  private func isGood(_ entry: CacheEntry, at now: Int64) -> Bool {
    guard entry.isInStore else { return false }
    store.settle(entry)
    return entry.staleness(at: now) == .fresh
  }

  /// The place of the key, an empty one, or that of the least asked for.
  private func slot(for entry: CacheEntry, in set: Int) -> Int {
    let slots = set * HotTable.ways..<(set + 1) * HotTable.ways
    for slot in slots where entries[slot]?.key == entry.key { return slot }
    for slot in slots where entries[slot] == nil { return slot }
    let least = slots.min { lines[$0].hits < lines[$1].hits } ?? slots.lowerBound
    for slot in slots { lines[slot].hits /= 2 }
    return least
  }
}
