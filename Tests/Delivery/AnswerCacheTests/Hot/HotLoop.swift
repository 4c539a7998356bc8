// SPDX-License-Identifier: Apache-2.0

import AnswerCache

/// A loop with a hot table, as the gateway has it: its own blobs stand for the forms.
struct HotLoop: ~Copyable {
  let store: AnswerStore
  var table: HotTable
  private var forms: [Blob?]

  init(
    of store: AnswerStore,
    slots: Int = 64,
    entryBytes: Int = 5_000,
    maximumBytes: Int = 1 << 20
  ) {
    self.store = store
    table = HotTable(
      of: store,
      slots: slots,
      entryBytes: entryBytes,
      maximumBytes: maximumBytes
    )
    forms = Array(repeating: nil, count: table.slots)
  }

  var count: Int { table.count }
  var hits: Int { table.hits }

  /// The blob under a key, from the table alone.
  mutating func find(_ key: CacheKey, at now: Int64 = 0) -> Blob? {
    table.find(key.view, at: now).flatMap { forms[$0] }
  }

  mutating func offer(_ entry: CacheEntry, at now: Int64 = 0) -> Bool {
    guard let slot = table.offer(entry, at: now) else { return false }
    forms[slot] = Blob(entry.name ?? -1)
    return true
  }

  /// The name of the blob under a key, from the table alone.
  mutating func name(_ name: String, at now: Int64 = 0) -> Int? {
    find(store.key(name), at: now)?.name
  }

  /// Offers what the store has, as often as it takes.
  mutating func take(_ name: String, at now: Int64 = 0) {
    for _ in 0..<2 {
      guard case .fresh(let entry) = store.lookup(store.key(name).view, at: now) else { return }
      _ = offer(entry, at: now)
    }
  }
}
