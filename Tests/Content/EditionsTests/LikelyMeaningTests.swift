// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Editions
import SiteTesting
import Testing

@Suite struct `Values that mean something else than they say` {
  private func errors(_ files: [String: String], _ settings: String = "") -> [String] {
    let site = MemorySite(
      files,
      settings: """
        { languages: { published: ["en", "de"], source: "en", default: "en" }, roots: ["*"], \(settings) }
        """
    )
    return site.compiled().findings.filter { $0.severity == .error }
      .map { "\($0.rule): \($0.message) -> \($0.suggestion ?? "-")" }
  }

  @Test(arguments: [
    ("app", "3+", ">=3"), ("app", "2.3+ <4", ">=2.3 <4"), ("app", "3-4", "3 - 4"),
    ("app", "2.1-2.9", "2.1 - 2.9"), ("app", "v1-v2 ", "v1 - v2 "),
    ("build", "400-411", "400 - 411"),
    ("build", "400+", ">=400"),
  ])
  func `A range that people read otherwise is refused with the one that is meant`(
    key: String,
    text: String,
    meant: String
  ) {
    func document(_ text: String) -> [String: String] {
      [
        "a": """
        { datatype: "a", body: { x: 1 }, variants: [{ when: { \(key): "\(text)" }, body: { x: 2 } }] }
        """
      ]
    }
    let found = errors(document(text))
    let noun = key == "app" ? "versions" : "builds"
    #expect(found == ["bad-value: \"\(text)\" is no range of \(noun) -> \(meant)"])
    #expect(errors(document(meant)).isEmpty)
  }

  @Test(arguments: ["2.3-beta.1", "2.3-rc1 - 3", ">=3-4", "2.3+412", "<=2.3+412", "3 - 4"])
  func `A range with a pre-release or with metadata is taken as it is`(text: String) {
    let file = """
      { datatype: "a", body: { x: 1 }, variants: [{ when: { app: "\(text)" }, body: { x: 2 } }] }
      """
    #expect(errors(["a": file]).isEmpty)
  }

  @Test(arguments: ["3+", "3-4"])
  func `A version that people read as a range is refused`(text: String) {
    let found = errors([:], #"apps: { "com.example.shop": { versions: ["\#(text)"] } }"#)
    #expect(found == ["bad-value: \"\(text)\" is no version; expected one such as 2.3.1 -> -"])
  }

  @Test func `A service without an address is refused`() {
    let found = errors([:], "backends: { shop: { addresses: [] } }")
    #expect(found.count == 1 && found[0].contains("has 0 elements; expected"), "\(found)")
  }

  @Test(arguments: [
    ("apps.example.com/shop", "https://apps.example.com/shop"),
    ("//apps.example.com", "https://apps.example.com"), ("shop", nil), ("", nil), ("/shop", nil),
    ("https://", nil), ("https://a b", nil), ("com.example.shop", "https://com.example.shop"),
  ])
  func `A store's URL without a scheme is refused with the one that is meant`(
    text: String,
    meant: String?
  ) {
    func settings(_ text: String) -> String {
      #"apps: { "com.example.shop": { update: { minimum: "2.0", storeURL: "\#(text)" } } }"#
    }
    let found = errors([:], settings(text))
    #expect(found.count == 1 && found[0].hasPrefix("bad-value: \"\(text)\" is no URL"), "\(found)")
    if let meant {
      #expect(found[0].hasSuffix(" -> \(meant)"), "\(found)")
      #expect(errors([:], settings(meant)).isEmpty)
    }
    for right in ["itms-apps://apps.apple.com/app/id1", "market://details?id=com.example.shop"] {
      #expect(errors([:], settings(right)).isEmpty)
    }
  }

  @Test(arguments: [
    ("{ $t: \"hello\", nmae: \"Ana\" }", "\"nmae\" in any language -> name"),
    ("{ $t: \"hello\", with: { nmae: \"Ana\" } }", "\"nmae\" in any language -> name"),
    ("{ $t: \"plain\", name: \"Ana\" }", "\"name\" in any language; it has none at all -> -"),
  ])
  func `An argument that a text has in no language is refused`(text: String, message: String) {
    let found = errors(files(text))
    #expect(found.count == 1 && found[0].hasPrefix("placeholder: "), "\(found)")
    #expect(found.first?.hasSuffix("has no argument \(message)") == true, "\(found)")
  }

  @Test(arguments: [
    "{ $t: \"hello\", name: \"Ana\" }", "{ $t: \"roses\", count: 1 }",
    "{ $t: \"german\", who: \"Ana\" }", "{ $t: \"place\", \"1\": \"Ana\" }",
    "{ $t: \"told\", unshown: \"Ana\" }", "{ $t: \"%@ and %lld\", \"1\": \"a\", \"2\": 2 }",
    "{ $t: \"hello\" }",
  ])
  func `An argument that a text has in some language is taken`(text: String) {
    #expect(errors(files(text)).isEmpty, "\(errors(files(text)))")
  }

  private func files(_ text: String) -> [String: String] {
    [
      "a": "{ datatype: \"a\", body: { x: \(text) } }",
      "Locales/en.json": """
      { "hello": "Hello {name}", "plain": "Hello", "german": "Hello {who}", "place": "To %@",
        "roses": { "one": "One rose", "other": "{count} roses" }, "%@ and %lld": "Both" }
      """,
      "Locales/de.json": """
      { "hello": "Hallo {name}", "plain": "Hallo", "german": "Hallo {who}", "place": "An %@",
        "roses": { "one": "Eine Rose", "other": "{count} Rosen" }, "told": "Gesagt", "%@ and %lld": "Beide" }
      """,
      "Locales/en.arb": """
      { "@@locale": "en", "told": "Told", "@told": { "placeholders": { "unshown": {} } } }
      """,
    ]
  }
}
