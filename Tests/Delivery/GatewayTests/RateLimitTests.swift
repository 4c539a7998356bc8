// SPDX-License-Identifier: Apache-2.0

import Gateway
import LoopTesting
import Message
import Reactor
import Signals
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A rate limit` {
  @Test func `Refused requests are logged once in ten seconds`() async throws {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    let server = try await SiteServer(
      ["checkout/pay": #"{ datatype: "screen", body: { x: 2 } }"#],
      settings: """
        {
          languages: { published: ["en"], source: "en" }, roots: "*",
          rateLimits: { pay: { paths: ["checkout/*"], by: "address", requests: 3, seconds: 60 } },
        }
        """,
      events: log
    )
    for _ in 0..<3 { #expect(try await server.get("/checkout/pay").status == 200) }
    for _ in 0..<50 { #expect(try await server.get("/checkout/pay").status == 429) }
    func refused() throws -> [String] {
      try EventLines.of(log).filter { $0.contains(#""source":"limited""#) }
    }
    #expect(try refused().count == 1)
    #expect(try refused().first?.contains(#""client":"127.0.0.0""#) == true)
    server.clock.advance(by: .seconds(10))
    for _ in 0..<5 { #expect(try await server.get("/checkout/pay").status == 429) }
    #expect(try refused().count == 2)
    let decisions = server.signals.snapshot()["portico_rate_limit_requests_total"]
    #expect(decisions?["pay", "admitted"] == .counter(3))
    #expect(decisions?["pay", "refused"] == .counter(55))
  }

  @Test func `The rate limit's memory is bounded, however many clients come`() {
    let limiter = RateLimiter()
    let limit = limiter.limit("pay", requests: 2, windowNanoseconds: 1_000)
    func count(_ client: Int, at now: Int64) -> RateLimiter.Decision {
      limiter.count(Array("\(client)".utf8).span, against: limit, now: now)
    }
    for client in 0..<RateLimiter.maximumClients * 4 {
      #expect(count(client, at: 0) == .admitted)
    }
    let late = 10_000_000
    #expect(count(late, at: 1) == .admitted)
    #expect(count(late, at: 1) == .admitted)
    guard case .refused(let wait) = count(late, at: 1) else {
      Issue.record("a third request was admitted")
      return
    }
    #expect(wait == 500)
    #expect(count(late, at: 1 + wait) == .admitted)
  }
}
