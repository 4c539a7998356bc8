// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// Formats numbers or percentages in a language.
package struct NumberFormat: Sendable {
  package enum Style: Sendable, Hashable {
    case decimal
    /// The number times 100 with a percent sign: 0.19 is 19 %.
    case percent
  }

  /// The allowed numbers of fraction digits.
  package static let digits = 0...20

  private let locale: LocaleFormat
  private let style: Style
  private let fractionDigits: ClosedRange<Int>

  /// - Parameter digits: the number of fraction digits; by default the language's, without trailing
  ///   zeros.
  package init(_ language: LanguageTag, _ style: Style = .decimal, digits: Int? = nil) {
    self.init(LocaleFormat.of(language), style, digits: digits)
  }

  package init(_ locale: LocaleFormat, _ style: Style = .decimal, digits: Int? = nil) {
    self.init(locale, style, fractionDigits: digits.map { NumberFormat.fixed($0) })
  }

  /// - Parameter fractionDigits: the least and the most fraction digits.
  init(
    _ locale: LocaleFormat,
    _ style: Style = .decimal,
    fractionDigits: ClosedRange<Int>?
  ) {
    self.locale = locale
    self.style = style
    let pattern = style == .decimal ? locale.decimalPattern : locale.percentPattern
    self.fractionDigits =
      fractionDigits?.clamped(to: NumberFormat.digits) ?? pattern.fractionDigits
  }

  /// Returns exactly so many fraction digits, within the allowed ones.
  static func fixed(_ digits: Int) -> ClosedRange<Int> {
    let digits = min(max(digits, NumberFormat.digits.lowerBound), NumberFormat.digits.upperBound)
    return digits...digits
  }

  /// Appends a number; one that rounds to zero has no sign.
  package func append(_ number: DecimalText, to bytes: inout [UInt8]) {
    let pattern = style == .decimal ? locale.decimalPattern : locale.percentPattern
    let exact = style == .decimal ? number : number.inHundredths
    let rounded = exact.rounded(toFractionDigits: fractionDigits.upperBound)
    let isSigned = rounded.isNegative && !rounded.isZero
    bytes += (isSigned ? pattern.negativePrefix : pattern.prefix).start
    locale.numbers.append(rounded, pattern, fractionDigits: fractionDigits, to: &bytes)
    bytes += (isSigned ? pattern.negativeSuffix : pattern.suffix).start
  }

  package func text(_ number: DecimalText) -> String {
    var bytes: [UInt8] = []
    append(number, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
