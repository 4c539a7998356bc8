// SPDX-License-Identifier: Apache-2.0

/// An entry that a loop holds beside the store. Whether it may still be served is decided by one
/// load as long as nothing is purged. It belongs to a loop.
///
/// An entry that the store has evicted is served until the next purge of anything, since its tags
/// are no longer tracked.
package struct HotEntry {
  private let entry: CacheEntry
  private let store: AnswerStore
  /// Purge epoch up to which no purge has hit the entry; `nil` when one has.
  private var epoch: PurgeEpoch?
  private var hits: UInt32 = 0

  package init(_ entry: CacheEntry, of store: AnswerStore, at now: Int64) {
    self.entry = entry
    self.store = store
    let settled = entry.settledEpoch
    epoch = entry.staleness(at: now) == .fresh ? settled : nil
  }

  /// Returns true if the entry may be served once more.
  package mutating func hit(at now: Int64) -> Bool {
    guard isFresh(at: now) else { return false }
    hits &+= 1
    if hits % HotTable.hitsBetweenVisits == 0 { entry.visit(UInt64(HotTable.hitsBetweenVisits)) }
    return true
  }

  package mutating func isFresh(at now: Int64) -> Bool {
    guard let epoch, now < entry.lifetime.freshUntil else { return false }
    let current = store.purgeEpoch
    guard current > epoch else { return true }
    self.epoch = store.isGood(entry, at: now) ? current : nil
    return self.epoch != nil
  }
}
