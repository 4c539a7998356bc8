// SPDX-License-Identifier: Apache-2.0

import Plans
import Testing

@Suite struct `Exact decimal numbers` {
  @Test(arguments: [
    ("40", "40"), ("40.0", "40"), ("4e1", "40"), ("400E-1", "40"), ("0.4e+2", "40"), ("-0.0", "0"),
    ("0e9", "0"), ("-1.50", "-1.5"), ("0.001", "0.001"), ("1e-9", "1e-9"), ("1.25e30", "1.25e30"),
    ("123456789012345678901", "123456789012345678901"), ("100", "100"),
    ("0.12345678901234567890123", "0.12345678901234567890123"),
  ])
  func `Numbers of equal value have one spelling`(written: String, spelling: String) throws {
    let number = try #require(ExactDecimal(Array(written.utf8)))
    #expect(number.text == spelling)
    #expect(ExactDecimal(Array(spelling.utf8)) == number)
  }

  @Test(arguments: ["", "-", "01", "1.", ".5", "1e", "1e+", "+1", "1 ", "0x1", "1.2.3", "Infinity"])
  func `A malformed number is refused`(text: String) {
    #expect(ExactDecimal(Array(text.utf8)) == nil)
  }

  @Test func `Exact numbers are ordered to the last digit`() throws {
    let written = [
      "-1e99999999999", "-10", "-9.99", "-0.1", "-1e-400", "0", "1e-400", "0.09", "0.1",
      "0.10000000000000000000001", "9", "10", "9007199254740992", "9007199254740993",
      "9007199254740993.1", "1e400", "2e400",
    ]
    let numbers = try written.map { try #require(ExactDecimal(Array($0.utf8))) }
    for (place, number) in numbers.enumerated() {
      for (other, larger) in numbers.enumerated() {
        #expect((number < larger) == (place < other), "\(written[place]) \(written[other])")
      }
    }
  }

  @Test(arguments: [
    ("48.2082", 2, "48.21"), ("48.205", 2, "48.2"), ("48.215", 2, "48.22"),
    ("48.2050001", 2, "48.21"),
    ("-48.2082", 1, "-48.2"), ("9.996", 2, "10"), ("0.006", 2, "0.01"), ("0.005", 2, "0"),
    ("0.004", 2, "0"), ("-0.0001", 2, "0"), ("0.9", 0, "1"), ("0.5", 0, "0"), ("1.5", 0, "2"),
    ("40", 0, "40"), ("1e-999999999", 6, "0"), ("109.5", 0, "110"), ("100.04", 1, "100"),
    ("0", 3, "0"), ("123", 2, "123"),
  ])
  func `An exact number is rounded to a number of digits, a half to the even neighbour`(
    written: String,
    digits: Int,
    rounded: String
  ) throws {
    let number = try #require(ExactDecimal(Array(written.utf8)))
    #expect(number.rounded(toDigits: digits).text == rounded)
  }

  @Test(arguments: [0, 7, -40, 1_000, Int64.min])
  func `An exact number made of an integer equals the one read from its digits`(number: Int64) {
    #expect(ExactDecimal(number) == ExactDecimal(Array("\(number)".utf8)))
  }
}
