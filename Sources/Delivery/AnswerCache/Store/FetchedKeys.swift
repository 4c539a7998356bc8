// SPDX-License-Identifier: Apache-2.0

import Synchronization

// Space-saving (Metwally, Agrawal, El Abbadi; ICDT 2005): a key that is not counted takes the place of the
// one with the least count and goes on from there, so that a key which was really counted often is never
// missing. Its count may be too high by that of the key that it replaced, which is remembered.

/// The keys of a shard that were stored most often, each time after a miss or a refresh.
struct FetchedKeys {
  /// Number of keys that are counted.
  static let capacity = 32
  /// Longer keys are not counted, so that the sketch stays small.
  static let longestKey = 1_024

  struct Count {
    fileprivate(set) var key: CacheKey
    fileprivate(set) var count: Int
    /// The most by which the count is too high.
    fileprivate(set) var error: Int
  }

  private(set) var counts: [Count] = []

  mutating func count(_ key: CacheKey) {
    guard key.bytes.count <= FetchedKeys.longestKey else { return }
    var least = 0
    for index in counts.indices {
      if counts[index].key.hash == key.hash, counts[index].key == key {
        counts[index].count += 1
        return
      }
      if counts[index].count < counts[least].count { least = index }
    }
    guard counts.count == FetchedKeys.capacity else {
      counts.append(Count(key: key, count: 1, error: 0))
      return
    }
    let floor = counts[least].count
    counts[least] = Count(key: key, count: floor + 1, error: floor)
  }
}

/// A key that was stored often, since its answers were missed or renewed often.
package struct FetchedKey: Sendable {
  package let key: CacheKey
  /// At most so many times since the start.
  package let count: Int
  /// The most by which the count is too high.
  package let error: Int
}

extension AnswerStore {
  /// The keys that were stored most often since the start, the most frequent first.
  package func mostFetched(atMost count: Int) -> [FetchedKey] {
    let all = shards.flatMap { shard in
      shard.fetched.withLock(\.counts).map {
        FetchedKey(key: $0.key, count: $0.count, error: $0.error)
      }
    }
    let often = all.sorted { first, second in
      first.count == second.count
        ? first.key.path.lexicographicallyPrecedes(second.key.path) : first.count > second.count
    }
    return Array(often.prefix(count))
  }
}
