// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import Testing

@Suite struct `Pseudo-locales` {
  private let source = """
    { "a": "Hello {name}, <b>buy</b> &amp; save", "n": { "one": "{count} rose", "other": "{count} roses" },
      "list": ["Mon", "Tue"] }
    """

  @Test func `The texts of a pseudo-locale are those of the source, in brackets and longer`() throws
  {
    let catalog = try Catalog(["en", "en-XA"], [("en.json", source)])
    #expect(catalog.complaints == [])
    let hello = try #require(catalog.text("a", in: "en-XA", [("name", .string("Ana"))]))
    #expect(hello.hasPrefix("[Ĥéļļö Ana, <b>ƀûý</b> &amp; šåṽé one two"), "\(hello)")
    #expect(hello.hasSuffix("]") && hello.count > 45)
    let roses = try #require(catalog.text("n", in: "en-XA", [("count", .integer(3))]))
    #expect(roses.hasPrefix("[3 ŕöšéš") && roses.hasSuffix("]"), "\(roses)")
    #expect(catalog.text("list", in: "en-XA")?.contains("[Ḿöñ") == true)
    #expect(catalog.text("a", in: "en", [("name", .string("Ana"))])?.first == "H")
  }

  @Test func `A pseudo-locale from right to left turns each word`() throws {
    let catalog = try Catalog(["en", "ar-XB"], [("en.json", #"{ "a": "Buy now" }"#)])
    let (open, close) = ("\u{200F}\u{202E}", "\u{202C}\u{200F}")
    #expect(catalog.text("a", in: "ar-XB") == "\(open)Buy\(close) \(open)now\(close)")
  }

  @Test func `A visitor gets a pseudo-locale only by asking for it`() throws {
    let matcher = try LanguageMatcher(
      published: ["sv", "en-XA", "ar-XB"].compactMap { LanguageTag($0) },
      standard: LanguageTag("sv")
    )
    func match(_ tag: String) -> String? {
      LanguageTag(tag).flatMap { matcher.language(for: $0) }.map { "\(matcher[$0])" }
    }
    #expect(match("en-XA") == "en-XA" && match("ar-XB") == "ar-XB")
    for tag in ["en", "en-GB", "ar", "ar-EG"] { #expect(match(tag) == nil, "\(tag)") }
  }
}
