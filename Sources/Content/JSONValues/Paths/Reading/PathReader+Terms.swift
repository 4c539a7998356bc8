// SPDX-License-Identifier: Apache-2.0

import Bytes
import Patterns

extension PathReader {
  mutating func readTerm() throws(TextFault) -> Term {
    switch byte {
    case UInt8(ascii: "@"), UInt8(ascii: "$"): return try readQuery()
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return .value(.literal(.string(try readString())))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return .value(.literal(.number(try readNumber())))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): return try readWord()
    default: throw fault(expecting: "a query, a literal or a function")
    }
  }

  private mutating func readQuery() throws(TextFault) -> Term {
    let start: Query.Start = byte == UInt8(ascii: "@") ? .current : .root
    index += 1
    let (segments, isTight) = try readSegments()
    return .query(Query(from: start, segments: segments), isTight: isTight)
  }

  private mutating func readWord() throws(TextFault) -> Term {
    let start = index
    while byte.isLowercaseLetter || byte.isDigit || byte == UInt8(ascii: "_") { index += 1 }
    let word = String(decoding: text[start..<index], as: UTF8.self)
    if byte == UInt8(ascii: "(") { return try readFunction(word, at: start) }
    switch word {
    case "true": return .value(.literal(.boolean(true)))
    case "false": return .value(.literal(.boolean(false)))
    case "null": return .value(.literal(.null))
    default:
      index = start
      throw fault(expecting: "true, false, null or a function")
    }
  }

  /// Parses the arguments by their parameters' types (sections 2.4.3 to 2.4.8).
  private mutating func readFunction(
    _ name: String,
    at start: Int
  ) throws(TextFault) -> Term {
    try nested { (reader) throws(TextFault) in
      reader.index += 1
      reader.skipBlank()
      let term: Term
      switch name {
      case "length": term = .value(.length(try reader.readValueArgument()))
      case "count": term = .value(.count(try reader.readNodesArgument()))
      case "value": term = .value(.value(try reader.readNodesArgument()))
      case "match": term = .condition(try reader.readPatternArguments(isWhole: true))
      case "search": term = .condition(try reader.readPatternArguments(isWhole: false))
      default:
        throw TextFault(
          at: start,
          seen: name,
          expected: "length, count, match, search or value"
        )
      }
      reader.skipBlank()
      guard reader.take(")") else { throw reader.fault(expecting: ") after the last argument") }
      return term
    }
  }

  private mutating func readValueArgument() throws(TextFault) -> Operand {
    let start = index
    return try operand(try readTerm(), at: start)
  }

  private mutating func readNodesArgument() throws(TextFault) -> Query {
    let start = index
    guard case .query(let query, _) = try readTerm() else {
      throw typeFault(at: start, expecting: "a query")
    }
    return query
  }

  private mutating func readPatternArguments(isWhole: Bool) throws(TextFault) -> Condition {
    let subject = try readValueArgument()
    skipBlank()
    guard take(",") else { throw fault(expecting: "a comma and a second argument") }
    skipBlank()
    return .matches(subject, pattern(try readValueArgument()), isWhole: isWhole)
  }

  /// Compiles a literal pattern once, at parsing.
  private func pattern(_ operand: Operand) -> PatternSource {
    guard case .literal(let literal) = operand else { return .operand(operand) }
    guard case .string(let text) = literal, let pattern = try? IRegexp(text) else {
      return .invalid
    }
    return .written(pattern)
  }
}

extension UInt8 {
  fileprivate var isLowercaseLetter: Bool { self &- UInt8(ascii: "a") < 26 }
}

/// One side of a comparison, a lone test, or an argument.
enum Term {
  case value(Operand)
  /// `isTight` when no bracket contains blank space.
  case query(Query, isTight: Bool)
  case condition(Condition)
}
