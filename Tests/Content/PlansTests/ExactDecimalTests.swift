// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Plans

@Suite struct `A number by its exact value` {
  @Test(arguments: [
    ("40", "40"), ("40.0", "40"), ("4e1", "40"), ("400E-1", "40"), ("0.4e+2", "40"), ("-0.0", "0"),
    ("0e9", "0"), ("-1.50", "-1.5"), ("0.001", "0.001"), ("1e-9", "1e-9"), ("1.25e30", "1.25e30"),
    ("123456789012345678901", "123456789012345678901"), ("100", "100"),
    ("0.12345678901234567890123", "0.12345678901234567890123"),
  ])
  func `has one spelling`(written: String, spelling: String) throws {
    let number = try #require(ExactDecimal(Array(written.utf8)))
    #expect(number.text == spelling)
    #expect(ExactDecimal(Array(spelling.utf8)) == number)
  }

  @Test(arguments: ["", "-", "01", "1.", ".5", "1e", "1e+", "+1", "1 ", "0x1", "1.2.3", "Infinity"])
  func `is nothing else`(text: String) { #expect(ExactDecimal(Array(text.utf8)) == nil) }

  @Test func `stands in order, to the last digit`() throws {
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
}
