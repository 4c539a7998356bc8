// SPDX-License-Identifier: Apache-2.0

import ContentModel
import LocaleFormats
import Testing

@Suite struct `Formatted numbers` {
  private static let english = LanguageTag("en") ?? .undetermined

  @Test(arguments: [
    ("0", "0"), ("-0", "0"), ("007", "7"), ("39.990", "39.99"), ("1.5e3", "1,500"),
    ("15E-1", "1.5"), ("1e+2", "100"), ("0.00001234e6", "12.34"), ("1e-400", "0"),
    ("1e21", "1,000,000,000,000,000,000,000"), ("-0.0004", "0"), ("-0.0006", "-0.001"),
    ("0.1234", "0.123"), ("0.1235", "0.124"), ("0.1225", "0.122"), ("0.12250001", "0.123"),
    ("999.9996", "1,000"), ("0.9995", "1"), ("0.0005", "0"), ("0.0015", "0.002"),
    ("1.0000000000000000000000000000000000000000000000000000000000000000001", "1"),
    ("0.12250000000000000000000000000000000000000000000000000000000000000000001", "0.123"),
  ])
  func `A number is rounded exactly, halves to the even neighbour`(
    text: String,
    written: String
  ) throws {
    let number = try #require(DecimalText(text))
    #expect(NumberFormat(`Formatted numbers`.english).text(number) == written)
  }

  @Test(arguments: [
    "", "-", ".", "1.", ".5", "+1", "1e", "1e+", "1 ", " 1", "1,5", "0x1", "NaN", "Infinity", "--1",
    "1.2.3", "٣", "1e40", "1e99999999999999999999", String(repeating: "9", count: 41),
  ])
  func `A text that is no number, or one too large, is refused`(text: String) {
    #expect(DecimalText(text) == nil)
  }

  @Test func `A number with as many digits as the limit is written exactly`() throws {
    let digits = String(repeating: "9", count: DecimalText.maximumIntegerDigits)
    let number = try #require(DecimalText(digits))
    let written = NumberFormat(`Formatted numbers`.english).text(number)
    #expect(written.filter { $0 != "," } == digits)
    let long = try #require(DecimalText("0." + String(repeating: "3", count: 10_000)))
    #expect(NumberFormat(`Formatted numbers`.english, digits: 2).text(long) == "0.33")
  }

  @Test(arguments: [(-5, "1,235"), (0, "1,235"), (1, "1,234.6"), (4, "1,234.5600")])
  func `A number has the number of digits asked for`(digits: Int, written: String) throws {
    let number = try #require(DecimalText("1234.56"))
    #expect(NumberFormat(`Formatted numbers`.english, digits: digits).text(number) == written)
  }
}
