// SPDX-License-Identifier: Apache-2.0

import Bytes
import Synchronization

/// A tag that entries have, or that was purged recently. There is one object for each name.
///
/// A purge is recorded here once, however many entries have the tag; an entry looks at its tags at
/// its next lookup after any purge.
final class Tag: Sendable {
  /// Bytes of memory of a tag beside its name.
  static let overhead = 136

  let name: TagName
  private let latest = Atomic<UInt64>(0)
  private let state = Mutex(State())

  private struct State {
    var history = PurgeRegistry.TagHistory()
    var uses = Uses()
  }

  /// Number of entries with the tag and of remembered purges of it; changed under the lock of the
  /// tag's part of the table.
  struct Uses {
    var entries: UInt32 = 0
    var pins: UInt32 = 0
  }

  init(_ name: TagName) { self.name = name }

  /// Changes the uses and returns them.
  func use(_ change: (inout Uses) -> Void) -> Uses {
    state.withLock { state in
      change(&state.uses)
      return state.uses
    }
  }

  func purge(_ mark: PurgeMark) {
    state.withLock { $0.history.append(mark) }
    latest.store(mark.epoch.number, ordering: .releasing)
  }

  /// Merges the purges after `epoch`; almost always one load shows that there were none.
  func mark(after epoch: PurgeEpoch) -> PurgeMark? {
    guard latest.load(ordering: .acquiring) > epoch.number else { return nil }
    return state.withLock { $0.history.mark(after: epoch) }
  }
}

/// A word under which entries are purged together; it is compared exactly, as it was written.
package struct TagName: Hashable, Sendable, CustomStringConvertible {
  /// Longer names are refused.
  package static let maximumBytes = 256

  private let text: String
  /// Computed once: a name is looked up for every entry that has it.
  private let hash: Int

  /// `nil` for a name that is empty, too long or has control characters.
  package init?(_ text: String) {
    let bytes = text.utf8Span.span
    guard !bytes.isEmpty, bytes.count <= TagName.maximumBytes else { return nil }
    for index in bytes.indices where bytes[index] < 0x20 || bytes[index] == 0x7F { return nil }
    self.text = text
    hash = text.hashValue
  }

  package static func == (one: TagName, other: TagName) -> Bool {
    one.hash == other.hash && one.text.utf8Span.span.matches(other.text.utf8Span.span)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }

  /// Index of its part of the table, of `parts` parts, a power of two of at most 256.
  func part(of parts: Int) -> Int { hash & (parts - 1) }

  /// Index of its first place in a part of `places` places, a power of two. The lowest bits are the same for
  /// all names of a part.
  func place(of places: Int) -> Int { (hash >> 8) & (places - 1) }

  package var description: String { text }

  /// The tag's share of the budget while entries have it.
  var cost: Int { Tag.overhead + text.utf8.count }
}
