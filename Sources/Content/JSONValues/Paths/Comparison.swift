// SPDX-License-Identifier: Apache-2.0

enum Comparison: Sendable, Equatable {
  case equal
  case notEqual
  case less
  case lessOrEqual
  case greater
  case greaterOrEqual
}
