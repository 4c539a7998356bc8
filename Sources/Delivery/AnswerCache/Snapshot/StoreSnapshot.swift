// SPDX-License-Identifier: Apache-2.0

import ContentModel

// A restart must neither begin with an empty cache, so that all backends are asked for everything
// at once, nor serve an entry that was purged while the process was down. So a restored entry is
// stale from the start: it is served, within its windows, while one fetch refreshes it. A caller
// who keeps a list of purges replays those since the snapshot before the first request.

/// Writes the entries of a store down, and restores them after a restart.
package struct StoreSnapshot {
  private let store: AnswerStore

  package init(of store: AnswerStore) { self.store = store }

  /// Writes a snapshot of all entries that could be served at `now`, in pieces. Returns the number
  /// of its entries. Entries may come and go meanwhile.
  package func write<Failure: Error>(
    at now: Int64,
    _ write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) -> Int {
    var count = 0
    try write(SnapshotFormat.heading)
    for shard in store.shards {
      var number = 0
      while let entries = shard.entries(marks: false, from: number, atMost: 16) {
        var bytes: [UInt8] = []
        for entry in entries where store.mayStandIn(entry, at: now) {
          // Only the next use of a fragment tells whether it is a part of a purged path, and after
          // a restart nobody remembers the purge.
          guard entry.kind != .fragment || store.purges.hasNoPath(after: entry.begun) else {
            continue
          }
          guard let record = SnapshotRecord(entry) else { continue }
          record.append(to: &bytes)
          count += 1
        }
        if !bytes.isEmpty { try write(bytes) }
        number += 16
      }
    }
    try write([UInt8](repeating: 0, count: SnapshotFormat.frameBytes))
    return count
  }

  /// Restores a snapshot: `read` returns its bytes piece by piece, and an empty piece at the end;
  /// `payload` makes a payload again, or declines. Damage ends the snapshot, and the entries before
  /// it are kept.
  ///
  /// An entry that was still fresh may be served for `grace` milliseconds more while it is
  /// refreshed, even if it has no window for that, but never for longer than it was meant to be
  /// fresh. `lifetime` gives entries another lifetime in place of that.
  package func restore<Failure: Error>(
    at now: Int64,
    grace: Int64,
    payload: (EntryKind, [UInt8]) -> (any CachePayload)?,
    lifetime: ((EntryLifetime) -> EntryLifetime)? = nil,
    _ read: () throws(Failure) -> [UInt8]
  ) throws(Failure) -> RestoredSnapshot {
    var result = RestoredSnapshot()
    var reader = SnapshotReader(recordBytes: store.limits.entryBytes.addingSaturating(1 << 20))
    while true {
      switch reader.next() {
      case .record(let record):
        let lifetime = lifetime?(record.lifetime) ?? record.lifetime.restored(at: now, grace: grace)
        if keep(record, for: lifetime, at: now, payload) { result.entries += 1 }
      case .waiting:
        let more = try read()
        guard !more.isEmpty else { return result }
        reader.feed(more)
      case .finished:
        result.isWhole = true
        return result
      case .damaged: return result
      }
    }
  }

  private func keep(
    _ record: SnapshotRecord,
    for lifetime: EntryLifetime,
    at now: Int64,
    _ payload: (EntryKind, [UInt8]) -> (any CachePayload)?
  ) -> Bool {
    guard lifetime.staleness(at: now) != .dead else { return false }
    let key = store.key(record.key)
    // An entry that was fetched already is newer.
    guard case .miss = store.peek(key, at: now), let payload = payload(record.kind, record.payload)
    else {
      return false
    }
    let new = NewEntry(
      key,
      payload,
      kind: record.kind,
      lifetime: lifetime,
      // Nothing else gets into a store, so nothing else is in a snapshot.
      privacy: .shared,
      tags: Set(record.tags)
    )
    return store.store(new, at: now).entry.isInStore
  }
}

/// Result of restoring a snapshot.
package struct RestoredSnapshot: Sendable, Equatable {
  /// Number of restored entries.
  package var entries = 0
  /// Whether the snapshot was read to its end.
  package var isWhole = false
}

extension EntryLifetime {
  /// Returns the lifetime of an entry after a restart: stale, and served while it is refreshed.
  fileprivate func restored(at now: Int64, grace: Int64) -> EntryLifetime {
    guard now < freshUntil else { return self }
    let ended = ended(at: now)
    return EntryLifetime(
      storedAt: storedAt,
      freshUntil: now,
      staleWhileRevalidateUntil: max(
        ended.staleWhileRevalidateUntil,
        min(now.addingSaturating(grace), freshUntil)
      ),
      staleIfErrorUntil: ended.staleIfErrorUntil,
      notAfter: notAfter
    )
  }
}
