// SPDX-License-Identifier: Apache-2.0

import Bytes

/// Comparisons (RFC 9535 section 2.3.5.2.2). Values without an order are never less than another.
extension Evaluation {
  mutating func compare(
    _ one: Comparand,
    _ other: Comparand,
    by comparison: Comparison
  ) throws(TextFault) -> Bool {
    switch comparison {
    case .equal: return try equal(one, other)
    case .notEqual: return try !equal(one, other)
    case .less: return try less(one, other)
    case .greater: return try less(other, one)
    case .lessOrEqual:
      if try less(one, other) { return true }
      return try equal(one, other)
    case .greaterOrEqual:
      if try less(other, one) { return true }
      return try equal(one, other)
    }
  }

  private mutating func less(
    _ one: Comparand,
    _ other: Comparand
  ) throws(TextFault) -> Bool {
    if case .number(let mine) = one, case .number(let theirs) = other { return mine < theirs }
    guard one.isString && other.isString else { return false }
    // UTF-8 sorts by bytes as it does by characters.
    let mine = try text(of: one)
    return mine.lexicographicallyPrecedes(try text(of: other))
  }

  private mutating func equal(
    _ one: Comparand,
    _ other: Comparand
  ) throws(TextFault) -> Bool {
    switch (one, other) {
    case (.nothing, .nothing), (.null, .null): return true
    case (.boolean(let mine), .boolean(let theirs)): return mine == theirs
    case (.number(let mine), .number(let theirs)): return mine == theirs
    case (.text(let mine), .text(let theirs)): return mine == theirs
    case (.string(let node), .text(let text)), (.text(let text), .string(let node)):
      try spend(1 + text.count / 64)
      return document.isString(node, equalTo: text.span)
    case (.string(let node), .string(let other)): return try sameString(node, other)
    case (.container(let node), .container(let other)): return try sameContents(node, other)
    default: return false
    }
  }

  private mutating func sameString(
    _ node: JSONNode,
    _ other: JSONNode
  ) throws(TextFault) -> Bool {
    if node == other { return true }
    let text = try text(of: .string(node))
    return document.isString(other, equalTo: text.span)
  }

  /// Compares containers with a work list instead of recursion, so depth costs no stack.
  private mutating func sameContents(
    _ node: JSONNode,
    _ other: JSONNode
  ) throws(TextFault) -> Bool {
    var waiting = [(node, other)]
    while let (mine, theirs) = waiting.popLast() {
      try spend(1)
      let one = comparand(mine)
      let two = comparand(theirs)
      guard case .container = one, case .container = two else {
        guard try equal(one, two) else { return false }
        continue
      }
      let kind = document.kind(of: mine)
      guard kind == document.kind(of: theirs) else { return false }
      try spend(document.range(of: mine).count / 64)
      if document.source(of: mine).matches(document.source(of: theirs)) { continue }
      guard kind == .array else {
        guard try pairMembers(of: mine, theirs, into: &waiting) else { return false }
        continue
      }
      guard document.count(of: mine) == document.count(of: theirs) else { return false }
      try spend(document.count(of: mine))
      waiting.append(contentsOf: zip(document.children(of: mine), document.children(of: theirs)))
    }
    return true
  }

  /// Pairs the members of two objects for comparison; false when only one has a name.
  ///
  /// Order does not matter, and the last of several members with one name counts.
  private mutating func pairMembers(
    of node: JSONNode,
    _ other: JSONNode,
    into waiting: inout [(JSONNode, JSONNode)]
  ) throws(TextFault) -> Bool {
    var names = 0
    for mine in document.children(of: node) {
      guard let name = try lastName(of: mine, in: node) else { continue }
      names += 1
      try spend(lookupCost(of: other))
      guard let theirs = document.member(name.span, of: other) else { return false }
      waiting.append((mine, theirs))
    }
    if names == document.count(of: other) { return true }
    for theirs in document.children(of: other) where try lastName(of: theirs, in: other) != nil {
      names -= 1
    }
    return names == 0
  }

  /// Returns the name of a member, unless a later one repeats it.
  private mutating func lastName(
    of child: JSONNode,
    in object: JSONNode
  ) throws(TextFault) -> [UInt8]? {
    try spend(lookupCost(of: object))
    var name: [UInt8] = []
    document.appendText(at: child.position - 1, to: &name)
    return document.member(name.span, of: object) == child ? name : nil
  }
}
