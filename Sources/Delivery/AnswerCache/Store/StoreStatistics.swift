// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Contents of the store in numbers, and its operations since the start.
package struct StoreStatistics: Sendable, Equatable {
  /// Bytes of all entries.
  package var bytes = 0
  package var answers = 0
  package var fragments = 0
  /// Negative entries and marks of private keys.
  package var marks = 0
  /// Tags of entries and of the last purges.
  package var tags = 0

  /// The lookups of each tier, by their results.
  package var lookups = LookupCounts()

  package var stored = 0
  /// Entries that a newer one with their key replaced.
  package var replaced = 0
  /// Entries that were not kept because they exceed the limit of one entry.
  package var tooLarge = 0
  /// Entries that were not kept because nothing could be evicted for them.
  package var noRoom = 0
  /// Answers and fragments that were evicted because memory was short.
  package var evictedValues = 0
  /// Marks that were evicted because there were too many.
  package var evictedMarks = 0
  /// Entries that were removed after the end of their windows.
  package var expired = 0
  /// Entries that were found to be hit by a purge, which may be some time after it.
  package var purged = 0

  /// All entries.
  package var entries: Int { answers + fragments + marks }

  /// The lookups of all tiers with a result.
  package func lookups(_ result: LookupResult) -> Int {
    CacheTier.allCases.reduce(0) { $0 + lookups[result, of: $1] }
  }
}

/// The numbers of lookups by their tiers and results.
package struct LookupCounts: Sendable, Equatable {
  private var counts = [Int](repeating: 0, count: 15)

  package subscript(result: LookupResult, of tier: CacheTier) -> Int {
    counts[LookupCounts.place(result, tier)]
  }

  fileprivate mutating func add(_ tally: borrowing Tally) {
    for place in counts.indices { counts[place] += tally.lookups(at: place) }
  }

  /// The place of a number: the results of one tier stand behind each other.
  fileprivate static func place(_ result: LookupResult, _ tier: CacheTier) -> Int {
    let row =
      switch tier {
      case .answers: 0
      case .fragments: 5
      case .passes: 10
      }
    let column =
      switch result {
      case .hit: 0
      case .stale: 1
      case .staleError: 2
      case .miss: 3
      case .bypass: 4
      }
    return row + column
  }
}

/// The kinds of lookups in the store.
package enum CacheTier: String, Sendable, CaseIterable {
  /// Whole answers of documents.
  case answers
  /// Answers of services, of which others are composed.
  case fragments
  /// Answers of services that are passed on.
  case passes
}

/// The result of a lookup, in the words of RFC 9211 where it has one.
package enum LookupResult: String, Sendable, CaseIterable {
  case hit
  case stale
  /// Stale entries that may be served only if a fetch fails (stale-if-error).
  case staleError = "stale_error"
  case miss
  /// A key whose answers are private.
  case bypass
}

/// Counters of a shard, since the start.
struct Tally: ~Copyable {
  /// The counted operations.
  enum Item: Int {
    case stored
    case replaced
    case tooLarge
    case noRoom
    case evictedValues
    case evictedMarks
    case expired
    case purged
  }

  private let counts: InlineArray<8, Atomic<Int>> = InlineArray { _ in Atomic(0) }
  /// The results of lookups, at the places of `LookupCounts`.
  private let lookups: InlineArray<15, Atomic<Int>> = InlineArray { _ in Atomic(0) }

  func count(_ item: Item) { counts[item.rawValue].add(1, ordering: .relaxed) }

  func count(_ result: LookupResult, of tier: CacheTier) {
    lookups[LookupCounts.place(result, tier)].add(1, ordering: .relaxed)
  }

  subscript(_ item: Item) -> Int { counts[item.rawValue].load(ordering: .relaxed) }

  fileprivate func lookups(at place: Int) -> Int { lookups[place].load(ordering: .relaxed) }
}

extension AnswerStore {
  /// The sums over all shards. Each number was true at some time during the read.
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
    lookups.add(tally)
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
