// SPDX-License-Identifier: Apache-2.0

package import Bytes
import Synchronization

/// The answers and fragments that all loops share, in one budget of bytes.
///
/// Keys are spread over shards by the upper bits of their hash. A lookup takes the lock of one
/// shard for some dozen nanoseconds. The clock is the caller's: every instant is a parameter, in
/// milliseconds of Unix time.
package final class AnswerStore: Sendable {
  /// With which keys are hashed.
  package let seed: HashSeed
  package let limits: StoreLimits
  let shards: [Shard]
  let bytes: Budget
  let marks: Budget
  /// Whose turn it is to give something up.
  let evictions = Atomic(0)
  let purges = PurgeRegistry()
  let sweep = Mutex(Sweep())
  let coalescing: CoalescedFetches

  package init(
    limits: StoreLimits = StoreLimits(),
    coalescing: CoalescingLimits = CoalescingLimits(),
    seed: HashSeed = .random()
  ) {
    self.limits = limits
    self.coalescing = CoalescedFetches(limits: coalescing)
    self.seed = seed
    shards = (0..<limits.shards).map { _ in Shard() }
    bytes = Budget(limit: limits.bytes)
    marks = Budget(limit: limits.marks)
  }

  /// A key for this store.
  package func key(_ bytes: [UInt8]) -> CacheKey { CacheKey(bytes, seed: seed) }

  /// How many purges there have been, to be noted when a fetch begins.
  package var purgeEpoch: PurgeEpoch { purges.epoch }

  /// The shard that has the keys with this hash: its table uses the lower bits.
  func shard(of hash: UInt64) -> Shard {
    shards[Int(truncatingIfNeeded: hash >> 40) & (limits.shards - 1)]
  }

  /// The entry of a key as it is.
  func find(_ key: CacheKey) -> CacheEntry? { shard(of: key.hash).find(key.view) }
}
