// SPDX-License-Identifier: Apache-2.0

package import ContentModel

extension AnswerStore {
  /// Makes everything in `scope` stale, or removes it. When the call returns, no loop serves any of
  /// it as fresh, nor the answer of a fetch that began before.
  ///
  /// It takes as long for a hundred thousand entries as for one. The memory of hard-purged entries
  /// is freed at their next lookup, and at the latest in the next sweep. Purges of paths and
  /// prefixes are compared with entries one by one; when more of them come than are remembered
  /// (`PurgeRegistry.Log`) and no sweep has completed since, this call sweeps, so it should not be made on a
  /// busy loop.
  @discardableResult
  package func purge(
    _ scope: PurgeScope,
    _ strength: Purge.Strength = .soft,
    at now: Int64
  ) -> PurgeReceipt {
    while let forgotten = purges.nextForgotten(for: scope), sweptEpoch < forgotten {
      while sweep(at: now) == .unfinished {}
    }
    let (epoch, entries) = purges.write(scope, strength, at: now)
    guard case .key(let key) = scope else { return PurgeReceipt(epoch: epoch, entries: entries) }
    // The log forgets the purge of a key without a sweep, so the entry is marked here.
    guard let entry = find(key) else {
      return PurgeReceipt(epoch: epoch, entries: 0)
    }
    settle(entry)
    if entry.isGone { drop(entry) }
    return PurgeReceipt(epoch: epoch, entries: 1)
  }

  /// Lets every loop look at its held entries again, since the clock was set back.
  package func clockWasSetBack() { purges.raise() }

  /// Number of entries with a tag.
  package func entries(with tag: TagName) -> Int { purges.tags.entries(with: tag) }

  /// Whether a purge since a fetch began hits an answer with this key and these tags, stored or not.
  package func hasPurged(
    _ key: CacheKey,
    tags: some Sequence<TagName>,
    since begun: PurgeEpoch
  ) -> Bool {
    purgeMark(of: key, tags: tags, since: begun) != nil
  }

  /// Whether a purge since its fetch began has hit an entry that a caller holds.
  package func hasPurged(_ entry: CacheEntry) -> Bool {
    settle(entry)
    return entry.isPurged
  }

  /// Checks an entry against all purges that it has not seen.
  func settle(_ entry: CacheEntry) {
    let epoch = purges.epoch
    let settled = entry.settledEpoch
    guard settled < epoch else { return }
    note(purges.mark(of: entry.key, tags: entry.tags, after: settled), for: entry, at: epoch)
  }

  /// Checks a fetched entry against all purges since its fetch began.
  func settle(_ entry: CacheEntry, begun: PurgeEpoch) -> PurgeMark? {
    let epoch = purges.epoch
    guard begun < epoch else { return nil }
    var mark = purges.mark(of: entry.key, tags: entry.tags, after: begun)
    if let assumed = purges.assumption(after: begun) { mark = assumed.merged(with: mark) }
    note(mark, for: entry, at: epoch)
    return mark
  }

  /// Merges the purges since `begun` that hit an entry with these tags, stored or not.
  func purgeMark(
    of key: CacheKey,
    tags: some Sequence<TagName>,
    since begun: PurgeEpoch
  ) -> PurgeMark? {
    guard begun < purges.epoch else { return nil }
    let tags = tags.compactMap(purges.tags.find)
    let mark = purges.mark(of: key, tags: tags, after: begun)
    return purges.assumption(after: begun)?.merged(with: mark) ?? mark
  }

  private func note(_ mark: PurgeMark?, for entry: CacheEntry, at epoch: PurgeEpoch) {
    if entry.settle(mark, at: epoch) { shard(of: entry.key.hash).tally.count(.purged) }
  }
}
