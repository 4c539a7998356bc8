// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// Formats amounts of a currency in a language.
package struct CurrencyFormat: Sendable {
  /// The form of the currency's symbol.
  package enum SymbolStyle: String, Sendable, CaseIterable {
    /// Unambiguous: `US$` in Canada.
    case standard
    /// The shortest, which several currencies may share: `$`.
    case narrow
    /// The ISO code.
    case code
  }

  private let locale: LocaleFormat
  private let symbol: CurrencySymbol
  private let fractionDigits: ClosedRange<Int>

  /// - Parameter digits: the number of fraction digits; the currency's own by default.
  package init(
    _ language: LanguageTag,
    _ currency: CurrencyCode,
    symbol style: SymbolStyle = .standard,
    digits: Int? = nil
  ) {
    self.init(LocaleFormat.of(language), currency, symbol: style, digits: digits)
  }

  package init(
    _ locale: LocaleFormat,
    _ currency: CurrencyCode,
    symbol style: SymbolStyle = .standard,
    digits: Int? = nil
  ) {
    self.locale = locale
    symbol = locale.symbol(of: currency, style)
    fractionDigits = NumberFormat.fixed(digits ?? currency.fractionDigits)
  }

  /// Appends an amount; one that rounds to zero has no sign.
  package func append(_ amount: DecimalText, to bytes: inout [UInt8]) {
    let pattern = locale.moneyPattern
    let rounded = amount.rounded(toFractionDigits: fractionDigits.upperBound)
    let isSigned = rounded.isNegative && !rounded.isZero
    let prefix = isSigned ? pattern.negativePrefix : pattern.prefix
    let suffix = isSigned ? pattern.negativeSuffix : pattern.suffix
    bytes += prefix.start
    if prefix.hasCurrency {
      bytes += symbol.bytes
      bytes += prefix.end
      if prefix.end.isEmpty, symbol.keepsOffBehind { bytes += locale.currencySpacing }
    }
    locale.money.append(rounded, pattern, fractionDigits: fractionDigits, to: &bytes)
    if suffix.hasCurrency, suffix.start.isEmpty, symbol.keepsOffBefore {
      bytes += locale.currencySpacing
    }
    bytes += suffix.start
    if suffix.hasCurrency {
      bytes += symbol.bytes
      bytes += suffix.end
    }
  }

  package func text(_ amount: DecimalText) -> String {
    var bytes: [UInt8] = []
    append(amount, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
