// SPDX-License-Identifier: Apache-2.0

/// A number other than a 64-bit integer, kept as text so that no digit is lost.
package struct DataDecimal: Sendable {
  /// The number as in JSON, or `NaN`, `Infinity` or `-Infinity`.
  package let text: String

  package init(_ value: Double) {
    text =
      value.isFinite
      ? value.description : value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity"
  }

  /// Keeps the text of a number that was read.
  init(text: String) { self.text = text }

  /// The nearest `Double`, which may have lost digits.
  package var value: Double { Double(text) ?? .nan }

  package var isFinite: Bool { text.utf8.last?.isDigit ?? false }

  /// The digits of an integer too large for `Int64`, which a `Double` would round.
  package var wideInteger: String? {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    guard digits.allSatisfy(\.isDigit), text != "-0" else { return nil }
    return text
  }
}

extension DataDecimal: Equatable {
  /// Compares the texts: `1.0` is not `1.00`.
  package static func == (first: DataDecimal, second: DataDecimal) -> Bool {
    first.text == second.text
  }
}
