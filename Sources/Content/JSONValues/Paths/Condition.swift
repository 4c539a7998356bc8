// SPDX-License-Identifier: Apache-2.0

import Patterns

/// The condition of a filter (RFC 9535 section 2.3.5). The cases allow only well-typed conditions.
indirect enum Condition: Sendable, Equatable {
  case any([Condition])
  case all([Condition])
  case not(Condition)
  case comparison(Operand, Comparison, Operand)
  /// The query selects a node.
  case exists(Query)
  /// `match`, which must match the whole text, or `search`.
  case matches(Operand, PatternSource, isWhole: Bool)
}

enum Comparison: Sendable, Equatable {
  case equal
  case notEqual
  case less
  case lessOrEqual
  case greater
  case greaterOrEqual
}

/// An expression of the `ValueType` of RFC 9535 section 2.4.1: one JSON value or nothing.
indirect enum Operand: Sendable, Equatable {
  case literal(Literal)
  case singular(Query.Start, SingularPath)
  case length(Operand)
  case count(Query)
  /// The value of the single node that a query selects.
  case value(Query)
}

/// A literal in a query.
enum Literal: Sendable, Equatable {
  case null
  case boolean(Bool)
  case number(ComparableNumber)
  /// A string in UTF-8.
  case string([UInt8])
}

/// The regular expression of `match` or `search`.
indirect enum PatternSource: Sendable, Equatable {
  case written(IRegexp)
  /// An invalid literal pattern, which matches nothing.
  case invalid
  /// A pattern from the document, evaluated for each node.
  case operand(Operand)
}
