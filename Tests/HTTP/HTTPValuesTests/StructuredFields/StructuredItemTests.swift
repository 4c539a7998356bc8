// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues
import Testing

private func item(_ text: String) -> StructuredField.Item? {
  try? StructuredField.Item(parsing: text)
}

private func decimal(_ thousandths: Int) -> StructuredField.BareItem {
  StructuredField.Decimal(thousandths: thousandths).map { .decimal($0) } ?? .string("no decimal")
}

@Suite struct `Structured items` {
  @Test(
    arguments: [
      ("42", .integer(42)), ("-42", .integer(-42)), ("042", .integer(42)), ("-0", .integer(0)),
      ("00", .integer(0)), ("999999999999999", .integer(999_999_999_999_999)),
      ("-999999999999999", .integer(-999_999_999_999_999)), ("1.5", decimal(1_500)),
      ("-0.001", decimal(-1)), ("1.0", decimal(1_000)),
      ("123456789012.125", decimal(123_456_789_012_125)),
      ("\"\"", .string("")), ("\"a \\\"b\\\\\"", .string("a \"b\\")), ("a", .token("a")),
      ("*", .token("*")), ("A:b/c*", .token("A:b/c*")), ("::", .bytes([])),
      (":aGVsbG8=:", .bytes(Array("hello".utf8))), (":aGVsbG8:", .bytes(Array("hello".utf8))),
      (":iZ==:", .bytes([0x89])), (":/+Ah:", .bytes([0xFF, 0xE0, 0x21])), ("?0", .boolean(false)),
      ("?1", .boolean(true)), ("@1659578233", .date(1_659_578_233)), ("@-1", .date(-1)),
      ("%\"f%c3%bc%22\"", .displayString("fü\"")), ("%\"\\\"", .displayString("\\")),
      ("%\"%ef%bb%bf\"", .displayString("\u{FEFF}")), ("  1  ", .integer(1)),
    ] as [(String, StructuredField.BareItem)]
  )
  func `A structured item is read`(text: String, value: StructuredField.BareItem) {
    #expect(item(text) == StructuredField.Item(value))
  }

  @Test(arguments: [
    "", "  ", "\t1", "1\t", "1 2", "1,2", "1,", "-", "--1", "-a", "+1", "1a2", "4-2",
    "1000000000000000", "-1000000000000000", "1.", ".1", "-.1", "1..4", "1.5.4", "1.2345",
    "1234567890123.0", "0000000000000.1", "0000000000000001", "1e3", "\"", "\"a", "a\"", "'a'",
    "\"\t\"", "\"\u{7F}\"", "\"é\"", "\"\\a\"", "\"\\", "\"a\"b", "é", "/a", ":a", "_a", "&a",
    ":aGVsbG8=",
    ":aGVs bG8=:", ":aGVsbG!8=:", ":=aGVsbG8:", ":aGVs=bG8:", ":aGVsbG8==:", ":a:", ":aGVsb:",
    ":====:", ":aGV=s:",
    ":-_-_:", "?", "?2", "?t", "?10", "@", "@1.0", "@a", "@1000000000000000", "%", "%\"", "%\"a",
    "%a\"", "%'a'",
    "%\"%\"", "%\"%a\"", "%\"%C3%BC\"", "%\"%c3\"", "%\"%c3%28\"", "%\"%ed%a0%80\"", "%\"%gg\"",
    "%\"\u{7F}\"",
    "%\"ü\"", "%\"\n\"", "1;", "1;A", "1;a=", "1 ;a", "1;a =1", "1;a= 1", "1;a=(1)", "(1)", "()",
    "1;;a",
    "1;\ta",
  ])
  func `A malformed structured item is refused`(text: String) {
    #expect(item(text) == nil)
  }

  @Test func `A structured item has parameters in the order of their first appearance`() throws {
    let found = try StructuredField.Item(parsing: "text;a;b=?0;  c=\"x\";a=2;*d-_.9=:AA==:")
    #expect(
      found
        == StructuredField.Item(
          .token("text"),
          ["a": .integer(2), "b": .boolean(false), "c": .string("x"), "*d-_.9": .bytes([0])]
        )
    )
    #expect(found.parameters.entries.map(\.key) == ["a", "b", "c", "*d-_.9"])
    #expect(try found.serialized() == "text;a=2;b=?0;c=\"x\";*d-_.9=:AA==:")
  }

  @Test(arguments: UInt8.min...UInt8.max)
  func `Each byte is allowed in a structured item exactly where the standard allows it`(byte: UInt8)
  {
    func parses(_ bytes: [UInt8]) -> Bool {
      (try? StructuredField.Item(parsing: bytes.span)) != nil
    }
    let quote = UInt8(ascii: "\"")
    let isVisible = (0x20...0x7E).contains(byte)
    #expect(parses([quote, byte, quote]) == (isVisible && byte != quote && byte != 0x5C))
    #expect(parses([quote, 0x5C, byte, quote]) == (byte == quote || byte == 0x5C))
    #expect(
      parses([0x25, quote, byte, quote]) == (isVisible && byte != quote && byte != 0x25)
    )
    let isLetter = (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    let isDigit = (0x30...0x39).contains(byte)
    #expect(parses([byte]) == (isLetter || isDigit || byte == UInt8(ascii: "*")))
    // `a;a` is a token with a parameter.
    let isTokenCharacter = isLetter || isDigit || ";!#$%&'*+-.^_`|~:/".utf8.contains(byte)
    #expect(parses([0x61, byte, 0x61]) == isTokenCharacter)
    let isLower = (0x61...0x7A).contains(byte)
    let isSpace = byte == 0x20
    #expect(parses([0x31, 0x3B, byte]) == (isLower || byte == UInt8(ascii: "*")))
    #expect(
      parses([0x31, 0x3B, 0x61, byte, 0x61])
        == (isLower || isDigit || "_-.*;=".utf8.contains(byte))
    )
    #expect(parses([byte, 0x31]) == (isDigit || isLetter || isSpace || "*-@?".utf8.contains(byte)))
  }

  @Test(arguments: [
    (0.0015, "0.002"), (0.0025, "0.002"), (-0.0015, "-0.002"), (-0.0025, "-0.002"),
    (9.9995, "10.0"),
    (1, "1.0"), (0.5, "0.5"), (-0.0, "0.0"), (0.0004, "0.0"), (0.125, "0.125"), (0.02, "0.02"),
    (999_999_999_999.999, "999999999999.999"), (-0.25, "-0.25"), (100.05, "100.05"),
  ])
  func `A structured decimal is rounded to thousandths, half to even`(
    value: Double,
    text: String
  ) throws {
    let decimal = try #require(StructuredField.Decimal(value))
    #expect(try StructuredField.Item(.decimal(decimal)).serialized() == text)
  }

  @Test(arguments: [
    1_000_000_000_000, -1_000_000_000_000.1, 999_999_999_999.9996, 1e300, .infinity, .nan,
  ])
  func `A decimal with too many digits for a structured field is refused`(value: Double) {
    #expect(StructuredField.Decimal(value) == nil)
  }

  @Test(
    arguments: [
      (.integer(-5), "-5"), (.string("a\"\\"), "\"a\\\"\\\\\""), (.token("*a:b"), "*a:b"),
      (.bytes([1]), ":AQ==:"), (.bytes([1, 2]), ":AQI=:"), (.bytes([1, 2, 3]), ":AQID:"),
      (.bytes([]), "::"),
      (.boolean(true), "?1"), (.date(0), "@0"),
      (.displayString("ü%\"\n\u{7F}"), "%\"%c3%bc%25%22%0a%7f\""),
      (.displayString("a\\~ "), "%\"a\\~ \""),
    ] as [(StructuredField.BareItem, String)]
  )
  func `A structured item is written in its canonical form`(
    value: StructuredField.BareItem,
    text: String
  ) throws {
    #expect(try StructuredField.Item(value).serialized() == text)
    #expect(item(text) == StructuredField.Item(value))
  }

  @Test(
    arguments: [
      .integer(1_000_000_000_000_000), .integer(-1_000_000_000_000_000), .date(.max), .string("\n"),
      .string("é"), .string("\u{7F}"), .token(""), .token("1a"), .token("a b"), .token("é"),
      .token("\"a\""),
    ] as [StructuredField.BareItem]
  )
  func `A value that structured fields cannot express is not written`(
    value: StructuredField.BareItem
  ) {
    #expect(throws: TextFault.self) { try StructuredField.Item(value).serialized() }
    #expect(throws: TextFault.self) {
      try StructuredField.Item(.integer(1), ["a": value]).serialized()
    }
  }

  @Test(arguments: ["", "A", "1", "-a", "a b", "é", "a=", "a/"])
  func `A parameter with an invalid key is not written`(key: String) {
    #expect(throws: TextFault.self) {
      try StructuredField.Item(.integer(1), [key: .integer(1)]).serialized()
    }
  }

  @Test func `The error of a structured field says where it is and what was expected`() {
    let error = #expect(throws: TextFault.self) {
      try StructuredField.Item(parsing: "a;b=?3")
    }
    #expect(error == TextFault(at: 5, seen: "byte 0x33", expected: "0 or 1"))
    #expect(error?.description == "found byte 0x33 at 5, expected 0 or 1")
  }
}
