// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What happened in a shard, counted since the start.
struct Tally: ~Copyable {
  /// What is counted.
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
