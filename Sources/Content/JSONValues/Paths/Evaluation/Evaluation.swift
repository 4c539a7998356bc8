// SPDX-License-Identifier: Apache-2.0

/// One evaluation of a query on a document.
///
/// Nodes go through the segments one by one, depth first, which gives the order of the standard
/// without lists in between, and may end as soon as enough is known. Whatever is looked at is taken
/// off a budget, so that a hostile document under a hostile query ends with a fault.
struct Evaluation {
  let document: JSONDocument
  /// What `$` means.
  let root: JSONNode
  private let budget: Int
  private var left: Int
  /// The last pattern that came from the document, and what it is.
  var lastPattern: (text: [UInt8], pattern: IRegexp?)?

  init(of document: JSONDocument, from root: JSONNode, budget: Int) {
    self.document = document
    self.root = root
    self.budget = budget
    left = budget
  }

  mutating func spend(_ steps: Int) throws(JSONPathFault) {
    left -= steps
    guard left >= 0 else {
      throw JSONPathFault(
        .tooMuchWork,
        at: 0,
        seen: "more than \(budget) steps",
        expected: "at most \(budget)"
      )
    }
  }

  /// Sends `node` through the segments from `index` on.
  mutating func select(
    _ segments: [Segment],
    from index: Int = 0,
    of node: JSONNode,
    into found: inout Found
  ) throws(JSONPathFault) {
    guard index < segments.count else { return found.add(node) }
    guard segments[index].isDescendant else {
      return try choose(segments, at: index, of: node, into: &found)
    }
    // The tape has a node, then all that is in it.
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
  ) throws(JSONPathFault) {
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

  /// Stepping over members is cheap, but not free.
  func lookupCost(of node: JSONNode) -> Int { 1 + document.count(of: node) / 16 }

  private mutating func elements(
    _ bounds: SliceBounds,
    of node: JSONNode
  ) throws(JSONPathFault) -> [JSONNode] {
    guard document.kind(of: node) == .array else { return [] }
    try spend(1 + document.count(of: node))
    let indices = bounds.indices(in: document.count(of: node))
    if indices.underestimatedCount == 0 { return [] }
    let all = Array(document.children(of: node))
    return indices.map { all[$0] }
  }
}
