// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import HTTPServer
import HTTPValues
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `An answer with a scheduled change` {
  /// Five minutes after the clock begins.
  private static let change = "2027-01-15T08:05:00Z"

  private static let sale = """
    variants: [ { when: { from: "\(change)" }, patch: { sale: "after" } } ]
    """

  /// All have windows of a day, within which stale answers would be allowed.
  private static let files = [
    "planned": """
    {
      datatype: "screen", ttl: 10000, staleWhileRevalidate: 86400, staleIfError: 86400,
      calls: { item: { backend: "shop", path: "/items/7", freshness: { ttl: 60 } } },
      body: { sale: "before", title: { $pick: "$.item.title" } }, \(sale),
    }
    """,
    "outer": """
    {
      datatype: "screen", ttl: 10000, staleWhileRevalidate: 86400, staleIfError: 86400,
      body: { inner: { $embed: "planned" }, plain: { $embed: "plain" } },
    }
    """,
    "plain": """
    {
      datatype: "screen", ttl: 10000, staleWhileRevalidate: 86400, staleIfError: 86400,
      body: { sale: "before" }, \(sale),
    }
    """,
    "around": """
    {
      datatype: "screen", ttl: 10000, staleWhileRevalidate: 86400, staleIfError: 86400,
      calls: { item: { backend: "shop", path: "/items/7", freshness: { ttl: 60 } } },
      body: { title: { $pick: "$.item.title" }, plain: { $embed: "plain" } },
    }
    """,
  ]

  private func start(edges: String = "") async throws -> TwoServices {
    try await TwoServices(files: Self.files, edges: edges, TwoServices.failing(.notFound))
  }

  private static func seconds(_ directive: String, in reply: SiteServer.Reply) -> Int? {
    reply.fields["cache-control"]?.split(separator: ",").lazy
      .map { $0.drop { $0 == " " } }.first { $0.hasPrefix("\(directive)=") }
      .flatMap { Int($0.dropFirst(directive.utf8.count + 1)) }
  }

  @Test(arguments: ["/en/planned", "/en/outer", "/en/plain", "/en/around"])
  func `The stale windows of an answer end before its scheduled change`(_ path: String) async throws
  {
    let services = try await start()
    var second = 0
    for step in [0, 200, 99] {
      services.site.clock.advance(by: .seconds(step))
      second += step
      let reply = try await services.site.get(path)
      #expect(reply.body.contains("before") && !reply.body.contains("after"))
      let age = try #require(Self.seconds("max-age", in: reply))
      for directive in ["stale-while-revalidate", "stale-if-error"] {
        let window = Self.seconds(directive, in: reply) ?? 0
        #expect(second + age + window <= 300, "\(second) \(reply.fields)")
      }
      #expect(second + age <= 300)
    }
  }

  @Test(arguments: ["/en/planned", "/en/outer", "/en/around"])
  func `The content before a scheduled change is not shown while a service is slow`(
    _ path: String
  ) async throws {
    let services = try await start()
    #expect(try await services.site.get(path).body.contains("before"))
    let gate = Gate()
    services.shop.answers { exchange, service in
      await gate.pass()
      try await TwoServices.json(#"{"title":"Rose"}"#)(exchange, service)
    }
    // The part has expired, and the service takes its time.
    services.site.clock.advance(by: .seconds(301))
    let (site, shop) = (services.site, services.shop)
    let asked = shop.count
    async let reply = site.get(path)
    try await waitUntil("the service is asked again") { shop.count > asked }
    gate.open()
    let body = try await reply.body
    #expect(body.contains("after") && !body.contains("before"), "\(body)")
  }

  @Test(arguments: ["/en/planned", "/en/outer", "/en/around"])
  func `The content before a scheduled change is not shown while a service is down`(
    _ path: String
  ) async throws {
    let services = try await start()
    #expect(try await services.site.get(path).body.contains("before"))
    services.shop.answers(TwoServices.failing(.internalServerError))
    services.site.clock.advance(by: .seconds(200))
    let stale = try await services.site.get(path)
    #expect(stale.status == 200 && stale.body.contains("before"), "it may stand in until then")
    services.site.clock.advance(by: .seconds(101))
    #expect(try await !services.site.get(path).body.contains("before"))
  }

  @Test func `An answer begun before a scheduled change and finished after it is the new one`()
    async throws
  {
    let services = try await start()
    let gate = Gate()
    services.shop.answers { exchange, service in
      await gate.pass()
      try await TwoServices.json(#"{"title":"Rose"}"#)(exchange, service)
    }
    let (site, shop) = (services.site, services.shop)
    services.site.clock.advance(by: .milliseconds(299_500))
    async let early = site.get("/en/planned")
    try await waitUntil("the service is asked") { shop.count > 0 }
    site.clock.advance(by: .milliseconds(1_000))
    async let late = site.get("/en/planned")
    try await waitUntil("the second request waits") { site.store.coalescingStatistics.waiters > 0 }
    gate.open()
    #expect(try await late.body.contains("after"))
    #expect(try await early.body.contains("after"))
  }

  @Test func `The lifetime for an edge ends at the scheduled change`() async throws {
    let services = try await start(edges: "front: { kind: \"fastly\", peers: [\"127.0.0.0/8\"] }")
    services.site.clock.advance(by: .seconds(290))
    let reply = try await services.site.get("/en/planned")
    #expect(reply.fields["surrogate-control"] == "max-age=10", "\(reply.fields)")
  }
}
