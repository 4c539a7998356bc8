// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import Testing

@Suite struct `Texts in .xcstrings` {
  private let file = """
    { "sourceLanguage": "en", "version": "1.1", "strings": {
      "": {},
      "Buy": { "comment": "a button", "extractionState": "manual", "localizations": {
        "fr": { "stringUnit": { "state": "translated", "value": "Acheter" } },
        "de": { "stringUnit": { "state": "new", "value": "Kaufe" } } } },
      "%lld roses": { "localizations": {
        "en": { "variations": { "plural": {
          "one": { "stringUnit": { "state": "translated", "value": "One rose" } },
          "other": { "stringUnit": { "state": "translated", "value": "%lld roses" } } } } },
        "fr": { "variations": { "plural": {
          "one": { "stringUnit": { "state": "translated", "value": "%lld rose" } },
          "many": { "stringUnit": { "state": "translated", "value": "%lld de roses" } },
          "other": { "stringUnit": { "state": "translated", "value": "%lld roses" } } } } },
        "de": { "variations": { "plural": {
          "one": { "stringUnit": { "state": "new", "value": "" } },
          "other": { "stringUnit": { "state": "translated", "value": "%lld Rosen" } } } } } } },
      "tap": { "localizations": { "en": { "variations": { "device": {
        "ipad": { "variations": { "plural": {
          "one": { "stringUnit": { "state": "translated", "value": "Tap %d big rose" } },
          "other": { "stringUnit": { "state": "translated", "value": "Tap %d big roses" } } } } },
        "other": { "stringUnit": { "state": "translated", "value": "Tap %d" } } } } } } },
      "order": { "localizations": { "en": {
        "stringUnit": { "state": "translated", "value": "%1$@ ordered %#@roses@" },
        "substitutions": { "roses": { "argNum": 2, "formatSpecifier": "lld", "variations": {
          "plural": {
            "one": { "stringUnit": { "state": "translated", "value": "%arg rose" } },
            "other": { "stringUnit": { "state": "translated", "value": "%arg roses" } }
          } } } } } } }
    } }
    """

  private func catalog() throws -> Catalog {
    let catalog = try Catalog(["en", "fr", "de"], [("Localizable.xcstrings", file)])
    #expect(catalog.complaints == [])
    return catalog
  }

  @Test func `A text in a string catalog is served only when it is translated`() throws {
    let catalog = try catalog()
    #expect(catalog.text("Buy", in: "fr") == "Acheter")
    #expect(catalog.text("Buy", in: "de") == nil)
    #expect(catalog.text("%lld roses", in: "de", [("1", .integer(2))]) == nil)
  }

  @Test func `Texts in a string catalog that need review are served with one warning a language`()
    throws
  {
    let strings = (0..<12).map { number in
      """
      "t\(number)": { "localizations": { "de": {
        "stringUnit": { "state": "needs_review", "value": "T\(number)" } } } }
      """
    }
    let catalog = try Catalog(
      ["en", "de"],
      [
        (
          "a.xcstrings",
          """
          { "sourceLanguage": "en", "strings": {
          \(strings.joined(separator: ",\n")) } }
          """
        )
      ]
    )
    #expect(catalog.text("t7", in: "de") == "T7")
    #expect(catalog.complaints == ["warning needs-review a.xcstrings:2"])
    let finding = try #require(catalog.findings.first)
    #expect(finding.message.hasPrefix("12 texts are served in de, though they need review"))
    #expect(finding.parties.count == 10 && finding.parties[1].role == "the text \"t1\"")
  }

  @Test func `A text in the source language of a string catalog is served in any state`() throws {
    let catalog = try Catalog(
      ["en"],
      [
        (
          "a.xcstrings",
          """
          { "sourceLanguage": "en", "strings": { "%@ of %@": { "localizations": { "en": {
            "stringUnit": { "state": "new", "value": "%1$@ of %2$@" } } } } } }
          """
        )
      ]
    )
    #expect(catalog.complaints == [])
    let values: [(String, Value)] = [("1", .integer(1)), ("2", .integer(2))]
    #expect(catalog.text("%@ of %@", in: "en", values) == "1 of 2")
  }

  @Test func `A text without an entry in the source language of a string catalog is its key`()
    throws
  {
    #expect(try catalog().text("Buy", in: "en") == "Buy")
  }

  @Test func `A text in a string catalog is chosen by number`() throws {
    let catalog = try catalog()
    #expect(catalog.text("%lld roses", in: "en", [("1", .integer(1))]) == "One rose")
    #expect(catalog.text("%lld roses", in: "fr", [("1", .integer(0))]) == "0 rose")
    #expect(
      catalog.text("%lld roses", in: "fr", [("1", .integer(1_000_000))]) == "1000000 de roses"
    )
  }

  @Test func `A text in a string catalog is chosen by device, and within that by number`() throws {
    let catalog = try catalog()
    #expect(
      catalog.text("tap", in: "en", [("1", .integer(1))], device: .tablet) == "Tap 1 big rose"
    )
    #expect(catalog.text("tap", in: "en", [("1", .integer(1))], device: .phone) == "Tap 1")
  }

  @Test func `A substitution within a text of a string catalog is chosen by number`() throws {
    let catalog = try catalog()
    #expect(
      catalog.text("order", in: "en", [("1", .string("Ana")), ("2", .integer(1))])
        == "Ana ordered 1 rose"
    )
    #expect(
      catalog.text("order", in: "en")
        == #"{"one":"%1$@ ordered %arg rose","other":"%1$@ ordered %arg roses"}"#
    )
  }

  @Test func `A string set in a string catalog is a list in each language`() throws {
    let catalog = try Catalog(
      ["en", "fr", "de"],
      [
        (
          "AppShortcuts.xcstrings",
          """
          { "sourceLanguage": "en", "strings": {
            "Order ${flower}": { "localizations": {
              "en": { "stringSet": { "state": "translated",
                "values": ["Order ${flower}", "Buy {count, plural, one {a rose} other {# roses}}"] } },
              "fr": { "stringSet": { "state": "translated", "values": ["Commander ${flower}"] } },
              "de": { "stringSet": { "state": "new", "values": ["Bestelle"] } } } },
            "Call us": { "localizations": {
              "fr": { "stringSet": { "state": "translated", "values": ["Appelez-nous"] } } } } } }
          """
        )
      ]
    )
    #expect(catalog.complaints == [])
    let flower = [("flower", DataValue.Content.string("a rose")), ("count", .integer(2))]
    #expect(
      catalog.text("Order ${flower}", in: "en", flower) == #"["Order $a rose","Buy 2 roses"]"#
    )
    #expect(catalog.text("Order ${flower}", in: "fr") == #"["Commander ${flower}"]"#)
    #expect(catalog.text("Order ${flower}", in: "de") == nil)
    #expect(catalog.text("Call us", in: "en") == #"["Call us"]"#)
  }

  @Test(arguments: [
    (#"{ "values": "a" }"#, "error text-kind a.xcstrings:1", "is a string; expected an array"),
    ("7", "error text-kind a.xcstrings:1", "is an integer; expected a dictionary"),
    (#"{ "state": "translated" }"#, "error text-kind a.xcstrings:1", #"without "values""#),
    ("{ \"values\": [\"a\",\n7] }", "error text-kind a.xcstrings:2", "is an integer"),
    (
      "{ \"values\": [\"a\",\n\"{n, plural, one {\"] }", "error text-pattern a.xcstrings:2",
      "expected"
    ),
  ])
  func `A malformed string set in a string catalog is refused with its place`(
    set: String,
    complaint: String,
    message: String
  ) throws {
    let catalog = try Catalog(
      ["en"],
      [
        (
          "a.xcstrings",
          #"{ "sourceLanguage": "en", "strings": { "a": { "localizations": { "en": { "stringSet": "#
            + set + " } } } } }"
        )
      ]
    )
    #expect(catalog.complaints == [complaint])
    #expect(catalog.findings.first?.message.contains(message) == true, "\(catalog.findings)")
  }

  @Test func `A string set is compared with the source like other texts`()
    throws
  {
    func complaints(_ french: String) throws -> [String] {
      try Catalog(
        ["en", "fr"],
        [
          (
            "a.xcstrings",
            """
            { "sourceLanguage": "en", "strings": { "a": { "localizations": {
              "en": { "stringSet": { "state": "translated", "values": ["{a} {b}", "{a}"] } },
              "fr": \(french) } } } }
            """
          )
        ]
      ).complaints
    }
    let set = #"{ "stringSet": { "state": "translated", "values": ["#
    #expect(try complaints(set + "\"{a}\"] } }") == [])
    #expect(try complaints(set + "\"{c}\"] } }") == ["warning placeholder a.xcstrings:3"])
    #expect(
      try complaints(#"{ "stringUnit": { "state": "translated", "value": "{a} {b}" } }"#)
        == ["warning text-kind a.xcstrings:3"]
    )
  }

  @Test(arguments: [
    (#"{ "strings": {} }"#, "error text-language"),
    (#"{ "sourceLanguage": "en" }"#, "error text-kind"),
    (#"[]"#, "error text-kind"),
    (
      #"""
      { "sourceLanguage": "en", "strings": { "a": { "localizations": { "en": {
        "stringUnit": { "state": "translated", "value": "%#@b@" } } } } } }
      """#, "error text-pattern"
    ),
    (
      #"""
      { "sourceLanguage": "en", "strings": { "a": { "localizations": { "en": { "variations": {
        "device": {
          "fridge": { "stringUnit": { "state": "translated", "value": "x" } },
          "other": { "stringUnit": { "state": "translated", "value": "y" } } } } } } } } }
      """#, "warning text-kind"
    ),
  ])
  func `A malformed string catalog is reported with its rule`(
    file: String,
    complaint: String
  ) throws {
    let catalog = try Catalog(["en"], [("a.xcstrings", file)])
    #expect(catalog.complaints.first?.hasPrefix(complaint) == true)
  }
}
