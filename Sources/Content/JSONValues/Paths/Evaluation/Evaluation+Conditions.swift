// SPDX-License-Identifier: Apache-2.0

import Bytes

extension Evaluation {
  mutating func holds(
    _ condition: Condition,
    for current: JSONNode
  ) throws(TextFault) -> Bool {
    switch condition {
    case .any(let parts):
      for part in parts where try holds(part, for: current) { return true }
      return false
    case .all(let parts):
      for part in parts where try !holds(part, for: current) { return false }
      return true
    case .not(let part):
      return try !holds(part, for: current)
    case .exists(let query):
      return try first(of: query, for: current, most: 1).count > 0
    case .comparison(let left, let comparison, let right):
      let one = try comparand(left, for: current)
      return try compare(one, try comparand(right, for: current), by: comparison)
    case .matches(let subject, let pattern, let isWhole):
      return try matches(subject, pattern, isWhole: isWhole, for: current)
    }
  }

  /// Evaluates a query until it has selected `most` nodes.
  private mutating func first(
    of query: Query,
    for current: JSONNode,
    most: Int,
    keepsNodes: Bool = false
  ) throws(TextFault) -> Found {
    var found = Found(most: most, keepsNodes: keepsNodes)
    let start = query.start == .root ? root : current
    if let singular = query.singular {
      if let node = try follow(singular, from: start) { found.add(node) }
    } else {
      try select(query.segments, of: start, into: &found)
    }
    return found
  }

  private mutating func follow(
    _ path: SingularPath,
    from start: JSONNode
  ) throws(TextFault) -> JSONNode? {
    let document = document
    return try path.node(from: start, in: document) { (count) throws(TextFault) in
      try spend(1 + count / 16)
    }
  }

  mutating func comparand(
    _ operand: Operand,
    for current: JSONNode
  ) throws(TextFault) -> Comparand {
    switch operand {
    case .literal(let literal):
      return Comparand(literal)
    case .singular(let start, let path):
      let start = start == .root ? root : current
      return try follow(path, from: start).map { comparand($0) } ?? .nothing
    case .length(let operand):
      return try length(of: try comparand(operand, for: current))
    case .count(let query):
      let found = try first(of: query, for: current, most: .max)
      return .number(ComparableNumber(found.count))
    case .value(let query):
      let found = try first(of: query, for: current, most: 2, keepsNodes: true)
      return found.count == 1 ? comparand(found.nodes[0]) : .nothing
    }
  }

  func comparand(_ node: JSONNode) -> Comparand {
    switch document.kind(of: node) {
    case .null: .null
    case .boolean: .boolean(document.isTrue(node))
    case .number: .number(ComparableNumber(WrittenNumber(document.source(of: node))))
    case .string: .string(node)
    case .array, .object: .container(node)
    }
  }

  /// Implements `length`: characters of a string, elements of an array, members of an object
  /// (section 2.4.4).
  private mutating func length(of value: Comparand) throws(TextFault) -> Comparand {
    switch value {
    case .container(let node): return .number(ComparableNumber(document.count(of: node)))
    case .string, .text:
      let bytes = try text(of: value)
      let count = bytes.count { $0 & 0xC0 != 0x80 }
      return .number(ComparableNumber(count))
    case .nothing, .null, .boolean, .number: return .nothing
    }
  }

  /// Returns the UTF-8 of a string.
  mutating func text(of value: Comparand) throws(TextFault) -> [UInt8] {
    switch value {
    case .text(let bytes): return bytes
    case .string(let node):
      try spend(1 + document.range(of: node).count / 64)
      var bytes: [UInt8] = []
      document.appendString(of: node, to: &bytes)
      return bytes
    case .nothing, .null, .boolean, .number, .container: return []
    }
  }
}
