// SPDX-License-Identifier: Apache-2.0

package import Backends
package import Bytes
import Synchronization

// The generic cell rate algorithm: a client that may make n requests in a window is due one every
// window / n, and may be ahead of that by the whole window. One instant for each client is all that
// is kept, and a client whose instant has passed needs none. So the memory is bounded: a full set
// of slots drops the client that would be forgotten first.
//
// In a fleet each node has a part of a client's limit, which is the whole limit for a client that comes to one node
// only: the client is then due a request every window / n / part. Parts are told from outside, twice a second.

/// Counts the requests of clients against limits, for all loops of a site.
package final class RateLimiter: Sendable {
  /// A limit as numbers.
  package struct Limit: Sendable, Equatable {
    /// Hash of its name, by which its clients are counted apart from those of other limits.
    fileprivate let key: UInt64
    let requests: Int
    let windowNanoseconds: Int64

    /// The time after which one more request is due.
    var interval: Int64 { max(1, windowNanoseconds / Int64(max(1, requests))) }
  }

  /// The decision of a limit about a request.
  package enum Decision: Equatable {
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
  /// The smallest part of a limit, with which a node finds out that a client has come to it.
  private static let leastPart = 0.01

  private struct Clients {
    var slots = [Slot](repeating: Slot(), count: setsOfShard * slotsOfSet)
    /// The demands of the clients of the slots; empty where nothing is shared with other nodes.
    var demands: [ClientDemand] = []
    /// The parts of clients that have less than the whole limit.
    var parts: [UInt64: Double] = [:]
    /// True if a client wanted something lately.
    var isBusy = false
  }

  private final class Shard: Sendable {
    let clients = Mutex(Clients())
  }

  private let seed: HashSeed
  private let shards = (0..<shardCount).map { _ in Shard() }
  /// The time of the last exchange with other nodes.
  private let exchanged: Mutex<Int64?> = Mutex(nil)
  /// The number of nodes that share the site's limits.
  package let nodes = NodeCount()

  /// - Parameter seed: the seed of all nodes of a fleet, by which they know each other's clients; `nil` for a
  ///   gateway alone.
  package init(sharedBy seed: HashSeed? = nil) {
    self.seed = seed ?? .random()
    guard seed != nil else { return }
    for shard in shards {
      shard.clients.withLock {
        $0.demands = Array(repeating: ClientDemand(), count: $0.slots.count)
      }
    }
  }

  /// Returns a limit; one of the same name goes on with what the other has counted.
  package func limit(_ name: String, requests: Int, windowNanoseconds: Int64) -> Limit {
    Limit(
      key: seed.hash(name.utf8Span.span) &* 0x9E37_79B9_7F4A_7C15,
      requests: requests,
      windowNanoseconds: windowNanoseconds
    )
  }

  /// Counts a request of a client.
  package func count(_ client: Span<UInt8>, against limit: Limit, now: Int64) -> Decision {
    let key = max(1, seed.hash(client) ^ limit.key)
    let set = Int(truncatingIfNeeded: (key >> 20) % UInt64(RateLimiter.setsOfShard))
    return shard(of: key).clients.withLock { clients in
      let range = (set * RateLimiter.slotsOfSet)..<((set + 1) * RateLimiter.slotsOfSet)
      let index =
        range.first { clients.slots[$0].key == key }
        ?? range.min { clients.slots[$0].due < clients.slots[$1].due } ?? range.lowerBound
      let isKnown = clients.slots[index].key == key
      if !clients.demands.isEmpty {
        if !isKnown { clients.demands[index] = ClientDemand() }
        clients.demands[index].add(limit.interval, window: limit.windowNanoseconds)
        clients.isBusy = true
      }
      var interval = limit.interval
      if !clients.parts.isEmpty, let part = clients.parts[key] {
        interval = Int64(Double(interval) / part)
      }
      let most = max(limit.windowNanoseconds, interval)
      // What a smaller part has put off does not outlive it.
      let due = isKnown ? min(max(clients.slots[index].due, now), now + most) : now
      let next = due + interval
      let ahead = next - now
      guard ahead <= most else {
        return .refused(afterNanoseconds: ahead - limit.windowNanoseconds)
      }
      clients.slots[index] = Slot(key: key, due: next)
      return .admitted
    }
  }

  private func shard(of key: UInt64) -> Shard { shards[Int(key >> 58)] }

  /// Takes the parts of clients' limits that other nodes leave to this one, and returns what the busiest clients want
  /// here, as a share of their limits. Clients are named by hashes.
  ///
  /// - Parameters:
  ///   - parts: those that are less than the whole; 0 to 1.
  ///   - nodes: the number of nodes that share the limits.
  package func exchange(
    _ parts: [UInt64: Double],
    among nodes: Int,
    at now: Int64
  ) -> [UInt64: Double] {
    self.nodes.set(nodes)
    let elapsed = exchanged.withLock { last in
      defer { last = now }
      return last.map { now - $0 } ?? 0
    }
    var all = [[UInt64: Double]](repeating: [:], count: RateLimiter.shardCount)
    for (key, part) in parts where part < 1 {
      all[Int(key >> 58)][key] = max(part, RateLimiter.leastPart)
    }
    var found: [(key: UInt64, demand: Double)] = []
    for (shard, parts) in zip(shards, all) {
      shard.clients.withLock { clients in
        clients.parts = parts
        guard clients.isBusy, elapsed > 0 else { return }
        clients.isBusy = false
        for index in clients.demands.indices where clients.demands[index].isSome {
          let demand = clients.demands[index].smooth(elapsed)
          clients.isBusy = clients.isBusy || demand > 0
          if demand >= ClientDemand.least { found.append((clients.slots[index].key, demand)) }
        }
      }
    }
    if found.count > ClientDemand.mostTold {
      found.sort { $0.demand > $1.demand }
      found.removeLast(found.count - ClientDemand.mostTold)
    }
    return Dictionary(found.map { ($0.key, $0.demand) }) { max($0, $1) }
  }
}

/// The demand of a client at this node as a share of its limit, with the requests that were refused.
private struct ClientDemand {
  /// The smallest share of a limit that other nodes are told of.
  static let least = 0.01
  /// The most clients that other nodes are told of; those beyond have the whole limit at each node.
  static let mostTold = 500

  /// The share of the limit, as an average of the last time.
  private var level = 0.0
  /// The time that the requests since the last exchange take of the limit.
  private var wanted = 0.0
  private var window: Int64 = 0

  var isSome: Bool { level > 0 || wanted > 0 }

  mutating func add(_ interval: Int64, window: Int64) {
    wanted += Double(interval)
    self.window = window
  }

  /// Averages over the window, from a second to half a minute.
  mutating func smooth(_ elapsed: Int64) -> Double {
    let time = Double(min(max(window, 1_000_000_000), 30_000_000_000))
    level += (wanted / Double(elapsed) - level) * Double(elapsed) / (Double(elapsed) + time)
    wanted = 0
    if level < ClientDemand.least / 10 { level = 0 }
    return level
  }
}
