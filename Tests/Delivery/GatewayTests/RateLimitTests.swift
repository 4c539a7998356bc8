// SPDX-License-Identifier: Apache-2.0

import Gateway
import LoopTesting
import Message
import Reactor
import Signals
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A rate limit` {
  private static let files = [
    "home": #"{ datatype: "screen", body: { x: 1 } }"#,
    "checkout/pay": #"{ datatype: "screen", body: { x: 2 } }"#,
  ]

  private static func settings(_ by: String, edges: String = "{}") -> String {
    """
    {
      languages: { published: ["en"], source: "en" },
      rateLimits: { pay: { paths: ["checkout/*"], by: "\(by)", requests: 3, seconds: 60 } },
      edges: \(edges),
      roots: "*",
    }
    """
  }

  @Test func `A request beyond the rate limit answers 429 with when to come again`() async throws {
    let server = try await SiteServer(Self.files, settings: Self.settings("address"))
    for _ in 0..<3 { #expect(try await server.get("/checkout/pay").status == 200) }
    let refused = try await server.get("/checkout/pay")
    #expect(refused.status == 429)
    #expect(refused.fields["retry-after"] == "20")
    #expect(refused.fields["ratelimit"] == #""pay";r=0;t=20"#)
    #expect(refused.fields["ratelimit-policy"] == #""pay";q=3;w=60"#)
    #expect(refused.fields["cache-control"] == "no-store")
    #expect(refused.fields["content-type"] == "application/problem+json")
    #expect(try await server.get("/home").status == 200)
    let decisions = server.signals.snapshot()["portico_rate_limit_requests_total"]
    #expect(decisions?["pay", "admitted"] == .counter(3))
    #expect(decisions?["pay", "refused"] == .counter(1))
  }

  @Test func `The rate limit admits requests again as time passes`() async throws {
    let server = try await SiteServer(Self.files, settings: Self.settings("address"))
    for _ in 0..<3 { #expect(try await server.get("/checkout/pay").status == 200) }
    #expect(try await server.get("/checkout/pay").status == 429)
    server.clock.advance(by: .seconds(20))
    #expect(try await server.get("/checkout/pay").status == 200)
    #expect(try await server.get("/checkout/pay").status == 429)
    server.clock.advance(by: .seconds(60))
    for _ in 0..<3 { #expect(try await server.get("/checkout/pay").status == 200) }
    #expect(try await server.get("/checkout/pay").status == 429)
  }

  @Test func `The rate limit counts a path's tokens and formats together`() async throws {
    let server = try await SiteServer(Self.files, settings: Self.settings("address"))
    for path in ["/checkout/pay", "/en/checkout/pay", "/checkout/pay.plist"] {
      #expect(try await server.get(path).status == 200, "\(path)")
    }
    #expect(try await server.get("/en/checkout/pay").status == 429)
  }

  @Test func `The rate limit counts installations apart from each other`() async throws {
    let server = try await SiteServer(Self.files, settings: Self.settings("installation"))
    for name in ["a", "b"] {
      let fields = ["X-App": "installation=\"\(name)\""]
      for _ in 0..<3 {
        #expect(try await server.get("/checkout/pay", fields).status == 200)
      }
      #expect(try await server.get("/checkout/pay", fields).status == 429)
    }
  }

  @Test
  func `The rate limit counts the clients that a trusted edge names, not the edge`() async throws {
    let edges = #"{ cdn: { peers: "127.0.0.0/8", client: "True-Client-IP" } }"#
    let settings = Self.settings("address", edges: edges)
    let server = try await SiteServer(Self.files, settings: settings)
    for address in ["192.0.2.1", "192.0.2.2", "2001:db8::1"] {
      let fields = ["True-Client-IP": address]
      for _ in 0..<3 {
        #expect(try await server.get("/checkout/pay", fields).status == 200)
      }
      #expect(try await server.get("/checkout/pay", fields).status == 429)
    }
    // Of IPv6, a client has a whole network.
    let neighbour = ["True-Client-IP": "2001:db8::2"]
    #expect(try await server.get("/checkout/pay", neighbour).status == 429)
    for _ in 0..<5 { #expect(try await server.get("/checkout/pay").status == 200) }
  }

  @Test func `Refused requests are logged once in ten seconds`() async throws {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    let settings = Self.settings("address")
    let server = try await SiteServer(Self.files, settings: settings, events: log)
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
    #expect(
      server.signals.snapshot()["portico_rate_limit_requests_total"]?["pay", "refused"]
        == .counter(55)
    )
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
