// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import ContentResolution
import Editions
import Gateway
import HTTPServer
import HTTPValues
import LoopTesting
import Reactor
import Signals
import SiteTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A refresh of outdated answers` {
  /// A site whose items a service answers, with how often it was asked.
  private struct Shop {
    let service: PlainService
    let site: SiteServer
    private let settings: @Sendable (String) -> String

    init(refresh: String, concurrency: Int = 100) async throws {
      let clock = ManualClock(wallSeconds: SiteServer.start)
      service = try await PlainService(clock: clock, Self.counting)
      let address = service.address
      settings = { refresh in
        """
        {
          languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
          backends: {
            shop: { addresses: ["\(address)"], retries: 0, timeout: "60s",
              concurrency: \(concurrency) },
          },
          \(refresh)
        }
        """
      }
      site = try await SiteServer(
        ["items/{id}": Self.item("rose")],
        settings: settings(refresh),
        clock: clock
      )
      #expect(site.publisher.lastReport?.findings.map { "\($0)" } == [])
    }

    static let counting: PlainService.Script = { exchange, service in
      try await TwoServices.json(#"{"n":\#(service.count)}"#)(exchange, service)
    }

    static func item(_ name: String) -> String {
      """
      {
        datatype: "item", ttl: 100000, staleWhileRevalidate: 3600, staleIfError: 3600,
        tags: ["shop"],
        calls: { item: { backend: "shop", path: "/items/{id}", tags: ["shop", "item-{id}"], freshness: {
          ttl: 3600, staleWhileRevalidate: 3600 } } },
        body: { name: "\(name)", n: { $pick: "$.item.n" } },
      }
      """
    }

    /// Asks for an item so many times, and once to have it.
    func ask(_ id: Int, times: Int = 1) async throws {
      for _ in 0...times { _ = try await site.get("/en/items/\(id)") }
    }

    /// Has loops tell the store of their hits.
    func tellHits() async throws {
      site.clock.advance(by: .seconds(1))
      try await site.settle()
    }

    func purge(_ strength: Purge.Strength, tag: String = "shop", as id: String = "1") throws {
      let tag = try #require(TagName(tag))
      site.store.purge(.tag(tag), strength, at: site.clock.wallSeconds * 1_000)
      site.refresh.request(.purge(id))
    }

    /// Waits until the service was asked so many times and its answers are kept.
    func composed(_ count: Int, of id: String = "1") async throws {
      try await waitUntil("\(count) answers are composed") {
        site.refresh.report(ofPurge: id)?.composed == count
      }
    }

    /// Waits for so many answers, each composed in a tick of its own: the service may see calls that are made at
    /// once in any order.
    func composedOneByOne(_ count: Int) async throws {
      for number in 1...count {
        try await composed(number)
        if number < count { try await tick() }
      }
    }

    func publish(_ refresh: String) {
      site.site.write(settings(refresh), to: "Content/site.json5")
      site.publish()
    }

    /// Moves the clock on by one tick of the refresh.
    func tick() async throws {
      site.clock.advance(by: .milliseconds(100))
      try await site.settle()
    }

    func isHit(_ id: Int) async throws -> Bool {
      let status = try await site.get("/en/items/\(id)").fields["cache-status"] ?? ""
      return status.hasPrefix("portico;hit") && !status.contains("ttl=-")
    }
  }

  @Test(arguments: [Purge.Strength.soft, .hard])
  func `composes those that a purge hit at the declared pace before anyone asks for them`(
    _ strength: Purge.Strength
  ) async throws {
    let shop = try await Shop(refresh: "refresh: { perSecond: 10 },")
    for id in 1...3 { try await shop.ask(id) }
    #expect(shop.service.count == 3)
    try await shop.tellHits()
    try shop.purge(strength)
    for count in 1...3 {
      try await shop.composed(count)
      #expect(shop.service.count == 3 + count)
      if count < 3 { try await shop.tick() }
    }
    try await waitUntil("it is finished") { shop.site.refresh.reports.first?.state == .finished }
    for id in 1...3 { #expect(try await shop.isHit(id)) }
    #expect(shop.service.count == 6)
    let report = try #require(shop.site.refresh.report(ofPurge: "1"))
    #expect(report.found == 3 && report.left == 0 && report.failed == 0 && report.held == 0)
    let answers = shop.site.signals.snapshot()["portico_refresh_answers_total"]
    #expect(answers?["composed"] == .counter(3))
  }

  @Test func `composes those first that are asked for most`() async throws {
    let shop = try await Shop(refresh: "refresh: { perSecond: 10 },")
    for (id, times) in [(1, 2), (2, 90), (3, 30), (4, 5)] {
      try await shop.ask(id, times: times)
    }
    try await shop.tellHits()
    try shop.purge(.soft)
    try await shop.composedOneByOne(4)
    let again = shop.service.seen.dropFirst(4).map(\.target)
    #expect(again == ["/items/2", "/items/3", "/items/4", "/items/1"])
  }

  @Test func `leaves those that nobody asked for again, and those over the declared number`()
    async throws
  {
    let shop = try await Shop(refresh: "refresh: { perSecond: 10, most: 2 },")
    try await shop.ask(1, times: 0)
    for (id, times) in [(2, 1), (3, 2), (4, 3)] { try await shop.ask(id, times: times) }
    try await shop.tellHits()
    try shop.purge(.soft)
    try await shop.composedOneByOne(2)
    try await waitUntil("it is finished") { shop.site.refresh.reports.first?.state == .finished }
    let report = try #require(shop.site.refresh.reports.first)
    #expect(report.found == 3 && report.composed == 2 && report.left == 1)
    #expect(shop.service.seen.dropFirst(4).map(\.target) == ["/items/4", "/items/3"])
  }

  @Test func `is held while the service has no room, and goes on when it has`() async throws {
    let shop = try await Shop(refresh: "refresh: { perSecond: 10 },", concurrency: 1)
    for id in 1...2 { try await shop.ask(id) }
    try await shop.tellHits()
    let gate = Gate()
    shop.service.answers { exchange, service in
      if exchange.request.target == "/items/9" { await gate.pass() }
      try await Shop.counting(exchange, service)
    }
    async let visitor = shop.site.get("/en/items/9")
    try await waitUntil("the visitor's call is under way") { shop.service.count == 3 }
    try shop.purge(.soft)
    try await waitUntil("it is held") { shop.site.refresh.reports.first?.held == 1 }
    for _ in 0..<5 { try await shop.tick() }
    #expect(shop.service.count == 3)
    gate.open()
    #expect(try await visitor.status == 200)
    for count in 1...2 {
      try await shop.tick()
      try await shop.composed(count)
    }
    #expect(shop.service.count == 5)
  }

  @Test func `gives what it has left to that of a newer purge`() async throws {
    let shop = try await Shop(refresh: "refresh: { perSecond: 1 },")
    for (id, times) in [(1, 3), (2, 2), (3, 1)] { try await shop.ask(id, times: times) }
    try await shop.tellHits()
    try shop.purge(.soft, as: "first")
    try await shop.composed(1, of: "first")
    try shop.purge(.soft, tag: "item-3", as: "second")
    try await waitUntil("the second one runs") {
      try await shop.tick()
      return shop.site.refresh.report(ofPurge: "second")?.state == .running
    }
    let first = try #require(shop.site.refresh.report(ofPurge: "first"))
    #expect(first.state == .superseded && first.composed + first.left == 3)
    #expect(shop.site.refresh.report(ofPurge: "second")?.found == first.left)
  }

  @Test func `composes those whose document is published anew`() async throws {
    let shop = try await Shop(refresh: "refresh: { perSecond: 1000 },")
    for id in 1...2 { try await shop.ask(id, times: 2) }
    try await shop.tellHits()
    shop.site.site.write(Shop.item("tulip"), to: "Content/items/{id}.json5")
    shop.site.publish()
    try await waitUntil("it is finished") { shop.site.refresh.reports.first?.state == .finished }
    #expect(shop.site.refresh.reports.first?.composed == 2)
    // What the service said is still good, so that it is not asked again.
    #expect(shop.service.count == 2)
    #expect(try await shop.isHit(1))
    #expect(try await shop.site.get("/en/items/2").body.contains(#""name":"tulip""#))
  }

  @Test func `A refresh composes nothing in place of the answers of an edition that is rolled out`()
    async throws
  {
    let clock = ManualClock(wallSeconds: SiteServer.start)
    let service = try await PlainService(clock: clock, Shop.counting)
    let settings = """
      {
        languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"], rollout: {},
        backends: { shop: { addresses: ["\(service.address)"] } }, refresh: { perSecond: 1000 },
      }
      """
    func files(_ word: String) -> [String: String] {
      let config = #"{ datatype: "config", body: { item: { $ref: "item" } } }"#
      let item = #"""
        { datatype: "item", ttl: 100000, calls: { item: { backend: "shop", path: "/item" } },
          body: { of: "\#(word)", n: { $pick: "$.item.n" } } }
        """#
      return ["config": config, "item": item]
    }
    let site = try await SiteServer(files("old"), settings: settings, clock: clock)
    let began = UnixTime(seconds: SiteServer.start)
    let candidate = try #require(
      MemorySite(files("new"), settings: settings).compiled(.complete).edition
    )
    let word = EditionWord(rolloutOf: candidate.name, began: began)
    site.publisher.offer(candidate, as: word, to: 10_000, at: began)
    let config = try await site.get("/config", ["X-App": "installation=\"mine\""]).body
    let link = try #require(config.firstMatch(of: /"item":"([^"]*)"/), "\(config)").1
    for _ in 0..<3 { #expect(try await site.get(String(link)).body.contains(#""of":"new""#)) }
    clock.advance(by: .seconds(1))
    try await site.settle()
    let asked = service.count
    site.refresh.request(.purge("1"))
    try await waitUntil("it is finished") { site.refresh.reports.first?.state == .finished }
    #expect(site.refresh.report(ofPurge: "1")?.found == 0 && service.count == asked)
  }

  @Test func `counts what the service fails, and lets visitors have what was`() async throws {
    let shop = try await Shop(refresh: "refresh: { perSecond: 1000 },")
    try await shop.ask(1)
    try await shop.tellHits()
    shop.service.answers(TwoServices.failing(.internalServerError))
    try shop.purge(.soft)
    try await waitUntil("it is finished") { shop.site.refresh.reports.first?.state == .finished }
    #expect(shop.site.refresh.reports.first?.failed == 1)
    #expect(try await shop.site.get("/en/items/1").status == 200)
  }

  @Test func `does not happen for a site that declares no pace, and ends when that is taken away`()
    async throws
  {
    let shop = try await Shop(refresh: "")
    try await shop.ask(1)
    try await shop.tellHits()
    try shop.purge(.soft)
    try await shop.tick()
    #expect(shop.site.refresh.reports.isEmpty && shop.service.count == 1)

    shop.publish("refresh: { perSecond: 1 },")
    for id in 2...3 { try await shop.ask(id) }
    try await shop.tellHits()
    try shop.purge(.soft, as: "2")
    try await waitUntil("it runs") {
      try await shop.tick()
      return shop.site.refresh.report(ofPurge: "2")?.composed == 1
    }
    shop.publish("")
    try await waitUntil("it has ended") {
      try await shop.tick()
      return shop.site.refresh.report(ofPurge: "2")?.state == .superseded
    }
  }
}
