// SPDX-License-Identifier: Apache-2.0

import CodeGeneration
import ContentModel
import DataFiles
import Editions
import SiteTesting
import Sites
import Testing

@Suite struct `What versions of apps decode` {
  private static let lock = """
    {
      app: "com.example.shop", version: "2.0", edition: "0", config: "config",
      datatypes: {
        config: {},
        screen: {
          title: "text", "note?": "text", "price?": "number", "count?": "integer", "next?": "link",
          "tags?": ["text"], "maker?": { name: "text" }, "rows?": ["content"], "extra?": "any",
        },
        link: { title: "text", "url?": "link" },
        item: { title: "text" },
      },
    }
    """
  private static let settings = """
    {
      languages: { published: ["en"], source: "en", default: "en" },
      apps: { "com.example.shop": { versions: ["1.0", "2.0", "3.1"], UPDATE } },
      backends: { shop: { addresses: "http://127.0.0.1:9001" } },
      roots: ["*"],
    }
    """

  private func findings(
    _ files: [String: String],
    lock: String = lock,
    update: String = ""
  ) -> [String] {
    let settings = Self.settings.replacing("UPDATE", with: update)
    let site = MemorySite(
      files.merging(["Content/Versions/2.0.json5": lock]) { first, _ in first },
      settings: settings
    )
    return site.compiled().findings.map { "\($0.message)" }
  }

  private func refusal(of body: String) -> [String] {
    findings(["home": "{ datatype: \"screen\", body: \(body) }"]).map { message in
      let prefix = "version 2.0 of com.example.shop cannot decode \"home\": "
      guard message.hasPrefix(prefix) else { return message }
      let rest = message.dropFirst(prefix.count)
      return String(
        rest.prefix(upTo: rest.firstRange(of: ", for example")?.lowerBound ?? rest.endIndex)
      )
    }
  }

  @Test func `A lock has the members of all datatypes that its version gets, with their types`()
    throws
  {
    let types = try SampleTypes.types("2.0")
    let version = try #require(DeclaredVersion("2.0"))
    let lock = VersionLock(types, app: "com.example.shop", version: version, file: "x")
    #expect(
      lock.text(edition: "7") == """
        // What version 2.0 of com.example.shop decodes, written by `portico generate --lock 2.0`.
        // While the version is in use, content that it could not decode is not published.
        {
          app: "com.example.shop",
          version: "2.0",
          edition: "7",
          config: "config",
          datatypes: {
            config: {
              home: "link",
              settings: {
                default: ["number"],
                isOpen: "boolean",
                pageSize: "integer",
                ratio: "number",
              },
              "share-image": "text",
            },
            item: {
              "amount?": "text",
              "fixed?": "text",
              "maker?": {
                name: "text",
              },
              "number?": "integer",
              "path?": "text",
              price: "number",
              "reviews?": [{
                "by?": "any",
                kind: "text",
              }],
              "size?": "text",
              "stars?": "integer",
              "tags?": ["text"],
              title: "text",
            },
            items: {
              count: "integer",
              data: ["content"],
              "next?": "link",
              offset: "integer",
              total: "integer",
            },
            link: {
              "title?": "any",
              "url?": "link",
            },
            screen: {
              "columns?": "integer",
              "note?": "any",
              rows: ["content"],
              title: "text",
            },
          },
          records: {
            notes: {
              uuid: "text",
              "_version?": "integer",
              "colour?": "text",
              "place?": {
                lat: "number",
                lon: "number",
              },
              "shop?": "text",
              "shops?": ["text"],
              "text?": "text",
              "default?": "any",
            },
            shops: {
              uuid: "text",
              "open?": "boolean",
            },
          },
        }

        """
    )
  }

  private func recordLock() throws -> VersionLock {
    let version = try #require(DeclaredVersion("2.0"))
    let text = VersionLock(
      try SampleTypes.types("2.0"),
      app: "com.example.shop",
      version: version,
      file: "x"
    ).text(edition: "7")
    let value = try DataValue(reading: Array(text.utf8).span, as: .json5, rules: .documents)
    var findings = Findings()
    let lock = VersionLock(reading: value, in: "x", &findings)
    return try #require(lock, "\(findings.all)")
  }

  @Test(
    arguments: [
      (ContentMember("text", .choice(["a"]), isOptional: true), nil),
      (ContentMember("new", .integer), nil), (ContentMember("default", .boolean), nil),
      (ContentMember("text", .integer), "text\" is an integer, and it expects a text"),
      (ContentMember("shop", .list(.text)), "shop\" is a list, and it expects a text"),
      (
        ContentMember(
          "place",
          .object([ContentMember("lat", .text), ContentMember("lon", .number)])
        ),
        "place.lat\" is a text, and it expects a number"
      ), (ContentMember("_version", .number), "_version\" is a number, and it expects an integer"),
    ] as [(ContentMember, String?)]
  )
  func `Types whose records a version in use could not decode are named with the attribute`(
    changed: ContentMember,
    message: String?
  ) throws {
    var notes = SampleTypes.records[0]
    notes.members = notes.members.filter { $0.name != changed.name } + [changed]
    let breaches = [try recordLock()].breaches(ofRecords: [notes])
    let prefix = "version 2.0 of com.example.shop cannot decode records of the type \"notes\": \""
    #expect(breaches.map(\.description) == (message.map { [prefix + $0] } ?? []))
  }

  @Test
  func `An attribute that is not declared any more may be anything, unless its type is strict`()
    throws
  {
    var notes = SampleTypes.records[0]
    notes.members.removeAll { ["text", "default"].contains($0.name) }
    let lock = try recordLock()
    #expect([lock].breaches(ofRecords: [notes]).isEmpty)
    notes.allowsOthers = true
    #expect([lock].breaches(ofRecords: [notes]).map(\.attribute) == ["text"])
    #expect([lock].breaches(ofRecords: []).isEmpty)
  }

  @Test(
    arguments: [
      ("{ title: \"a\", unknown: 5 }", []),
      (
        "{ title: \"a\", count: 5, price: 5, extra: [1], rows: [{ datatype: \"new\", title: 5 }] }",
        []
      ),
      ("{ title: \"a\", tags: [], maker: { name: \"b\", more: 1 } }", []),
      ("{}", ["\"title\" is missing, and it expects a text"]),
      ("{ title: 5 }", ["\"title\" is 5, and it expects a text"]),
      ("{ title: null }", ["\"title\" is missing in some answers, and it expects a text"]),
      ("{ title: \"a\", count: 2.5 }", ["\"count\" is 2.5, and it expects an integer"]),
      ("{ title: \"a\", next: \"/en\" }", ["\"next\" is \"/en\", and it expects a link"]),
      (
        "{ title: \"a\", tags: [\"b\", 5] }",
        [
          "\"tags[]\" is a value whose type neither the content nor a schema tells, and it expects a text"
        ]
      ),
      ("{ title: \"a\", maker: {} }", ["\"maker.name\" is missing, and it expects a text"]),
      ("{ title: \"a\", maker: \"b\" }", ["\"maker\" is \"b\", and it expects a dictionary"]),
      (
        "{ title: \"a\", rows: [{ datatype: \"link\", title: 7 }] }",
        [
          "\"title\" of \"link\" is 7, and it expects a text"
        ]
      ),
    ] as [(String, [String])]
  )
  func `Content that a version in use could not decode is refused with the member`(
    body: String,
    messages: [String]
  ) {
    #expect(refusal(of: body) == messages)
  }

  @Test func `Variants and rows that a version does not get are none of its business`() {
    let forNew = """
      { datatype: "screen", body: { title: 5 },
        variants: [{ when: { app: "<3" }, body: { title: "old",
          rows: [{ datatype: "link", title: 5, when: { app: "<2" } }] } }] }
      """
    #expect(findings(["home": forNew]) == [])
    let forOld = forNew.replacing("<3", with: "<2")
    #expect(findings(["home": forOld]).count == 1)
    let row = """
      { datatype: "screen", body: { title: "a", rows: [{ datatype: "link", title: 5, when: { device: "tv" } }] } }
      """
    #expect(
      findings(["home": row]).first?.hasSuffix("for example a visitor, on tv") ?? false,
      "\(findings(["home": row]))"
    )
  }

  @Test func `A call without a schema may answer anything, and one with a schema what that says`() {
    func document(_ schema: String) -> String {
      """
      { datatype: "screen", calls: { item: { backend: "shop", path: "/item"\(schema) } },
        body: { title: "a", price: { $pick: "$.item.price" } } }
      """
    }
    #expect(findings(["home": document("")]).count == 1)
    let typed = ", schema: { properties: { price: { type: \"number\" } } }"
    #expect(findings(["home": document(typed)]) == [])
  }

  @Test func `The light view that stands in another document needs the members of versions in use`()
  {
    let item = { (light: String) in
      """
      { datatype: "item", light: \(light),
        body: { title: "a", other: 1 } }
      """
    }
    let home = """
      { datatype: "screen", body: { title: "a", rows: [{ $embed: "item", view: "light" }] } }
      """
    #expect(findings(["home": home, "item": item("[\"title\"]")]) == [])
    let refused = findings(["home": home, "item": item("[\"other\"]")])
    #expect(refused.first?.contains("\"title\" of \"item\" is missing in the light view") ?? false)
  }

  @Test func `The config document keeps the datatype that a version begins with`() {
    let refused = findings(["config": "{ datatype: \"start\", body: {} }"])
    #expect(
      refused == [
        "version 2.0 of com.example.shop cannot decode \"config\": its datatype is \"start\", and it expects \"config\""
      ]
    )
  }

  @Test func `A version that is not in use, or must be replaced, is not checked`() {
    let document = ["home": "{ datatype: \"screen\", body: {} }"]
    #expect(findings(document, lock: Self.lock.replacing("2.0", with: "2.1")) == [])
    let gate = "update: { minimum: \"3\", storeURL: \"https://apps.example.com/a\" }"
    #expect(findings(document, update: gate) == [])
    // Until the instant of the gate it goes on.
    let later = gate.replacing("minimum", with: "from: \"2030-01-01T00:00Z\", minimum")
    #expect(findings(document, update: later).count == 1)
  }

  @Test func `A lock with a mistake is refused with its place`() {
    #expect(
      findings([:], lock: Self.lock.replacing("\"number\"", with: "\"nmber\""))
        == [
          "\"nmber\" is no type; expected any, boolean, integer, number, text, link, content"
        ]
    )
    #expect(
      findings([:], lock: Self.lock.replacing("example.shop", with: "example.shp"))
        == ["there is no app \"com.example.shp\""]
    )
  }

  @Test func `A compiler notices a new lock and a changed document`() {
    let site = MemorySite(
      ["home": "{ datatype: \"screen\", body: { title: 5 } }"],
      settings: Self.settings.replacing("UPDATE", with: "")
    )
    var compiler = SiteCompiler(site, .common)
    #expect(compiler.compile().edition != nil)
    site.write(Self.lock, to: "Content/Versions/2.0.json5")
    #expect(compiler.compile().edition == nil)
    site.write("{ datatype: \"screen\", body: { title: \"a\" } }", to: "Content/home.json5")
    #expect(compiler.compile().edition != nil)
    site.write("{ datatype: \"screen\", body: { title: 6 } }", to: "Content/home.json5")
    #expect(compiler.compile().edition == nil)
    site.write(nil, to: "Content/Versions/2.0.json5")
    #expect(compiler.compile().edition != nil)
  }

  @Test func `A publisher keeps its edition where the next one could not be decoded`() throws {
    let site = MemorySite(
      [
        "home": "{ datatype: \"screen\", body: { title: \"a\" } }",
        "Content/Versions/2.0.json5": Self.lock,
      ],
      settings: Self.settings.replacing("UPDATE", with: "")
    )
    let publisher = Publisher(site, .common)
    let first = publisher.refresh(at: UnixTime(seconds: 0))
    #expect(!first.isRefused && first.publication != nil)
    site.write("{ datatype: \"screen\", body: { title: 5 } }", to: "Content/home.json5")
    let second = publisher.refresh(at: UnixTime(seconds: 1))
    #expect(second.isRefused && second.findings.map(\.rule.rawValue) == ["cannot-decode"])
    #expect(publisher.publication?.edition.name == first.publication?.edition.name)
  }
}
