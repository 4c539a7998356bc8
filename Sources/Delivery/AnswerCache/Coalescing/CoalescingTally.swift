// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What became of fetches and of those who waited, counted since the start.
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
