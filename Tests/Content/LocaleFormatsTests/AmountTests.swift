// SPDX-License-Identifier: Apache-2.0

import ContentModel
import LocaleFormats
import Testing

@Suite struct `Formatted amounts of money` {
  @Test(arguments: [
    ("en", "USD", "39.99", "$39.99"), ("en-CA", "USD", "39.99", "US$39.99"),
    ("fr", "USD", "39.99", "39,99\u{A0}$US"), ("fr-CA", "CAD", "54.99", "54,99\u{A0}$"),
    ("de", "EUR", "-1234567.5", "-1.234.567,50\u{A0}€"), ("de-CH", "CHF", "5", "CHF\u{A0}5.00"),
    ("ja", "JPY", "5900", "¥5,900"), ("ja", "JPY", "5900.5", "¥5,900"),
    ("en", "KWD", "1.5", "KWD\u{A0}1.500"), ("en-IN", "INR", "1234567.891", "₹12,34,567.89"),
    ("es", "EUR", "1234.5", "1234,50\u{A0}€"), ("es-MX", "MXN", "1234.5", "$1,234.50"),
    ("ar-EG", "EGP", "12.5", "\u{200F}١٢٫٥٠\u{A0}ج.م.\u{200F}"),
    ("zh-TW", "TWD", "100", "$100.00"), ("zh-Hant-HK", "HKD", "1", "HK$1.00"),
    ("tlh", "USD", "1", "US$\u{A0}1.00"), ("en", "XTS", "1", "XTS\u{A0}1.00"),
    ("en", "USD", "-0.004", "$0.00"),
  ])
  func `An amount is written as its reader's language and country write it`(
    language: String,
    code: String,
    amount: String,
    written: String
  ) throws {
    let tag = try #require(LanguageTag(language))
    let format = CurrencyFormat(tag, try #require(CurrencyCode(code)))
    #expect(format.text(try #require(DecimalText(amount))) == written)
  }

  @Test(arguments: [
    (CurrencyFormat.SymbolStyle.standard, Int?.none, "CA$10.50"), (.narrow, nil, "$10.50"),
    (.code, nil, "CAD\u{A0}10.50"), (.standard, 0, "CA$10"), (.standard, 3, "CA$10.500"),
  ])
  func `An amount has the symbol style and the number of digits asked for`(
    style: CurrencyFormat.SymbolStyle,
    digits: Int?,
    written: String
  ) throws {
    let tag = try #require(LanguageTag("en"))
    let currency = try #require(CurrencyCode("CAD"))
    let format = CurrencyFormat(tag, currency, symbol: style, digits: digits)
    #expect(format.text(try #require(DecimalText("10.5"))) == written)
  }

  @Test(arguments: [
    ("US", "USD"), ("CA", "CAD"), ("DE", "EUR"), ("BG", "EUR"), ("HR", "EUR"), ("JP", "JPY"),
    ("CH", "CHF"), ("LI", "CHF"), ("IN", "INR"), ("LS", "LSL"), ("AQ", nil), ("XX", nil),
  ])
  func `A country has the currency in use there`(country: String, code: String?) {
    let letters = Array(country.utf8)
    let region = RegionCode(letters.span)
    #expect(region.flatMap { CurrencyCode(ofCountry: $0) }.map { "\($0)" } == code)
  }

  @Test func `A currency code is read in any case, and known when in use`() throws {
    #expect(try #require(CurrencyCode("usd")).description == "USD")
    #expect(try #require(CurrencyCode("USD")).isKnown)
    #expect(try #require(CurrencyCode("UDS")).isKnown == false)
    for text in ["", "US", "USDD", "U$D", "12A"] { #expect(CurrencyCode(text) == nil) }
    #expect(CurrencyCode.known.count > 150)
    for code in CurrencyCode.known { #expect((0...3).contains(code.fractionDigits)) }
  }
}
