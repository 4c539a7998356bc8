// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import Editions
import SiteTesting
import Testing

@Suite struct `The schedule of an edition` {
  private static let now = UnixTime(seconds: 1_800_000_000)

  /// An instant so many seconds after now, as files write it.
  private static func written(_ seconds: Int64) -> String {
    "\(UnixTime(seconds: now.seconds + seconds))"
  }

  private func edition(_ files: [String: String], gate: String = "") throws -> Edition {
    let settings = MemorySite.settings.replacing(
      #"versions: ["1.0", "2.0", "3.1"]"#,
      with: #"versions: ["1.0", "2.0", "3.1"]\#(gate)"#
    )
    let compilation = MemorySite(files, settings: settings).compiled()
    return try #require(compilation.edition, "\(compilation.findings)")
  }

  private static let sale = """
    { datatype: "a", body: { rows: [ { n: 1, when: { until: "\(written(20))" } }, { n: 2 } ] },
      variants: [
        { id: "sale", when: { from: "\(written(10))", until: "\(written(30))" }, body: {} },
        { id: "past", when: { until: "\(written(-5))" }, body: {} },
      ] }
    """
  private static let embargoed = """
    { datatype: "a", fallback: "refuse", variants: [
      { id: "all", when: { from: "\(written(5))", until: "\(written(40))" }, body: {} } ] }
    """

  @Test func `The schedule has what comes and goes in the order of time, and nothing of the past`()
    throws
  {
    let edition = try edition(
      ["sale": Self.sale, "embargoed": Self.embargoed],
      gate:
        #", update: { recommended: "2.0", storeURL: "https://a.example", from: "\#(Self.written(15))" }"#
    )
    let (changes, others) = edition.schedule(after: Self.now, atMost: 10)
    #expect(
      changes.map { "\($0.instant.seconds - Self.now.seconds) \($0.subject) \($0.part) \($0.kind)" }
        == [
          "5 embargoed document comes", "10 sale variant sale comes",
          "15 com.example.shop update gate comes", "20 sale row of variant body goes",
          "30 sale variant sale goes", "40 embargoed document goes",
        ]
    )
    #expect(others == 0)
    #expect(changes.first?.place.file == "Content/embargoed.json5")
  }

  @Test func `The schedule is cut to its limit, and counts the others`() throws {
    let edition = try edition(["sale": Self.sale, "embargoed": Self.embargoed])
    let (changes, others) = edition.schedule(after: Self.now, atMost: 2)
    #expect(changes.map { $0.instant.seconds - Self.now.seconds } == [5, 10])
    #expect(others == 3)
  }

  @Test func `A forecast of expiry counts each document once, and names the first of a step`()
    throws
  {
    let edition = try edition([
      "sale": Self.sale, "long": #"{ datatype: "a", ttl: 604800, body: {} }"#,
      "short": #"{ datatype: "a", ttl: 10, body: {} }"#,
    ])
    let forecast = ExpiryForecast(Publication(edition), at: Self.now)
    #expect(forecast.steps.reduce(0) { $0 + $1.documents } == 4)
    #expect(forecast.counted == 4 && forecast.documents == 4)
    let first = try #require(forecast.steps.first)
    #expect(first.within == 10)
    // The sale comes within ten seconds, which ends its freshness whatever its lifetime is.
    #expect(first.documents >= 2)
    for step in forecast.steps {
      guard let found = step.first else { continue }
      #expect(found.expire > Self.now && found.expire.seconds - Self.now.seconds <= step.within)
    }
    #expect(forecast.steps.reduce(0) { $0 + $1.changes } == 1)
  }
}

@Suite struct `The translations of an edition` {
  private func edition() throws -> Edition {
    let site = MemorySite(
      [
        "a": """
        { datatype: "a", body: { a: { $t: "home.title" }, b: { $t: "home.lead" }, c: { $t: "shop.buy" },
          d: { $t: "plain" } } }
        """,
        "b": #"{ datatype: "a", body: { a: { $t: "home.title" } } }"#,
        "Locales/en.json":
          #"{ "home.title": "T", "home.lead": "L", "plain": "P", "other.x": "X" }"#,
        "Locales/fr.json": #"{ "home.title": "T" }"#,
        "Locales/more.xcstrings": """
        { "sourceLanguage": "en", "strings": { "shop.buy": { "localizations": { "fr": {
          "stringUnit": { "state": "needs_review", "value": "Acheter" } } } } } }
        """,
        "Locales/fr.xliff": """
        <?xml version="1.0"?><xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
        <file original="x" source-language="en" target-language="fr" datatype="plaintext"><body>
        <trans-unit id="plain"><source>Old</source><target>Simple</target></trans-unit>
        </body></file></xliff>
        """,
      ],
      settings:
        #"{ languages: { published: ["en", "fr"], source: "en", default: "en" }, roots: ["*"] }"#
    )
    let compilation = site.compiled()
    return try #require(compilation.edition, "\(compilation.findings)")
  }

  @Test func `Groups of texts have their missing and outdated translations, the worst first`()
    throws
  {
    let groups = try edition().textGroups
    #expect(groups.map(\.name) == ["", "home", "shop"])
    #expect(groups.map(\.texts) == [1, 2, 1])
    #expect(groups.map(\.missing) == [[[], []], [[], ["home.lead"]], [[], []]])
    #expect(groups.map(\.outdated) == [[[], ["plain"]], [[], []], [[], ["shop.buy"]]])
  }

  @Test func `A language's coverage names texts that need review or whose source has changed`()
    throws
  {
    let coverages = try edition().languageCoverages
    #expect(coverages.map(\.outdated) == [[], ["plain", "shop.buy"]])
    #expect(coverages.map { $0.missing.map(\.key) } == [[], ["home.lead"]])
  }
}
