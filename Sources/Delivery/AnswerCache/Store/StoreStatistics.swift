// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The contents of the store in numbers, and its operations since the start.
package struct StoreStatistics: Sendable, Equatable {
  /// Everything that is kept, in bytes.
  package var bytes = 0
  package var answers = 0
  package var fragments = 0
  /// Entries that say that there is nothing to keep.
  package var marks = 0
  /// Tags that entries have, and those of the last purges.
  package var tags = 0

  package var freshHits = 0
  package var staleHits = 0
  /// Lookups that found what may be served only if a fetch fails.
  package var errorHits = 0
  /// Lookups of keys whose answers are private.
  package var passes = 0
  package var misses = 0

  package var stored = 0
  /// Entries that a newer one with their key pushed out.
  package var replaced = 0
  /// Entries that were not kept because they are larger than the limit of one.
  package var tooLarge = 0
  /// Entries that were not kept because nothing could go in their place.
  package var noRoom = 0
  /// Answers and fragments that went because memory was short.
  package var evictedValues = 0
  /// Marks that went because there were too many.
  package var evictedMarks = 0
  /// Entries that were removed when they were of no use any more.
  package var expired = 0
  /// Entries that a purge was found to have hit, which may be some time after it.
  package var purged = 0

  /// All entries.
  package var entries: Int { answers + fragments + marks }
}

/// Counters of a shard, since the start.
struct Tally: ~Copyable {
  /// The counted operations.
  enum Item: Int {
    case freshHits
    case staleHits
    case errorHits
    case passes
    case misses
    case stored
    case replaced
    case tooLarge
    case noRoom
    case evictedValues
    case evictedMarks
    case expired
    case purged
  }

  private let counts: InlineArray<13, Atomic<Int>> = InlineArray { _ in Atomic(0) }

  func count(_ item: Item) { counts[item.rawValue].add(1, ordering: .relaxed) }

  subscript(_ item: Item) -> Int { counts[item.rawValue].load(ordering: .relaxed) }
}

extension AnswerStore {
  /// The numbers of all shards together. Each was true at some time while they were read.
  package var statistics: StoreStatistics {
    var sum = StoreStatistics()
    sum.bytes = bytes.used
    sum.tags = purges.tags.count
    for shard in shards {
      let counts = shard.counts
      sum.answers += counts.answers
      sum.fragments += counts.fragments
      sum.marks += counts.marks
      sum.add(shard.tally)
    }
    return sum
  }
}

extension StoreStatistics {
  fileprivate mutating func add(_ tally: borrowing Tally) {
    freshHits += tally[.freshHits]
    staleHits += tally[.staleHits]
    errorHits += tally[.errorHits]
    passes += tally[.passes]
    misses += tally[.misses]
    stored += tally[.stored]
    replaced += tally[.replaced]
    tooLarge += tally[.tooLarge]
    noRoom += tally[.noRoom]
    evictedValues += tally[.evictedValues]
    evictedMarks += tally[.evictedMarks]
    expired += tally[.expired]
    purged += tally[.purged]
  }
}
