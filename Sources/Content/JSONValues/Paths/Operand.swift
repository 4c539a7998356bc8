// SPDX-License-Identifier: Apache-2.0

/// An expression whose outcome is one JSON value or nothing: the `ValueType` of RFC 9535 section
/// 2.4.1.
indirect enum Operand: Sendable, Equatable {
  case literal(Literal)
  case singular(Query.Start, SingularPath)
  case length(Operand)
  case count(Query)
  /// The value of the one node of a query.
  case value(Query)
}
