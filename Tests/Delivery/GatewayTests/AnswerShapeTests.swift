// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues
import LoopTesting
import Message
import Reactor
import Signals
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Answers of services that are not as expected` {
  private let clock = ManualClock(wallSeconds: SiteServer.start)

  /// A site whose only document takes a price out of a service's answer.
  private func start(_ call: String = "", log: EventLog) async throws -> (SiteServer, PlainService)
  {
    let service = try await PlainService(clock: clock)
    let site = try await SiteServer(
      [
        "rose": """
        {
          datatype: "item", ttl: 1, staleWhileRevalidate: 0,
          calls: { item: { backend: "shop", path: "/rose", freshness: { ttl: 1, staleWhileRevalidate: 0 } \(call) } },
          body: { price: { $pick: "$.item.price" } },
        }
        """
      ],
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
          datatypes: {
            item: { schema: { required: ["price"], properties: { price: { type: "number" } } } },
          },
          backends: { shop: { addresses: ["\(service.address)"], retries: 0 } },
        }
        """,
      events: log,
      clock: clock
    )
    return (site, service)
  }

  private func events(of log: EventLog) throws -> [String] {
    try EventLines.of(log).filter { $0.contains(#""event":"shape""#) }
  }

  /// The numbers of findings by member.
  private func findings(_ site: SiteServer) -> [String: UInt64] {
    let family = site.signals.snapshot()["portico_answer_members_total"]
    return (family?.series ?? []).reduce(into: [:]) { sums, series in
      if case .counter(let count) = series.value, count > 0 {
        sums[series.labelValues.joined(separator: " "), default: 0] += count
      }
    }
  }

  @Test func `A wrong answer is an event once, a metric each time, and the reason of the failure`()
    async throws
  {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    let (site, service) = try await start(", otherwise: {}", log: log)
    for body in [#"{"price":"12"}"#, #"{"price":"13"}"#, #"{"price":14}"#, "{}"] {
      service.answers(with: body)
      clock.advance(by: .seconds(10))
      _ = try await site.get("/rose")
    }
    let expected = [
      #""state":"broken","backends":[{"name":"shop","call":"item","error_detail":"$.price is a string; expected number"}]"#,
      #""state":"kept","backends":[{"name":"shop","call":"item"}]"#,
      #""state":"broken","backends":[{"name":"shop","call":"item","error_detail":"$.price is nothing; expected a value"}]"#,
    ]
    let found = try events(of: log)
    #expect(found.count == expected.count, "\(found)")
    for (line, expected) in zip(found, expected) { #expect(line.contains(expected), "\(line)") }
    #expect(findings(site) == ["shop $.price broken": 3])
    let request = try EventLines.of(log).first { $0.contains(#""event":"request""#) }
    #expect(request?.contains(#""outcome":"failed""#) == true, "\(request ?? "")")
    #expect(request?.contains(#""error_message":"wrong_shape""#) == true)
  }

  @Test func `A wrong answer does not take the place of the last good one`() async throws {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    let (site, service) = try await start(", keepsLast: true", log: log)
    for body in [#"{"price":12}"#, #"{"price":"13"}"#] {
      service.answers(with: body)
      clock.advance(by: .seconds(10))
      let reply = try await site.get("/rose")
      #expect(reply.status == 200 && reply.body.contains(#""price":12"#), "\(reply)")
    }
  }

  @Test func `A member that stops or begins to come is told once`() async throws {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    let (site, service) = try await start(log: log)
    for body in [#"{"price":1,"old":1}"#, #"{"price":1}"#, #"{"price":1,"new":{"a":1}}"#] {
      let asked = service.answers(with: body)
      while asked.count.withLock({ $0 }) < 25 {
        clock.advance(by: .seconds(10))
        #expect(try await site.get("/rose").status == 200)
      }
    }
    let states = try events(of: log).map { line in
      let found = line.firstMatch(of: /"state":"([a-z]+)".*"error_detail":"([^"]+)"/)
      return found.map { "\($0.1) \($0.2)" } ?? line
    }
    #expect(states == ["gone $.old", "new $.new", "new $.new.a"])
    #expect(
      findings(site) == ["shop $.old gone": 1, "shop $.new new": 1, "shop $.new.a new": 1]
    )
  }
}

extension PlainService {
  /// It answers all that is asked with JSON, and counts that.
  @discardableResult
  fileprivate func answers(with json: String) -> Counted {
    let asked = Counted()
    answers { exchange, _ in
      asked.count.withLock { $0 += 1 }
      let response = Response(.ok, fields: ["content-type": "application/json"])
      try await exchange.respond(response, body: Array(json.utf8))
    }
    return asked
  }
}

/// The number of requests that a service was asked.
private final class Counted: Sendable { let count = Mutex(0) }
