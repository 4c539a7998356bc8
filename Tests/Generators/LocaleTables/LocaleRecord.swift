// SPDX-License-Identifier: Apache-2.0

/// The symbols and patterns of one locale for numbers and dates, in the order of the table's
/// columns.
struct LocaleRecord: Hashable {
  /// Lists of names are one text.
  static let separator = "|"

  /// Marks and patterns.
  let texts: [String]
  /// The names of months, days and hours.
  let names: [String]

  init(_ icu: ICULibrary, _ locale: String) {
    texts =
      [
        icu.symbol(.decimal, .decimal, locale), icu.symbol(.grouping, .decimal, locale),
        icu.symbol(.moneyDecimal, .currency, locale), icu.symbol(.moneyGrouping, .currency, locale),
        icu.symbol(.minus, .decimal, locale), icu.symbol(.plus, .decimal, locale),
        icu.symbol(.percent, .decimal, locale), icu.symbol(.exponent, .decimal, locale),
        icu.digits(locale), "\(icu.minimumGroupingDigits(locale))",
        icu.pattern(.decimal, locale), icu.pattern(.percent, locale),
        icu.pattern(.currency, locale), LocaleRecord.spacing(icu, locale),
      ] + LocaleRecord.patterns(icu, locale)
    names = LocaleRecord.names(icu, locale)
  }

  /// The space between the letters of a currency and digits: none where ICU lets them touch.
  private static func spacing(_ icu: ICULibrary, _ locale: String) -> String {
    let skeleton = "currency/CHF unit-width-iso-code latin"
    let text = icu.formatted("1", skeleton: skeleton, locale) ?? ""
    return text.contains("CHF1") || text.contains("0CHF") ? "" : "\u{A0}"
  }

  /// Four dates, a time, and the four with a time.
  private static func patterns(_ icu: ICULibrary, _ locale: String) -> [String] {
    let styles: [ICULibrary.DateStyle] = [.full, .long, .medium, .short]
    return styles.map { icu.pattern($0, .none, locale) } + [icu.pattern(.none, .short, locale)]
      + styles.map { icu.pattern($0, .short, locale) }
  }

  private static func names(_ icu: ICULibrary, _ locale: String) -> [String] {
    let lists: [(ICULibrary.DateNames, Range<Int32>)] = [
      (.months, 0..<12), (.shortMonths, 0..<12), (.weekdays, 1..<8), (.shortWeekdays, 1..<8),
      (.standaloneWeekdays, 1..<8), (.dayPeriods, 0..<2), (.eras, 1..<2),
    ]
    return lists.map { icu.names($0, $1, locale).joined(separator: separator) }
      + [hours(icu, locale)]
  }

  /// The names of all hours of the day, and then of midnight and noon, where times have them.
  private static func hours(_ icu: ICULibrary, _ locale: String) -> String {
    guard icu.pattern(.none, .short, locale).contains("B") else { return "" }
    let seconds = (0..<24).map { Int64($0 * 3_600 + 1_800) } + [0, 43_200]
    return seconds.map { second in
      let text = icu.formatted(second, pattern: "B|mm", locale) ?? ""
      return String(text.prefix { $0 != "|" })
    }.joined(separator: separator)
  }
}
