// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Files
import Foundation
import Testing

/// Holds the tables of the guide for apps against what the sample shop answers.
@Suite(.timeLimit(.minutes(5))) struct `The guide for app developers` {
  private static let page = "\(DocumentedBlock.catalog)/Apps.md"

  /// A request of an app, and which tables tell what the gateway says in the answer.
  private struct Asked {
    let path: String
    var fields: [String] = []
    var tables: [String] = []
    /// The file whose body the answer has.
    var file: String?
    /// A member that is a dictionary with a table of its own.
    var inner: [String: String] = [:]
  }

  private static let everyTable = "What every answer says"
  private static let app = #"X-App: app="com.example.flowers""#

  private static let requests = [
    Asked(path: "/config", tables: ["The config answer"], file: "config"),
    Asked(
      path: "/config",
      fields: ["\(app), version=2.0"],
      tables: ["The config answer"],
      file: "config",
      inner: ["update": "An update"]
    ),
    Asked(
      path: "/config",
      fields: ["\(app), version=3.1, build=205"],
      tables: ["The config answer"],
      file: "config",
      inner: ["update": "An update"]
    ),
    Asked(path: "/en.us/screens/home", file: "screens/home"),
    Asked(path: "/notice", fields: ["Accept-Language: fr"], file: "notice"),
    Asked(path: "/en.us/items?limit=2", tables: ["A list"], file: "items"),
    Asked(path: "/en.us/items?limit=2&offset=2", tables: ["A list"], file: "items"),
    Asked(path: "/en.us/items/0101-2010-0611", file: "items/{id}"),
    Asked(path: "/en.us/items/0101-2010-0611?view=light", file: "items/{id}"),
    Asked(path: "/en.us/checkout/cart", file: "checkout/cart"),
    Asked(
      path: "/legal/terms",
      fields: ["Accept-Language: sv"],
      tables: ["Nothing in this language"]
    ),
    Asked(path: "/config", fields: ["X-App: country=JP"], tables: ["A closed site"]),
    Asked(path: "/items", fields: ["X-App: country=JP"], tables: ["A closed site"]),
    Asked(path: failing, tables: ["A document for an error"], file: "notice"),
  ]

  /// Asked for when the service that it needs has failed.
  private static let failing = "/en.us/items/0102-2011-0320"

  /// The shop with what it has only sometimes: a document with an identifier, in one language alone, which
  /// stands in for a failed service, a banner, and maintenance for some.
  private static func start() async throws -> SampleShop {
    let shop = try await SampleShop(changing: change)
    _ = try await shop.seen(after: breaking("9003"))
    return shop
  }

  private static func change(_ site: ServedSites) throws {
    try site.put(
      """
      {
        datatype: "text", id: "notice",
        body: { title: { $t: "notice.title" }, home: { $ref: "screens/home" } },
      }
      """,
      at: "Content/notice.json5"
    )
    let texts = try site.text(of: "Locales/en.json").dropFirst()
    try site.put("{ \"notice.title\": \"A notice\",\(texts)", at: "Locales/en.json")
    let settings = try site.text(of: "Content/site.json5")
    try site.put(
      settings.replacing(
        "name:",
        with: #"errors: { failed: "notice", overloaded: "notice" }, name:"#,
        maxReplacements: 1
      ),
      at: "Content/site.json5"
    )
    try site.put(
      #"{ banner: "A banner", maintenance: { when: { country: "JP" }, message: "Closed" } }"#,
      at: "Content/emergency.json5"
    )
  }

  private static func breaking(_ port: String) -> String {
    "curl -sX PUT -H 'content-type: application/json' -d '{\"break\":\"reset\"}' http://127.0.0.1:\(port)/_faults"
  }

  @Test
  func `The app guide's tables list exactly the members of the shop's answers`() async throws {
    let shop = try await Self.start()
    let page = try #require(DocumentedBlock.pages[Self.page])
    let titles = Set(Self.requests.flatMap { $0.tables + $0.inner.values } + [Self.everyTable])
    var seen = try SeenMembers(titles, of: page)
    for asked in Self.requests {
      if asked.path == Self.failing { _ = try await shop.seen(after: Self.breaking("9001")) }
      let own = try ownMembers(of: asked.file)
      for format in ["application/json", "application/x-plist", "application/x-bplist"] {
        let said = try await members(ofAnswerTo: asked, as: format, of: shop)
        seen.hold(said, [Self.everyTable] + asked.tables, without: own, asked.inner, asked.path)
      }
    }
    for title in titles { #expect(seen.missing(in: title) == [], "\(title)") }
  }

  private func members(
    ofAnswerTo asked: Asked,
    as type: String,
    of shop: SampleShop
  ) async throws -> [DataDictionary.Member] {
    let fields = (asked.fields + ["Accept: \(type)"]).map { "-H '\($0)'" }.joined(separator: " ")
    let text = try await shop.seen(
      after: "curl -s \(fields) 'http://127.0.0.1:8080\(asked.path)' | base64 -w 0"
    )
    return Self.members(of: try Self.value(base64: text))
  }

  /// The names that a document's file gives to members.
  private func ownMembers(of file: String?) throws -> Set<String> {
    guard let file else { return [] }
    if file == "notice" { return ["title", "home"] }
    let path = DocumentedBlock.root.appendingPathComponent("Content/\(file).json5").path
    let bytes = try Files.read(path)
    let document = try DataValue(reading: bytes.span, fileExtension: "json5")
    let bodies = [document["body"]] + document.list("variants").map { $0["patch"] }
    return Set(bodies.compactMap(\.self).flatMap(Self.members).map(\.key))
  }

  private static func value(base64 text: String) throws -> DataValue {
    let bytes = [UInt8](try #require(Data(base64Encoded: text)))
    return try DataValue(reading: bytes.span, fileExtension: "json")
  }

  private static func members(of value: DataValue) -> [DataDictionary.Member] {
    if case .dictionary(let dictionary) = value.content { dictionary.members } else { [] }
  }
}
