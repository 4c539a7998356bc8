// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Editions
import SiteTesting
import Sites
import Testing

@Suite struct `Compiling editions` {
  private let flower = """
    {
      datatype: "product", id: "rose", ttl: 600,
      body: { title: { $t: "rose" }, price: 19.90,
        rows: [ { text: "all" }, { text: "call", device: "phone" },
          { text: "old", when: { app: "<2" } } ],
        next: { $ref: "home" } },
      light: ["title"],
      variants: [
        { id: "dach", when: { country: "dach" }, patch: { price: 21.9 } },
        { id: "ch", when: { country: "CH" }, patch: { price: 24 } },
        { id: "xmas", when: { from: "2026-12-20T00:00Z", until: "2026-12-27T00:00Z" },
          body: { title: { $t: "rose" }, price: 9 } },
      ],
    }
    """
  private let texts = [
    "Locales/en.json": #"{ "rose": "Rose", "home": "Home" }"#,
    "Locales/fr.json": #"{ "rose": "La rose" }"#,
    "Locales/de.json": #"{ "rose": "Die Rose" }"#,
  ]

  private func edition(_ documents: [String: String]) throws -> Edition {
    let site = MemorySite(documents.merging(texts) { first, _ in first })
    let compilation = site.compiled()
    return try #require(compilation.edition, "\(compilation.findings)")
  }

  private func flowers() throws -> Edition {
    try edition([
      "products/rose": flower, "home": #"{ datatype: "screen", body: { title: { $t: "home" } } }"#,
    ])
  }

  @Test(arguments: [
    ("", #""Rose","price":19.90,"rows":[{"text":"all"}],"next":"/home"}"#),
    ("fr", #""La rose","price":19.90,"rows":[{"text":"all"}],"next":"/home"}"#),
  ])
  func `A document is answered in the language of the token`(token: String, rest: String) throws {
    let answer = try #require(try flowers().answer("products/rose", for: token))
    #expect(answer == #"{"datatype":"product","id":"rose","title":"# + rest)
  }

  @Test(arguments: [
    ("en.us", 0, "19.9"), ("en.de", 0, "21.9"), ("en.ch", 0, "24"), ("en.dach", 0, "21.9"),
    ("en.ch", 1_797_724_800, "9"), ("en.ch", 1_798_329_600, "24"),
  ])
  func `A document's variant is chosen by country and time`(
    token: String,
    seconds: Int64,
    price: String
  ) throws {
    let answer = try #require(try flowers().answer("products/rose", for: token, at: seconds))
    #expect(answer.contains("\"price\":\(price)"))
  }

  @Test(arguments: [
    ("en", ["all"]), ("en.phone", ["all", "call"]), ("en.tablet.1.5", ["all", "old"]),
    ("en.phone.1", ["all", "call", "old"]), ("en.phone.2", ["all", "call"]),
  ])
  func `Rows for other visitors are left out of an answer`(token: String, rows: [String]) throws {
    let answer = try #require(try flowers().answer("products/rose", for: token))
    let texts = rows.map { "{\"text\":\"\($0)\"}" }.joined(separator: ",")
    #expect(answer.contains("\"rows\":[\(texts)]"))
  }

  @Test(arguments: [
    ("Content/home.json5", "{ datatype: 'a', body: { x: { $t: 'k' }, n: 1.50 } }"),
    ("Content/home.json", #"{ "datatype": "a", "body": { "x": { "$t": "k" }, "n": 1.50 } }"#),
    (
      "Content/home.plist",
      """
      <?xml version="1.0"?><plist version="1.0"><dict><key>datatype</key><string>a</string>
      <key>body</key><dict><key>x</key><dict><key>$t</key><string>k</string></dict>
      <key>n</key><real>1.50</real></dict></dict></plist>
      """
    ),
    ("Content/home.plist", "{ datatype = a; body = { x = { \"$t\" = k; }; n = \"1.50\"; }; }"),
  ])
  func `A document in any file format is answered the same`(file: String, text: String) throws {
    let site = MemorySite(
      [
        file: text, "Locales/en.lproj/A.strings": "\"k\" = \"text\";",
        "Locales/de.json": "{}", "Locales/fr.json": "{}",
      ],
      settings: "{ languages: { published: ['en'], default: 'en' }, roots: '*' }"
    )
    site.write(nil, to: "Locales/de.json")
    site.write(nil, to: "Locales/fr.json")
    let answer = try #require(site.compiled().edition?.answer("home", for: ""))
    #expect(answer.replacing("\"1.50\"", with: "1.50") == #"{"datatype":"a","x":"text","n":1.50}"#)
  }

  @Test func `An edition's name depends on its content and not on the order of reading`() throws {
    let first = try flowers()
    #expect(first.name == (try flowers()).name)
    #expect(first.name.count == 16)
    let other = try edition(["home": #"{ datatype: "screen", body: {} }"#])
    #expect(first.name != other.name)
  }

  @Test func `Compiling a changed site reads only the changed file and the settings again`() throws
  {
    let site = MemorySite(
      [
        "products/rose": flower, "home": #"{ datatype: "screen", body: { title: 1 } }"#,
      ].merging(texts) { first, _ in first }
    )
    var compiler = SiteCompiler(site, .common)
    let first = try #require(compiler.compile().edition)
    let before = site.readCount
    #expect(compiler.compile().edition?.name == first.name)
    // The settings are read each time.
    #expect(site.readCount == before + 1)
    site.write(#"{ datatype: "screen", body: { title: 2 } }"#, to: "Content/home.json5")
    let second = try #require(compiler.compile().edition)
    #expect(site.readCount == before + 3)
    #expect(second.answer("home", for: "") == #"{"datatype":"screen","title":2}"#)
    #expect(first.answer("home", for: "") == #"{"datatype":"screen","title":1}"#)
    site.write(nil, to: "Content/home.json5")
    #expect(compiler.compile().edition == nil)
  }
}
