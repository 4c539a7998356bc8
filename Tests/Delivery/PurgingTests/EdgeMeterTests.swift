// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Edges
import HTTPClient
import HTTPValues
import LoopTesting
import Purging
import Reactor
import Signals
import Testing

@Suite struct `An answer of an edge to a probe` {
  private static let now: Int64 = 1_800_000_000

  @Test(arguments: [
    ("cache-status: portico; fwd=uri-miss, cdn; hit; ttl=30", EdgeObservation.Result.hit),
    ("cache-status: portico; hit; ttl=30, cdn; fwd=miss", .miss),
    ("cache-status: portico; hit; ttl=30", .unknown), ("cache-status: cdn; hit; ttl=-2", .stale),
    ("cf-cache-status: HIT", .hit), ("cf-cache-status: EXPIRED", .miss),
    ("cf-cache-status: UPDATING", .stale), ("x-cache: Hit from cloudfront", .hit),
    ("x-cache: RefreshHit from cloudfront", .stale), ("x-cache: HIT, MISS", .miss),
    ("x-cache: TCP_MEM_HIT from a1-2-3-4.deploy.akamai", .hit), ("x-cache-status: BYPASS", .miss),
    ("x-varnish: 32770 3", .hit), ("x-varnish: 32770", .miss), ("age: 7", .hit),
    ("age: 0", .unknown), ("server: any", .unknown),
  ])
  func `tells who has answered in its own words`(
    _ line: String,
    _ result: EdgeObservation.Result
  )
    throws
  {
    let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
    var response = Response(.ok)
    response.fields.append(try #require(FieldName(parts[0])), String(parts[1].drop { $0 == " " }))
    #expect(EdgeObservation(response, body: [], now: Self.now).result == result)
  }

  @Test func `is as stale as its body says, and without one as its fields do`() {
    let fields: Fields = ["age": "40", "cache-control": "max-age=45", "x-cache": "HIT"]
    var response = Response(.ok, fields: fields)
    response.fields.set(FieldName(.date), HTTPDate(seconds: Self.now - 10))
    let plain = EdgeObservation(response, body: [], now: Self.now)
    #expect(plain.staleSeconds == 5 && plain.result == .stale)
    let body = #"{"a":{"_expire":"1"},"_expire":"\#(Self.now - 7)"}"#
    #expect(EdgeObservation(response, body: Array(body.utf8), now: Self.now).staleSeconds == 7)
    let fresh = #"{"_expire":"\#(Self.now + 7)"}"#
    let kept = EdgeObservation(response, body: Array(fresh.utf8), now: Self.now)
    #expect(kept.staleSeconds == 0 && kept.result == .hit)
    let none = EdgeObservation(Response(.ok), body: Array("{}".utf8), now: Self.now)
    #expect(none.staleSeconds == nil)
  }

  @Test func `with an error is a failure`() {
    let observation = EdgeObservation(Response(.badGateway), body: [], now: Self.now)
    #expect(observation.result == .failed && observation.error == "status 502 at the public URL")
  }
}

private let meterStart: Int64 = 1_800_000_000

@Suite(.timeLimit(.minutes(5))) struct `The meter of edges` {
  /// A meter with a clock that the test moves, and a CDN that says what the test wants.
  private final class Measuring: Sendable {
    let requests = Requests()
    let registry: SignalRegistry
    let meter: EdgeMeter
    private let clock = ManualClock(wallSeconds: meterStart)
    private let running: RunningLoop
    private let cdn: ScriptedServer
    private let client: LoopConfined<HTTPClient>

    init(
      _ promise: String = "",
      purges: [PurgeJob] = [],
      _ answer: @escaping @Sendable (Int, String) -> String
    ) async throws {
      cdn = try ScriptedServer(cdn: requests, answer)
      var measure = MeasureSettings()
      measure.address = Origin(url: "http://\(cdn.address)")
      measure.paths = ["/config", "/home"]
      measure.interval = 10
      if promise == "hits" { measure.hits = 90 }
      var edge = EdgeSettings(name: "cdn")
      edge.measure = measure
      let (edges, registry) = ([edge], try SignalRegistry())
      self.registry = registry
      let resolver = Resolver(pool: WorkerPool("names", threads: 1))
      running = try RunningLoop(clock: .manual(clock))
      let loop = running.loop
      (meter, client) = try await loop.perform { core in
        let client = try HTTPClient(
          on: core,
          ClientConfiguration(),
          resolver: resolver,
          signals: try ClientSignals(registry)
        )
        let meter = try EdgeMeter(
          site: { PurgeSite(edges: edges) },
          purges: { purges },
          client: client,
          signals: try EdgeSignals(registry)
        )
        return (meter, LoopConfined(client, to: loop.number))
      }
    }

    deinit {
      let client = client
      running.loop.execute { client.value.close() }
      cdn.stop()
    }

    var figures: EdgeFigures? { meter.figures(at: clock.wallSeconds).first }

    /// Moves the clock until so many more probes were answered or failed.
    func probe(_ count: Int) async throws {
      let before = figures.map { $0.answered + $0.failures } ?? 0
      for number in before + 1...before + count {
        clock.advance(by: .seconds(number == 1 ? 1 : 10))
        try await waitUntil("probe \(number) is over") {
          guard let figures else { return false }
          return figures.answered + figures.failures == number
        }
      }
    }
  }

  private static func reply(_ fields: String, _ body: String) -> String {
    "HTTP/1.1 200 OK\r\n\(fields)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  @Test func `asks for the paths in turn, and knows the hits and how stale answers were`()
    async throws
  {
    let measuring = try await Measuring { number, _ in
      let end = meterStart + (number == 3 ? -2 : 100)
      return Self.reply(
        number == 1 ? "Cache-Status: cdn; fwd=miss" : "Cache-Status: cdn; hit",
        #"{"_expire":"\#(end)"}"#
      )
    }
    try await measuring.probe(4)
    let targets = measuring.requests.all.map { $0.split(separator: " ")[1] }
    #expect(targets == ["/config", "/home", "/config", "/home"])
    let figures = try #require(measuring.figures)
    #expect(figures.told == 4 && figures.hits == 3 && figures.failures == 0)
    // The third probe came 21 seconds after the start.
    #expect(figures.worstStale == 23)
    #expect(figures.broken.map { $0.promise } == ["stale"])
    #expect(figures.broken.first?.text.contains("promised are at most 5 s") == true)
    let probes = measuring.registry.snapshot()["portico_edge_probes_total"]
    #expect(probes?["cdn", "plain", "hit"] == .counter(2))
    #expect(probes?["cdn", "plain", "stale"] == .counter(1))
  }

  @Test func `counts an answer of a service that is two thousand years old`() async throws {
    let measuring = try await Measuring { _, _ in
      Self.reply("Date: Mon, 01 Jan 0001 00:00:00 GMT\r\nCache-Control: max-age=60", "{}")
    }
    try await measuring.probe(1)
    #expect(try #require(measuring.figures?.worstStale) > 63_000_000_000)
  }

  @Test func `finds the promise broken of an edge that does not keep answers`() async throws {
    let measuring = try await Measuring("hits") { _, _ in
      Self.reply("X-Cache: MISS", "{}")
    }
    try await measuring.probe(EdgeFigures.leastProbes - 1)
    #expect(measuring.figures?.broken.isEmpty == true)
    let other = try await Measuring("hits") { _, _ in Self.reply("X-Cache: MISS", "{}") }
    try await other.probe(EdgeFigures.leastProbes)
    #expect(other.figures?.broken.map { $0.promise } == ["hits"])
  }

  @Test func `finds an edge out of reach after three failures in a row, and not when it is back`()
    async throws
  {
    let measuring = try await Measuring { number, _ in
      number <= EdgeFigures.mostFailures
        ? "HTTP/1.1 503 Unavailable\r\nContent-Length: 0\r\n\r\n" : Self.reply("Age: 1", "{}")
    }
    try await measuring.probe(3)
    #expect(measuring.figures?.broken.map { $0.promise } == ["reach"])
    try await measuring.probe(1)
    #expect(measuring.figures?.broken.isEmpty == true)
  }

  @Test func `holds the time that purges took against what is promised`() async throws {
    var leg = PurgeJob.Leg(edge: "cdn", kind: .plain)
    leg.state = .done
    leg.consistentAfterMilliseconds = 60_001
    let job = PurgeJob(id: "1", Purge(.everything, .soft), submitted: meterStart - 100, legs: [leg])
    let measuring = try await Measuring(purges: [job]) { _, _ in Self.reply("Age: 1", "{}") }
    #expect(measuring.figures?.worstPurge == 60_001)
    #expect(measuring.figures?.broken.map { $0.promise } == ["purge"])
    #expect(measuring.figures?.broken.first?.text.contains("after 61 s") == true)
  }
}
