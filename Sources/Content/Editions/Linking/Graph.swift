// SPDX-License-Identifier: Apache-2.0

/// Documents and the links between them, as numbers.
struct Graph {
  private let firsts: [Int]
  private let targets: [UInt32]

  /// A graph of `count` nodes with the targets of each.
  init(count: Int, targets: (Int) -> [UInt32]) {
    var firsts: [Int] = [0]
    var all: [UInt32] = []
    firsts.reserveCapacity(count + 1)
    for node in 0..<count {
      all += targets(node)
      firsts.append(all.count)
    }
    self.firsts = firsts
    self.targets = all
  }

  var count: Int { firsts.count - 1 }

  /// Whether no node leads anywhere.
  var isEmpty: Bool { targets.isEmpty }

  func targets(of node: Int) -> ArraySlice<UInt32> { targets[firsts[node]..<firsts[node + 1]] }

  /// Returns for each node whether it can be reached from one of `roots`.
  func reachable(from roots: some Sequence<Int>) -> [Bool] {
    var isReached = [Bool](repeating: false, count: count)
    var waiting = Array(roots)
    for root in waiting { isReached[root] = true }
    while let node = waiting.popLast() {
      for target in targets(of: node) where !isReached[Int(target)] {
        isReached[Int(target)] = true
        waiting.append(Int(target))
      }
    }
    return isReached
  }

  /// The groups of nodes that lead to each other, each behind all groups that it leads to (Tarjan).
  func groups() -> Groups {
    var search = Search(count: count)
    for node in 0..<count where search.order[node] == 0 { search.visit(node, in: self) }
    return search.groups
  }

  /// Nodes in groups, one group behind the other.
  struct Groups: Sequence, IteratorProtocol {
    private var nodes: [UInt32] = []
    private var ends: [Int] = []
    private var start = 0
    private var number = 0

    fileprivate mutating func add(_ node: Int) { nodes.append(UInt32(node)) }

    fileprivate mutating func endGroup() { ends.append(nodes.count) }

    mutating func next() -> ArraySlice<UInt32>? {
      guard number < ends.count else { return nil }
      defer {
        start = ends[number]
        number += 1
      }
      return nodes[start..<ends[number]]
    }
  }

  /// Tarjan's search with its own stack, since a chain of links may be as long as there are documents.
  private struct Search {
    var order: [Int]
    private var lowest: [Int]
    private var isOpen: [Bool]
    private var open: [Int] = []
    private var next = 1
    var groups = Groups()

    init(count: Int) {
      order = Array(repeating: 0, count: count)
      lowest = order
      isOpen = Array(repeating: false, count: count)
    }

    mutating func visit(_ root: Int, in graph: Graph) {
      var path: [(node: Int, edge: Int)] = []
      enter(root)
      path.append((root, 0))
      while let (node, edge) = path.last {
        let targets = graph.targets(of: node)
        if edge < targets.count {
          path[path.count - 1].edge += 1
          let target = Int(targets[targets.startIndex + edge])
          if order[target] == 0 {
            enter(target)
            path.append((target, 0))
          } else if isOpen[target] {
            lowest[node] = min(lowest[node], order[target])
          }
        } else {
          path.removeLast()
          if let above = path.last?.node { lowest[above] = min(lowest[above], lowest[node]) }
          if lowest[node] == order[node] { close(node) }
        }
      }
    }

    private mutating func enter(_ node: Int) {
      order[node] = next
      lowest[node] = next
      next += 1
      isOpen[node] = true
      open.append(node)
    }

    private mutating func close(_ node: Int) {
      while let member = open.popLast() {
        isOpen[member] = false
        groups.add(member)
        if member == node { break }
      }
      groups.endGroup()
    }
  }
}
