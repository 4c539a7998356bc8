// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import LocaleFormats
import LocaleTables
import Testing

/// What we write is what ICU writes, in all languages of the tables. ICU is the one inside the
/// toolchain's Foundation, which the tables are made from, so that no difference is one of versions.
///
/// Differences that are meant:
/// - What `IntendedDifference` lists.
/// - A number that is rounded to nothing has no minus sign; ICU writes `-0`.
/// - Years before 1 and behind 9999 are not written, and dates before 1582 are those of the Gregorian
///   calendar; ICU goes over to the Julian one.
@Suite(
  .enabled(if: ICULibrary.shared != nil, "this toolchain's Foundation has no ICU to ask"),
  .timeLimit(.minutes(10))
) struct `Formats compared with ICU` {
  private let icu: ICULibrary

  init() throws { icu = try #require(ICULibrary.shared) }

  /// The names of all locales of the tables' languages, by language.
  static let languages: [String: [String]] = Dictionary(
    grouping: ICULibrary.shared?.locales.filter(Languages.contains) ?? []
  ) { String($0.prefix { $0 != "_" }) }

  private static let values = [
    "0", "1", "-1", "0.005", "0.015", "0.5", "1.5", "2.5", "-2.5", "9.995", "99.5", "999", "1000",
    "-1234.5", "12345.678", "1234567.891", "-1234567.891", "1e21", "123456789012345678901.5",
  ]

  private static let currencies = [
    "USD", "EUR", "GBP", "JPY", "KWD", "INR", "CHF", "CAD", "CNY", "BRL", "MXN", "SEK", "PLN",
    "TRY", "ILS", "SAR", "KRW", "XOF", "AUD", "ZAR", "PHP", "THB", "RUB", "NOK",
  ]

  private func differences(
    _ locale: String,
    _ skeleton: String,
    _ values: [String],
    _ ours: (DecimalText) -> String
  ) throws -> [String] {
    try values.compactMap { value in
      let number = try #require(DecimalText(value))
      let theirs = try #require(icu.formatted(value, skeleton: skeleton, locale))
      let written = ours(number)
      return written == theirs ? nil : "\(locale) \(skeleton) \(value): \(written) not \(theirs)"
    }
  }

  @Test(arguments: languages.keys.sorted())
  func `Numbers and percentages are written as ICU writes them`(language: String) throws {
    for locale in try #require(`Formats compared with ICU`.languages[language]) {
      let tag = try #require(LanguageTag(locale))
      let values = `Formats compared with ICU`.values
      let decimal = NumberFormat(tag)
      #expect(try differences(locale, ".###", values) { decimal.text($0) } == [])
      let fixed = NumberFormat(tag, digits: 2)
      #expect(try differences(locale, ".00", values) { fixed.text($0) } == [])
      let percent = NumberFormat(tag, .percent)
      let shares = ["0", "0.19", "1", "-0.5", "12.345", "0.005", "0.015"]
      let skeleton = "percent scale/100 precision-integer"
      #expect(try differences(locale, skeleton, shares) { percent.text($0) } == [])
    }
  }

  @Test(arguments: languages.keys.sorted())
  func `Amounts are written as ICU writes them`(language: String) throws {
    for locale in try #require(`Formats compared with ICU`.languages[language]) {
      let tag = try #require(LanguageTag(locale))
      let widths: [(CurrencyFormat.SymbolStyle, String)] = [
        (.standard, ""), (.narrow, " unit-width-narrow"), (.code, " unit-width-iso-code"),
      ]
      for code in `Formats compared with ICU`.currencies {
        for (style, width) in widths where !IntendedDifference.contains(locale, code, style) {
          let currency = try #require(CurrencyCode(code))
          let format = CurrencyFormat(tag, currency, symbol: style)
          let values = code == "USD" ? `Formats compared with ICU`.values : ["39.99", "-1234567.5"]
          let found = try differences(locale, "currency/\(code)\(width)", values) {
            format.text($0)
          }
          #expect(found == [])
        }
      }
    }
  }

  /// A midnight, a noon, and days in all months.
  private static let instants: [Int64] =
    [0, 43_200, 1_785_000_000, 1_798_761_599, -1_234_567_890]
    + (0..<14).map { 1_767_225_600 + $0 * 2_592_000 + $0 * 6_130 }

  @Test(arguments: languages.keys.sorted())
  func `Dates and times are written as ICU writes them`(language: String) throws {
    let styles: [(DateFormat.Style, ICULibrary.DateStyle)] = [
      (.full, .full), (.long, .long), (.medium, .medium), (.short, .short), (.none, .none),
    ]
    for locale in try #require(`Formats compared with ICU`.languages[language]) {
      let tag = try #require(LanguageTag(locale))
      for (style, theirStyle) in styles {
        for hasTime in [false, true] where style != .none || hasTime {
          let format = DateFormat(tag, style, hasTime: hasTime)
          for instant in `Formats compared with ICU`.instants {
            let theirs = icu.formatted(
              instant,
              date: theirStyle,
              time: hasTime ? .short : .none,
              locale
            )
            let ours = format.text(UnixTime(seconds: instant))
            #expect(ours == theirs, "\(locale) \(style) \(hasTime) \(instant)")
          }
        }
      }
    }
  }
}
