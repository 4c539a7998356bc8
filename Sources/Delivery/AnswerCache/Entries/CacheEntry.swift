// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// An entry of the cache. Loops share it, and only a few atomic marks in it change.
package final class CacheEntry: Sendable {
  // The members that a hit reads stand first, so that they lie in few cache lines.
  package let key: CacheKey
  /// Purge epoch up to which `purgedAt` is valid.
  private let settled: Atomic<UInt64>
  /// Instant at which a purge made the entry stale.
  private let purgedAt = Atomic(Int64.max)
  package let lifetime: EntryLifetime
  /// No fetch is to begin before this instant.
  private let nextFetch = Atomic(Int64.min)
  package let kind: EntryKind
  /// Visits, up to three, less the turns in the queue that they have paid for.
  private let visits = Atomic<UInt8>(0)
  /// Whether a shard has the entry. One that only a loop still holds is served until the next purge
  /// of anything, since its tags and its key are no longer tracked.
  private let isKept = Atomic(false)
  /// The number of lookups that found the entry, with half of those of the one that it replaced.
  private let hitCount = Atomic<UInt32>(0)
  package let payload: any CachePayload
  let tags: [Tag]
  /// Purge epoch when its fetch began: earlier purges did not concern it.
  let begun: PurgeEpoch

  init(_ new: NewEntry, tags: [Tag], since epoch: PurgeEpoch) {
    key = new.key
    payload = new.payload
    kind = new.kind
    lifetime = new.lifetime
    self.tags = tags
    begun = epoch
    settled = Atomic(epoch.number)
  }

  /// Its share of the budget in bytes.
  package var cost: Int { NewEntry.cost(of: payload, key, tags: tags.count) }

  /// The instant of the purge that made the entry stale, in milliseconds; the largest number without one.
  package var purged: Int64 { purgedAt.load(ordering: .acquiring) }

  /// Returns the staleness of the entry at `now`.
  package func staleness(at now: Int64) -> Staleness {
    lifetime.staleness(
      at: now,
      purgedAt: purged,
      nextFetch: nextFetch.load(ordering: .relaxed)
    )
  }

  /// Counts hits, which keep the entry when memory is short. A loop sums up the hits that it serves by
  /// itself, so that loops do not contend for the cache line.
  func visit(_ hits: UInt64 = 1) {
    count(hits)
    let count = visits.load(ordering: .relaxed)
    if count < CacheEntry.mostVisits { visits.store(count + 1, ordering: .relaxed) }
  }

  private func count(_ hits: UInt64) {
    // Beyond the most, nobody compares them any more.
    guard hitCount.load(ordering: .relaxed) < CacheEntry.mostHits else { return }
    hitCount.wrappingAdd(
      UInt32(clamping: min(hits, UInt64(CacheEntry.mostHits))),
      ordering: .relaxed
    )
  }

  /// The number of lookups that found the entry, as far as loops have told: up to two billion.
  package var hits: UInt64 { UInt64(hitCount.load(ordering: .relaxed)) }

  /// Begins with half the hits of the entry that this one replaces, so that what is asked for often stays
  /// known as such over its replacements.
  func inherit(_ older: CacheEntry) {
    count(older.hits / 2)
  }

  /// Takes one visit away. Returns false if there was none.
  func unvisit() -> Bool {
    let count = visits.load(ordering: .relaxed)
    guard count > 0 else { return false }
    visits.store(count - 1, ordering: .relaxed)
    return true
  }

  private static let mostVisits: UInt8 = 3
  private static let mostHits = UInt32.max / 2

  /// Lets no fetch begin before `instant`.
  func hold(until instant: Int64) { nextFetch.store(instant, ordering: .relaxed) }

  /// The lifetime after its purges.
  var purgedLifetime: EntryLifetime { lifetime.ended(at: purgedAt.load(ordering: .acquiring)) }

  /// Epoch of the last purge against which the entry was checked.
  var settledEpoch: PurgeEpoch { PurgeEpoch(number: settled.load(ordering: .acquiring)) }

  /// Records the purges up to `epoch`. Returns true if the entry had not been purged before.
  func settle(_ mark: PurgeMark?, at epoch: PurgeEpoch) -> Bool {
    let earlier = mark.map { purgedAt.min($0.instant, ordering: .acquiringAndReleasing).oldValue }
    settled.max(epoch.number, ordering: .releasing)
    return earlier == .max
  }

  /// Records a purge of an answer that the entry is a part of. Returns true if the entry had not
  /// been purged before.
  func end(_ mark: PurgeMark) -> Bool {
    purgedAt.min(mark.instant, ordering: .acquiringAndReleasing).oldValue == .max
  }

  /// Whether a hard purge hit the entry.
  var isGone: Bool { purgedAt.load(ordering: .acquiring) == .min }

  package var isInStore: Bool { isKept.load(ordering: .acquiring) }

  /// Called with the shard's lock held.
  func keep(_ kept: Bool) { isKept.store(kept, ordering: .releasing) }
}
