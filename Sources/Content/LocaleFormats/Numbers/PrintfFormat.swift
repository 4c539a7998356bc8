// SPDX-License-Identifier: Apache-2.0

// C's conversions, as in Foundation's `String(format:)`, with the digits, decimal point and signs
// of a language. Where we chose:
// - thousands are separated with the flag `'` only, as in C, so that a year in `%d` is not grouped;
// - rounding is decimal, not binary: 2.675 is 2.68;
// - a number that rounds to zero has no minus sign;
// - `%e` and its like use ICU's exponent symbol, in Swedish ×10^.
// A value of the wrong type, such as a word for a number, is refused.

/// A C conversion such as `%+08.2f`, which formats a value.
package struct PrintfFormat: Sendable, Hashable {
  package enum Conversion: Sendable, Hashable {
    case integer
    case unsigned
    case radix(Int, isUppercase: Bool)
    /// `%f`: fixed number of fraction digits.
    case fixed
    /// `%e`: with an exponent.
    case scientific
    /// `%g`: the shorter of these two, with significant digits.
    case general
    case text
    case character
  }

  package struct Flags: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `-`
    package static let isLeftAligned = Flags(rawValue: 1)
    /// `+`
    package static let hasPlus = Flags(rawValue: 2)
    /// A space in place of the plus sign.
    package static let hasSpace = Flags(rawValue: 4)
    /// `0`
    package static let hasZeros = Flags(rawValue: 8)
    /// `#`
    package static let isAlternate = Flags(rawValue: 16)
    /// `'`
    package static let isGrouped = Flags(rawValue: 32)
  }

  /// The allowed widths.
  package static let widths = 0...256
  /// The allowed precisions: fraction digits, or characters of a text.
  package static let precisions = 0...256
  private static let standardPrecision = 6

  private let conversion: Conversion
  private let flags: Flags
  private let width: Int
  private let precision: Int?

  /// Returns `nil` for a width or a precision out of range.
  package init?(
    _ conversion: Conversion,
    flags: Flags = [],
    width: Int = 0,
    precision: Int? = nil
  ) {
    guard PrintfFormat.widths.contains(width),
      precision.map(PrintfFormat.precisions.contains) ?? true
    else { return nil }
    self.conversion = conversion
    self.flags = flags
    self.width = width
    self.precision = precision
  }

  /// Formats a value; `nil` if it is of the wrong type.
  package func text(of value: String, in locale: LocaleFormat) -> String? {
    switch conversion {
    case .text: filled(precision.map { String(value.prefix($0)) } ?? value)
    case .character: PrintfFormat.character(value).map { filled($0) }
    case .radix(let radix, let isUppercase): digits(of: value, radix, isUppercase)
    case .integer, .unsigned: integer(value, locale)
    case .fixed, .scientific, .general: decimal(value, locale)
    }
  }

  /// Returns a single character, or the one with this code.
  private static func character(_ value: String) -> String? {
    if value.count == 1 { return value }
    return UInt32(value).flatMap { Unicode.Scalar($0) }.map { String(Character($0)) }
  }

  private func digits(of value: String, _ radix: Int, _ isUppercase: Bool) -> String? {
    guard let number = UInt64(value) else { return nil }
    var digits = String(number, radix: radix, uppercase: isUppercase)
    let missing = (precision ?? 1) - digits.utf8.count
    if missing > 0 { digits = String(repeating: "0", count: missing) + digits }
    var prefix = ""
    if flags.contains(.isAlternate), number > 0 {
      prefix = radix == 16 ? (isUppercase ? "0X" : "0x") : digits.hasPrefix("0") ? "" : "0"
    }
    return filled(digits, behind: prefix, zero: precision == nil ? "0" : nil)
  }

  private func integer(_ value: String, _ locale: LocaleFormat) -> String? {
    guard let number = DecimalText(value), number.isWhole,
      conversion == .integer || !number.isNegative || number.isZero
    else { return nil }
    let zero = PrintfFormat.zero(of: locale)
    var digits = written(number, 0...0, locale)
    let missing = (precision ?? 1) - number.integerDigits
    if missing > 0 { digits = String(repeating: zero, count: missing) + digits }
    let sign = conversion == .integer ? sign(of: number, locale) : ""
    return filled(digits, behind: sign, zero: precision == nil ? zero : nil)
  }

  private func decimal(_ value: String, _ locale: LocaleFormat) -> String? {
    guard let number = DecimalText(value) else { return nil }
    let precision = precision ?? PrintfFormat.standardPrecision
    let (digits, shown): (String, DecimalText)
    switch conversion {
    case .scientific: (digits, shown) = scientific(number, precision...precision, locale)
    case .general: (digits, shown) = general(number, max(1, precision), locale)
    default:
      shown = number.rounded(toFractionDigits: precision)
      digits = written(shown, precision...precision, locale)
    }
    return filled(digits, behind: sign(of: shown, locale), zero: PrintfFormat.zero(of: locale))
  }

  private func general(
    _ number: DecimalText,
    _ precision: Int,
    _ locale: LocaleFormat
  ) -> (String, DecimalText) {
    let exponent =
      number.exponent + number.mantissa.rounded(toFractionDigits: precision - 1).exponent
    let isFixed = (-4..<precision).contains(exponent)
    let most = isFixed ? precision - 1 - exponent : precision - 1
    let digits = flags.contains(.isAlternate) ? most...most : 0...most
    guard isFixed else { return scientific(number, digits, locale) }
    let rounded = number.rounded(toFractionDigits: most)
    return (written(rounded, digits, locale), rounded)
  }

  private func scientific(
    _ number: DecimalText,
    _ fraction: ClosedRange<Int>,
    _ locale: LocaleFormat
  ) -> (String, DecimalText) {
    var mantissa = number.mantissa.rounded(toFractionDigits: fraction.upperBound)
    // Rounding may have turned 9.99 into 10.0.
    let exponent = number.exponent + mantissa.exponent
    mantissa = mantissa.mantissa
    var bytes = Array(written(mantissa, fraction, locale).utf8)
    bytes += locale.numbers.exponent
    bytes += exponent < 0 ? locale.numbers.minus : locale.numbers.plus
    locale.numbers.append(abs(exponent), minimumDigits: 2, to: &bytes)
    return (String(decoding: bytes, as: UTF8.self), mantissa)
  }

  /// Returns a number without its sign.
  private func written(
    _ number: DecimalText,
    _ fraction: ClosedRange<Int>,
    _ locale: LocaleFormat
  ) -> String {
    var bytes: [UInt8] = []
    locale.numbers.append(
      number,
      locale.decimalPattern,
      fractionDigits: fraction,
      isGrouped: flags.contains(.isGrouped),
      to: &bytes
    )
    if flags.contains(.isAlternate), fraction.upperBound == 0, conversion != .integer {
      bytes += locale.numbers.decimal
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func sign(of number: DecimalText, _ locale: LocaleFormat) -> String {
    if number.isNegative, !number.isZero {
      return String(decoding: locale.numbers.minus, as: UTF8.self)
    }
    if flags.contains(.hasPlus) { return String(decoding: locale.numbers.plus, as: UTF8.self) }
    return flags.contains(.hasSpace) ? " " : ""
  }

  private static func zero(of locale: LocaleFormat) -> String {
    var bytes: [UInt8] = []
    locale.numbers.append(0 as UInt8, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Pads a value to the width.
  ///
  /// - Parameter zero: the padding digit for the flag `0`; `nil` where the flag has no meaning.
  private func filled(_ text: String, behind sign: String = "", zero: String? = nil) -> String {
    let missing = max(0, width - sign.count - text.count)
    if flags.contains(.isLeftAligned) {
      return sign + text + String(repeating: " ", count: missing)
    }
    if flags.contains(.hasZeros), let zero {
      return sign + String(repeating: zero, count: missing) + text
    }
    return String(repeating: " ", count: missing) + sign + text
  }
}
