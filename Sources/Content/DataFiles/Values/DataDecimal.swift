// SPDX-License-Identifier: Apache-2.0

/// A number that is no 64-bit integer, kept as the text it was written as: no digit is lost between
/// a file and an answer.
package struct DataDecimal: Sendable {
  /// A number as JSON writes it, or `NaN`, `Infinity` or `-Infinity`, which JSON has not.
  package let text: String

  package init(_ value: Double) {
    text =
      value.isFinite
      ? value.description : value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity"
  }

  /// For a number that was read: its text as JSON writes it.
  init(text: String) { self.text = text }

  /// The nearest `Double`, which may have lost digits.
  package var value: Double { Double(text) ?? .nan }

  package var isFinite: Bool { text.utf8.last?.isDigit ?? false }

  /// The decimal digits of an integer that is too large for `Int64`, which a `Double` would round.
  package var wideInteger: String? {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    guard digits.allSatisfy(\.isDigit), text != "-0" else { return nil }
    return text
  }
}

extension DataDecimal: Equatable {
  /// By the text: `1.0` is not `1.00`, since they are written differently.
  package static func == (first: DataDecimal, second: DataDecimal) -> Bool {
    first.text == second.text
  }
}
