// SPDX-License-Identifier: Apache-2.0

/// What a filter asks of a node (RFC 9535 section 2.3.5). It is well typed by its making: what is
/// no condition, or compares what cannot be compared, has no case.
indirect enum Condition: Sendable, Equatable {
  case any([Condition])
  case all([Condition])
  case not(Condition)
  case comparison(Operand, Comparison, Operand)
  /// The query selects a node.
  case exists(Query)
  /// `match`, when the whole of the text is meant, and `search`.
  case matches(Operand, PatternSource, isWhole: Bool)
}
