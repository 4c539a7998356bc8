// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A part of the store with its own lock, which is held for a lookup or a change of one entry only:
/// removed entries are freed after the lock was released.
final class Shard: Sendable {
  let contents = Mutex(Contents())
  /// Under a lock of its own, which no lookup takes.
  let fetched = Mutex(FetchedKeys())
  let tally = Tally()

  struct Contents {
    var table = EntryTable()
    /// The fetches that are under way.
    var fetches: [CacheKey: CoalescedFetch] = [:]
    var values = EvictionQueue()
    var marks = EvictionQueue()
    var fragments = 0

    mutating func forget(_ entry: CacheEntry, _ number: Int) {
      if entry.kind == .fragment { fragments -= 1 }
      if entry.kind.isMark { marks.remove(number) } else { values.remove(number) }
      entry.keep(false)
    }
  }

  /// Returns the entry of a key.
  func find(_ key: KeyView) -> CacheEntry? {
    contents.withLock { $0.table.entry(for: key) }
  }

  /// Inserts an entry. Returns the entry that it replaces.
  func insert(_ entry: CacheEntry) -> CacheEntry? {
    contents.withLock { contents in
      let isMark = entry.kind.isMark
      let number = isMark ? contents.marks.insert(entry) : contents.values.insert(entry)
      if entry.kind == .fragment { contents.fragments += 1 }
      entry.keep(true)
      guard let replaced = contents.table.insert(entry, number: number) else { return nil }
      contents.forget(replaced.entry, replaced.number)
      return replaced.entry
    }
  }

  /// Removes this very entry. Returns true if it was still stored.
  func remove(_ entry: CacheEntry) -> Bool {
    contents.withLock { contents in
      guard let number = contents.table.remove(entry) else { return false }
      contents.forget(entry, number)
      return true
    }
  }

  /// Removes and returns the next entry to evict.
  func evict(mark isMark: Bool) -> CacheEntry? {
    contents.withLock { contents in
      guard let entry = isMark ? contents.marks.evict() : contents.values.evict() else {
        return nil
      }
      if entry.kind == .fragment { contents.fragments -= 1 }
      entry.keep(false)
      _ = contents.table.remove(entry)
      return entry
    }
  }

  /// Number of entries that are looked at in one hold of the lock.
  static let inspectedAtOnce = 64

  /// Calls `body` for all entries of one queue, some at a time. Entries may come and go meanwhile.
  func forEachPart(marks isMark: Bool, _ body: ([CacheEntry]) -> Void) {
    var number = 0
    while let entries = entries(marks: isMark, from: number, atMost: Shard.inspectedAtOnce) {
      body(entries)
      number += Shard.inspectedAtOnce
    }
  }

  /// Returns entries of one queue by their numbers, from `start` on; `nil` when there are no more.
  func entries(marks isMark: Bool, from start: Int, atMost count: Int) -> [CacheEntry]? {
    contents.withLock { contents in
      let numbers = isMark ? contents.marks.numbers : contents.values.numbers
      guard start < numbers else { return nil }
      return (start..<min(numbers, start + count)).compactMap {
        isMark ? contents.marks[$0] : contents.values[$0]
      }
    }
  }

  /// Number of places of the queue of answers and fragments, some of which may be empty.
  var places: Int { contents.withLock { $0.values.numbers } }

  /// Number of entries of each kind.
  var counts: (answers: Int, fragments: Int, marks: Int) {
    contents.withLock {
      ($0.values.count - $0.fragments, $0.fragments, $0.marks.count)
    }
  }
}
