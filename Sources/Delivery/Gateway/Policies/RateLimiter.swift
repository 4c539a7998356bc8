// SPDX-License-Identifier: Apache-2.0

import Bytes
import Synchronization

// The generic cell rate algorithm: a client that may make n requests in a window is due one every
// window / n, and may be ahead of that by the whole window. One instant for each client is all that
// is kept, and a client whose instant has passed needs none. So the memory is bounded: a full set
// of slots drops the client that would be forgotten first.

/// Counts the requests of clients against limits, for all loops of a site.
package final class RateLimiter: Sendable {
  /// A limit as numbers.
  struct Limit: Sendable, Equatable {
    /// Hash of its name, by which its clients are counted apart from those of other limits.
    fileprivate let key: UInt64
    let requests: Int
    let windowNanoseconds: Int64

    /// The time after which one more request is due.
    var interval: Int64 { max(1, windowNanoseconds / Int64(max(1, requests))) }
  }

  /// The decision of a limit about a request.
  enum Decision: Equatable {
    case admitted
    /// Too many requests; the next one is admitted after this time.
    case refused(afterNanoseconds: Int64)
  }

  private struct Slot {
    var key: UInt64 = 0
    /// Instant at which all requests of the client are due; 0 for an empty slot.
    var due: Int64 = 0
  }

  private static let shardCount = 64
  private static let slotsOfSet = 8
  private static let setsOfShard = 128
  /// Number of clients that are remembered.
  package static let maximumClients = shardCount * setsOfShard * slotsOfSet

  private final class Shard: Sendable {
    let slots = Mutex([Slot](repeating: Slot(), count: setsOfShard * slotsOfSet))
  }

  private let seed = HashSeed.random()
  private let shards = (0..<shardCount).map { _ in Shard() }

  package init() {}

  /// Returns a limit; one of the same name goes on with what the other has counted.
  func limit(_ name: String, requests: Int, windowNanoseconds: Int64) -> Limit {
    Limit(
      key: seed.hash(name.utf8Span.span) &* 0x9E37_79B9_7F4A_7C15,
      requests: requests,
      windowNanoseconds: windowNanoseconds
    )
  }

  /// Counts a request of a client.
  func count(_ client: Span<UInt8>, against limit: Limit, now: Int64) -> Decision {
    let key = max(1, seed.hash(client) ^ limit.key)
    let shard = shards[Int(key >> 58)]
    let set = Int(truncatingIfNeeded: (key >> 20) % UInt64(RateLimiter.setsOfShard))
    return shard.slots.withLock { slots in
      let range = (set * RateLimiter.slotsOfSet)..<((set + 1) * RateLimiter.slotsOfSet)
      let index =
        range.first { slots[$0].key == key } ?? range.min { slots[$0].due < slots[$1].due }
        ?? range.lowerBound
      let due = slots[index].key == key ? max(slots[index].due, now) : now
      let next = due + limit.interval
      let ahead = next - now
      guard ahead <= max(limit.windowNanoseconds, limit.interval) else {
        return .refused(afterNanoseconds: ahead - limit.windowNanoseconds)
      }
      slots[index] = Slot(key: key, due: next)
      return .admitted
    }
  }
}
