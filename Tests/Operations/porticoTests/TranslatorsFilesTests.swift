// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Foundation
import ProgramTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Files of translators` {
  private static let constructs =
    TranslatedConstruct.catalogs + TranslatedConstruct.xliffs + TranslatedConstruct.arbs
    + TranslatedConstruct.others

  @Test(arguments: constructs)
  func `Translators' files are published and served in each language`(
    construct: TranslatedConstruct
  ) async throws {
    let site = try TextSite(construct.languages, construct.files, body: construct.body)
    let check = try await site.check("--json")
    #expect(check.status == 0, "\(check.output)")
    #expect(try TextSite.rules(of: check) == construct.warnings, "\(check.output)")
    let answers = try await site.served(in: construct.shown.keys.sorted())
    for (language, members) in construct.shown {
      for (member, text) in members {
        #expect(try TextSite.text(answers[language]?[member]) == text, "\(language) \(member)")
      }
      #expect(answers[language]?.text("_lang") == language)
    }
  }

  /// The fault in the German file, and the finding of `portico check`.
  private static let refusals: [(String, [String: String], String)] = [
    (
      "broken MessageFormat",
      [
        "shop_en.arb": #"{ "a": "Buy {n}" }"#,
        "shop_de.arb": "{\n \"a\": \"Kauf {n, plural, one\" }",
      ],
      #"Locales/shop_de.arb:2:7: error: the text "a": found the end of the text"#
    ),
    (
      "broken XML",
      [
        "en.json": #"{ "a": "Buy" }"#,
        "de.xlf": "<xliff version='1.2'>\n<file source-language='en'></xliff>",
      ],
      "Locales/de.xlf:2:28: error: syntax error: found"
    ),
    (
      "a substitution whose form names itself",
      substitutions(["n": "%#@n@"]),
      #"Locales/Shop.xcstrings:4:10: error: the text "a" is recursive"#
    ),
    (
      "a substitution whose form names itself twice",
      substitutions(["n": "%#@n@ %#@n@"]),
      #"error: the text "a" is recursive: its substitution "n" names itself ["#
    ),
    (
      "substitutions that name each other",
      substitutions(["n": "%#@m@ %#@m@", "m": "%#@n@ %#@n@"]),
      #"error: the text "a" is recursive: its substitution "n" names itself (n, then m, then n) ["#
    ),
    (
      "substitutions that multiply",
      substitutions(
        Dictionary(
          uniqueKeysWithValues: (0..<40).map {
            ($0 == 0 ? "n" : "n\($0)", "%#@n\($0 + 1)@ %#@n\($0 + 1)@")
          }
        ).merging(["n40": "%arg"]) { $1 }
      ),
      #"error: the text "a" expands more than 256 substitutions"#
    ),
    (
      "16 open plurals in one text",
      [
        "shop_en.arb":
          "{ \"a\": \"\((0..<16).map { "{n\($0), plural, one{x} other{y}}" }.joined())\" }"
      ],
      #"Locales/shop_en.arb:1:3: error: the text "a" has more than 1024 forms"#
    ),
    (
      "a conversion that only a program can fill in",
      ["en.lproj/A.strings": "a = \"at %p\";"],
      #"Content/texts.json5:1:40: error: the text "a" has "%p" for "1""#
    ),
  ]

  private static func substitutions(_ forms: [String: String]) -> [String: String] {
    let members = forms.map { name, form in
      """
      "\(name)": { "argNum": 1, "formatSpecifier": "lld", "variations": { "plural": {
      "other": { "stringUnit": { "state": "translated", "value": "\(form)" } } } } }
      """
    }
    return [
      "Shop.xcstrings": """
      { "sourceLanguage": "en", "strings": { "a": { "localizations": { "en": {
      "stringUnit": { "state": "translated", "value": "%#@n@" }, "substitutions": {
      \(members.joined(separator: ",\n")) } } } } } }
      """
    ]
  }

  @Test(arguments: refusals)
  func `An unreadable translators' file is refused with its place and name`(
    subject: String,
    files: [String: String],
    message: String
  ) async throws {
    let site = try TextSite("en de", files, body: #"{ x: { $t: "a", "1": 5 } }"#)
    let check = try await site.check()
    #expect(check.status == 1, "\(subject)")
    #expect(check.output.contains(message), "\(subject): \(check.output)")
  }

  @Test func `An endless substitution is refused, and the site serves what it has`() async throws {
    let site = try TextSite("en", ["en.json": #"{ "a": "Buy" }"#], body: #"{ x: { $t: "a" } }"#)
    let command = try RunningCommand(["--site", site.folder] + RunningCommand.anywhere)
    let address = try await command.addresses().visitors
    _ = try await command.until("is served\n")
    let endless = Self.substitutions(["n": "%#@n@ %#@n@"])
    try site.put("Locales/Shop.xcstrings", try #require(endless["Shop.xcstrings"]))
    let said = try await command.until("cannot be published\n")
    #expect(said.contains(#"its substitution "n" names itself"#), "\(said)")
    let answer = try await RunningCommand.ask("GET /en/texts", at: address)
    #expect(try PlainAnswer(answer).json.text("x") == "Buy")
    try await command.stop()
  }

  /// The fault of a German text, the finding, and the text that German visitors get.
  private static let faults: [(String, String, String, String)] = [
    (#""{n, plural, one{1 Rose} other{Rosen}}""#, "n is missing", "1 rose", "en"),
    (#""Rosen""#, "n is missing", "1 rose", "en"),
    (#""{n} Rosen für {name}""#, "name is not in en", "1 rose", "en"),
    (
      #""{n, plural, other{{n} Rosen}}""#, #"has no plural form "one", which de has"#, "1 Rosen",
      "de"
    ),
  ]

  @Test(arguments: faults)
  func `A file with one bad text is published with a warning and a fallback`(
    german: String,
    message: String,
    shown: String,
    language: String
  ) async throws {
    let english = #"{ "a": "{n, plural, one{1 rose} other{{n} roses}}" }"#
    for standard in ["en", "de"] {
      let site = try TextSite(
        "en de",
        standard: standard,
        ["shop_en.arb": english, "shop_de.arb": "{ \"a\": \(german) }"],
        body: #"{ x: { $t: "a", n: 1 } }"#
      )
      let check = try await site.check()
      #expect(check.status == 0, "\(check.output)")
      #expect(check.output.contains("Locales/shop_de.arb:1:3: warning: "), "\(check.output)")
      #expect(check.output.contains(message), "\(check.output)")
      let strict = try await site.check("--strict")
      #expect(strict.status == 1)
      #expect(strict.output.contains("Locales/shop_de.arb:1:3: error: "), "\(strict.output)")
      #expect(strict.output.hasSuffix("1 error: warnings are errors with --strict\n"))
      let answers = try await site.served(in: ["de", "en"])
      #expect(answers["de"]?.text("x") == shown)
      #expect(answers["de"]?.text("_lang") == language)
      #expect(answers["en"]?.text("x") == "1 rose")
    }
  }
}

extension TextSite {
  /// The rules of what a check with `--json` has found.
  static func rules(of check: Program.Outcome) throws -> [String] {
    let report = try DataValue(reading: Array(check.output.utf8).span, as: .json)
    return report.list("findings").compactMap { $0.text("rule") }
  }

  /// A member of an answer, as JSON where it is no string.
  static func text(_ value: DataValue?) throws -> String? {
    guard let value else { return nil }
    if case .string(let text) = value.content { return text }
    var bytes: [UInt8] = []
    try JSONWriter().write(value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
