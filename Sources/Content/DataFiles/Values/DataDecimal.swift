// SPDX-License-Identifier: Apache-2.0

/// A number that is no 64-bit integer, with the text it was written as.
package struct DataDecimal: Sendable {
  package let value: Double
  package let text: String

  package init(_ value: Double) {
    self.value = value
    text = value.description
  }

  /// For a number read from `text`.
  package init(_ value: Double, text: String) {
    self.value = value
    self.text = text
  }

  /// The decimal digits of an integer that is too large for `Int64`, which a `Double` would round.
  package var wideInteger: String? {
    guard value.magnitude >= 0x1p63 else { return nil }
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    guard digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
    return text
  }
}

extension DataDecimal: Equatable {
  /// By value, and by every digit for an integer past `Int64`; NaN equals itself, 0 is not -0.
  package static func == (first: DataDecimal, second: DataDecimal) -> Bool {
    if first.value.isNaN { return second.value.isNaN }
    return first.value.bitPattern == second.value.bitPattern
      && first.wideInteger == second.wideInteger
  }
}
