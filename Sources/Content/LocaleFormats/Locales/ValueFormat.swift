// SPDX-License-Identifier: Apache-2.0

import ContentModel

/// The type of a value in a text, and its format.
package enum ValueFormat: Sendable, Hashable {
  /// `digits`: the fraction digits; the language's default if `nil`.
  case number(digits: ClosedRange<Int>?)
  case percent(digits: Int?)
  /// Without a currency, the value contains it.
  case money(CurrencyCode?, symbol: CurrencyFormat.SymbolStyle, digits: Int?)
  case date(DateFormat.Style, hasTime: Bool, zone: ClockZone)
  case printf(PrintfFormat)

  /// Formats a value; `nil` if it is not of this type.
  package func text(
    of value: some StringProtocol,
    currency: CurrencyCode? = nil,
    in locale: LocaleFormat
  ) -> String? {
    switch self {
    case .number(let digits):
      DecimalText(value).map { NumberFormat(locale, fractionDigits: digits).text($0) }
    case .percent(let digits):
      DecimalText(value).map { NumberFormat(locale, .percent, digits: digits).text($0) }
    case .money(let own, let symbol, let digits):
      money(value, own ?? currency, symbol, digits, locale)
    case .date(let style, let hasTime, let zone):
      date(value, style, hasTime, zone, locale)
    case .printf(let format): format.text(of: String(value), in: locale)
    }
  }

  private func money(
    _ value: some StringProtocol,
    _ currency: CurrencyCode?,
    _ symbol: CurrencyFormat.SymbolStyle,
    _ digits: Int?,
    _ locale: LocaleFormat
  ) -> String? {
    guard let currency, let amount = DecimalText(value) else { return nil }
    return CurrencyFormat(locale, currency, symbol: symbol, digits: digits).text(amount)
  }

  private func date(
    _ value: some StringProtocol,
    _ style: DateFormat.Style,
    _ hasTime: Bool,
    _ zone: ClockZone,
    _ locale: LocaleFormat
  ) -> String? {
    switch DateText(String(value)) {
    case .instant(let instant):
      DateFormat(locale, style, hasTime: hasTime).text(instant, offset: zone.offset(at: instant))
    // A day has no time, and is the same in all zones.
    case .day(let day): style == .none ? nil : DateFormat(locale, style).text(day)
    case nil: nil
    }
  }
}
