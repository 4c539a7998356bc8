// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import Editions
import SiteTesting
import Testing

@Suite struct `Texts in documents` {
  private let site = MemorySite(
    [
      "home": """
      { datatype: "screen", body: {
        tap: { $t: "tap" }, roses: { $t: "roses", count: 2 }, open: { $t: "roses" },
        next: { $ref: "other" } } }
      """,
      "other": #"{ datatype: "screen", body: { back: { $ref: "home" }, buy: { $t: "buy" } } }"#,
      "plain": #"{ datatype: "screen", body: { buy: { $t: "buy" } } }"#,
      "Locales/app.xcstrings": """
      { "sourceLanguage": "en", "strings": {
        "buy": {},
        "tap": { "localizations": { "en": { "variations": { "device": {
          "mac": { "stringUnit": { "state": "translated", "value": "Click" } },
          "other": { "stringUnit": { "state": "translated", "value": "Tap" } } } } } } } } }
      """,
      "Locales/en.json": #"{ "roses": { "one": "{count} rose", "other": "{count} roses" } }"#,
    ],
    settings: #"{ languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"] }"#
  )

  @Test func `A text in a document has its number filled in, or all its plural forms`() throws {
    let edition = try #require(site.compiled().edition)
    let answer = try #require(edition.answer("home", for: "en"))
    #expect(answer.contains(#""roses":"2 roses""#))
    #expect(answer.contains(#""open":{"one":"{count} rose","other":"{count} roses"}"#))
  }

  @Test func `A text set in a document is an array`() throws {
    let site = MemorySite(
      [
        "home": #"{ datatype: "screen", body: { say: { $t: "say" } } }"#,
        "Locales/app.xcstrings": """
        { "sourceLanguage": "en", "strings": { "say": { "localizations": { "en": { "stringSet": {
          "state": "translated", "values": ["Buy a rose", "Order a rose"] } } } } } }
        """,
      ],
      settings: #"{ languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"] }"#
    )
    let edition = try #require(site.compiled().edition)
    #expect(
      edition.answer("home", for: "en")
        == #"{"datatype":"screen","say":["Buy a rose","Order a rose"]}"#
    )
  }

  @Test func `A text with variations by device makes the document's audiences differ by device`()
    throws
  {
    let edition = try #require(site.compiled().edition)
    #expect(try #require(edition.answer("home", for: "en.desktop")).contains("Click"))
    #expect(try #require(edition.answer("home", for: "en.phone")).contains("Tap"))
    #expect(try #require(edition.answer("home", for: "en")).contains("Tap"))
    let home = try #require(edition.number(of: "home"))
    let other = try #require(edition.number(of: "other"))
    let plain = try #require(edition.number(of: "plain"))
    #expect(edition.dimensionNames(of: home) == ["language", "device"])
    #expect(edition.dimensionNames(of: other) == ["language", "device"])
    #expect(edition.dimensionNames(of: plain) == ["language"])
    #expect(try #require(edition.answer("home", for: "en.desktop")).contains("/en.desktop/other"))
  }

  @Test func `A changed text for some devices changes the document for those devices only`() throws
  {
    let edition = try #require(site.compiled().edition)
    let text = """
      { "sourceLanguage": "en", "strings": { "buy": {},
        "tap": { "localizations": { "en": { "variations": { "device": {
          "mac": { "stringUnit": { "state": "translated", "value": "Click here" } },
          "other": { "stringUnit": { "state": "translated", "value": "Tap" } } } } } } } } }
      """
    site.write(text, to: "Locales/app.xcstrings")
    let next = try #require(site.compiled().edition)
    let difference = EditionDifference(
      from: edition,
      to: next,
      at: UnixTime(seconds: 0),
      links: LinkWriter(seal: PlainSeal())
    )
    #expect(difference.documents.map(\.path) == ["home"])
    #expect(difference.documents.first?.audiences.allSatisfy { $0.contains("desktop") } == true)
  }
}
