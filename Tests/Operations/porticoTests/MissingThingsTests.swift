// SPDX-License-Identifier: Apache-2.0

import ProgramTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The check for missing parts of a site` {
  private static let home =
    #"{ datatype: "a", body: { title: { $t: "one" }, text: { $t: "two" } } }"#
  private static let english = #"{ "one": "1", "two": "2" }"#

  /// Files of a site, the findings' lines, and a part of what the first one says.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let files: [String: String]
    let lines: [String]
    let message: String

    init(_ name: String, _ files: [String: String], _ lines: [String], _ message: String = "") {
      (testDescription, self.files, self.lines, self.message) = (name, files, lines, message)
    }
  }

  @Test(arguments: [
    Case(
      "a key that a published language lacks",
      [
        "home": home, "Locales/en.json": english, "Locales/fr.json": #"{ "one": "1" }"#,
        "more": #"{ datatype: "a", body: { title: { $t: "one" } } }"#,
      ],
      ["warning missing-translation Locales/en.json 1"],
      #"the text "two" is missing in fr; documents that use it are in another language"#
    ),
    Case(
      "a key of a document that is in some languages on purpose",
      [
        "home": home.replacing("body", with: "fallback: \"refuse\", body"),
        "more": #"{ datatype: "a", body: { title: { $t: "one" } } }"#,
        "Locales/en.json": english, "Locales/fr.json": #"{ "one": "1" }"#,
      ],
      []
    ),
    Case(
      "a published language without texts",
      ["home": home, "Locales/en.json": english],
      ["error uncovered-language Content/site.json5 1"],
      "fr is published, and there are no texts in it; expected files such as Locales/fr.json"
    ),
    Case(
      "a source language without texts",
      ["home": home, "Locales/fr.json": english],
      ["error uncovered-language Content/site.json5 1"],
      "en is the language that texts are written in first, and there are no texts in it"
    ),
    Case(
      "no texts at all",
      ["home": home],
      ["error unknown-text Content/home.json5 1"],
      "there are no texts in Locales, and documents use some; expected files such as Locales/en.json"
    ),
    Case(
      "a member of the light view that no body has",
      [
        "home": #"{ datatype: "a", light: ["titel", "extra"], body: { title: 1 }, "#
          + #"variants: [{ when: { device: "tv" }, patch: { extra: 1 } }] }"#
      ],
      ["error unknown-name Content/home.json5 1"],
      #""light" names "titel", and no body of the document has such a member"#
    ),
    Case(
      "a file that nothing reads",
      ["Content/notes.txt": "x", "Locales/readme.md": "x", "Locales/en.lproj/a.csv": "x"],
      ["warning stray-file Content/notes.txt 1", "warning stray-file Locales/en.lproj/a.csv 1"],
      "nothing reads this file; documents are read from files that end with .json5, .json, .plist"
    ),
    Case(
      "a link to a path with braces from a document without calls",
      [
        "home": #"{ datatype: "a", body: { item: { $ref: "items/{id}" } } }"#,
        "items/{id}": #"{ datatype: "a", calls: { a: { backend: "b", path: "/{id}" } }, "#
          + #"body: { x: { $pick: "$.a" }, next: { $ref: "items/{id}" } } }"#,
      ],
      ["error unknown-name Content/home.json5 1"],
      #"{id} in "items/{id}" has no value; expected a path without braces"#
    ),
    Case(
      "a link of a plan without with",
      [
        "items": #"{ datatype: "a", calls: { a: { backend: "b", path: "/" } }, "#
          + #"body: { x: { $pick: "$.a" }, next: { $ref: "items/{id}" } } }"#,
        "items/{id}": #"{ datatype: "a", calls: { a: { backend: "b", path: "/{id}" } }, "#
          + #"body: { x: { $pick: "$.a" } } }"#,
      ],
      ["error unknown-name Content/items.json5 1"],
      #"{id} in "items/{id}" has no value; expected it in "with""#
    ),
    Case(
      "a variant and a row whose time is over",
      [
        "home": """
        { datatype: "a", body: { rows: [ { a: 1,
            when: { until: "2020-01-02T00:00Z" } } ] }, variants: [
          { id: "old", when: { until: "2020-01-01T00:00Z" }, patch: { b: 1 } },
          { id: "later", when: { from: "2020-06-01T00:00Z" }, patch: { b: 2 } } ] }
        """
      ],
      [
        "warning expired-variant Content/home.json5 1",
        "warning expired-variant Content/home.json5 3",
      ],
      "the row no longer applies: its time ended at 2020-01-02T00:00"
    ),
  ])
  func `The check finds each missing or unused part of a site`(_ wanted: Case) async throws {
    let settings = CheckedSite.settings
      .replacing("roots", with: #"backends: { b: { addresses: "http://127.0.0.1:1" } }, roots"#)
    let site = try CheckedSite(wanted.files, settings: settings)
    let (lines, messages) = try await site.findings()
    #expect(lines == wanted.lines)
    #expect(messages.first?.contains(wanted.message) ?? true, "\(messages)")
    // A warning keeps nobody from publishing, unless one wants none.
    let isPublished = !wanted.lines.contains { $0.hasPrefix("error") }
    #expect(try await site.check().status == (isPublished ? 0 : 1))
    #expect(try await site.check("--strict").status == (wanted.lines.isEmpty ? 0 : 1))
  }

  @Test func `The check tells hundreds of missing texts of a language in one finding`() async throws
  {
    let names = (1_000..<1_500)
    let uses = names.map { "{ $t: \"t\($0)\" }" }.joined(separator: ", ")
    let texts = names.map { "\n\"t\($0)\": \"x\"" }.joined(separator: ",")
    let site = try CheckedSite([
      "home": "{ datatype: \"a\", body: { rows: [\(uses)] } }",
      "more": #"{ datatype: "a", body: { x: { $t: "t1000" } } }"#,
      "Locales/en.json": "{\(texts)}", "Locales/fr.json": #"{ "t1000": "x" }"#,
    ])
    let check = try await site.check()
    #expect(check.output.contains("warning: 499 texts are missing in fr, of which the first 10"))
    #expect(check.output.contains("note: the text \"t1010\"\n"))
    #expect(!check.output.contains("\"t1011\""))
    #expect(check.output.contains("good: 3 documents in 2 languages, 1 warning, edition "))
  }

  @Test
  func `The check tells once that texts of a language lack a plural form`() async throws {
    let texts = (1...12).map { "\"t\($0)\": { \"one\": \"{n}\", \"other\": \"{n}\" }" }
    let english = "{ \(texts.joined(separator: ",\n")) }"
    let uses = (1...12).map { "{ $t: \"t\($0)\" }" }.joined(separator: ", ")
    let site = try CheckedSite([
      "home": "{ datatype: \"a\", body: { rows: [\(uses)] } }",
      "Locales/en.json": english, "Locales/fr.json": english,
    ])
    // No French text has the form, as most translators' tools write it.
    #expect(try await site.findings().lines == [])
    try site.put(
      "Locales/fr.json",
      english.replacing(
        #""t7": { "one": "{n}""#,
        with: #""t7": { "one": "{n}", "many": "{n}""#
      )
    )
    let (lines, messages) = try await site.findings()
    #expect(lines == ["warning plural-form Locales/fr.json 1"])
    #expect(
      messages == [
        #"11 texts lack the plural form "many" for large numbers, which others in fr have; the form "#
          + #""other" is used; the first 10 are named here"#
      ]
    )
  }
}
