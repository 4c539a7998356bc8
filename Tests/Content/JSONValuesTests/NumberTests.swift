// SPDX-License-Identifier: Apache-2.0

import JSONValues
import Testing

@Suite struct `Numbers in JSON` {
  @Test(arguments: [
    ("0", 0), ("-0", 0), ("7", 7), ("-12", -12), ("9223372036854775807", .max),
    ("-9223372036854775808", .min), ("9223372036854775808", nil), ("-9223372036854775809", nil),
    ("18446744073709551616", nil), ("1.0", 1), ("1.5", nil), ("5e2", 500), ("5E+2", 500),
    ("500e-2", 5), ("501e-2", nil), ("0.001e3", 1), ("0e999999999999999999999", 0),
    ("1e999999999999999999999", nil), ("1e-999999999999999999999", nil),
    ("1e18", 1_000_000_000_000_000_000),
    ("1e19", nil), ("1.00000000000000000000000000", 1), ("10000000000000000000000000e-24", 10),
    ("123456789012345678.9e1", 1_234_567_890_123_456_789), ("-0.0", 0), ("120", 120),
    ("12.340e2", 1_234),
    ("null", nil), ("\"1\"", nil), ("[1]", nil),
  ])
  func `A JSON number without a fraction has an integer value if that fits into 64 bits`(
    text: String,
    expected: Int?
  ) throws {
    let document = try document(text)
    #expect(document.integer(of: document.root) == expected)
  }

  @Test(arguments: [
    "0", "-0", "1", "0.1", "0.2", "0.3", "19.99", "-1.5e-3", "1e22", "1e23", "123456789.125e-5",
    "9007199254740993", "9007199254740992.5", "1.7976931348623157e308", "4.9e-324", "2e-324",
    "2.2250738585072011e-308", "3.14159265358979323846264338327950288", "1e-400", "0.000001",
    "123456789012345678901234567890", "8.5", "100000000000000000000", "6.02214076e23", "0.5e3",
    "1000.50", "10.01", "0.0001000", "72057594037927945", "5e-1",
  ])
  func `A JSON number has the nearest double`(text: String) throws {
    let document = try document(text)
    let value = try #require(document.double(of: document.root))
    let expected = try #require(Double(text))
    #expect(value == expected)
    #expect(value.sign == expected.sign)
  }

  @Test(arguments: ["1e309", "-1e309", "1e99999999999", "\"1\"", "true", "{}"])
  func `A JSON value without a finite double has none`(text: String) throws {
    let document = try document(text)
    #expect(document.double(of: document.root) == nil)
  }

  @Test func `A random double written as JSON has the same double, and the same integer`() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      let document = try document(value.description)
      #expect(document.double(of: document.root) == value)
      // A larger one is written with fewer digits than its own.
      guard value.magnitude < 9e15 else { continue }
      #expect(document.integer(of: document.root) == Int(exactly: value))
    }
  }
}
