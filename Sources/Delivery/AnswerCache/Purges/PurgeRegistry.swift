// SPDX-License-Identifier: Apache-2.0

// A purge reaches everybody before it returns, in a time that does not depend on how much it hits:
// it is recorded (at its tag, or in the log), and then the epoch is raised. A reader with an entry
// compares the epoch with the one at which the entry was last checked: one load of a cache line
// that only purges write. If they differ, the entry is settled: its tags and the newer rules of the
// log are looked at, and the result is kept in the entry for everybody.
//
// The epoch is loaded before the purges are read and stored in the entry after. So a purge that
// comes in between is either seen, or has a later epoch than the entry and is looked for the next
// time.

import ContentModel
import Synchronization

/// All purges that may still apply to an entry or a fetch.
final class PurgeRegistry: Sendable {
  let shared = SharedEpoch()
  /// The latest purge by key or path.
  private let latestRule = Atomic<UInt64>(0)
  /// The latest purge by path, prefix or of everything.
  private let latestPath = Atomic<UInt64>(0)
  private let log = Mutex(Log())
  let tags = TagTable()

  /// Epoch of the latest recorded purge.
  var epoch: PurgeEpoch { shared.epoch }

  /// Returns the purge that a further one of this scope would push out of the log; every entry must
  /// have been checked against it first.
  func nextForgotten(for scope: PurgeScope) -> PurgeEpoch? {
    log.withLock { $0.nextForgotten(for: scope) }
  }

  /// Records a purge. Returns its epoch and, for a tag, the number of entries that have it.
  func write(
    _ scope: PurgeScope,
    _ strength: Purge.Strength,
    at now: Int64
  ) -> (epoch: PurgeEpoch, entries: Int?) {
    log.withLock { log in
      let epoch = shared.epoch.next
      // A soft purge before all instants would be a hard one.
      let instant = strength == .hard ? .min : max(now, .min + 1)
      let mark = PurgeMark(epoch: epoch, instant: instant)
      var pinned: (tag: Tag, entries: Int)?
      if case .tag(let name) = scope { pinned = tags.pin(name) }
      pinned?.tag.purge(mark)
      let rule = RuleQueue.Rule(scope: scope, mark: mark, tag: pinned?.tag)
      if let forgotten = log.append(rule) { tags.unpin(forgotten) }
      if pinned == nil { latestRule.store(epoch.number, ordering: .releasing) }
      if scope.isOfPaths { latestPath.store(epoch.number, ordering: .releasing) }
      shared.raise(to: epoch)
      return (epoch, pinned?.entries)
    }
  }

  /// Raises the epoch without a purge, so that every holder checks its entries again.
  func raise() { log.withLock { _ in shared.raise(to: shared.epoch.next) } }

  /// Merges the purges after `epoch` that hit a key with these tags.
  func mark(of key: CacheKey, tags: [Tag], after epoch: PurgeEpoch) -> PurgeMark? {
    var sum: PurgeMark?
    for tag in tags {
      if let mark = tag.mark(after: epoch) { sum = mark.merged(with: sum) }
    }
    guard latestRule.load(ordering: .acquiring) > epoch.number else { return sum }
    let path = key.path
    let mark = log.withLock { $0.mark(of: key, path: path, after: epoch) }
    return mark?.merged(with: sum) ?? sum
  }

  /// True if no path was purged after `epoch`; one load of a cache line that only such purges
  /// write.
  func hasNoPath(after epoch: PurgeEpoch) -> Bool {
    latestPath.load(ordering: .acquiring) <= epoch.number
  }

  /// Merges the purges of these paths after `epoch`.
  func mark(ofPaths paths: [[UInt8]], after epoch: PurgeEpoch) -> PurgeMark? {
    guard !hasNoPath(after: epoch) else { return nil }
    return log.withLock { $0.mark(ofPaths: paths, after: epoch) }
  }

  /// Returns the mark to assume for a fetch that began at `epoch`, if purges after it were
  /// forgotten.
  func assumption(after epoch: PurgeEpoch) -> PurgeMark? {
    guard self.epoch > epoch, log.withLock({ $0.floor }) > epoch else { return nil }
    return PurgeMark(epoch: epoch.next, instant: .min)
  }
}
