// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite struct `The check of texts` {
  private func complaints(_ languages: [String], _ files: (String, String)...) throws -> [String] {
    try Catalog(languages, files.map { (path: $0.0, text: $0.1) }).complaints
  }

  @Test func `finds a key twice, in one file or in two`() throws {
    #expect(
      try complaints(
        ["en"],
        ("en.json", #"{ "a": "1" }"#),
        ("en.lproj/A.strings", "\n\"a\" = \"1\";")
      ) == ["error duplicate-text en.lproj/A.strings:2"]
    )
    #expect(
      try complaints(["en"], ("en.json", "{ \"a.b\": \"1\",\n \"a\": { \"b\": \"2\" } }"))
        == ["error duplicate-text en.json:2"]
    )
    #expect(
      try complaints(["en"], ("en.json", "{ \"a\": \"1\",\n\"a\": \"2\" }"))
        == ["error unreadable-file en.json:2"]
    )
  }

  @Test(arguments: [
    ("%@ roses", "%@ Rosen", true), ("%@ roses", "Rosen", false), ("roses", "%@ Rosen", false),
    ("%lld roses", "%@ Rosen", false), ("%lld roses", "%d Rosen", true),
    ("%d of %@", "%2$@ von %1$d", true), ("%d of %@", "%@ von %d", false),
    ("%@ and %@", "%@", false), ("%1$@ %1$@", "%1$@", true), ("{name}", "{Name}", false),
    ("{name} and {name}", "{name}", true), ("100%", "100 %", true),
    ("{n, number}", "{n, number, ::.00}", true), ("{n, number}", "{n, number, percent}", false),
    ("{n, number, ::currency/EUR}", "{n, number}", false), ("{n, number}", "{n}", true),
    ("{n, number, ::currency/EUR}", "{n, number, ::currency/EUR .0}", true),
    ("{n, number, ::currency/EUR}", "{n, number, ::currency/USD}", false),
    ("{d, date, long}", "{d, date, short}", true), ("{d, date}", "{d, time, short}", false),
    ("{d, date}", "{e, date}", false),
  ])
  func `compares placeholders with the source`(english: String, german: String, isSame: Bool) throws
  {
    let found = try complaints(
      ["en", "de"],
      ("en.json", "{ \"a\": \"\(english)\" }"),
      ("de.json", "\n{ \"a\": \"\(german)\" }")
    )
    #expect(found == (isSame ? [] : ["error placeholder de.json:2"]))
  }

  @Test func `finds a placeholder that only some forms show`() throws {
    #expect(
      try complaints(
        ["en"],
        ("en.json", #"{ "a": { "one": "a rose for {name}", "other": "{count} roses" } }"#)
      ) == ["error placeholder en.json:1"]
    )
    #expect(
      try complaints(
        ["en"],
        ("en.json", #"{ "a": { "one": "a rose", "other": "{count} roses" } }"#)
      )
        == []
    )
  }

  @Test(arguments: [
    ("en", "other", ["error plural-form"]),
    ("en", "one other", []),
    ("ja", "other", []),
    ("ja", "one other", ["warning plural-form"]),
    ("ar", "zero one two few many other", []),
    ("ar", "zero one two few other", ["error plural-form"]),
    ("ar", "one other", Array(repeating: "error plural-form", count: 4)),
    ("cs", "one few other", ["error plural-form"]),
    ("fr", "one other", ["warning plural-form"]),
    ("en", "zero one other", []),
  ])
  func `finds missing plural forms`(language: String, forms: String, found: [String]) throws {
    let members = forms.split(separator: " ").map { "\"\($0)\": \"{count}\"" }
    let text = "{ \"a\": { \(members.joined(separator: ", ")) } }"
    #expect(
      try complaints([language], ("\(language).json", text))
        == found.map { "\($0) \(language).json:1" }
    )
  }

  @Test func `finds languages that are not published`() throws {
    #expect(
      try complaints(["en", "fr"], ("fe.json", #"{ "a": "1" }"#))
        == ["error text-language fe.json:1"]
    )
    #expect(
      try complaints(
        ["en"],
        (
          "a.xcstrings",
          """
          { "sourceLanguage": "en", "strings": { "a": { "localizations": {
            "de": { "stringUnit": { "state": "translated", "value": "x" } } } } } }
          """
        )
      ) == ["warning text-language a.xcstrings:1"]
    )
  }

  @Test(arguments: ["a.txt", "en.lproj/a.csv", "A.strings", "A.stringsdict"])
  func `finds files that are no texts`(path: String) throws {
    #expect(try complaints(["en"], (path, "\"a\" = \"b\";")).count == 1)
  }

  @Test func `takes Base for the language of the project`() throws {
    let catalog = try Catalog(["en"], [("Base.lproj/A.strings", "\"a\" = \"Buy\";")])
    #expect(catalog.text("a", in: "en") == "Buy")
  }
}
