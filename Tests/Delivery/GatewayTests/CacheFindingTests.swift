// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Editions
import Gateway
import HTTPValues
import LoopTesting
import Reactor
import SiteTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The inspection of what is cached for a request` {
  private static let settings = """
    {
      languages: { published: ["en", "fr"], source: "en", default: "en" }, roots: ["*"],
      backends: {
        shop: { addresses: "http://ADDRESS" },
        own: { addresses: "http://ADDRESS", credentials: true },
      },
      passes: { "/files": { backend: "shop", cache: "standard" }, "/open": { backend: "shop" } },
    }
    """

  private static let plan = """
    {
      datatype: "item", ttl: 600,
      calls: {
        item: { backend: "shop", path: "/items/{id}", tags: ["item-{id}"] },
        price: { backend: "shop", path: "/prices/{sku}", with: { sku: "$.item.sku" } },
        stock: { backend: "shop", path: "/stock/{id}", optional: true },
        saved: { backend: "own", path: "/saved/{id}" },
      },
      body: {
        title: { $pick: "$.item.sku" }, price: { $pick: "$.price.sku" },
        stock: { $pick: "$.stock.sku" }, saved: { $pick: "$.saved.sku" },
      },
    }
    """

  /// A site whose service answers everything alike, but has no stock.
  private func serve(
    _ files: [String: String] = [:]
  ) async throws -> (site: SiteServer, service: ScriptedServer) {
    let service = try ScriptedServer { peer, _ in
      while true {
        let head = try peer.receive(through: "\r\n\r\n")
        guard !head.contains("/stock/") else {
          try peer.send("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
          continue
        }
        try peer.send(
          "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nCache-Control: max-age=60\r\n"
            + "Vary: X-Kind\r\nContent-Length: 12\r\n\r\n{\"sku\":\"a7\"}"
        )
      }
    }
    let settings = Self.settings.replacing("ADDRESS", with: "\(service.address)")
    let site = try await SiteServer(files, settings: settings)
    try #require(site.publisher.publication != nil, "\(site.publisher.refresh(at: .distantPast))")
    return (site, service)
  }

  @Test func `Inspecting a document's cached answer tells its age, remaining time and tags`()
    async throws
  {
    let (site, service) = try await serve(["home": #"{ datatype: "home", ttl: 60, body: {} }"#])
    let before = try await site.finding("/home")
    #expect(before.state.word == .notKept)
    #expect(before.state.why.hasPrefix("Nobody has asked for it since it was published"))
    #expect(before.route == "home")
    #expect(before.key == "/home;json;identity")
    _ = try await site.get("/home")
    site.clock.advance(by: .seconds(5))
    let after = try await site.finding("/home")
    #expect(after.state.word == .fresh)
    #expect(after.state.age == 5)
    let ttl = try #require(after.state.ttl)
    #expect(ttl > 0 && ttl <= 55)
    #expect(!after.tags.isEmpty)
    site.clock.advance(by: .seconds(60))
    #expect(try await site.finding("/home").state.word == .notKept)
    service.stop()
  }

  @Test func `Inspecting the cache distinguishes the variants of visitors`() async throws {
    let (site, service) = try await serve([
      "home": """
      { datatype: "home", ttl: 60, body: { a: 1 },
        variants: [{ id: "north", when: { country: ["CA"] }, body: { a: 2 } }] }
      """
    ])
    _ = try await site.get("/home", ["X-App": "country=CA"])
    let canadian = try await site.finding("/home", ["x-app": "country=CA"])
    #expect(canadian.state.word == .fresh)
    #expect(canadian.variant == "north")
    #expect(canadian.key == "/und.ca/home;json;identity")
    let other = try await site.finding("/home", ["x-app": "country=FR"])
    #expect(other.state.word == .notKept)
    #expect(other.variant != "north")
    service.stop()
  }

  @Test func `Inspecting a plan's cached answer tells the state of each of its parts`() async throws
  {
    let (site, service) = try await serve(["items/{id}": Self.plan])
    let before = try await site.finding("/items/7")
    try #require(before.parts.map(\.name) == ["item", "stock", "saved", "price"])
    #expect(before.parts.map(\.target) == ["/items/7", "/stock/7", "/saved/7", nil])
    #expect(before.parts.allSatisfy { $0.state.word == .notKept })
    #expect(before.parts[2].state.why.hasPrefix("Its service sees who asks"))
    #expect(before.parts[3].state.why == "Whether it is kept depends on a part that is not there.")
    _ = try await site.get("/items/7")
    site.clock.advance(by: .seconds(2))
    let after = try await site.finding("/items/7")
    let parts = Dictionary(uniqueKeysWithValues: after.parts.map { ($0.name, $0) })
    #expect(parts["item"]?.state.word == .fresh)
    #expect(parts["item"]?.tags == ["item-7"])
    #expect(parts["item"]?.backend == "shop")
    #expect(parts["price"]?.target == "/prices/a7")
    #expect(parts["price"]?.state.age == 2)
    #expect(parts["stock"]?.state.word == .absent)
    #expect(parts["stock"]?.state.why == "It is kept that there is nothing.")
    #expect(parts["saved"]?.state.word == .notKept)
    service.stop()
  }

  @Test func `Inspecting a purged answer tells that it was purged`() async throws {
    let (site, service) = try await serve(["items/{id}": Self.plan])
    _ = try await site.get("/items/7")
    site.store.purge(.path(Array("items/7".utf8)), .hard, at: site.clock.wallSeconds * 1_000)
    let purged = try await site.finding("/items/7")
    #expect(purged.state.why == "It was purged.")
    let item = try #require(purged.parts.first { $0.name == "item" })
    #expect(item.state.why == "It is older than a purge of the path.")
    service.stop()
  }

  @Test func `Inspecting the cache changes no statistics and asks no service`() async throws {
    let (site, service) = try await serve(["items/{id}": Self.plan])
    _ = try await site.get("/items/7")
    let before = site.store.statistics
    let connections = service.connections
    for target in ["/items/7", "/items/8", "/files/a", "/nothing"] {
      _ = try await site.finding(target)
    }
    #expect(site.store.statistics == before)
    #expect(site.store.coalescingStatistics.fetches == 0)
    #expect(service.connections == connections)
    service.stop()
  }

  @Test func `Inspecting a passed answer follows Vary and the lifetime of RFC 9111`() async throws {
    let (site, service) = try await serve()
    #expect(try await site.finding("/files/a").state.word == .notKept)
    _ = try await site.get("/files/a", ["X-Kind": "one"])
    site.clock.advance(by: .seconds(10))
    let kept = try await site.finding("/files/a", ["x-kind": "one"])
    #expect(kept.state.word == .fresh)
    #expect(kept.route == "/files")
    #expect(kept.state.age == 10)
    #expect(kept.state.ttl == 50)
    let other = try await site.finding("/files/a", ["x-kind": "two"])
    #expect(other.state.word == .notKept)
    #expect(other.state.why.contains("Vary says that none is for this request"))
    let open = try await site.finding("/open/a")
    #expect(open.state.why.contains("keeps no answers"))
    service.stop()
  }

  @Test func `Inspecting a path without a document or a pass tells of a 404`() async throws {
    let (site, service) = try await serve()
    let nothing = try await site.finding("/nothing")
    #expect(nothing.route == nil)
    #expect(nothing.state.why == "It is answered with 404, and nothing is kept of that.")
    service.stop()
  }

  @Test func `Inspecting a kept answer tells when the site is closed for the visitor`() async throws
  {
    let (site, service) = try await serve(["home": #"{ datatype: "home", body: {} }"#])
    _ = try await site.get("/home")
    site.site.write(#"{ maintenance: { message: "Closed" } }"#, to: "Content/emergency.json5")
    site.publish()
    let closed = try await site.finding("/home")
    #expect(closed.state.why == "The site is closed for this visitor, whatever is kept.")
    service.stop()
  }
}
