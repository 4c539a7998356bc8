// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A tag that entries have, or that was purged a short while ago. There is one for each name.
///
/// A purge is noted here, once, however many entries have the tag; an entry looks at its tags when
/// somebody asks for it and there was a purge of anything since the last time.
final class Tag: Sendable {
  /// What a tag takes beside its name.
  static let overhead = 192

  let name: TagName
  private let latest = Atomic<UInt64>(0)
  private let history = Mutex(PurgeHistory())
  /// How many entries have the tag, and how many remembered purges are of it; changed with the lock
  /// of the tag's part of the table held.
  private let uses = Mutex(Uses())

  struct Uses {
    var entries = 0
    var pins = 0
  }

  init(_ name: TagName) { self.name = name }

  /// Changes the uses; answers what they are then.
  func use(_ change: (inout Uses) -> Void) -> Uses {
    uses.withLock { uses in
      change(&uses)
      return uses
    }
  }

  func purge(_ mark: PurgeMark) {
    history.withLock { $0.append(mark) }
    latest.store(mark.epoch.number, ordering: .releasing)
  }

  /// What the purges after `epoch` come to; almost always one load says that there were none.
  func mark(after epoch: PurgeEpoch) -> PurgeMark? {
    guard latest.load(ordering: .acquiring) > epoch.number else { return nil }
    return history.withLock { $0.mark(after: epoch) }
  }
}
