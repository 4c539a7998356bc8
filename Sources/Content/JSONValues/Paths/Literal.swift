// SPDX-License-Identifier: Apache-2.0

/// A value that is written in a query.
enum Literal: Sendable, Equatable {
  case null
  case boolean(Bool)
  case number(ComparableNumber)
  /// Its UTF-8.
  case string([UInt8])
}
