// SPDX-License-Identifier: Apache-2.0

extension StructuredField {
  /// A single value, RFC 9651 section 3.3.
  ///
  /// A value that the format has no way to write (an integer of 16 digits, a string with a control
  /// character) can be built, and is refused when it is written.
  package enum BareItem: Sendable, Equatable {
    /// At most 15 digits.
    case integer(Int)
    case decimal(Decimal)
    /// Printable ASCII.
    case string(String)
    /// A word that begins with a letter or `*`.
    case token(String)
    case bytes([UInt8])
    case boolean(Bool)
    /// Unix seconds.
    case date(Int)
    /// Text of any script.
    case displayString(String)
  }

  /// The integers that can be written: 15 digits and a sign.
  package static let integers = -999_999_999_999_999...999_999_999_999_999

  /// A number with at most twelve digits before the point and three behind it.
  package struct Decimal: Sendable, Hashable, Comparable {
    package let thousandths: Int

    /// `nil` past twelve digits before the point.
    package init?(thousandths: Int) {
      guard StructuredField.integers.contains(thousandths) else { return nil }
      self.thousandths = thousandths
    }

    /// The nearest thousandth, the even one of two; `nil` when the result has no room.
    package init?(_ value: Double) {
      guard value.magnitude < 1e13,
        let thousandths = Int(exactly: (value * 1_000).rounded(.toNearestOrEven))
      else { return nil }
      self.init(thousandths: thousandths)
    }

    package var value: Double { Double(thousandths) / 1_000 }

    package static func < (one: Decimal, other: Decimal) -> Bool {
      one.thousandths < other.thousandths
    }
  }
}
