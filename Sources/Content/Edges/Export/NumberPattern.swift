// SPDX-License-Identifier: Apache-2.0

// Compares numbers by regular expressions, for edges whose language cannot: a number is larger if it has
// more digits, or a larger digit at the first place that differs. The numbers have no leading zeros.

enum NumberPattern {
  /// Matches numbers above this one.
  static func above(_ number: UInt64) -> String {
    let digits = String(number)
    var branches: [String] = []
    for (place, digit) in digits.enumerated() where digit != "9" {
      let larger = digit.wholeNumberValue.map { $0 + 1 } ?? 0
      let rest = digits.count - place - 1
      branches.append(digits.prefix(place) + range(from: larger) + many(rest))
    }
    branches.append("[1-9][0-9]{\(digits.count),}")
    return "(?:\(branches.joined(separator: "|")))"
  }

  /// Matches this number and those above it.
  static func from(_ number: UInt64) -> String {
    number == 0 ? "[0-9]+" : above(number - 1)
  }

  /// Matches versions from these numbers on; each number of a version has a dot behind it.
  static func from(_ numbers: [UInt32]) -> String {
    guard numbers.contains(where: { $0 > 0 }) else { return "[0-9]" }
    var branches: [String] = []
    var equal = ""
    for (place, number) in numbers.enumerated() {
      let isLast = place == numbers.count - 1
      branches.append(equal + (isLast ? from(UInt64(number)) : above(UInt64(number))) + "\\.")
      equal += "\(number)\\."
    }
    return "(?:\(branches.joined(separator: "|")))"
  }

  private static func range(from digit: Int) -> String { digit == 9 ? "9" : "[\(digit)-9]" }

  private static func many(_ count: Int) -> String {
    count == 0 ? "" : count == 1 ? "[0-9]" : "[0-9]{\(count)}"
  }
}
