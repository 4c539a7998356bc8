// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Localization
import Testing

@Suite struct `Languages of files` {
  private func text(_ value: String) -> String { "{ \"a\": \"\(value)\" }" }

  @Test(arguments: [
    ("sv", ["sv-SE"]), ("sv", ["sv-SE", "sv-FI"]), ("zh-Hant", ["zh-TW"]), ("es-419", ["es-MX"]),
    ("pt", ["pt-BR", "pt-PT"]),
  ])
  func `A file serves all languages that have its own as a fallback`(
    file: String,
    published: [String]
  ) throws {
    let catalog = try Catalog(
      ["en"] + published,
      [("en.json", text("x")), ("\(file).json", text("y"))]
    )
    #expect(catalog.complaints == [])
    for language in published { #expect(catalog.text("a", in: language) == "y") }
  }

  @Test func `A language's own file precedes one of its fallback`() throws {
    let catalog = try Catalog(
      ["en", "sv-SE"],
      [
        ("en.json", #"{ "a": "x", "b": "x" }"#), ("sv.json", #"{ "a": "y", "b": "y" }"#),
        ("sv-SE.json", text("z")),
      ]
    )
    #expect(catalog.complaints == [])
    #expect(catalog.text("a", in: "sv-SE") == "z")
    #expect(catalog.text("b", in: "sv-SE") == "y")
  }

  @Test(arguments: [
    (["sv-SE"], "sv", "sv-SE"), (["sv-FI"], "sv", "sv-FI"), (["sv-FI", "sv-SE"], "sv", "sv-SE"),
    (["zh-TW"], "zh-Hant", "zh-TW"),
  ])
  func `A file of a region serves a language that has no other, with a note`(
    files: [String],
    published: String,
    used: String
  ) throws {
    let catalog = try Catalog(
      ["en", published],
      [("en.json", text("x"))] + files.map { ("\($0).json", text($0)) }
    )
    #expect(catalog.text("a", in: published) == used)
    #expect(catalog.complaints.contains("warning text-language \(used).json:1"))
    #expect(catalog.complaints.count == files.count)
  }

  @Test(arguments: [
    ["sv.json", "sv-FI.json"], ["en-GB.json", "sv.json"], ["zh.json", "sv.json"],
  ])
  func `A file of a region beside one of its language is left out`(files: [String]) throws {
    let catalog = try Catalog(
      ["en", "sv", "zh-Hant"],
      [("en.json", text("x"))] + files.map { ($0, text($0)) }
    )
    #expect(catalog.text("a", in: "sv") == "sv.json")
    #expect(catalog.text("a", in: "en") == "x")
    #expect(catalog.complaints.count == 1)
  }

  @Test func `The source texts of a file for translators are in any region of their language`()
    throws
  {
    let file = """
      <xliff version="1.2"><file source-language="en-US" target-language="sv"><body>
      <trans-unit id="a"><source>Buy</source><target>Köp</target></trans-unit></body></file></xliff>
      """
    let catalog = try Catalog(["en", "sv"], [("sv.xliff", file)])
    #expect(catalog.complaints == [])
    #expect(catalog.text("a", in: "en") == "Buy")
  }
}

@Suite struct `Habits of translators' tools` {
  @Test func `Belarusian needs no form for fractions, which one warning says`() throws {
    let forms = #"{ "one": "{count} ружа", "few": "{count} ружы", "many": "{count} руж" }"#
    let catalog = try Catalog(["be"], [("be.json", "{ \"a\": \(forms),\n \"b\": \(forms) }")])
    #expect(catalog.complaints == ["warning plural-form be.json:1"])
    #expect(catalog.findings[0].parties.count == 2)
    for (number, shown) in [(1, "1 ружа"), (3, "3 ружы"), (7, "7 руж")] as [(Int64, String)] {
      #expect(catalog.text("a", in: "be", [("count", .integer(number))]) == shown)
    }
    let fraction = catalog.text("b", in: "be", [("count", .decimal(DataDecimal(1.5)))])
    #expect(fraction == "1.5 руж")
    let suffixes = #"{ "a_one": "ружа", "a_few": "ружы", "a_many": "руж" }"#
    let flat = try Catalog(["be"], [("be.json", suffixes)])
    #expect(flat.complaints == ["warning plural-form be.json:1"])
    #expect(flat.text("a", in: "be", [("count", .integer(3))]) == "ружы")
    let english = #"{ "a": { "one": "rose", "few": "roses" } }"#
    #expect(try Catalog(["en"], [("en.json", english)]).texts.has("a.few"))
  }

  @Test func `A needless plural form causes one warning for all texts of a file`() throws {
    let forms = #"{ "one": "{count}本", "other": "{count}本" }"#
    let texts = (1...12).map { "\"a\($0)\": \(forms)" }.joined(separator: ",\n")
    for language in ["ja", "ko", "zh"] {
      let catalog = try Catalog([language], [("\(language).json", "{\n\(texts) }")])
      #expect(catalog.complaints == ["warning plural-form \(language).json:2"])
      #expect(
        catalog.findings[0].message
          == "12 texts have a plural form \"one\", which \(language) has not; the first 10 are named here"
      )
    }
  }

  @Test func `A form for one in an ARB file is for exactly one in all languages`() throws {
    let text = "{count, plural, zero{ない} one{一つ} other{{count}個}}"
    let catalog = try Catalog(["ja"], [("app_ja.arb", "{ \"a\": \"\(text)\" }")])
    #expect(catalog.complaints == [])
    let shown = [0, 1, 2].map { catalog.text("a", in: "ja", [("count", .integer($0))]) }
    #expect(shown == ["ない", "一つ", "2個"])
  }

  @Test func `Arguments between apostrophes in ARB files are shown where they are known`() throws {
    let english = """
      { "a": "The value is '{value}'", "@a": { "placeholders": { "value": {} } },
        "b": "'{value}' is {value}", "c": "Write '{value}'" }
      """
    let swedish = """
      { "a": "Värdet är '{value}'",
        "b": "'{value}' är {value}", "c": "Skriv '{value}'" }
      """
    let catalog = try Catalog(
      ["en", "sv"],
      [("app_en.arb", english), ("app_sv.arb", swedish)]
    )
    #expect(
      catalog.complaints == [
        "warning text-pattern app_en.arb:1", "warning text-pattern app_sv.arb:1",
      ]
    )
    let values: [(String, Value)] = [("value", .integer(3))]
    #expect(catalog.text("a", in: "en", values) == "The value is '3'")
    #expect(catalog.text("a", in: "sv", values) == "Värdet är '3'")
    #expect(catalog.text("b", in: "sv", values) == "{value} är 3")
    #expect(catalog.text("c", in: "sv", values) == "Skriv {value}")
  }
}
