// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Number of fetches and waiters now, and outcomes of all since the start.
package struct CoalescingStatistics: Sendable, Equatable {
  /// Keys for which a fetch is under way.
  package var fetches = 0
  /// Waiters for these fetches.
  package var waiters = 0

  /// Leases that were given out.
  package var rounds = 0
  /// Fetches that brought an answer for all.
  package var completed = 0
  /// Fetches that brought a private answer.
  package var completedAlone = 0
  package var failed = 0
  /// Fetches whose lease was dropped unfinished.
  package var abandoned = 0

  /// Waiters that got an answer. Without the leaders of the fetches, these are the collapsed
  /// requests.
  package var answered = 0
  /// Waiters that had to fetch for themselves.
  package var alone = 0
  /// Waiters that were released after their deadline.
  package var late = 0
  /// Waiters that were turned away because too many waited.
  package var crowded = 0
  /// Waiters whose fetch failed.
  package var disappointed = 0

  init(_ tally: borrowing CoalescingTally, of shards: [Shard]) {
    for shard in shards {
      let (fetches, waiters) = shard.underWay
      self.fetches += fetches
      self.waiters += waiters
    }
    rounds = tally[.rounds]
    completed = tally[.completed]
    completedAlone = tally[.completedAlone]
    failed = tally[.failed]
    abandoned = tally[.abandoned]
    answered = tally[.answered]
    alone = tally[.alone]
    late = tally[.late]
    crowded = tally[.crowded]
    disappointed = tally[.disappointed]
  }
}

/// Counters of coalesced fetches and their waiters, since the start.
struct CoalescingTally: ~Copyable {
  enum Item: Int {
    case rounds
    case completed
    case completedAlone
    case failed
    case abandoned
    case answered
    case alone
    case late
    case crowded
    case disappointed
  }

  private let counts: InlineArray<10, Atomic<Int>> = InlineArray { _ in Atomic(0) }

  func count(_ item: Item) { counts[item.rawValue].add(1, ordering: .relaxed) }

  subscript(_ item: Item) -> Int { counts[item.rawValue].load(ordering: .relaxed) }
}
