// SPDX-License-Identifier: Apache-2.0

import Backends
import HTTPServer
import HTTPValues
import LoopTesting
import Reactor
import Signals
import SiteTesting
import Testing

@Suite struct `A pass to several addresses` {
  /// A port that belongs to the system, and where nobody listens.
  private let nowhere = "http://127.0.0.1:1"

  @Test(arguments: ["/open/a", "/kept/a"])
  func `A pass to two addresses answers while only one of them is there`(
    _ target: String
  ) async throws {
    let passed = try await PassedSite(others: [nowhere])
    for number in 1...30 {
      #expect(try await passed.site.get(target).status == 200)
      #expect(passed.service.count == number)
    }
    for number in 31...40 {
      let reply = try await passed.site.get(
        target,
        ["Content-Length": "0"],
        method: "POST"
      )
      #expect(reply.status == 200)
      #expect(passed.service.count == number)
    }
  }

  /// The number of calls to the services that have failed so far.
  private func failures(
    of site: SiteServer,
    _ backends: [String]
  ) throws -> @Sendable () -> UInt64 {
    let signals = try BackendSignals(site.signals, backends: backends)
    let series = backends.indices.flatMap { backend in
      BackendFault.Kind.allCases.indices.map { signals.failures[backend, $0] }
    }
    return { series.reduce(0) { $0 + site.signals.value(of: $1) } }
  }

  @Test func `A pass to a dead service answers 502, then 503 without asking`() async throws {
    let passed = try await PassedSite(address: nowhere)
    // Each is tried again after a while, until the breaker opens. Time goes on only until both are
    // over, so that it does not close again meanwhile.
    let failures = try failures(of: passed.site, ["closed", "open"])
    async let moving: Void = passed.moveClock(by: .milliseconds(1)) { failures() == 2 }
    let refused = try await passed.site.get("/large/a", ["Content-Length": "0"], method: "PUT")
    #expect(refused.status == 502)
    #expect(refused.fields["proxy-status"] == "portico; error=connection_refused")
    _ = try await passed.site.get("/large/a", ["Content-Length": "0"], method: "PUT")
    try await moving
    let reply = try await passed.site.get("/kept/a")
    #expect(reply.status == 503)
    #expect(reply.fields["proxy-status"] == "portico; error=destination_unavailable")
    #expect(reply.fields["retry-after"] != nil)
  }

  @Test func `A pass shares requests by weight and follows a publication`() async throws {
    let clock = ManualClock(wallSeconds: SiteServer.start)
    let (old, new) = (
      try await PlainService(clock: clock), try await PlainService(clock: clock)
    )
    func settings(_ weights: (Int, Int)) -> String {
      """
      {
        languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
        backends: { shop: { addresses: [
          { address: "\(old.address)", weight: \(weights.0) },
          { address: "\(new.address)", weight: \(weights.1) },
        ] } },
        passes: { "/": { backend: "shop" } },
      }
      """
    }
    let site = try await SiteServer(
      ["home": #"{ datatype: "screen", body: { a: 1 } }"#],
      settings: settings((100, 0)),
      clock: clock
    )
    for _ in 0..<20 { _ = try await site.get("/a") }
    #expect(old.count == 20 && new.count == 0)
    for weights in [(100, 100), (0, 100)] {
      site.site.write(settings(weights), to: "Content/site.json5")
      site.publish()
      let before = (old.count, new.count)
      for _ in 0..<60 { _ = try await site.get("/a") }
      let (one, other) = (old.count - before.0, new.count - before.1)
      #expect(one + other == 60)
      #expect(weights.0 == 0 ? one == 0 : one > 0 && other > 0, "\(one) and \(other)")
      clock.advance(by: .seconds(60))
    }
  }
}
