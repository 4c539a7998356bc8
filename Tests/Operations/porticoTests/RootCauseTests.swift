// SPDX-License-Identifier: Apache-2.0

import ProgramTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The check of a site with one mistake` {
  private static let links = [
    "config": #"{ datatype: "config", body: { home: { $ref: "home" } } }"#,
    "home": #"{ datatype: "a", body: { title: { $t: "one" }, more: { $ref: "more" } } }"#,
    "more": #"{ datatype: "a", body: { text: { $t: "two" }, last: { $ref: "last" } } }"#,
    "last": #"{ datatype: "a", body: { home: { $ref: "home" } } }"#,
    "Locales/en.json": #"{ "one": "1", "two": "2" }"#,
    "Locales/fr.json": #"{ "one": "1", "two": "2" }"#,
  ]
  private static let settings = CheckedSite.settings.replacing(#", roots: "*""#, with: "")

  @Test(arguments: [
    ("config", "{ datatype: ", ["error unreadable-file Content/config.json5 1"]),
    ("home", "{ datatype: ", ["error unreadable-file Content/home.json5 1"]),
    ("more", "[]", ["error wrong-kind Content/more.json5 1"]),
    // The body is misspelled, and the links in it are not read.
    (
      "home", #"{ datatype: "a", bdy: { more: { $ref: "more" } } }"#,
      ["error unknown-key Content/home.json5 1"]
    ),
    (
      "home", #"{ dtatype: "a", body: { more: { $ref: "more" } } }"#,
      ["error unknown-key Content/home.json5 1"]
    ),
    (
      "home",
      #"{ datatype: "a", body: { more: { $ref: "more" } }, variants: [{ wen: { device: "tv" }, body: {} }] }"#,
      ["error unknown-key Content/home.json5 1"]
    ),
    // The call is misspelled, and the picks from it are good.
    (
      "home",
      #"{ datatype: "a", calls: { a: { backnd: "b", path: "/" } }, body: { x: { $pick: "$.a" }, "#
        + #"more: { $ref: "more" }, title: { $t: "one" } } }"#,
      ["error unknown-key Content/home.json5 1"]
    ),
    ("Locales/en.json", "{", ["error unreadable-file Locales/en.json 1"]),
    ("Locales/fr.json", "[", ["error unreadable-file Locales/fr.json 1"]),
    ("Content/site.json5", "{ languages: ", ["error unreadable-file Content/site.json5 1"]),
    (
      "Content/site.json5",
      #"{ languages: { published: "en" }, region: { dach: ["DE"] } }"#,
      ["error unknown-key Content/site.json5 1"]
    ),
  ])
  func `The check names one mistake and nothing that only follows from it`(
    file: String,
    text: String,
    lines: [String]
  ) async throws {
    let more = Self.links.merging([
      "step":
        #"{ datatype: "a", body: { x: 1 }, variants: [{ when: { country: "dach" }, patch: { x: 2 } }] }"#,
      "last": #"{ datatype: "a", body: { home: { $ref: "home" }, step: { $ref: "step" } } }"#,
    ]) { $1 }
    let site = try CheckedSite(more, settings: Self.settings)
    #expect(try await site.findings().lines == [])
    try site.put(file, text)
    #expect(try await site.findings().lines == lines)
    let check = try await site.check()
    #expect(check.status == 1 && check.output.hasSuffix("\n1 error: nothing can be published\n"))
  }

  @Test func `The check names each of two independent mistakes`() async throws {
    let site = try CheckedSite(Self.links, settings: Self.settings)
    try site.put("more", "{ datatype: ")
    try site.put("last", #"{ datatype: "a", body: { home: { $ref: "hoome" } } }"#)
    #expect(
      try await site.findings().lines == [
        "error broken-link Content/last.json5 1", "error unreadable-file Content/more.json5 1",
      ]
    )
  }

  @Test
  func `The check names an unreadable file once, also if redirects lead to it`()
    async throws
  {
    let settings = CheckedSite.settings
      .replacing("roots", with: #"redirects: { old: "home" }, errors: { notFound: "home" }, roots"#)
    let site = try CheckedSite(["home": "{"], settings: settings)
    #expect(try await site.findings().lines == ["error unreadable-file Content/home.json5 1"])
  }

  @Test func `The check's last line agrees with its exit status`() async throws {
    let site = try CheckedSite(["Content/notes.txt": "x"])
    let warned = try await site.check()
    #expect(warned.status == 0 && warned.output.contains("good: 1 document in 2 languages, 1 warn"))
    let strict = try await site.check("--strict")
    #expect(strict.status == 1)
    #expect(strict.output.hasSuffix("\n1 error: warnings are errors with --strict\n"))
    try site.put("Content/emergency.json5", #"{ hide: ["nothing"], frce: {} }"#)
    let emergency = try await site.check()
    #expect(emergency.status == 1)
    #expect(emergency.output.hasSuffix("\n2 errors: the emergency file is not taken over\n"))
  }

  @Test func `The check names the audiences over budget and what multiplies them`() async throws {
    let settings = CheckedSite.settings
      .replacing("roots", with: "budgets: { audiences: 5 }, roots")
    let site = try CheckedSite(
      [
        "home": #"{ datatype: "a", body: { title: { $t: "one" } }, variants: ["#
          + #"{ when: { country: ["DE"], device: "tv" }, patch: { a: 2 } }] }"#,
        "Locales/en.json": #"{ "one": "1" }"#, "Locales/fr.json": #"{ "one": "1" }"#,
      ],
      settings: settings
    )
    let (lines, messages) = try await site.findings()
    #expect(lines == ["error over-budget Content/home.json5 1"])
    #expect(
      messages == [
        #""home" and the documents that it leads to have 8 audiences (country 2 × device 2 × language 2); the "#
          + "site's budget is 5"
      ]
    )
    let explanation = try await site.run("explain", "home", "--token", "fr.de.tv")
    #expect(explanation.status == 0, "\(explanation.errors)")
    #expect(explanation.output.contains("= #1\n"))
    #expect(explanation.errors.contains("portico: the site has 1 error; `portico check` names it"))
    let audiences = try await site.run("audiences")
    #expect(audiences.status == 0 && audiences.output.contains("at most 8 audiences a document"))
    #expect(try await site.check().output.hasSuffix("\n1 error: nothing can be published\n"))
  }
}
