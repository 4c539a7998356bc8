// SPDX-License-Identifier: Apache-2.0

/// One key by which the items of a list are put in order.
package struct ListOrder: Sendable, Hashable {
  package let key: String
  package let isAscending: Bool

  /// The order as a URL names it: `price`, or `-price` for the greatest first.
  var spelling: String { isAscending ? key : "-\(key)" }

  /// Whether a value comes before another; `nil` if neither does. Truths come before numbers, and
  /// those before texts; what has no value is last in either direction.
  package func isFirst(_ one: ListValue?, _ other: ListValue?) -> Bool? {
    let (rank, otherRank) = (ListOrder.rank(of: one), ListOrder.rank(of: other))
    guard rank != ListOrder.last, otherRank != ListOrder.last else {
      return rank == otherRank ? nil : rank < otherRank
    }
    guard rank == otherRank else { return (rank < otherRank) == isAscending }
    guard one != other else { return nil }
    let isLess: Bool
    switch (one, other) {
    case (.number(let one)?, .number(let other)?): isLess = one < other
    case (.text(let one)?, .text(let other)?): isLess = one.lexicographicallyPrecedes(other)
    default: isLess = one == .boolean(false)
    }
    return isLess == isAscending
  }

  private static let last = 3

  private static func rank(of value: ListValue?) -> Int {
    switch value {
    case .boolean: 0
    case .number: 1
    case .text: 2
    case .null, nil: last
    }
  }
}
