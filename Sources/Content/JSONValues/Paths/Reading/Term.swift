// SPDX-License-Identifier: Apache-2.0

/// What stands on one side of a comparison, alone in a filter, or as an argument.
enum Term {
  case value(Operand)
  /// It is tight when no bracket of it holds blank space.
  case query(Query, isTight: Bool)
  case condition(Condition)
}
