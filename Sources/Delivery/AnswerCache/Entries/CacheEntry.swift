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
  package let lifetime: EntryLifetime
  /// No fetch is to begin before this instant.
  private let nextFetch = Atomic(Int64.min)
  package let kind: EntryKind
  /// How often somebody asked for it, up to three, less its turns in the queue.
  private let visits = Atomic<UInt8>(0)
  /// Whether a shard has the entry. What a loop still holds after that is served only until the
  /// next purge of anything: nobody keeps its tags and its key in the book any more.
  private let isKept = Atomic(false)
  package let payload: any CachePayload
  let tags: [Tag]
  /// The purges up to which the fetch that brought it may have missed none: those before it began.
  let begun: PurgeEpoch
  /// What the entry takes of the budget.
  let cost: Int

  init(_ new: NewEntry, tags: [Tag], since epoch: PurgeEpoch) {
    key = new.key
    payload = new.payload
    kind = new.kind
    lifetime = new.lifetime
    cost = new.cost
    self.tags = tags
    begun = epoch
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

  /// Keeps the entry when memory is short. Most calls only read: what was asked for often enough is
  /// not counted on, so that loops do not take the line from each other.
  func visit() {
    let count = visits.load(ordering: .relaxed)
    if count < CacheEntry.mostVisits { visits.store(count + 1, ordering: .relaxed) }
  }

  /// Takes one visit away; answers whether there was any.
  func unvisit() -> Bool {
    let count = visits.load(ordering: .relaxed)
    guard count > 0 else { return false }
    visits.store(count - 1, ordering: .relaxed)
    return true
  }

  private static let mostVisits: UInt8 = 3

  /// Lets no fetch begin before `instant`.
  func hold(until instant: Int64) { nextFetch.store(instant, ordering: .relaxed) }

  /// The lifetime as a purge has left it.
  var purgedLifetime: EntryLifetime { lifetime.ended(at: purgedAt.load(ordering: .acquiring)) }

  /// The epoch of the last purge that the entry was held against.
  var settledEpoch: PurgeEpoch { PurgeEpoch(number: settled.load(ordering: .acquiring)) }

  /// Notes what the purges up to `epoch` come to; answers whether the entry was not purged before.
  func settle(_ mark: PurgeMark?, at epoch: PurgeEpoch) -> Bool {
    let earlier = mark.map { purgedAt.min($0.instant, ordering: .acquiringAndReleasing).oldValue }
    settled.max(epoch.number, ordering: .releasing)
    return earlier == .max
  }

  /// Notes a purge of what the entry is a part of; answers whether the entry was not purged before.
  func end(_ mark: PurgeMark) -> Bool {
    purgedAt.min(mark.instant, ordering: .acquiringAndReleasing).oldValue == .max
  }

  /// Whether a hard purge hit the entry.
  var isGone: Bool { purgedAt.load(ordering: .acquiring) == .min }

  package var isInStore: Bool { isKept.load(ordering: .acquiring) }

  /// Called with the shard's lock held.
  func keep(_ kept: Bool) { isKept.store(kept, ordering: .releasing) }
}
