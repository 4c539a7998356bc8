// SPDX-License-Identifier: Apache-2.0

// UTS 35, part 3, section 5.1.1. Trailing zeros count: in many languages "1.0" has another form
// than "1", so a number comes as written. Of very long numbers the last digits and whether there
// are more suffice, since rules use only remainders and small numbers.

/// The operands of plural rules for a number.
package struct PluralOperands: Sendable, Hashable {
  private static let keptDigits = 15
  private static let beyond: UInt64 = 1_000_000_000_000_000

  /// The integer digits.
  var integer: UInt64
  /// The number of fraction digits, with and without trailing zeros.
  var fractionCount: UInt64 = 0
  var trimmedFractionCount: UInt64 = 0
  /// The fraction digits, with and without trailing zeros.
  var fraction: UInt64 = 0
  var trimmedFraction: UInt64 = 0

  /// Creates the operands of an integer; its sign is ignored.
  package init(_ number: Int64) {
    integer = PluralOperands.kept(number.magnitude)
  }

  /// Parses digits such as `-12.50`; `nil` for anything else, powers of ten included.
  package init?(digits text: String) {
    var bytes = Array(text.utf8)[...]
    if bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first, !whole.isEmpty,
      parts.allSatisfy({ $0.allSatisfy { $0 &- 0x30 < 10 } })
    else { return nil }
    integer = PluralOperands.number(whole)
    guard parts.count == 2 else { return }
    var written = parts[1].prefix(PluralOperands.keptDigits)
    guard !written.isEmpty else { return nil }
    fractionCount = UInt64(written.count)
    fraction = PluralOperands.number(written)
    while written.last == UInt8(ascii: "0") { written.removeLast() }
    trimmedFractionCount = UInt64(written.count)
    trimmedFraction = PluralOperands.number(written)
  }

  private static func kept(_ number: UInt64) -> UInt64 {
    number < beyond ? number : beyond + number % beyond
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> UInt64 {
    var number: UInt64 = 0
    for digit in digits { number = kept(number * 10 + UInt64(digit &- 0x30)) }
    return number
  }
}
