// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Something in the cache: loops share it, and nothing in it changes but a few marks.
package final class CacheEntry: Sendable {
  // What a hit reads stands first, so that it lies in few lines.
  package let key: CacheKey
  /// The epoch up to which `purgedAt` is true.
  private let settled: Atomic<UInt64>
  /// Since when the entry is stale because of a purge.
  private let purgedAt = Atomic(Int64.max)
  package let lifetime: Lifetime
  /// No fetch is to begin before this instant.
  private let nextFetch = Atomic(Int64.min)
  package let kind: EntryKind
  /// Whether somebody asked for it since its last turn in the queue.
  private let isVisited = Atomic(false)
  /// Whether a shard has the entry. What a loop still holds after that is served only until the
  /// next purge of anything: nobody keeps its tags and its key in the book any more.
  private let isKept = Atomic(false)
  package let payload: any CachePayload
  let tags: [Tag]
  /// What the entry takes of the budget.
  let cost: Int

  init(_ new: NewEntry, tags: [Tag], since epoch: PurgeEpoch) {
    key = new.key
    payload = new.payload
    kind = new.kind
    lifetime = new.lifetime
    cost = new.cost
    self.tags = tags
    settled = Atomic(epoch.number)
  }

  /// What may be done with the entry at `now`.
  package func staleness(at now: Int64) -> Staleness {
    lifetime.staleness(
      at: now,
      purgedAt: purgedAt.load(ordering: .acquiring),
      nextFetch: nextFetch.load(ordering: .relaxed)
    )
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

  /// The epoch of the last purge that the entry was held against.
  var settledEpoch: PurgeEpoch { PurgeEpoch(number: settled.load(ordering: .acquiring)) }

  /// Notes what the purges up to `epoch` come to; answers whether the entry was not purged before.
  func settle(_ mark: PurgeMark?, at epoch: PurgeEpoch) -> Bool {
    let earlier = mark.map { purgedAt.min($0.instant, ordering: .acquiringAndReleasing).oldValue }
    settled.max(epoch.number, ordering: .releasing)
    return earlier == .max
  }

  /// Whether a hard purge hit the entry.
  var isGone: Bool { purgedAt.load(ordering: .acquiring) == .min }

  var isInStore: Bool { isKept.load(ordering: .acquiring) }

  /// Called with the shard's lock held.
  func keep(_ kept: Bool) { isKept.store(kept, ordering: .releasing) }
}
