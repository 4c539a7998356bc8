// SPDX-License-Identifier: Apache-2.0

import Editions
import Gateway
import HTTPServer
import Learning
import LoopTesting
import Reactor
import SiteTesting
import Sites
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Hints at what visitors ask for next` {
  private static func files(links: String = "") -> [String: String] {
    [
      "config": """
      { datatype: "config", body: { home: { $ref: "home" }, cart: { $ref: "cart" } } }
      """,
      "home": "{ datatype: \"screen\", ttl: 30, body: { title: \"Home\"\(links) } }",
      "basket": #"{ datatype: "screen", ttl: 30, body: { title: "Basket" } }"#,
      "cart": """
      {
        datatype: "screen", ttl: 30, body: { columns: 2 },
        variants: [{ id: "phone", when: { device: "phone" }, patch: { columns: 1 } }],
      }
      """,
      "help": #"{ datatype: "screen", ttl: 30, body: { title: "Help" } }"#,
      "items/{id}": """
      {
        datatype: "item", ttl: 30,
        calls: { item: { backend: "shop", path: "/items/{id}", freshness: { ttl: 30 } } },
        body: { n: { $pick: "$.item.n" }, next: { $ref: "help" } },
      }
      """,
    ]
  }

  private static func settings(_ service: PlainService, _ hints: String) -> String {
    """
    {
      languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
      backends: { shop: { addresses: ["\(service.address)"], timeout: "60s" } },
      cors: { origins: "*" }, \(hints)
    }
    """
  }

  /// A site, and a service for its items.
  private static func serve(
    _ files: [String: String] = files(),
    hints: String = "hints: { visitors: 5 },"
  ) async throws -> (site: SiteServer, service: PlainService) {
    let clock = ManualClock(wallSeconds: SiteServer.start)
    let service = try await PlainService(clock: clock) { exchange, service in
      try await TwoServices.json(#"{"n":1}"#)(exchange, service)
    }
    let site = try await SiteServer(files, settings: settings(service, hints), clock: clock)
    #expect(site.publisher.lastReport?.findings.map { "\($0)" } == [])
    return (site, service)
  }

  /// Has visitors ask for documents one after the other, and waits until that is learned and the answers of
  /// today have expired.
  private static func walk(
    _ site: SiteServer,
    _ paths: [String],
    visitors: Int = 10,
    named: Bool = true,
    _ fields: [String: String] = [:]
  ) async throws {
    for visitor in 0..<visitors {
      for path in paths {
        var fields = fields
        if named { fields["X-App"] = "session=\"visitor-\(visitor)\"" }
        #expect(try await site.get(path, fields).status == 200)
      }
    }
    try await learn(site)
  }

  private static func learn(_ site: SiteServer) async throws {
    site.clock.advance(by: .seconds(90))
    _ = try await site.sketch()
  }

  @Test func `An answer names what visitors ask for next, with the same entity tag`() async throws {
    let (site, _) = try await Self.serve()
    let (plain, _) = try await Self.serve(hints: "")
    #expect(try await site.get("/home").fields["link"] == nil)
    try await Self.walk(site, ["/home", "/basket"])
    try await Self.walk(plain, ["/home", "/basket"])
    let (hinted, without) = (try await site.get("/home"), try await plain.get("/home"))
    #expect(hinted.fields["link"] == "</basket>; rel=prefetch; pr=1.00")
    #expect(without.fields["link"] == nil)
    #expect(hinted.body == without.body)
    #expect(hinted.fields["etag"] != nil && hinted.fields["etag"] == without.fields["etag"])
    #expect(hinted.fields["vary"] == without.fields["vary"])
    // A further request gets the kept answer, and a conditional one the same fields.
    #expect(try await site.get("/home").fields["link"] == hinted.fields["link"])
    let tag = try #require(hinted.fields["etag"])
    let unchanged = try await site.get("/home", ["If-None-Match": tag])
    #expect(unchanged.status == 304 && unchanged.fields["link"] == hinted.fields["link"])
    #expect(try await site.get("/basket").fields["link"] == nil)
  }

  @Test func `A page of another origin may read the hints`() async throws {
    let (site, _) = try await Self.serve()
    let (plain, _) = try await Self.serve(hints: "")
    let name = "access-control-expose-headers"
    #expect(try await site.get("/home").fields[name]?.hasSuffix(", link") == true)
    #expect(try await plain.get("/home").fields[name]?.contains("link") == false)
  }

  @Test func `A hint has the very URL that a link for the audience has`() async throws {
    let (site, _) = try await Self.serve()
    try await Self.walk(site, ["/config", "/cart"])
    let config = try await site.get("/config", ["X-App": "device=phone, session=a"])
    let marker = "\"cart\":\""
    let start = try #require(config.body.firstRange(of: marker)?.upperBound)
    let url = config.body[start...].prefix { $0 != "\"" }
    #expect(url.contains("phone"))
    #expect(config.fields["link"] == "<\(url)>; rel=prefetch; pr=1.00")
  }

  @Test func `The config URL, and a document that tells more audiences apart, are not named`()
    async throws
  {
    let (site, _) = try await Self.serve()
    try await Self.walk(site, ["/home", "/cart", "/basket", "/config"])
    for device in ["", "device=phone"] {
      let home = try await site.get("/home", ["X-App": device])
      #expect(home.fields["link"] == "</basket>; rel=prefetch; pr=1.00")
    }
  }

  @Test(arguments: [
    ("few visitors", 4, true, 25.0), ("no session or installation", 10, false, 25),
    ("a share below the least one", 10, true, 60),
  ])
  func `An answer has no hint where too little is known`(
    reason: String,
    visitors: Int,
    named: Bool,
    share: Double
  ) async throws {
    let (site, _) = try await Self.serve(hints: "hints: { visitors: 5, share: \(share) },")
    try await Self.walk(site, ["/home", "/basket"], visitors: visitors, named: named)
    try await Self.walk(site, ["/home"], visitors: visitors, named: named)
    #expect(try await site.get("/home").fields["link"] == nil, "\(reason)")
  }

  @Test func `What is fetched ahead is neither a visit nor none`() async throws {
    let (site, _) = try await Self.serve()
    try await Self.walk(site, ["/home", "/basket"])
    for visitor in 0..<30 {
      let name = "session=\"ahead-\(visitor)\""
      #expect(try await site.get("/home", ["X-App": name]).status == 200)
      let ahead = ["X-App": name, "Sec-Purpose": "prefetch;anonymous-client-ip"]
      #expect(try await site.get("/basket", ahead).status == 200)
    }
    try await Self.learn(site)
    #expect(try await site.get("/home").fields["link"] == "</basket>; rel=prefetch; pr=1.00")
    #expect(site.hints.report.routes.routes["basket"]?.visits == 10)
  }

  @Test(arguments: [
    (2, "</items/1>; rel=prefetch; pr=0.50, </items/2>; rel=prefetch; pr=0.50"), (5, nil),
  ])
  func `A document that takes values is named by the links of the body, all as likely`(
    count: Int,
    link: String?
  ) async throws {
    let refs = (1...count).map { "{ $ref: \"items/\($0)\" }" }.joined(separator: ", ")
    let (site, service) = try await Self.serve(Self.files(links: ", items: [\(refs)]"))
    try await Self.walk(site, ["/home", "/items/1"])
    #expect(try await site.get("/home").fields["link"] == link)
    // The answer of a plan has hints like any other.
    try await Self.walk(site, ["/items/1", "/help"])
    #expect(try await site.get("/items/1").fields["link"] == "</help>; rel=prefetch; pr=0.50")
    withExtendedLifetime(service) {}
  }

  @Test func `An answer names the likeliest documents, as many as declared`() async throws {
    let (site, _) = try await Self.serve(hints: "hints: { visitors: 5, most: 1 },")
    try await Self.walk(site, ["/home", "/help"], visitors: 6)
    try await Self.walk(site, ["/home", "/basket"], visitors: 10)
    #expect(try await site.get("/home").fields["link"] == "</basket>; rel=prefetch; pr=0.63")
  }

  @Test func `A site that stops declaring hints has none in new answers`() async throws {
    let (site, service) = try await Self.serve()
    try await Self.walk(site, ["/home", "/basket"])
    #expect(try await site.get("/home").fields["link"] != nil)
    site.site.write(Self.settings(service, ""), to: "Content/site.json5")
    site.publish()
    site.clock.advance(by: .seconds(90))
    #expect(try await site.get("/home").fields["link"] == nil)
    try await Self.walk(site, ["/home", "/basket"])
    #expect(site.hints.report.settings == nil)
    #expect(site.hints.report.routes.routes["home"]?.visits == 10)
  }
}
