// SPDX-License-Identifier: Apache-2.0

// S3-FIFO (Yang, Zhang, Qiu, Yue, Rashmi; SOSP 2023): a new entry waits in a small queue, a tenth
// of the whole. If it was visited by the time it comes to the end, it goes into the main queue;
// otherwise it is evicted, and its hash is remembered for a while, so that it gets into the main
// queue at once if it comes back. In the main queue every visit, up to three, is good for another
// turn. So a scan passes through the small queue alone, and a hit costs one mark at most, which
// loops can set without the shard's lock. `Tests/Benchmarks/README.md` has figures beside SIEVE and
// W-TinyLFU.

/// Order in which a shard's entries are evicted.
struct EvictionQueue {
  /// The number of a node. A shard has room for two billion of them.
  private typealias Number = UInt32

  private struct Node {
    var entry: CacheEntry?
    var older = EvictionQueue.none
    /// The number of the next newer node, and in the highest bit whether this one is in the main queue:
    /// there are as many nodes as entries, so their size counts.
    private var link = EvictionQueue.none

    init() {}

    /// A node without an entry, before another one.
    init(free next: Number) { link = next }

    var newer: Number {
      get { link & EvictionQueue.none }
      set { link = link & ~EvictionQueue.none | newValue }
    }

    var isMain: Bool {
      get { link > EvictionQueue.none }
      set { link = newer | (newValue ? ~EvictionQueue.none : 0) }
    }
  }

  private struct Ends {
    var newest = EvictionQueue.none
    var oldest = EvictionQueue.none
    var cost = 0
  }

  /// Number of entries that are passed over in one step at most; then the next one is evicted,
  /// visited or not.
  static let longestStep = 64
  /// Share of the entries that the small queue may have: one in this many.
  private static let smallPart = 10
  private static let none: Number = .max >> 1

  private var nodes: [Node] = []
  private var free = EvictionQueue.none
  private var small = Ends()
  private var main = Ends()
  private var departed = GhostQueue()
  private(set) var count = 0

  /// Number of numbers given so far; a sweep visits entries by number.
  var numbers: Int { nodes.count }

  /// Returns the entry with a number.
  subscript(_ number: Int) -> CacheEntry? { nodes[number].entry }

  /// Inserts an entry. Returns its number.
  mutating func insert(_ entry: CacheEntry) -> Int {
    var number = free
    if number == EvictionQueue.none {
      number = Number(nodes.count)
      nodes.append(Node())
    } else {
      free = nodes[Int(number)].newer
    }
    nodes[Int(number)].entry = entry
    append(number, isMain: departed.contains(entry.key.hash))
    count += 1
    return Int(number)
  }

  mutating func remove(_ number: Int) { remove(Number(number)) }

  private mutating func remove(_ number: Number) {
    detach(number)
    nodes[Int(number)] = Node(free: free)
    free = number
    count -= 1
  }

  /// Removes and returns the next entry to evict.
  mutating func evict() -> CacheEntry? {
    guard count > 0 else { return nil }
    var passed = 0
    while true {
      let isSmall = main.oldest == EvictionQueue.none || isSmallFull
      let number = isSmall ? small.oldest : main.oldest
      let entry = nodes[Int(number)].entry
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

  private mutating func append(_ number: Number, isMain: Bool) {
    var ends = isMain ? main : small
    nodes[Int(number)].isMain = isMain
    nodes[Int(number)].newer = EvictionQueue.none
    nodes[Int(number)].older = ends.newest
    if ends.newest == EvictionQueue.none {
      ends.oldest = number
    } else {
      nodes[Int(ends.newest)].newer = number
    }
    ends.newest = number
    ends.cost += nodes[Int(number)].entry?.cost ?? 0
    if isMain { main = ends } else { small = ends }
  }

  private mutating func detach(_ number: Number) {
    let node = nodes[Int(number)]
    var ends = node.isMain ? main : small
    if node.newer == EvictionQueue.none {
      ends.newest = node.older
    } else {
      nodes[Int(node.newer)].older = node.older
    }
    if node.older == EvictionQueue.none {
      ends.oldest = node.newer
    } else {
      nodes[Int(node.older)].newer = node.newer
    }
    ends.cost -= node.entry?.cost ?? 0
    if node.isMain { main = ends } else { small = ends }
  }
}
