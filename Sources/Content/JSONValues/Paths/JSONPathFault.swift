// SPDX-License-Identifier: Apache-2.0

/// A syntax error in a query, or a budget exceeded during evaluation.
package struct JSONPathFault: Error, Equatable, Sendable {
  /// The kind of error, without any input, so that it may label a metric.
  package enum Kind: String, Sendable, CaseIterable {
    case unexpectedEnd = "unexpected end"
    case unexpectedText = "unexpected text"
    case numberOutOfRange = "number out of range"
    case unknownFunction = "unknown function"
    case wrongType = "wrong type"
    case tooLong = "too long"
    case tooDeep = "too deep"
    case tooManySegments = "too many segments"
    case tooMuchWork = "too much work"
  }

  package let kind: Kind
  /// The offset in the query in bytes, from 0.
  package let offset: Int
  package let seen: String
  package let expected: String

  init(_ kind: Kind, at offset: Int, seen: String, expected: String) {
    self.kind = kind
    self.offset = offset
    self.seen = seen
    self.expected = expected
  }
}

extension JSONPathFault: CustomStringConvertible {
  package var description: String {
    "byte \(offset): \(kind.rawValue): found \(seen), expected \(expected)"
  }
}
