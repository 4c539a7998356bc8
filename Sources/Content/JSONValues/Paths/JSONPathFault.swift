// SPDX-License-Identifier: Apache-2.0

/// Why a text is no query, or why a query came to no end.
package struct JSONPathFault: Error, Equatable, Sendable {
  /// What went wrong, without what came from outside: fit for the label of a metric.
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
  /// Where in the query: counted in bytes, from 0.
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
