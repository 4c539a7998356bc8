// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import HTTPServer
import HTTPValues
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A purge by path` {
  private static let files = [
    "items/{id}": """
    {
      datatype: "item", ttl: 100000, staleWhileRevalidate: 0, staleIfError: 3600,
      calls: {
        item: { backend: "shop", path: "/items/{id}", freshness: { ttl: 3600 } },
        brands: { backend: "shop", path: "/brands", freshness: { ttl: 3600 } },
      },
      body: { n: { $pick: "$.item.n" }, brands: { $pick: "$.brands.n" } },
    }
    """,
    "screen": """
    { datatype: "screen", ttl: 100000, body: { first: { $embed: "items/{id}", with: { id: "7" } } } }
    """,
    "brands": """
    {
      datatype: "screen", ttl: 100000,
      calls: { brands: { backend: "shop", path: "/brands", freshness: { ttl: 3600 } } },
      body: { n: { $pick: "$.brands.n" } },
    }
    """,
  ]

  /// Answers with how often it was asked.
  private func start() async throws -> TwoServices {
    try await TwoServices(
      files: Self.files,
      shop: { exchange, service in
        try await TwoServices.json(#"{"n":\#(service.count)}"#)(exchange, service)
      },
      TwoServices.failing(.notFound)
    )
  }

  private func purge(_ scope: PurgeScope, _ strength: Purge.Strength, _ site: SiteServer) {
    site.store.purge(scope, strength, at: site.clock.wallSeconds * 1_000)
  }

  @Test(
    arguments: [
      PurgeScope.path(Array("items/7".utf8)), .paths(prefix: Array("items/".utf8)), .everything,
    ],
    [Purge.Strength.hard, .soft]
  )
  func `A purge of a path fetches the parts of its answer again`(
    _ scope: PurgeScope,
    _ strength: Purge.Strength
  ) async throws {
    let services = try await start()
    let (site, shop) = (services.site, services.shop)
    let first = try await site.get("/en/items/7").body
    #expect(shop.count == 2)
    #expect(try await site.get("/en/items/7").body == first)
    purge(scope, strength, site)
    // Every form of it is made of what the services say now.
    let second = try await site.get("/en/items/7").body
    #expect(second != first && shop.count == 4)
    _ = try await site.get("/en/items/7.plist")
    #expect(try await site.get("/en/items/7").body == second)
    #expect(shop.count == 4)
  }

  @Test
  func `A purge of a document's file fetches the parts of all its answers again`() async throws {
    let services = try await start()
    let (site, shop) = (services.site, services.shop)
    let tag = try #require(TagName("document:items/{id}"))
    let before = [try await site.get("/en/items/7").body, try await site.get("/en/items/8").body]
    #expect(shop.count == 3)
    for scope in [PurgeScope.tag(tag), .path(Array("items/{id}".utf8))] {
      purge(scope, .hard, site)
    }
    #expect(try await site.get("/en/items/7").body != before[0])
    #expect(try await site.get("/en/items/8").body != before[1])
    #expect(shop.count == 6)
  }

  @Test func `A purge of a path keeps the parts that only other answers have`() async throws {
    let services = try await start()
    let (site, shop) = (services.site, services.shop)
    for path in ["/en/items/7", "/en/items/8", "/en/brands"] { _ = try await site.get(path) }
    #expect(shop.seen.map(\.target).sorted() == ["/brands", "/items/7", "/items/8"])
    purge(.path(Array("items/8".utf8)), .hard, site)
    #expect(try await site.get("/en/items/7").fields["cache-status"]?.contains("hit") == true)
    #expect(try await site.get("/en/items/7.plist").status == 200)
    #expect(shop.count == 3)
    _ = try await site.get("/en/items/8")
    #expect(shop.seen.dropFirst(3).map(\.target).sorted() == ["/brands", "/items/8"])
  }

  @Test func `A purge of a path fetches the parts of its embedded documents again`() async throws {
    let services = try await start()
    let (site, shop) = (services.site, services.shop)
    let first = try await site.get("/en/screen").body
    purge(.path(Array("screen".utf8)), .hard, site)
    let second = try await site.get("/en/screen").body
    #expect(first != second && shop.count == 4)
    purge(.path(Array("items/7".utf8)), .hard, site)
    let tag = try #require(TagName("document:items/7"))
    purge(.tag(tag), .hard, site)
    #expect(try await site.get("/en/screen").body != second)
    #expect(shop.count == 6)
  }

  @Test func `A purge applies to a part that was asked for before it`() async throws {
    let services = try await start()
    let gate = Gate()
    let (site, shop) = (services.site, services.shop)
    services.shop.answers { exchange, service in
      let number = service.count
      if exchange.request.target == "/brands", number <= 2 { await gate.pass() }
      try await TwoServices.json(#"{"n":\#(number)}"#)(exchange, service)
    }
    async let brands = site.get("/en/brands")
    try await waitUntil("the service is asked") { shop.count > 0 }
    purge(.path(Array("items/7".utf8)), .hard, site)
    async let item = site.get("/en/items/7")
    try await waitUntil("the second request waits") { site.store.coalescingStatistics.waiters > 0 }
    gate.open()
    // The response that the other document waited for is older than the purge, so it is requested
    // once more.
    _ = try await brands
    #expect(try await item.status == 200)
    #expect(shop.seen.count { $0.target == "/brands" } == 2)
  }

  @Test func `A purge that is no longer remembered counts as a hit for older parts`() async throws {
    let services = try await start()
    let (site, shop) = (services.site, services.shop)
    _ = try await site.get("/en/items/7")
    purge(.path(Array("items/7".utf8)), .hard, site)
    for number in 0..<5_000 { purge(.path(Array("other/\(number)".utf8)), .hard, site) }
    _ = try await site.get("/en/items/7")
    #expect(shop.count == 4)
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A purged document without a plan` {
  private static let files = [
    "terms": #"{ datatype: "text", ttl: 100000, tags: ["legal"], body: { text: "terms" } }"#,
    "about": #"{ datatype: "text", ttl: 100000, body: { text: "about" } }"#,
  ]

  @Test(arguments: [
    "tag legal", "tag document:terms", "path terms", "prefix te", "everything",
  ])
  func `A purged document without a plan is made anew and not found again`(
    _ order: String
  ) async throws {
    let site = try await SiteServer(Self.files)
    let words = order.split(separator: " ").map(String.init)
    let scope: PurgeScope =
      switch words[0] {
      case "tag": .tag(try #require(TagName(words[1])))
      case "path": .path(Array(words[1].utf8))
      case "prefix": .paths(prefix: Array(words[1].utf8))
      default: .everything
      }
    func ask(_ path: String) async throws -> Bool {
      try await site.get(path).fields["cache-status"]?.hasPrefix("portico;hit") == true
    }
    for path in ["/en/terms", "/terms", "/en/about"] {
      #expect(try await !ask(path))
      #expect(try await ask(path))
    }
    site.store.purge(scope, .hard, at: site.clock.wallSeconds * 1_000)
    #expect(try await !ask("/en/terms"))
    #expect(try await !ask("/terms"))
    #expect(try await ask("/en/about") == (order != "everything"))
    for path in ["/en/terms", "/terms"] { #expect(try await ask(path)) }
  }
}
