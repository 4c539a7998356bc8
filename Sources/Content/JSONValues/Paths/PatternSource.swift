// SPDX-License-Identifier: Apache-2.0

/// Where a filter has a regular expression from.
indirect enum PatternSource: Sendable, Equatable {
  case written(IRegexp)
  /// It is none, so nothing matches it.
  case invalid
  /// The document tells, for each node anew.
  case operand(Operand)
}
