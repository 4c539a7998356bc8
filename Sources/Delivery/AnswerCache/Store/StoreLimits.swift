// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Limits of the store.
package struct StoreLimits: Sendable, Equatable {
  /// Maximum bytes of all entries.
  package var bytes = 256 << 20
  /// Maximum bytes of one entry; a larger one is not kept.
  package var entryBytes = 16 << 20
  /// Maximum number of marks, entries that say only that there is nothing to keep
  /// (`EntryKind.isMark`).
  package var marks = 20_000
  /// Number of shards, a power of two.
  package var shards = 64

  package init() {}

  /// A small store has fewer shards: with a few dozen entries each, the wrong ones would be
  /// evicted.
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

/// Limits of the number of waiters.
package struct CoalescingLimits: Sendable, Equatable {
  /// Maximum number of waiters for one key; further ones are turned away at once.
  package var waiters = 20_000
  /// Maximum number of waiters that fetch for themselves at the same time after a private answer.
  package var alone = 8

  package init(waiters: Int = 20_000, alone: Int = 8) {
    precondition(waiters > 0 && alone > 0, "a fetch that nobody may join")
    self.waiters = waiters
    self.alone = alone
  }
}

/// An amount that several threads share and that never exceeds its limit.
struct Budget: ~Copyable {
  let limit: Int
  private let amount = Atomic(0)

  init(limit: Int) { self.limit = limit }

  var used: Int { amount.load(ordering: .relaxed) }

  /// Takes a part. Returns false if that would exceed the limit.
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

  /// Returns a part.
  func give(_ part: Int) { amount.subtract(part, ordering: .relaxed) }
}
