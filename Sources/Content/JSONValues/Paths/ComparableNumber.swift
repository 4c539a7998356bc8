// SPDX-License-Identifier: Apache-2.0

/// A number for comparison: exact for 64-bit integers, otherwise a double.
struct ComparableNumber: Sendable, Comparable {
  private let integer: Int?
  private let double: Double

  init(_ number: borrowing WrittenNumber) {
    integer = number.integer
    double = integer.map { Double($0) } ?? number.double
  }

  init(_ integer: Int) {
    self.integer = integer
    double = Double(integer)
  }

  static func == (one: Self, other: Self) -> Bool {
    if let mine = one.integer, let theirs = other.integer { return mine == theirs }
    return one.double == other.double
  }

  static func < (one: Self, other: Self) -> Bool {
    if let mine = one.integer, let theirs = other.integer { return mine < theirs }
    return one.double < other.double
  }
}
