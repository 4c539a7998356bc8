// SPDX-License-Identifier: Apache-2.0

// SIEVE (Zhang, Yang, Yue, Vigfusson, Rashmi; NSDI 2024): entries stand in the order of their
// arrival and never move. A hand walks from the oldest to the newest; an entry that was asked for
// since the hand came by stays and loses its mark, the first without a mark goes. A scan's entries
// are never asked for again, so they go at the hand's first visit, and what is hot survives. A hit
// costs a mark, which loops can set without the shard's lock.

/// The order in which a shard's entries go when memory is short.
struct Sieve {
  private struct Node {
    var entry: CacheEntry?
    var newer = Sieve.none
    var older = Sieve.none
  }

  /// How many entries the hand passes in one step; then the next one goes, asked for or not.
  static let longestStep = 64
  private static let none = -1

  private var nodes: [Node] = []
  private var free = Sieve.none
  private var newest = Sieve.none
  private var oldest = Sieve.none
  private var hand = Sieve.none
  private(set) var count = 0

  /// How many numbers have been given; entries are visited by number.
  var numbers: Int { nodes.count }

  /// The entry with a number.
  subscript(_ number: Int) -> CacheEntry? { nodes[number].entry }

  /// Puts an entry at the end; answers its number.
  mutating func insert(_ entry: CacheEntry) -> Int {
    var number = free
    if number == Sieve.none {
      number = nodes.count
      nodes.append(Node())
    } else {
      free = nodes[number].newer
    }
    nodes[number] = Node(entry: entry, newer: Sieve.none, older: newest)
    if newest == Sieve.none { oldest = number } else { nodes[newest].newer = number }
    newest = number
    count += 1
    return number
  }

  mutating func remove(_ number: Int) {
    let newer = nodes[number].newer
    let older = nodes[number].older
    if hand == number { hand = newer }
    if newer == Sieve.none { newest = older } else { nodes[newer].older = older }
    if older == Sieve.none { oldest = newer } else { nodes[older].newer = newer }
    nodes[number] = Node(entry: nil, newer: free, older: Sieve.none)
    free = number
    count -= 1
  }

  /// Takes out the entry that is to go first.
  mutating func evict() -> CacheEntry? {
    guard count > 0 else { return nil }
    var candidate = hand == Sieve.none ? oldest : hand
    var passed = 0
    while passed < Sieve.longestStep, nodes[candidate].entry?.unvisit() == true {
      let newer = nodes[candidate].newer
      candidate = newer == Sieve.none ? oldest : newer
      passed += 1
    }
    hand = candidate
    let entry = nodes[candidate].entry
    remove(candidate)
    return entry
  }
}
