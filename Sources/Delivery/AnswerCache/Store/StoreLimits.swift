// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// How much the store keeps.
package struct StoreLimits: Sendable, Equatable {
  /// Everything that the store keeps together.
  package var bytes = 256 << 20
  /// An entry larger than this is not kept.
  package var entryBytes = 16 << 20
  /// Entries that say only that there is nothing to keep (`EntryKind.isMark`).
  package var marks = 20_000
  /// Parts with a lock each; a power of two.
  package var shards = 64

  package init() {}

  /// A small store has fewer shards: one with a few dozen entries forgets the wrong ones.
  package init(bytes: Int, entryBytes: Int? = nil, marks: Int = 20_000, shards: Int? = nil) {
    let shards = shards ?? (bytes < 64 << 20 ? 16 : 64)
    precondition(bytes >= 0 && marks >= 0, "a store of less than nothing")
    precondition(shards > 0 && shards & (shards - 1) == 0, "\(shards) shards: not a power of two")
    self.bytes = bytes
    self.entryBytes = entryBytes ?? max(1, bytes / 16)
    self.marks = marks
    self.shards = shards
  }
}

/// An amount that several threads share and that never passes its limit.
struct Budget: ~Copyable {
  let limit: Int
  private let amount = Atomic(0)

  init(limit: Int) { self.limit = limit }

  var used: Int { amount.load(ordering: .relaxed) }

  /// Takes a part; nothing when it would pass the limit.
  func take(_ part: Int) -> Bool {
    var used = amount.load(ordering: .relaxed)
    while part <= limit - used {
      let (exchanged, original) = amount.compareExchange(
        expected: used,
        desired: used + part,
        ordering: .relaxed
      )
      if exchanged { return true }
      used = original
    }
    return false
  }

  /// Gives a part back.
  func give(_ part: Int) { amount.subtract(part, ordering: .relaxed) }
}
