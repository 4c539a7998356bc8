// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The fetches under way, and what has become of all since the start.
package struct CoalescingStatistics: Sendable, Equatable {
  /// Keys for which there is a fetch now.
  package var fetches = 0
  /// How many wait for them.
  package var waiters = 0

  /// Fetches that somebody had the lease to make.
  package var rounds = 0
  /// Fetches that brought something for everybody.
  package var completed = 0
  /// Fetches that brought something private.
  package var completedAlone = 0
  package var failed = 0
  /// Fetches that nobody finished.
  package var abandoned = 0

  /// Waiters that got an answer; without those whose fetch it was, they are the collapsed requests.
  package var answered = 0
  /// Waiters that had to fetch for themselves.
  package var alone = 0
  /// Waiters that were let go after their deadline.
  package var late = 0
  /// Waiters that were turned away.
  package var crowded = 0
  /// Waiters whose fetch failed.
  package var disappointed = 0
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
