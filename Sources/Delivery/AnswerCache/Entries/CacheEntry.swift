// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Something in the cache: loops share it, and nothing in it changes but a few marks.
package final class CacheEntry: Sendable {
  package let key: CacheKey
  package let payload: any CachePayload
  package let kind: EntryKind
  package let lifetime: Lifetime
  /// What the entry takes of the budget.
  let cost: Int
  /// Whether somebody asked for it since the hand of the queue came by.
  private let isVisited = Atomic(false)
  /// No fetch is to begin before this instant.
  private let nextFetch = Atomic(Int64.min)

  /// What an entry takes beside its key, its payload and its tags: itself, its places in the table
  /// and the queue, and what the allocator adds.
  static let overhead = 320

  init(key: CacheKey, payload: any CachePayload, kind: EntryKind, lifetime: Lifetime) {
    self.key = key
    self.payload = payload
    self.kind = kind
    self.lifetime = lifetime
    let (cost, overflow) = max(0, payload.byteCount)
      .addingReportingOverflow(key.bytes.count + CacheEntry.overhead)
    self.cost = overflow ? .max : cost
  }

  /// What may be done with the entry at `now`.
  package func staleness(at now: Int64) -> Staleness {
    lifetime.staleness(at: now, nextFetch: nextFetch.load(ordering: .relaxed))
  }

  /// Keeps the entry when memory is short. Most calls only read: a mark that is set is not set
  /// again, so that loops do not take the line from each other.
  func visit() {
    if !isVisited.load(ordering: .relaxed) { isVisited.store(true, ordering: .relaxed) }
  }

  /// Takes the mark away; answers whether it was there.
  func unvisit() -> Bool {
    guard isVisited.load(ordering: .relaxed) else { return false }
    isVisited.store(false, ordering: .relaxed)
    return true
  }

  /// Lets no fetch begin before `instant`.
  func hold(until instant: Int64) { nextFetch.store(instant, ordering: .relaxed) }
}
