// SPDX-License-Identifier: Apache-2.0

import Backends
import DataFiles
import Editions
import Gateway
import HTTPServer
import HTTPValues
import Learning
import LoopTesting
import Reactor
import SiteTesting
import Synchronization
import Testing

/// A day of mixed visitors, at a gateway with a clock that a test moves.
private struct MeasuredDay {
  private static let visitors: [(fields: String, weight: Int)] = [
    ("country=DE, device=phone, version=2.0", 30), ("country=AT, device=tablet, version=2.0", 6),
    ("country=US, device=phone, version=3.1", 25), ("country=US, device=tablet, version=3.1", 9),
    ("country=FR, device=phone, version=1.0", 20), ("country=CH, device=phone, version=3.1", 5),
    ("country=BR, device=tablet, version=2.0", 5),
  ]
  private static let items = 250

  let site: SiteServer
  let service: PlainService
  private(set) var requests = 0
  private(set) var hits = 0
  /// The share of hits of each document.
  var hitRatios: [String: Double] { counts.mapValues { Double($0.hits) / Double($0.requests) } }
  private var counts: [String: (requests: Int, hits: Int)] = [:]
  private var random: UInt64

  var hitRatio: Double { Double(hits) / Double(requests) }

  init(_ files: [String: String], seed: UInt64) async throws {
    let clock = ManualClock(wallSeconds: SiteServer.start)
    service = try await PlainService(clock: clock) { exchange, service in
      try await TwoServices.json(#"{"n":\#(service.count)}"#)(exchange, service)
    }
    site = try await SiteServer(
      files,
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" },
          regions: { dach: ["DE", "AT", "CH"] }, roots: ["*"],
          apps: { "com.example.shop": { versions: ["1.0", "2.0", "3.1"] } },
          backends: { shop: { addresses: ["\(service.address)"], timeout: "30s" } },
        }
        """,
      clock: clock
    )
    random = seed
    #expect(site.publisher.lastReport?.findings.map { "\($0)" } == [])
  }

  static func files(
    home: (ttl: Int, variants: String),
    items: Int
  ) -> [String: String] {
    [
      "config": #"{ datatype: "config", ttl: 300, body: { home: { $ref: "home" } } }"#,
      "home": """
      {
        datatype: "screen", ttl: \(home.ttl), staleWhileRevalidate: 20,
        calls: { promotion: { backend: "shop", path: "/promotion", freshness: { ttl: 450 } } },
        body: { columns: 2, currency: "USD", n: { $pick: "$.promotion.n" } },
        variants: [
          { id: "dach", when: { country: "dach" }, patch: { currency: "EUR" } }, \(home.variants)
        ],
      }
      """,
      "items/{id}": """
      {
        datatype: "item", ttl: \(items), staleWhileRevalidate: 60,
        calls: { item: { backend: "shop", path: "/items/{id}", freshness: { ttl: 3600 } } },
        body: { n: { $pick: "$.item.n" } },
      }
      """,
      "terms": #"{ datatype: "text", ttl: 3600, body: { text: "terms" } }"#,
    ]
  }

  private mutating func uniform() -> Double {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(random >> 11) * 0x1p-53
  }

  private mutating func choice(of weights: [Double]) -> Int {
    var rest = uniform() * weights.reduce(0, +)
    return weights.firstIndex { weight in
      rest -= weight
      return rest < 0
    } ?? weights.count - 1
  }

  /// Asks as visitors do in a day, more of them in the evening than at night.
  mutating func run() async throws {
    var tokens: [Int: String] = [:]
    let popularity = (1...Self.items).map { 1 / Double($0) }
    for hour in 0..<24 {
      let count = 20 + 8 * min(hour, 24 - hour)
      for instant in (0..<count).map({ _ in Int64(uniform() * 3_600e9) }).sorted() {
        let at = Int64(hour) * 3_600_000_000_000 + instant
        site.clock.advance(by: .nanoseconds(max(0, at - site.clock.now.nanoseconds)))
        let visitor = choice(of: Self.visitors.map { Double($0.weight) })
        let document = choice(of: [10, 35, 10, 45])
        guard document > 0, let token = tokens[visitor] else {
          let body = try await ask("/config", ["X-App": Self.visitors[visitor].fields])
          let text = body.firstRange(of: #""token":""#).map { body[$0.upperBound...] } ?? ""
          tokens[visitor] = String(text.prefix { $0 != "\"" })
          continue
        }
        let path =
          switch document {
          case 1: "home"
          case 2: "terms"
          default: "items/\(choice(of: popularity))"
          }
        _ = try await ask(token.isEmpty ? "/\(path)" : "/\(token)/\(path)", [:])
      }
    }
  }

  private mutating func ask(_ target: String, _ fields: [String: String]) async throws -> String {
    let reply = try await site.get(target, fields)
    try #require(reply.status == 200)
    requests += 1
    // The clock stands still until what an outdated answer has begun is over.
    try await waitUntil("no call is under way") {
      try await !site.inspection().backends.contains { $0.inFlight > 0 }
    }
    let isHit = reply.fields["cache-status"]?.hasPrefix("portico;hit") == true
    if isHit { hits += 1 }
    let name = String(target.split(separator: "/").last { $0.contains { !$0.isNumber } } ?? "")
    let count = counts[name] ?? (0, 0)
    counts[name] = (count.requests + 1, count.hits + (isHit ? 1 : 0))
    return reply.body
  }
}

@Suite(.timeLimit(.minutes(30))) struct `A forecast from the sketch of a measured day` {
  @Test
  func `is within 3 points of the hits, and near the calls, of the same and of another edition`()
    async throws
  {
    let before = MeasuredDay.files(home: (600, ""), items: 600)
    let after = MeasuredDay.files(
      home: (120, #"{ id: "tablet", when: { device: "tablet" }, patch: { columns: 3 } }"#),
      items: 1_800
    )
    var first = try await MeasuredDay(before, seed: 1)
    try await first.run()
    let sketch = try await first.site.sketch()
    let served = try #require(first.site.publisher.publication?.edition)
    #expect(sketch.answers.values.reduce(0) { $0 + $1.total } == first.requests)

    var second = try await MeasuredDay(after, seed: 2)
    try await second.run()
    let candidate = try #require(second.site.publisher.publication?.edition)

    for (day, edition) in [(first, served), (second, candidate)] {
      let forecast = TrafficForecast(of: edition, sketch, served: served, seal: SiteServer.seal)
      #expect(abs(forecast.hitRatio - day.hitRatio) < 0.03)
      for route in forecast.routes {
        let measured = try #require(
          day.hitRatios[route.path == "items/{id}" ? "items" : route.path]
        )
        #expect(abs(route.hitRatio - measured) < 0.06, "\(route) where \(measured) was measured")
      }
      let calls = forecast.calls.first { $0.backend == "shop" }?.count ?? 0
      #expect(abs(calls - Double(day.service.count)) < 0.1 * Double(day.service.count))
      #expect(!forecast.isCutShort && forecast.gone == 0)
    }
    // What the two editions do is not the same.
    #expect(abs(first.hitRatio - second.hitRatio) > 0.03)
    func audiences(_ edition: Edition) -> Int? {
      let forecast = TrafficForecast(of: edition, sketch, served: served, seal: SiteServer.seal)
      return forecast.routes.first { $0.path == "home" }?.audiences
    }
    #expect(audiences(served) == 2 && audiences(candidate) == 4)
  }
}

@Suite(.timeLimit(.minutes(5))) struct `The sketch of a site's traffic` {
  private static let files = [
    "home": #"{ datatype: "screen", ttl: 3600, body: {} }"#,
    "terms": #"{ datatype: "text", ttl: 3600, body: {} }"#,
  ]

  @Test func `counts every request for an answer that is kept`() async throws {
    let site = try await SiteServer(Self.files)
    for _ in 0..<5 { _ = try await site.get("/en/home") }
    for _ in 0..<3 { _ = try await site.get("/home") }
    _ = try await site.get("/en/home?view=light")
    _ = try await site.get("/en/nothing")
    let sketch = try await site.sketch()
    let counts = Dictionary(grouping: sketch.answers) { $0.key.form.contains("light") }
      .mapValues { $0.reduce(0) { $0 + $1.value.total } }
    #expect(counts == [false: 8, true: 1])
    #expect(sketch.uncounted == 0 && sketch.knownHours == 1)
  }

  @Test func `tells an answer by its token from the same one by the fields of the request`()
    async throws
  {
    let site = try await SiteServer(Self.files)
    for _ in 0..<2 { _ = try await site.get("/terms") }
    for _ in 0..<3 { _ = try await site.get("/fr/terms") }
    let counts = try await site.sketch().answers.map { ($0.key.isByFields, $0.value.total) }
      .sorted { $0.1 < $1.1 }
    #expect(counts.map { $0.0 } == [true, false] && counts.map { $0.1 } == [2, 3])
  }

  @Test func `counts visitors where they get their links, and not at each link without a token`()
    async throws
  {
    let site = try await SiteServer(Self.files)
    let fields = ["X-App": "country=AT"]
    _ = try await site.get("/config", fields)
    for path in ["/home", "/terms", "/en/config"] { _ = try await site.get(path, fields) }
    #expect(try await site.sketch().visitors == [#"country="AT""#: 1])
  }

  @Test func `has of visitors nothing that tells two of a kind apart`() async throws {
    let site = try await SiteServer(Self.files)
    for number in 0..<64 {
      let fields = [
        "X-App":
          "installation=secret-\(number), session=hidden-\(number), device=phone, country=AT",
        "Accept-Language": "fr-CA, de;q=0.5", "Cookie": "id=\(number)",
      ]
      _ = try await site.get("/config", fields)
    }
    let visitors = try await site.sketch().visitors
    #expect(
      visitors == [#"languages="fr-CA,de", country="AT", device="phone""#: 64]
    )
  }
}
