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
    (#"{ "a": "{count, plural, one {rose} other {roses}}" }"#, "a", "roses"),
  ])
  func `are filled in`(file: String, key: String, shown: String) throws {
    let catalog = try Catalog(["en"], [("en.json", file)])
    #expect(catalog.complaints == [])
    let values: [(String, Value)] = [
      ("name", .string("Ana")), ("count", .integer(3)), ("1", .string("Rose")),
    ]
    #expect(catalog.text(key, in: "en", values) == shown)
  }

  @Test func `lie in a file or in a folder of their language`() throws {
    let catalog = try Catalog(
      ["en", "pt-BR"],
      [("en/shop.json", #"{ "a": "Buy" }"#), ("pt_BR.json", #"{ "a": "Comprar" }"#)]
    )
    #expect(catalog.complaints == [])
    #expect(catalog.text("a", in: "en") == "Buy")
    #expect(catalog.text("a", in: "pt-BR") == "Comprar")
  }
}
