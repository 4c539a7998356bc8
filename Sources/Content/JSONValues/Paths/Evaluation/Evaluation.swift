// SPDX-License-Identifier: Apache-2.0

import Bytes
import Patterns

/// One evaluation of a query on a document.
///
/// Nodes pass through the segments depth first, which gives the standard's order without
/// intermediate lists, and stop as soon as enough are found. Every node visited is charged to a
/// budget, so a hostile document under a hostile query ends with an error.
struct Evaluation {
  let document: JSONDocument
  /// The node that `$` stands for.
  let root: JSONNode
  private let budget: Int
  private var left: Int
  /// The last pattern that came from the document.
  var lastPattern: (text: [UInt8], pattern: IRegexp?)?

  init(of document: JSONDocument, from root: JSONNode, budget: Int) {
    self.document = document
    self.root = root
    self.budget = budget
    left = budget
  }

  mutating func spend(_ steps: Int) throws(TextFault) {
    left -= steps
    guard left >= 0 else {
      throw TextFault(
        at: 0,
        seen: "more than \(budget) steps",
        expected: "at most \(budget)"
      )
    }
  }

  /// Applies the segments from `index` on to `node`.
  mutating func select(
    _ segments: [Segment],
    from index: Int = 0,
    of node: JSONNode,
    into found: inout Found
  ) throws(TextFault) {
    guard index < segments.count else { return found.add(node) }
    guard segments[index].isDescendant else {
      return try choose(segments, at: index, of: node, into: &found)
    }
    // On the tape, a node is followed by all its descendants.
    for position in node.position..<Int(document.entries[node.position].next) {
      let entry = document.entries[position]
      if entry.isName { continue }
      try spend(1)
      guard entry.isArray || entry.isObject else { continue }
      try choose(segments, at: index, of: JSONNode(position), into: &found)
      if found.isEnough { return }
    }
  }

  /// Applies the selectors of one segment to one node.
  private mutating func choose(
    _ segments: [Segment],
    at index: Int,
    of node: JSONNode,
    into found: inout Found
  ) throws(TextFault) {
    for selector in segments[index].selectors {
      switch selector {
      case .name(let name):
        try spend(lookupCost(of: node))
        guard let child = document.member(name.span, of: node) else { continue }
        try select(segments, from: index + 1, of: child, into: &found)
      case .index(let place):
        try spend(lookupCost(of: node))
        guard let child = document.element(place, of: node) else { continue }
        try select(segments, from: index + 1, of: child, into: &found)
      case .wildcard:
        for child in document.children(of: node) {
          try spend(1)
          try select(segments, from: index + 1, of: child, into: &found)
          if found.isEnough { return }
        }
      case .slice(let bounds):
        for child in try elements(bounds, of: node) {
          try select(segments, from: index + 1, of: child, into: &found)
          if found.isEnough { return }
        }
      case .filter(let condition):
        for child in document.children(of: node) {
          try spend(1)
          guard try holds(condition, for: child) else { continue }
          try select(segments, from: index + 1, of: child, into: &found)
          if found.isEnough { return }
        }
      }
      if found.isEnough { return }
    }
  }

  /// Skipping members is cheap, but not free.
  func lookupCost(of node: JSONNode) -> Int { 1 + document.count(of: node) / 16 }

  private mutating func elements(
    _ bounds: SliceBounds,
    of node: JSONNode
  ) throws(TextFault) -> [JSONNode] {
    guard document.kind(of: node) == .array else { return [] }
    try spend(1 + document.count(of: node))
    let indices = bounds.indices(in: document.count(of: node))
    if indices.underestimatedCount == 0 { return [] }
    let all = Array(document.children(of: node))
    return indices.map { all[$0] }
  }
}
