// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Testing

@Suite struct `Checks of texts` {
  private func complaints(_ languages: [String], _ files: (String, String)...) throws -> [String] {
    try Catalog(languages, files.map { (path: $0.0, text: $0.1) }).complaints
  }

  @Test func `Two different texts of one name in two files are an error, and equal ones are not`()
    throws
  {
    func found(_ text: String) throws -> [String] {
      try complaints(
        ["en"],
        ("en.json", #"{ "a": "1" }"#),
        ("en.lproj/A.strings", "\n\"a\" = \"\(text)\";")
      )
    }
    #expect(try found("2") == ["error duplicate-text en.lproj/A.strings:2"])
    #expect(try found("1") == [])
  }

  @Test(arguments: [
    ("en.json", "{ \"a.b\": \"1\",\n \"a\": { \"b\": \"2\" } }", "a.b"),
    ("en.json", "{ \"a\": \"1\",\n\"a\": \"2\" }", "a"),
    ("en.lproj/A.strings", "a = \"1\";\na = \"2\";", "a"),
    ("app_en.arb", "{ \"a\": \"1\",\n\"a\": \"2\" }", "a"),
    (
      "a.xcstrings",
      """
      { "sourceLanguage": "en", "strings": { "a": {},
        "a": { "localizations": { "en": { "stringUnit": { "value": "2" } } } } } }
      """, "a"
    ),
  ])
  func `The last of two texts of one name in one file is served, with a warning`(
    path: String,
    file: String,
    key: String
  ) throws {
    let catalog = try Catalog(["en"], [(path, file)])
    #expect(catalog.complaints == ["warning duplicate-text \(path):2"])
    #expect(catalog.text(key, in: "en") == "2")
    let same = file.replacing("\"2\"", with: "\"1\"")
    if path != "a.xcstrings" { #expect(try Catalog(["en"], [(path, same)]).complaints == []) }
  }

  @Test
  func `Plural forms of a stringsdict file replace the plain text of the strings file beside it`()
    throws
  {
    let forms = """
      <plist version="1.0"><dict><key>%d roses</key><dict>
        <key>NSStringLocalizedFormatKey</key><string>%#@n@</string>
        <key>n</key><dict>
          <key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
          <key>NSStringFormatValueTypeKey</key><string>d</string>
          <key>one</key><string>%d rose</string><key>other</key><string>%d roses</string>
        </dict></dict></dict></plist>
      """
    let plain = "\"%d roses\" = \"%d roses\";"
    let catalog = try Catalog(
      ["en"],
      [("en.lproj/A.strings", plain), ("en.lproj/A.stringsdict", forms)]
    )
    #expect(catalog.complaints == [])
    #expect(catalog.text("%d roses", in: "en", [("1", .integer(1))]) == "1 rose")
    #expect(
      try complaints(["en"], ("en.lproj/A.stringsdict", forms), ("en.lproj/B.strings", plain))
        == ["error duplicate-text en.lproj/B.strings:1"]
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
  func `A translation with other placeholders than its source causes a warning`(
    english: String,
    german: String,
    isSame: Bool
  ) throws {
    let found = try complaints(
      ["en", "de"],
      ("en.json", "{ \"a\": \"\(english)\" }"),
      ("de.json", "\n{ \"a\": \"\(german)\" }")
    )
    #expect(found == (isSame ? [] : ["warning placeholder de.json:2"]))
  }

  @Test(arguments: [
    (
      "only chooses in the source", "{n, plural, one {a rose} other {roses}}", "Rosen", true
    ),
    ("only chooses in the translation", "roses", "{n, plural, one {Rose} other {Rosen}}", true),
    ("only chooses, and by a word", "{g, select, f {her} other {their}} rose", "Rose", true),
    (
      "chooses in the source and is shown", "{n, plural, one {a rose} other {roses}}", "{n} Rosen",
      true
    ),
    ("is shown", "{n, plural, one {a rose} other {{n} roses}}", "Rosen", false),
    (
      "is shown for everything else", "{n, plural, one {a rose} other {{n} roses}}",
      "{n, plural, one {{n} Rose} other {Rosen}}", false
    ),
    (
      "is shown for a word", "{g, select, f {her {x}} other {their}} rose",
      "{g, select, f {ihre} other {deren}} Rose", false
    ),
    (
      "is shown for a word, and here always", "{g, select, f {her {x}} other {{x}}} rose",
      "{x} Rose", true
    ),
    (
      "is not shown for a word", "{g, select, f {her} other {{x}}} rose",
      "{g, select, f {ihre} other {{x}}} Rose", true
    ),
  ])
  func `An argument that only chooses a form may be missing in a translation`(
    subject: String,
    english: String,
    german: String,
    isServed: Bool
  ) throws {
    let catalog = try Catalog(
      ["en", "de"],
      [("en.json", "{ \"a\": \"\(english)\" }"), ("de.json", "{ \"a\": \"\(german)\" }")]
    )
    #expect(catalog.complaints == (isServed ? [] : ["warning placeholder de.json:1"]), "\(subject)")
    #expect((catalog.text("a", in: "de") != nil) == isServed)
  }

  @Test func `An argument that a text's name or file declares may appear in a translation only`()
    throws
  {
    let strings = """
      { "sourceLanguage": "en", "strings": { "%lld roses": { "localizations": {
        "en": { "stringUnit": { "state": "translated", "value": "Roses" } },
        "de": { "stringUnit": { "state": "translated", "value": "VALUE" } } } } } }
      """
    func german(_ value: String) throws -> [String] {
      try complaints(["en", "de"], ("a.xcstrings", strings.replacing("VALUE", with: value)))
    }
    #expect(try german("%lld Rosen") == [])
    #expect(try german("%@ Rosen") == ["warning placeholder a.xcstrings:3"])
    #expect(try german("%2$lld Rosen") == ["warning placeholder a.xcstrings:3"])
    let english = #"{ "a": "Roses", "@a": { "placeholders": { "n": { "type": "int" } } } }"#
    #expect(
      try complaints(["en", "de"], ("a_en.arb", english), ("a_de.arb", #"{ "a": "{n} Rosen" }"#))
        == []
    )
  }

  @Test(arguments: [
    ("en", #""one": "a rose", "other": "{count} roses""#, [], "a rose"),
    ("en", #""one": "a rose", "other": "{formatted} roses""#, [], "a rose"),
    (
      "en", #""one": "one for {name}", "other": "roses""#, ["warning placeholder"],
      "one for {name}"
    ),
    (
      "fr", #""one": "rose", "many": "{x}", "other": "{x} roses""#, ["warning placeholder"],
      "{x} roses"
    ),
    ("fr", #""zero": "rien", "one": "{x} rose", "many": "{x}", "other": "{x}""#, [], "{x} rose"),
  ])
  func `A plural form that lacks an argument of the others is replaced by the general form`(
    language: String,
    forms: String,
    found: [String],
    shown: String
  ) throws {
    let catalog = try Catalog([language], [("\(language).json", "{ \"a\": { \(forms) } }")])
    #expect(catalog.complaints == found.map { "\($0) \(language).json:1" })
    #expect(catalog.text("a", in: language, [("count", .integer(1))]) == shown)
  }

  @Test func `A translation without a general form is left out, and such a source is refused`()
    throws
  {
    func file(_ language: String) -> (String, String) {
      (
        "\(language).xlf",
        """
        <xliff version="1.2"><file source-language="\(language)"><body>
        <trans-unit id="a|==|plural.one"><source>one</source></trans-unit>
        </body></file></xliff>
        """
      )
    }
    #expect(
      try complaints(["en", "de"], ("en.json", #"{ "a": "x" }"#), file("de"))
        == ["warning plural-form de.xlf:2"]
    )
    #expect(try complaints(["en", "de"], file("en")) == ["error plural-form en.xlf:2"])
  }

  @Test func `Exact numbers count as the plural forms that they make up`() throws {
    let german = try Catalog(
      ["de"],
      [("a_de.arb", #"{ "a": "{n, plural, =0{keine} =1{eine} other{{n}}}" }"#)]
    )
    #expect(german.complaints == [])
    #expect(
      german.text("a", in: "de") == #"{"=0":"keine","=1":"eine","one":"eine","other":"{n}"}"#
    )
    func french(_ forms: String) throws -> [String] {
      let text = "{n, plural, \(forms) many{{n}} other{{n}}}"
      return try complaints(["fr"], ("a_fr.arb", "{ \"a\": \"\(text)\" }"))
    }
    #expect(try french("=0{rien} =1{une}") == [])
    #expect(try french("=1{une}") == ["warning plural-form a_fr.arb:1"])
    #expect(
      try complaints(
        ["en"],
        ("a_en.arb", #"{ "a": "{n, plural, offset:1 =0{x} =2{you and one} other{{n}}}" }"#)
      ) == []
    )
  }

  @Test func `A plain translation gets the names of the arguments of its source`() throws {
    let file = """
      { "sourceLanguage": "en", "strings": { "a": { "localizations": {
        "en": { "stringUnit": { "state": "translated", "value": "%#@roses@" },
          "substitutions": { "roses": { "argNum": 1, "formatSpecifier": "lld", "variations": {
            "plural": { "one": { "stringUnit": { "state": "translated", "value": "a rose" } },
              "other": { "stringUnit": { "state": "translated", "value": "%arg roses" } } } } } } },
        "ja": { "stringUnit": { "state": "translated", "value": "薔薇%lld本" } } } } } }
      """
    let catalog = try Catalog(["en", "ja"], [("a.xcstrings", file)])
    #expect(catalog.complaints == [])
    for name in ["1", "roses"] {
      #expect(catalog.text("a", in: "ja", [(name, .integer(3))]) == "薔薇3本")
    }
  }

  @Test func `A text with too many combinations of forms is refused`() throws {
    func text(_ count: Int) -> String {
      let choices = (0..<count).map { "{n\($0), plural, one{a} other{b}}" }
      return "{ \"a\": \"\(choices.joined(separator: " "))\" }"
    }
    #expect(try complaints(["en"], ("a_en.arb", text(10))) == [])
    #expect(try complaints(["en"], ("a_en.arb", text(11))) == ["error text-pattern a_en.arb:1"])
    #expect(try complaints(["en"], ("a_en.arb", text(16))) == ["error text-pattern a_en.arb:1"])
    // The same number makes no more forms, however often it is asked for.
    let same = String(repeating: "{n, plural, one{a} other{b}} ", count: 40)
    #expect(try complaints(["en"], ("a_en.arb", "{ \"a\": \"\(same)\" }")) == [])
    let single = (0..<33).map { "{n\($0), plural, other{b}}" }.joined()
    #expect(
      try complaints(["ja"], ("a_ja.arb", "{ \"a\": \"\(single)\" }"))
        == ["error text-pattern a_ja.arb:1"]
    )
  }

  @Test(arguments: [
    ("en", "other", ["warning plural-form"]),
    ("en", "one other", []),
    ("ja", "other", []),
    ("ja", "one other", ["warning plural-form"]),
    ("ar", "zero one two few many other", []),
    ("ar", "zero one two few other", ["warning plural-form"]),
    ("ar", "one other", Array(repeating: "warning plural-form", count: 4)),
    ("cs", "one few other", ["warning plural-form"]),
    ("fr", "one other", []),
    ("fr", "one many other", []),
    ("en", "zero one other", []),
  ])
  func `A missing or needless plural form causes a warning`(
    language: String,
    forms: String,
    found: [String]
  ) throws {
    let members = forms.split(separator: " ").map { "\"\($0)\": \"{count}\"" }
    let text = "{ \"a\": { \(members.joined(separator: ", ")) } }"
    #expect(
      try complaints([language], ("\(language).json", text))
        == found.map { "\($0) \(language).json:1" }
    )
  }

  @Test func `A language that is not published causes a warning`() throws {
    #expect(
      try complaints(["en", "fr"], ("fe.json", #"{ "a": "1" }"#))
        == ["warning text-language fe.json:1"]
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

  @Test(arguments: ["A.strings", "A.stringsdict"])
  func `A file that is no strings file causes a finding`(path: String) throws {
    #expect(try complaints(["en"], (path, "\"a\" = \"b\";")).count == 1)
  }

  @Test func `A language that is not published is reported once with all its files`() throws {
    let catalog = try Catalog(
      ["en"],
      [("en.json", #"{ "a": "1" }"#)]
        + ["A", "B", "C"].map { ("pl.lproj/\($0).strings", "\"\($0)\" = \"x\";") }
    )
    #expect(catalog.complaints == ["warning text-language pl.lproj/A.strings:1"])
    #expect(
      catalog.findings.first?.parties.map(\.place.file)
        == ["Locales/pl.lproj/B.strings", "Locales/pl.lproj/C.strings"]
    )
  }

  @Test func `Base texts of an Apple project are used where the source language has none`() throws {
    let catalog = try Catalog(
      ["en"],
      [
        ("Base.lproj/A.strings", "\"a\" = \"Buy\"; \"b\" = \"Sell\"; \"c\" = \"Call\";"),
        ("en.lproj/A.strings", "\"b\" = \"Sell\"; \"c\" = \"Call us\";"),
      ]
    )
    #expect(catalog.complaints == [])
    #expect(
      ["a", "b", "c"].map { catalog.text($0, in: "en") } == ["Buy", "Sell", "Call us"]
    )
  }
}
