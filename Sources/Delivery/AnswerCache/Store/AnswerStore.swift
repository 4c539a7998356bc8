// SPDX-License-Identifier: Apache-2.0

package import Bytes
import Synchronization

/// The answers and fragments that all loops share, in one budget of bytes.
///
/// Keys are spread over shards by the upper bits of their hash. A lookup takes the lock of one
/// shard for some dozen nanoseconds. The clock is the caller's: every instant is a parameter, in
/// milliseconds of Unix time.
package final class AnswerStore: Sendable {
  /// Seed with which keys are hashed.
  package let seed: HashSeed
  package let limits: StoreLimits
  let shards: [Shard]
  let bytes: Budget
  let marks: Budget
  /// Counter that decides which shard evicts next.
  let evictions = Atomic(0)
  let purges = PurgeRegistry()
  let sweep = Mutex(Sweep())
  let coalescing: CoalescingLimits
  /// Counters of coalesced fetches and their waiters.
  let coalesced = CoalescingTally()
  /// The moment up to which every purge has come that others have made, in nanoseconds of the loops' clock; none for a
  /// gateway alone.
  private let completeUntil = Atomic<Int64>(.max)
  /// The last number of a round or waiter.
  private let numbers = Atomic(0)

  package init(
    limits: StoreLimits = StoreLimits(),
    coalescing: CoalescingLimits = CoalescingLimits(),
    seed: HashSeed = .random()
  ) {
    self.limits = limits
    self.coalescing = coalescing
    self.seed = seed
    shards = (0..<limits.shards).map { _ in Shard() }
    bytes = Budget(limit: limits.bytes)
    marks = Budget(limit: limits.marks)
  }

  /// Makes a key for this store.
  package func key(_ bytes: [UInt8]) -> CacheKey { CacheKey(bytes, seed: seed) }

  /// Makes the same key as one of another store.
  package func key(like other: CacheKey) -> CacheKey { key(other.bytes) }

  /// Number of purges so far, to be recorded when a fetch begins.
  package var purgeEpoch: PurgeEpoch { purges.epoch }

  /// True where no purge of another node is missing; otherwise no edge may keep what is given.
  ///
  /// - Parameter now: nanoseconds of the loops' clock.
  package func isComplete(at now: Int64) -> Bool {
    now < completeUntil.load(ordering: .relaxed)
  }

  /// Takes note of the moment up to which no purge of another node is missing.
  package func setComplete(until moment: Int64) {
    completeUntil.store(moment, ordering: .relaxed)
  }

  /// Returns the shard of a hash by its upper bits; the shard's table uses the lower ones.
  func shard(of hash: UInt64) -> Shard {
    shards[Int(truncatingIfNeeded: hash >> 40) & (limits.shards - 1)]
  }

  func shard(of key: CacheKey) -> Shard { shard(of: key.hash) }

  /// Returns the stored entry of a key, stale or not.
  func find(_ key: CacheKey) -> CacheEntry? { shard(of: key).find(key.view) }

  /// Returns a number larger than all before.
  func newNumber() -> Int { numbers.add(1, ordering: .relaxed).newValue }
}
