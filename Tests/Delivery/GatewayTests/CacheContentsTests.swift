// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import ContentResolution
import Editions
import Gateway
import HTTPValues
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The contents of a site's cache` {
  private static let settings = """
    {
      languages: { published: ["en", "fr"], source: "en", default: "en" }, roots: ["*"],
      backends: { shop: { addresses: "http://ADDRESS" } },
      passes: { "/files": { backend: "shop", cache: "standard" } },
    }
    """

  private static let files = [
    "home": """
    { datatype: "home", ttl: 60, body: { a: 1 },
      variants: [
        { id: "ca", when: { country: "CA" }, body: { a: 2 } },
        { id: "us", when: { country: "US" }, body: { a: 3 } },
        { id: "mx", when: { country: "MX" }, body: { a: 4 } },
        { id: "cu", when: { country: "CU" }, body: { a: 5 } },
      ] }
    """,
    "long": #"{ datatype: "home", ttl: 604800, body: {} }"#,
    "items/{id}": """
    { datatype: "item", ttl: 600,
      calls: { item: { backend: "shop", path: "/items/{id}" } }, body: { n: { $pick: "$.item.n" } } }
    """,
  ]

  private func serve() async throws -> (site: SiteServer, service: ScriptedServer) {
    let service = try ScriptedServer { peer, _ in
      while true {
        _ = try peer.receive(through: "\r\n\r\n")
        try peer.send(
          "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nCache-Control: max-age=60\r\n"
            + "Vary: X-Kind\r\nContent-Length: 7\r\n\r\n{\"n\":1}"
        )
      }
    }
    let settings = Self.settings.replacing("ADDRESS", with: "\(service.address)")
    let site = try await SiteServer(Self.files, settings: settings)
    try #require(site.publisher.publication != nil, "\(site.publisher.refresh(at: .distantPast))")
    return (site, service)
  }

  private func contents(of site: SiteServer) throws -> CacheContents {
    let edition = try #require(site.publisher.publication?.edition)
    let reader = TokenReader(edition.words, seal: SiteServer.seal)
    return CacheContents(
      of: site.store,
      AudienceNames(reader, experiments: []),
      at: site.clock.wallSeconds * 1_000
    )
  }

  @Test func `The contents of an empty cache are empty`() async throws {
    let (site, service) = try await serve()
    let contents = try contents(of: site)
    #expect(contents.all == 0 && contents.looked == 0 && !contents.isSample)
    #expect(contents.largest.isEmpty && contents.fetched.isEmpty && contents.variants.isEmpty)
    #expect(contents.steps.allSatisfy { $0.entries == 0 })
    service.stop()
  }

  @Test func `Variants of a document are told with the dimension that multiplies them`()
    async throws
  {
    let (site, service) = try await serve()
    for country in ["CA", "US", "MX", "CU", "FR"] {
      for format in ["json", "plist"] {
        _ = try await site.get("/home.\(format)", ["X-App": "country=\(country)"])
      }
    }
    let found = try #require(try contents(of: site).variants.first)
    #expect(found.subject.name == "/home" && found.subject.kind == .answer)
    #expect(found.variants == 10)
    let dimensions = found.dimensions.map { "\($0.name) \($0.values)" }
    #expect(dimensions.first == "country 5")
    #expect(dimensions.contains("format 2"))
    #expect(!dimensions.contains { $0.hasPrefix("language") || $0.hasPrefix("view") })
    service.stop()
  }

  @Test func `Variants of a pass are told by its query and by the fields that Vary names`()
    async throws
  {
    let (site, service) = try await serve()
    for number in 0..<3 {
      for kind in ["a", "b", "c", "d"] {
        _ = try await site.get("/files/x?page=\(number)", ["X-Kind": kind])
      }
    }
    let found = try #require(try contents(of: site).variants.first)
    #expect(found.subject.name == "/files/x" && found.subject.kind == .pass)
    #expect(found.variants == 12)
    #expect(
      found.dimensions.map { "\($0.name.lowercased()) \($0.values)" } == [
        "vary: x-kind 4", "parameter page 3",
      ]
    )
    service.stop()
  }

  @Test
  func `Entries are counted by what they are of, when they become stale and how often fetched`()
    async throws
  {
    let (site, service) = try await serve()
    _ = try await site.get("/long")
    for _ in 0..<3 {
      _ = try await site.get("/items/7")
      site.clock.advance(by: .seconds(700))
    }
    _ = try await site.get("/items/7")
    let contents = try contents(of: site)
    let fragment = try #require(contents.fetched.first { $0.subject.kind == .fragment })
    #expect(fragment.subject.name == "shop /items/7")
    #expect(fragment.count == 4 && fragment.least == 4)
    let answer = try #require(contents.fetched.first { $0.subject.name == "/items/7" })
    #expect(answer.subject.route == "items/{id}" && answer.count == 4)
    #expect(contents.steps.reduce(0) { $0 + $1.entries } == contents.looked)
    #expect(contents.looked == 3 && contents.all == 3)
    let long = try #require(contents.largest.first { $0.subject.name == "/long" })
    #expect(long.ttl > 0 && long.ttl <= 604_800 && long.bytes > 0)
    #expect(long.variant == "/long;json;identity")
    service.stop()
  }
}
