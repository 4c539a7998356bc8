// SPDX-License-Identifier: Apache-2.0

package import ContentModel
import ContentResolution

/// Everything that a language writes numbers, amounts and dates with; one value for each, made when
/// the first is asked for.
package final class LocaleFormat: Sendable {
  let numbers: NumberSymbols
  /// The marks that amounts are written with, which differ from others here and there.
  let money: NumberSymbols
  let decimalPattern: NumberPattern
  let percentPattern: NumberPattern
  let moneyPattern: NumberPattern
  /// What keeps the letters of a currency off digits.
  let currencySpacing: [UInt8]
  let names: DateNames
  private let dates: [DatePattern]
  private let time: DatePattern
  private let datesWithTime: [DatePattern]
  private let symbols: CurrencySymbols

  /// The formats of a language; of one that CLDR knows nothing of, those of the nearest ancestor.
  package static func of(_ language: LanguageTag) -> LocaleFormat {
    var tag: LanguageTag? = language.normal
    while let next = tag {
      if let known = all[next] { return known }
      tag = next.parent
    }
    return root
  }

  private static let all = LocaleTableReading().formats()

  // The tables begin with the root; without it the program would not have passed one test.
  private static let root: LocaleFormat = {
    guard let root = all[.undetermined] else { preconditionFailure("no formats of the root") }
    return root
  }()

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

  /// `nil` where neither a date nor a time is wanted.
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
