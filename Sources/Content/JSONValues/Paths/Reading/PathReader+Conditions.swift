// SPDX-License-Identifier: Apache-2.0

import Bytes

extension PathReader {
  /// Parses `||`, which binds less tightly than `&&`.
  mutating func readCondition() throws(TextFault) -> Condition {
    var parts = [try readConjunction()]
    while takeBehindBlank("|", "|") {
      skipBlank()
      parts.append(try readConjunction())
    }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func readConjunction() throws(TextFault) -> Condition {
    var parts = [try readBasicCondition()]
    while takeBehindBlank("&", "&") {
      skipBlank()
      parts.append(try readBasicCondition())
    }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  /// Skips blank space and an operator, if there is one.
  private mutating func takeBehindBlank(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    let start = index
    skipBlank()
    if take(first, second) { return true }
    index = start
    return false
  }

  private mutating func readBasicCondition() throws(TextFault) -> Condition {
    let isNegated = take("!")
    if isNegated { skipBlank() }
    let condition: Condition
    if byte == UInt8(ascii: "(") {
      condition = try readParentheses()
    } else {
      let start = index
      let term = try readTerm()
      if !isNegated, let comparison = takeComparison() {
        return try readComparison(of: term, at: start, by: comparison)
      }
      condition = try test(term, at: start)
    }
    return isNegated ? .not(condition) : condition
  }

  private mutating func readParentheses() throws(TextFault) -> Condition {
    try nested { (reader) throws(TextFault) in
      reader.index += 1
      reader.skipBlank()
      let condition = try reader.readCondition()
      reader.skipBlank()
      guard reader.take(")") else { throw reader.fault(expecting: "an operator, or )") }
      return condition
    }
  }

  /// Turns a lone term into an existence test or a condition.
  private func test(_ term: Term, at start: Int) throws(TextFault) -> Condition {
    switch term {
    case .condition(let condition): return condition
    case .query(let query, _): return .exists(query)
    case .value: throw typeFault(at: start, expecting: "a comparison, or what is true or false")
    }
  }

  private mutating func readComparison(
    of term: Term,
    at start: Int,
    by comparison: Comparison
  ) throws(TextFault) -> Condition {
    let left = try operand(term, at: start)
    skipBlank()
    let right = index
    return .comparison(left, comparison, try operand(try readTerm(), at: right))
  }

  /// Turns a term into a value that is compared or passed to a function.
  func operand(_ term: Term, at start: Int) throws(TextFault) -> Operand {
    switch term {
    case .value(let operand): return operand
    case .condition: throw typeFault(at: start, expecting: "a value, not a condition")
    case .query(let query, let isTight):
      guard let singular = query.singular, isTight else {
        throw typeFault(at: start, expecting: "a query that selects one node at most")
      }
      return .singular(query.start, singular)
    }
  }

  private mutating func takeComparison() -> Comparison? {
    let start = index
    skipBlank()
    if take("=", "=") { return .equal }
    if take("!", "=") { return .notEqual }
    if take("<", "=") { return .lessOrEqual }
    if take(">", "=") { return .greaterOrEqual }
    if take("<") { return .less }
    if take(">") { return .greater }
    index = start
    return nil
  }
}
