// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Testing

@Suite struct `Texts in JSON` {
  @Test(arguments: [
    (#"{ "a": "Hello {name}" }"#, "a", "Hello Ana"),
    (#"{ "a": "Hello {{ name }}" }"#, "a", "Hello Ana"),
    (#"{ "a": "Hello {{name, uppercase}}" }"#, "a", "Hello Ana"),
    (#"{ "a": "Hello %@" }"#, "a", "Hello Rose"),
    (#"{ "a": "{ not a name }" }"#, "a", "{ not a name }"),
    (#"{ "a": { "b": { "c": "deep" } } }"#, "a.b.c", "deep"),
    (#"{ "a": { "one": "{count} rose", "other": "{count} roses" } }"#, "a", "3 roses"),
    (#"{ "a_one": "{{count}} rose", "a_other": "{{count}} roses" }"#, "a", "3 roses"),
    (#"{ "x": { "a_one": "rose", "a_other": "roses" } }"#, "x.a", "roses"),
    (
      #"{ "a_ordinal_one": "1st", "a_ordinal_two": "2nd", "a_ordinal_few": "3rd", "a_ordinal_other": "nth" }"#,
      "a_ordinal", "3rd"
    ),
    (#"{ "step_one": "First step" }"#, "step_one", "First step"),
    (#"{ "a": "{{count, number}} for {{- name}}" }"#, "a", "3 for Ana"),
    (#"{ "a": "{{ big, number(minimumFractionDigits: 2) }}" }"#, "a", "1,234.50"),
    (#"{ "a": "{{big, number(maximumFractionDigits: 0)}}" }"#, "a", "1,234"),
    (
      #"{ "a": "{{big, currency(EUR)}}, {{big, currency(currency: USD)}}" }"#, "a",
      "€1,234.50, $1,234.50"
    ),
    (#"{ "a": "{{big, datetime}} {{big, number(style: x)}}" }"#, "a", "1234.5 1234.5"),
    (#"{ "a": ["one {{name}}", "two"] }"#, "a", #"["one Ana","two"]"#),
    (#"{ "a": [{ "q": "why", "x": ["y", "z"] }, "two"] }"#, "a.0.q", "why"),
    (#"{ "a": [{ "q": "why", "x": ["y", "z"] }, "two"] }"#, "a.0.x", #"["y","z"]"#),
    (#"{ "a": [{ "q": "why" }, "two"] }"#, "a.1", "two"),
    (#"{ "a": "{count, plural, one {rose} other {roses}}" }"#, "a", "roses"),
  ])
  func `A text in JSON is filled in with its arguments`(
    file: String,
    key: String,
    shown: String
  ) throws {
    let catalog = try Catalog(["en"], [("en.json", file)])
    #expect(catalog.complaints == [])
    let values: [(String, Value)] = [
      ("name", .string("Ana")), ("count", .integer(3)), ("1", .string("Rose")),
      ("big", .decimal(DataDecimal(1234.5))),
    ]
    #expect(catalog.text(key, in: "en", values) == shown)
  }

  @Test func `A JSON file of texts has its language from its name or its folder`() throws {
    let catalog = try Catalog(
      ["en", "pt-BR"],
      [("en/shop.json", #"{ "a": "Buy" }"#), ("pt_BR.json", #"{ "a": "Comprar" }"#)]
    )
    #expect(catalog.complaints == [])
    #expect(catalog.text("a", in: "en") == "Buy")
    #expect(catalog.text("a", in: "pt-BR") == "Comprar")
  }
}
