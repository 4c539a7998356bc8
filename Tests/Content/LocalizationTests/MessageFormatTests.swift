// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import Localization
import Testing

typealias Value = DataValue.Content

@Suite struct `ICU messages in ARB files` {
  private func catalog(_ text: String, language: String = "en") throws -> Catalog {
    let value = DataValue(
      .dictionary(try DataDictionary([.init("a", DataValue(.string(text)))]))
    )
    var bytes: [UInt8] = []
    try JSONWriter().write(value, to: &bytes)
    return try Catalog(
      [language],
      [("app_\(language).arb", String(decoding: bytes, as: UTF8.self))]
    )
  }

  @Test(arguments: [
    ("Hello {name}!", "Hello Ana!"),
    ("{ name }", "Ana"),
    ("It''s {name}", "It's Ana"),
    ("It's {name}", "It's Ana"),
    ("'{name}' {name}", "{name} Ana"),
    ("'{''}' is quoted", "{'} is quoted"),
    ("{n} of {other}", "3 of {other}"),
    ("{n, number}", "3"),
    ("{n, number, ::currency/EUR}", "€3.00"),
    ("{price, number, ::currency/USD}", "$1,234.50"),
    ("{price, number, ::currency/CAD unit-width-narrow .0}", "$1,234.5"),
    ("{price, number, ::currency/CAD unit-width-iso-code precision-integer}", "CAD\u{A0}1,234"),
    ("{price, number}", "1,234.5"), ("{price, number, integer}", "1,234"),
    ("{price, number, ::.00}", "1,234.50"),
    ("{share, number, percent}", "19%"), ("{share, number, ::percent scale/100 .0}", "19.0%"),
    ("{share, number, ::compact-short}", "0.19"), ("{share, number, ::percent}", "0.19"),
    ("{on, date}", "Dec 20, 2026"), ("{on, date, long}", "December 20, 2026"),
    ("{on, date, ::yMMMd}", "1797728640"), ("{on, time, short}", "1:04\u{202F}AM"),
    ("{on, time, full}", "1797728640"),
    ("{big, plural, one {# rose} other {# roses}}", "12,345 roses"),
    ("{day, date, short}", "{day, date, short}"),
    ("{n, plural, one {# rose} other {# roses}}", "3 roses"),
    ("{n, plural, =3 {a trio} one {# rose} other {# roses}}", "a trio"),
    ("{n, plural, offset:1 one {you and # other} other {you and # others}}", "you and 2 others"),
    ("{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}", "3rd"),
    ("{g, select, female {her} male {his} other {their}} roses", "her roses"),
    ("{x, select, female {her} other {their}} roses", "their roses"),
    ("{n, plural, one {'#' is #} other {'#' are #}}", "# are 3"),
    (
      "{g, select, female {{n, plural, one {her rose} other {her # roses}}} other {-}}",
      "her 3 roses"
    ),
    ("# outside", "# outside"),
  ])
  func `An ICU message is filled in with its arguments`(text: String, shown: String) throws {
    let values: [(String, Value)] = [
      ("name", .string("Ana")), ("n", .integer(3)), ("g", .string("female")),
      ("x", .string("unknown")), ("price", .string("1234.50")),
      ("share", .decimal(DataDecimal(0.19))), ("on", .integer(1_797_728_640)),
      ("big", .integer(12_345)),
    ]
    let catalog = try catalog(text)
    #expect(catalog.complaints == [])
    #expect(catalog.text("a", in: "en", values) == shown)
  }

  @Test func `An ICU message gives all plural forms when its number is not known`() throws {
    let text = "{n, plural, =0 {none} one {# rose} other {# roses}} for {name}"
    let shown = try catalog(text).text("a", in: "en", [("name", .string("Ana"))])
    #expect(
      shown == #"{"=0":"none for Ana","one":"{n} rose for Ana","other":"{n} roses for Ana"}"#
    )
  }

  @Test func `An ICU message chooses its plural form by the rules of its language`() throws {
    let catalog = try catalog(
      "{n, plural, one {# цветок} few {# цветка} many {# цветов} other {# цветка}}",
      language: "ru"
    )
    let shown = [1, 2, 5, 11, 21, 104].map { catalog.text("a", in: "ru", [("n", .integer($0))]) }
    #expect(
      shown == ["1 цветок", "2 цветка", "5 цветов", "11 цветов", "21 цветок", "104 цветка"]
    )
    #expect(
      catalog.text("a", in: "ru", [("n", .decimal(DataDecimal(1.5)))]) == "1,5 цветка"
    )
  }

  @Test(arguments: [
    ("{", 1, "the end of the text"), ("a } b", 2, "\"} b\""), ("{}", 1, "\"}\""),
    ("{n, plural, one {a}}", 20, "the end of the text"),
    ("{n, choice, 0#a}", 4, "\"choice, 0#a}\""),
    ("{n, plural, 3 {a} other {b}}", 12, "\"3 {a} other \""),
    ("{n, plural, one {a} one {b} other {c}}", 20, "\"one {b} othe\""),
    ("{n, select, a {x}}", 18, "the end of the text"), ("{n plural}", 3, "\"plural}\""),
    ("{n, plural, other {a}", 21, "the end of the text"),
  ])
  func `A malformed ICU message is refused with the offset of its error`(
    text: String,
    offset: Int,
    seen: String
  ) {
    #expect {
      try MessageFormat.message(text)
    } throws: { error in
      guard let fault = error as? TextFault else { return false }
      return fault.offset == offset && fault.seen == seen
    }
  }

  @Test func `An ICU message with choices nested too deep is refused`() {
    func nested(_ depth: Int) -> String {
      depth == 0 ? "x" : "{n, select, other {\(nested(depth - 1))}}"
    }
    #expect(throws: Never.self) { try MessageFormat.message(nested(MessageFormat.maximumDepth)) }
    #expect(throws: TextFault.self) {
      try MessageFormat.message(nested(MessageFormat.maximumDepth + 1))
    }
  }
}
