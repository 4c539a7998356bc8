// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import LoopTesting
import Reactor
import Signals
import Testing

@testable import Gateway

@Suite(.timeLimit(.minutes(5))) struct `The meter of requests` {
  private let clock = ManualClock()
  private let registry: SignalRegistry

  init() throws { registry = try SignalRegistry() }

  private static let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

  private func series(_ name: String) -> [SignalSnapshot.Series] {
    (registry.snapshot()[name]?.series ?? []).filter { series in
      guard case .histogram(let histogram) = series.value else { return false }
      return histogram.count > 0
    }
  }

  private var durations: [SignalSnapshot.Series] {
    series("http_server_request_duration_seconds")
  }

  /// Records requests on a loop, and ends the turn some time after it began.
  private func record(
    _ requests: [RequestMeter.Facts],
    documents: Int = 10,
    taking taken: Duration = .zero,
    _ fields: Fields = Fields()
  ) async throws {
    let loop = try RunningLoop(clock: .manual(clock))
    let (registry, clock) = (registry, clock)
    let failure: SignalFault? = await loop.perform { core in
      do throws(SignalFault) {
        let meter = RequestMeter(
          try RequestSignals(registry),
          try registry.makeShard(),
          on: core
        )
        meter.renew(documents: documents)
        let request = Request(authority: "a", target: "/", fields: fields)
        request.withView { view in
          for facts in requests { meter.answeredAtOnce(facts, bytes: 100, view.fields) }
        }
        clock.advance(by: taken)
        return nil
      } catch {
        return error
      }
    }
    #expect(failure == nil)
    loop.stop()
  }

  private func facts(
    _ route: String,
    _ status: Status? = .ok,
    _ method: Method = .get,
    _ version: Version = .http11,
    _ scheme: Scheme = .http,
    result: CacheResult = .hit
  ) -> RequestMeter.Facts {
    RequestMeter.Facts(
      method: method,
      scheme: scheme,
      version: version,
      status: status,
      route: route,
      result: result
    )
  }

  @Test func `Answers are counted by route and cache result`() async throws {
    try await record([
      facts("config"), facts("config"), facts("config", result: .miss),
      facts("/api", result: .staleError), facts("", .notFound, result: .none),
    ])
    let family = registry.snapshot()["portico_route_answers_total"]
    #expect(family?["/config", "hit"] == .counter(2))
    #expect(family?["/config", "miss"] == .counter(1))
    #expect(family?["/api", "stale_error"] == .counter(1))
    #expect(family?["", "none"] == .counter(1))
  }

  @Test func `Request durations are recorded by method, route, status, protocol, error and scheme`()
    async throws
  {
    try await record([
      facts("config"), facts("config"), facts("items/{id}", .notFound), facts("/api", .badGateway),
      facts("", .notFound, .other("BREW"), .http2), facts("config", nil),
      facts("config", .ok, .get, .http2, .https),
    ])
    let counts = durations.map { series -> String in
      guard case .histogram(let histogram) = series.value else { return "" }
      return series.labelValues.joined(separator: " ") + ": \(histogram.count)"
    }
    #expect(
      Set(counts) == [
        "GET /config 200 1.1  http: 2", "GET /items/{id} 404 1.1  http: 1",
        "GET /api 502 1.1 502 http: 1", "_OTHER  404 2  http: 1",
        "GET /config  1.1 cancelled http: 1", "GET /config 200 2  https: 1",
      ]
    )
  }

  @Test func `A request that is answered in its turn takes as long as the turn`() async throws {
    try await record([facts("config"), facts("config")], taking: .milliseconds(3))
    guard case .histogram(let histogram)? = durations.first?.value else { return }
    #expect(histogram.count == 2 && histogram.minimum == 0.003 && histogram.maximum == 0.003)
    guard case .histogram(let sizes)? = series("http_server_response_body_size_bytes").first?.value
    else { return }
    #expect(sizes.sum == 200)
  }

  @Test func `A request with a trace leaves it as an exemplar, and others leave none`() async throws
  {
    try await record([facts("config")])
    #expect(durations.first?.exemplars == [])
    try await record([facts("config")], ["traceparent": "\(Self.trace)"])
    let exemplar = try #require(durations.first?.exemplars.first)
    #expect(exemplar.traceID == "0af7651916cd43dd8448eb211c80319c")
    #expect(exemplar.spanID == "b7ad6b7169203331")
  }

  @Test
  func `A large site's requests are counted by the first folder of the document`() async throws {
    try await record(
      [facts("config"), facts("items/a/b"), facts("items/c"), facts("/api")],
      documents: 1_001
    )
    #expect(Set(durations.map { $0.labelValues[1] }) == ["/config", "/items/*", "/api"])
  }

  @Test func `A million unknown methods and paths add one series`() async throws {
    for start in stride(from: 0, to: 1_000_000, by: 100_000) {
      try await record(
        (start..<start + 100_000).map { facts("", .notFound, .other("M\($0)")) }
      )
    }
    #expect(durations.map(\.labelValues) == [["_OTHER", "", "404", "1.1", "", "http"]])
    guard case .histogram(let histogram)? = durations.first?.value else { return }
    #expect(histogram.count == 1_000_000)
  }
}
