// SPDX-License-Identifier: Apache-2.0

// S3-FIFO (Yang, Zhang, Qiu, Yue, Rashmi; SOSP 2023): what is new waits in a small queue, a tenth of
// the whole. What was asked for again by the time it comes to the end goes on into the main queue;
// what was not goes, and its hash is remembered for a while, so that it gets into the main queue at
// once if it comes back. In the main queue every visit, up to three, is good for another turn. So a
// scan passes through the small queue alone, and a hit costs a mark at most, which loops can set
// without the shard's lock. `Tests/Benchmarks/README.md` has figures beside SIEVE and W-TinyLFU.

/// The order in which a shard's entries go when memory is short.
struct EvictionQueue {
  private struct Node {
    var entry: CacheEntry?
    var newer = EvictionQueue.none
    var older = EvictionQueue.none
    var isMain = false
  }

  private struct Ends {
    var newest = EvictionQueue.none
    var oldest = EvictionQueue.none
    var cost = 0
  }

  /// How many entries are passed over in one step; then the next one goes, asked for or not.
  static let longestStep = 64
  /// The part of the whole that the small queue may take.
  private static let smallPart = 10
  private static let none = -1

  private var nodes: [Node] = []
  private var free = EvictionQueue.none
  private var small = Ends()
  private var main = Ends()
  private var departed = GhostQueue()
  private(set) var count = 0

  /// How many numbers have been given; entries are visited by number.
  var numbers: Int { nodes.count }

  /// The entry with a number.
  subscript(_ number: Int) -> CacheEntry? { nodes[number].entry }

  /// Puts an entry in; answers its number.
  mutating func insert(_ entry: CacheEntry) -> Int {
    var number = free
    if number == EvictionQueue.none {
      number = nodes.count
      nodes.append(Node())
    } else {
      free = nodes[number].newer
    }
    nodes[number].entry = entry
    append(number, isMain: departed.contains(entry.key.hash))
    count += 1
    return number
  }

  mutating func remove(_ number: Int) {
    detach(number)
    nodes[number] = Node(newer: free)
    free = number
    count -= 1
  }

  /// Takes out the entry that is to go first.
  mutating func evict() -> CacheEntry? {
    guard count > 0 else { return nil }
    var passed = 0
    while true {
      let isSmall = main.oldest == EvictionQueue.none || isSmallFull
      let number = isSmall ? small.oldest : main.oldest
      let entry = nodes[number].entry
      if passed < EvictionQueue.longestStep, entry?.unvisit() == true {
        detach(number)
        append(number, isMain: true)
        passed += 1
        continue
      }
      if isSmall, let entry { departed.insert(entry.key.hash, among: count) }
      remove(number)
      return entry
    }
  }

  private var isSmallFull: Bool {
    small.oldest != EvictionQueue.none
      && small.cost > (small.cost + main.cost) / EvictionQueue.smallPart
  }

  private mutating func append(_ number: Int, isMain: Bool) {
    var ends = isMain ? main : small
    nodes[number].isMain = isMain
    nodes[number].newer = EvictionQueue.none
    nodes[number].older = ends.newest
    if ends.newest == EvictionQueue.none {
      ends.oldest = number
    } else {
      nodes[ends.newest].newer = number
    }
    ends.newest = number
    ends.cost += nodes[number].entry?.cost ?? 0
    if isMain { main = ends } else { small = ends }
  }

  private mutating func detach(_ number: Int) {
    let node = nodes[number]
    var ends = node.isMain ? main : small
    if node.newer == EvictionQueue.none {
      ends.newest = node.older
    } else {
      nodes[node.newer].older = node.older
    }
    if node.older == EvictionQueue.none {
      ends.oldest = node.newer
    } else {
      nodes[node.older].newer = node.newer
    }
    ends.cost -= node.entry?.cost ?? 0
    if node.isMain { main = ends } else { small = ends }
  }
}
