// SPDX-License-Identifier: Apache-2.0

import Measure
import Signals
import Testing

@Suite struct `The calls of services in a window` {
  private static let kinds = [
    "timeout", "closed", "circuit_open", "cancelled", "wrong_status",
  ]
  private static let place = BackendFigures.Place(site: "shop", backend: "prices")

  /// A service whose calls the test counts, second by second.
  private struct Service {
    let registry: SignalRegistry
    let shard: SignalShard
    let history = SignalHistory()
    private let calls: SignalFamily<Counter>
    private let failures: SignalFamily<Counter>
    private let durations: GrowingFamily<Histogram>

    init() throws {
      registry = try SignalRegistry().labelled("site", "shop")
      let backend = SignalLabel("backend", ["prices"])
      calls = try registry.counters("portico_backend_calls_total", "Calls.", labels: [backend])
      failures = try registry.counters(
        "portico_backend_failures_total",
        "Failures.",
        labels: [backend, SignalLabel("kind", kinds)]
      )
      durations = try registry.growing(
        "http_client_request_duration_seconds",
        "Times.",
        unit: .seconds,
        labels: ["backend", "http_response_status_code", "error_type"],
        folding: ["backend"]
      )
      shard = try registry.makeShard()
    }

    func call(_ count: Int) { shard.add(calls[positions: [0]], count) }

    func fail(_ kind: String, _ count: Int) throws {
      let index = try #require(kinds.firstIndex(of: kind))
      shard.add(failures[positions: [0, index]], count)
    }

    func answer(_ status: String, error: String = "", milliseconds: Int) {
      shard.record(durations.series(["prices", status, error]), milliseconds * 1_000_000)
    }

    func tick(_ second: Int) { history.add(registry.snapshot(), at: Double(second)) }

    func figures(over seconds: Double) -> BackendFigures? {
      BackendFigures.all(history, over: seconds)[place]
    }
  }

  @Test(arguments: [
    (["timeout": 3, "closed": 2], 5, "timeout"),
    (["timeout": 1, "closed": 2], 3, "closed"),
    (["timeout": 1, "circuit_open": 90, "cancelled": 7], 91, "timeout"),
    (["circuit_open": 90, "cancelled": 7], 90, "circuit_open"),
  ])
  func `Failed calls of a service are counted with their commonest cause, which no consequence is`(
    counts: [String: Int],
    count: UInt64,
    reason: String
  ) throws {
    let service = try Service()
    service.tick(0)
    for (kind, count) in counts { try service.fail(kind, count) }
    service.tick(10)
    let figures = try #require(service.figures(over: 10))
    #expect(figures.failed == count)
    #expect(figures.reason == reason)
  }

  @Test(arguments: [("404", false), ("410", false), ("500", true), ("429", true), ("408", true)])
  func
    `A service that refuses what it is asked for does not fail, nor one whose calls end with that`(
      status: String,
      isFailing: Bool
    ) throws
  {
    let service = try Service()
    service.tick(0)
    service.call(20)
    try service.fail("wrong_status", 9)
    try service.fail("cancelled", 8)
    for _ in 0..<9 { service.answer(status, error: "wrong_status", milliseconds: 2) }
    service.tick(10)
    let figures = try #require(service.figures(over: 10))
    #expect(figures.isFailing == isFailing)
    #expect(figures.failed == (isFailing ? 9 : 0))
    #expect(figures.reason == (isFailing ? "wrong_status" : nil))
    #expect(figures.reasonInWords == (isFailing ? "wrong status \(status)" : nil))
  }

  @Test func `Calls that the gateway cancelled are no failures of their service`() throws {
    let service = try Service()
    service.tick(0)
    service.call(20)
    try service.fail("cancelled", 18)
    service.tick(10)
    let figures = try #require(service.figures(over: 10))
    #expect(figures.failed == 0 && figures.reason == nil && !figures.isFailing)
  }

  @Test func `A service that answers passed requests with a 5xx fails, and not with a 404`() throws
  {
    for (status, isFailing) in [("500", true), ("404", false)] {
      let service = try Service()
      service.tick(0)
      service.call(10)
      for _ in 0..<10 { service.answer(status, error: status, milliseconds: 2) }
      service.tick(10)
      let figures = try #require(service.figures(over: 10))
      #expect(figures.isFailing == isFailing && figures.failed == (isFailing ? 10 : 0))
      #expect(figures.reasonInWords == (isFailing ? "wrong status 500" : nil))
    }
  }

  @Test func `Calls that were not sent, refused or cancelled have no part in a service's times`()
    throws
  {
    let service = try Service()
    service.tick(0)
    for kind in ["circuit_open", "no_endpoint", "refused", "cancelled"] {
      for _ in 0..<50 { service.answer("", error: kind, milliseconds: 0) }
    }
    service.answer("200", milliseconds: 20)
    service.answer("", error: "timeout", milliseconds: 2_000)
    service.tick(10)
    let figures = try #require(service.figures(over: 10))
    #expect(figures.durations.count == 2 && figures.abandoned.count == 50)
    let half = try #require(figures.durations.quantile(0.5))
    #expect(abs(half - 0.02) < 0.002, "\(half)")
  }

  @Test func `A connection that its service closed is not called closed, as a circuit is`() throws {
    let service = try Service()
    service.call(3)
    service.tick(0)
    service.call(3)
    try service.fail("closed", 3)
    service.tick(10)
    let figures = try #require(service.figures(over: 10))
    #expect(figures.reason == "closed" && figures.reasonInWords == "closed by peer")
    #expect(Figure.code("closed").text == "closed by peer")
    #expect(Figure.code("wrong_status").text == "wrong status")
  }

  @Test func `Calls of a service that failed before the window are not counted`() throws {
    let service = try Service()
    try service.fail("timeout", 9)
    service.tick(0)
    service.tick(10)
    #expect(service.figures(over: 10) == nil)
  }

  @Test func `The durations of a service are those of all its answers in the window`() throws {
    let service = try Service()
    service.answer("200", milliseconds: 900)
    service.tick(0)
    for _ in 0..<9 { service.answer("200", milliseconds: 10) }
    service.answer("404", milliseconds: 100)
    service.tick(10)
    let durations = try #require(service.figures(over: 10)?.durations)
    #expect(durations.count == 10)
    let (half, late) = (try #require(durations.quantile(0.5)), try #require(durations.quantile(1)))
    #expect(abs(half - 0.01) <= 0.001 && abs(late - 0.1) <= 0.01, "\(half), \(late)")
  }

  /// Seconds until a service that is called so often a second shows that it fails, from the moment on at
  /// which no call succeeds any more, which may be at any part of a second.
  private func secondsUntilFailing(_ rate: Int, failingFrom part: Double) throws -> Int? {
    let service = try Service()
    for second in 0..<60 {
      service.call(rate)
      service.tick(second)
    }
    for second in 0..<10 {
      let failed = second == 0 ? Int(Double(rate) * (1 - part)) : rate
      service.call(rate)
      try service.fail("closed", failed)
      service.tick(60 + second)
      let figures = try #require(service.figures(over: BackendFigures.failingSeconds))
      if figures.isFailing { return second + 1 }
    }
    return nil
  }

  @Test(arguments: [2, 6, 500], [0, 0.5, 0.99])
  func `A service without an answer is failing within 3 s, however often it is called`(
    rate: Int,
    part: Double
  ) throws {
    let seconds = try #require(try secondsUntilFailing(rate, failingFrom: part))
    #expect(Double(seconds) - part <= 3, "\(rate) calls a second")
  }

  @Test
  func `A service of whose calls a third fails is not failing, nor one with a single failure`()
    throws
  {
    let service = try Service()
    service.tick(0)
    service.call(90)
    try service.fail("timeout", 30)
    service.tick(3)
    #expect(service.figures(over: BackendFigures.failingSeconds)?.isFailing == false)
    for second in 4..<8 { service.tick(second) }
    service.call(1)
    try service.fail("timeout", 1)
    service.tick(8)
    #expect(service.figures(over: BackendFigures.failingSeconds)?.isFailing == false)
  }
}
