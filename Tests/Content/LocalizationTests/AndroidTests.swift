// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Testing

@Suite struct `Texts in Android's resources` {
  private func catalog(_ source: String, _ translation: String) throws -> Catalog {
    func file(_ text: String) -> String {
      "<?xml version=\"1.0\"?>\n<resources xmlns:xliff=\"urn:x\">\n\(text)\n</resources>"
    }
    return try Catalog(
      ["en", "sv"],
      [
        ("values/strings.xml", file(source)), ("values-sv/strings.xml", file(translation)),
      ]
    )
  }

  @Test(arguments: [
    ("Köp nu", "Köp nu"),
    ("  Köp\n    nu  ", "Köp nu"),
    (#""  Köp   nu ""#, "  Köp   nu "),
    (#"Vi\'s \"korg\""#, #"Vi's "korg""#),
    (#"en\ntvå\t\u00e5"#, "en\ntvå\tå"),
    (#"\@rosor \?"#, "@rosor ?"),
    (#"C:\\korg"#, #"C:\korg"#),
    ("<![CDATA[<b>Köp</b> nu]]>", "<b>Köp</b> nu"),
    ("<b>Köp</b> <i>nu</i>", "Köp nu"),
    ("&lt;b>Köp&lt;/b> &amp; nu", "<b>Köp</b> & nu"),
    ("@string/other", "annat"),
  ])
  func `A string is read as Android's tools read it`(written: String, shown: String) throws {
    let catalog = try catalog(
      "<string name=\"a\">Buy</string><string name=\"other\">other</string>",
      "<string name=\"a\">\(written)</string><string name=\"other\">annat</string>"
    )
    #expect(catalog.complaints == [])
    #expect(catalog.text("a", in: "en") == "Buy")
    #expect(catalog.text("a", in: "sv") == shown)
  }

  @Test func `Plural forms and placeholders of Android are filled in`() throws {
    let catalog = try catalog(
      """
      <plurals name="roses"><item quantity="one">%1$d rose for %2$s</item>
        <item quantity="other">%1$d roses for %2$s</item></plurals>
      <string name="hello">Hello <xliff:g id="name" example="Ana">%1$s</xliff:g>!</string>
      """,
      """
      <plurals name="roses"><item quantity="one">%1$d ros till %2$s</item>
        <item quantity="other">%1$d rosor till %2$s</item></plurals>
      <string name="hello">Hej <xliff:g id="name">%1$s</xliff:g>!</string>
      """
    )
    #expect(catalog.complaints == [])
    for (number, shown) in [(1, "1 ros till Ana"), (3, "3 rosor till Ana")] {
      let values: [(String, Value)] = [("1", .integer(Int64(number))), ("2", .string("Ana"))]
      #expect(catalog.text("roses", in: "sv", values) == shown)
    }
    #expect(catalog.text("hello", in: "sv", [("1", .string("Ana"))]) == "Hej Ana!")
    #expect(
      catalog.text("roses", in: "sv")
        == #"{"one":"%1$d ros till %2$s","other":"%1$d rosor till %2$s"}"#
    )
  }

  @Test func `An array of Android is one text, and what is for another product is left out`() throws
  {
    let catalog = try catalog(
      """
      <string-array name="days"><item>Mon</item><item>Tue</item></string-array>
      <string name="a">phone</string><string name="a" product="tablet">tablet</string>
      """,
      "<string-array name=\"days\"><item>mån</item><item>tis</item></string-array>"
    )
    #expect(catalog.complaints == [])
    #expect(catalog.text("days", in: "sv") == #"["mån","tis"]"#)
    #expect(catalog.text("a", in: "en") == "phone")
  }

  @Test(arguments: [
    ("values-pt-rBR", "pt-BR"), ("values-b+pt+BR", "pt-BR"), ("app/values-pt-rBR", "pt-BR"),
    ("pt-BR", "pt-BR"), ("values", "en"),
  ])
  func `The folder of Android's resources gives their language`(
    folder: String,
    language: String
  ) throws {
    let file = "<resources><string name='a'>x</string></resources>"
    let catalog = try Catalog(["en", "pt-BR"], [("\(folder)/strings.xml", file)])
    #expect(catalog.complaints == [])
    #expect(catalog.text("a", in: language) == "x")
  }

  @Test(arguments: [
    ("values-land", "<resources/>", "warning text-language"),
    ("values-sv-rSE-night", "<resources/>", "warning text-language"),
    ("values", "<root/>", "error text-kind"),
    ("values", "<resources><string>x</string></resources>", "error text-kind"),
    (
      "values", "<resources><string name='a'>@string/a</string></resources>",
      "error text-pattern"
    ),
    (
      "values", "<resources><string name='a'>@string/b</string></resources>",
      "error text-pattern"
    ),
    (
      "values", "<resources><plurals name='a'><item>x</item></plurals></resources>",
      "error plural-form"
    ),
    ("values", "<resources", "error unreadable-file"),
  ])
  func `Resources that are no texts of a language are told`(
    folder: String,
    file: String,
    complaint: String
  ) throws {
    let catalog = try Catalog(["en", "sv"], [("\(folder)/strings.xml", file)])
    #expect(catalog.complaints.first == "\(complaint) \(folder)/strings.xml:1")
  }
}
