// SPDX-License-Identifier: Apache-2.0

package import ContentModel
import ContentResolution
import Synchronization

/// The formats and symbols of a language for numbers, amounts and dates; each is made once, when
/// first used.
package final class LocaleFormat: Sendable {
  let numbers: NumberSymbols
  /// The symbols for amounts, which may differ from those for numbers.
  let money: NumberSymbols
  let decimalPattern: NumberPattern
  let percentPattern: NumberPattern
  let moneyPattern: NumberPattern
  /// The text that separates a currency's letters from digits.
  let currencySpacing: [UInt8]
  let names: DateNames
  private let dates: [DatePattern]
  private let time: DatePattern
  private let datesWithTime: [DatePattern]
  private let symbols: CurrencySymbols

  /// Returns the formats of a language, or of its nearest ancestor that CLDR has.
  package static func of(_ language: LanguageTag) -> LocaleFormat {
    var tag: LanguageTag? = language.normal
    while let next = tag {
      if let known = all[next] { return known.format }
      tag = next.parent
    }
    return root
  }

  private static let all = LocaleTableReading().sources()

  // The tables begin with the root; without it no test would have passed.
  private static let root: LocaleFormat = {
    guard let root = all[.undetermined] else { preconditionFailure("no formats of the root") }
    return root.format
  }()

  /// The texts of a language, and the formats that are made of them when first used.
  final class Source: Sendable {
    private let record: FormatRecord
    private let symbols: CurrencySymbols
    private let made = AtomicLazyReference<LocaleFormat>()

    init(_ record: FormatRecord, _ symbols: CurrencySymbols) {
      self.record = record
      self.symbols = symbols
    }

    var format: LocaleFormat {
      made.load() ?? made.storeIfNil(LocaleFormat(record, symbols))
    }
  }

  init(_ record: FormatRecord, _ symbols: CurrencySymbols) {
    let digits = record.bytes(.digits)
    let grouping = Int(record.text(.minimumGrouping)) ?? 1
    numbers = NumberSymbols(
      decimal: record.bytes(.decimal),
      grouping: record.bytes(.grouping),
      digits: digits,
      minimumGrouping: grouping,
      minus: record.bytes(.minus),
      plus: record.bytes(.plus),
      exponent: record.bytes(.exponent)
    )
    money = NumberSymbols(
      decimal: record.bytes(.moneyDecimal),
      grouping: record.bytes(.moneyGrouping),
      digits: digits,
      minimumGrouping: grouping,
      minus: record.bytes(.minus),
      plus: record.bytes(.plus),
      exponent: record.bytes(.exponent)
    )
    decimalPattern = record.pattern(.decimalPattern)
    percentPattern = record.pattern(.percentPattern)
    moneyPattern = record.pattern(.moneyPattern)
    currencySpacing = record.bytes(.currencySpacing)
    dates = record.dates(from: .fullDate)
    time = DatePattern(record.text(.time))
    datesWithTime = record.dates(from: .fullDateWithTime)
    names = record.names
    self.symbols = symbols
  }

  func symbol(of currency: CurrencyCode, _ style: CurrencyFormat.SymbolStyle) -> CurrencySymbol {
    symbols.symbol(of: currency, style)
  }

  /// Returns the pattern; `nil` for neither date nor time.
  func pattern(_ date: DateFormat.Style, hasTime: Bool) -> DatePattern? {
    let number: Int
    switch date {
    case .full: number = 0
    case .long: number = 1
    case .medium: number = 2
    case .short: number = 3
    case .none: return hasTime ? time : nil
    }
    return hasTime ? datesWithTime[number] : dates[number]
  }
}
