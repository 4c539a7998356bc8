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

/// A word under which entries are purged together; it is compared exactly, as it was written.
package struct TagName: Hashable, Sendable, CustomStringConvertible {
  /// Longer names are refused.
  package static let maximumBytes = 256

  private let text: String
  /// Computed once: a name is looked up for every entry that has it.
  private let hash: Int

  /// Nothing for a name that is empty, too long, or has control characters in it: an entry that is
  /// tagged by mistake with nothing would be found under nothing.
  package init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= TagName.maximumBytes,
      text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else { return nil }
    self.text = text
    hash = text.hashValue
  }

  package static func == (one: TagName, other: TagName) -> Bool {
    one.hash == other.hash && one.text.utf8.elementsEqual(other.text.utf8)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }

  /// One of `parts` parts, a power of two.
  func part(of parts: Int) -> Int { hash & (parts - 1) }

  package var description: String { text }

  /// The tag's share of the budget while entries have it.
  var cost: Int { Tag.overhead + text.utf8.count }
}
