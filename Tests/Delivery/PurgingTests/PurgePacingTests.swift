// SPDX-License-Identifier: Apache-2.0

import Backends
import ContentModel
import Edges
import Purging
import Reactor
import SiteTesting
import Testing

/// Cloudflare on a virtual clock: it accepts requests by its token bucket, and knows what was purged when.
private struct PacedEdge {
  private(set) var machine = PurgeMachine(random: SmallRandom(seed: 1))
  private(set) var now: Int64 = 0
  /// The requests that were accepted, with their times in milliseconds.
  private(set) var accepted: [(at: Int64, body: String)] = []
  private(set) var refused = 0
  private(set) var widened: [String] = []
  private(set) var finished: [String: PurgeJob] = [:]
  private let edge: EdgeSettings
  private let perMinute: Double
  private let burst: Double
  private var tokens: Double
  private var events: [(at: Int64, event: PurgeMachine.Event)] = []

  init(_ text: String, perMinute: Double, burst: Double) throws {
    edge = try MemorySite.edge(text)
    self.perMinute = perMinute
    self.burst = burst
    tokens = burst
  }

  mutating func submit(_ id: String, _ purge: Purge) throws {
    let plan = try PurgePlan(purge, at: edge, base: nil, environment: ["T": "secret"])
    let leg = PurgeJob.Leg(edge: "cdn", kind: .cloudflare)
    handle(
      .submitted(PurgeJob(id: id, purge, submitted: now / 1_000, legs: [leg]), [.plan(plan)])
    )
  }

  /// Goes on until a time in milliseconds.
  mutating func run(until end: Int64) {
    while let next = events.indices.min(by: { events[$0].at < events[$1].at }),
      events[next].at <= end
    {
      let (at, event) = events.remove(at: next)
      pass(to: at)
      handle(event)
    }
    pass(to: end)
  }

  private mutating func pass(to time: Int64) {
    tokens = min(burst, tokens + Double(max(0, time - now)) * perMinute / 60_000)
    now = max(now, time)
  }

  private mutating func handle(_ event: PurgeMachine.Event) {
    let time = PurgeMachine.Time(seconds: now / 1_000, nanoseconds: now * 1_000_000)
    for action in machine.handle(event, at: time) {
      switch action {
      case .send(let ticket, let request, _, _):
        var reply = PurgeMachine.Reply.status(429, retryAfter: 12)
        if tokens >= 0.999 {
          tokens -= 1
          accepted.append((now, request.body))
          reply = .status(200)
        } else {
          refused += 1
        }
        events.append((now + 80, .replied(ticket, reply)))
      case .pause(let ticket, let pause):
        events.append((now + max(1, pause.nanoseconds / 1_000_000), .due(ticket)))
      case .widened(_, let note): widened.append(note)
      case .finished(let job): finished[job.id] = job
      case .probe(let ticket, _, _, _): events.append((now + 50, .probed(ticket, .renewed)))
      case .keep, .attempted, .ended: break
      }
    }
  }
}

@Suite struct `An edge that accepts few purges` {
  private static let free =
    #"{ kind: "cloudflare", purge: { zone: "1", secret: "T", probe: "http://www.example.com" } }"#
  private static let slow =
    #"{ kind: "cloudflare", purge: { zone: "1", secret: "T", probe: "http://www.example.com", rate: 5, burst: 1 } }"#

  private static func tags(_ number: Int, _ prefix: String = "item") -> [String] {
    (0..<300).map { "\(prefix)-\((number * 137 + $0 * 31) % 20_000)" }
  }

  @Test(arguments: [free, slow], ["item", "document:items"])
  func `Of 2,000 purges of 300 tags in a minute nothing is stale after two`(
    _ edge: String,
    _ prefix: String
  ) throws {
    var cdn = try PacedEdge(edge, perMinute: 5, burst: edge == Self.free ? 25 : 1)
    var submitted: [(at: Int64, tags: [String])] = []
    for number in 0..<2_000 {
      cdn.run(until: Int64(number) * 30)
      submitted.append((cdn.now, Self.tags(number, prefix)))
      try cdn.submit("\(number)", Purge(.tags(Self.tags(number, prefix)), .soft))
    }
    cdn.run(until: 120_000)
    let scope = prefix == "item" ? "purge_everything" : #""document""#
    let everything = cdn.accepted.last { $0.body.contains(scope) }
    let last = try #require(everything?.at)
    for (at, tags) in submitted where at > last {
      for tag in tags {
        let portable = "\"\(PortableTag(tag))\""
        #expect(cdn.accepted.contains { $0.at >= at && $0.body.contains(portable) })
      }
    }
    #expect(cdn.refused == 0)
    #expect(cdn.finished.count == 2_000)
    #expect(cdn.finished.values.allSatisfy { $0.state == .done })
    let told = try #require(cdn.finished["1999"]?.legs[0].note)
    #expect(told.contains("widened to \(prefix == "item" ? "everything" : "all documents")"))
    #expect(!cdn.widened.isEmpty)
  }

  @Test func `A purge that fits is sent as it is, and purges that wait are sent together`() throws {
    var cdn = try PacedEdge(Self.slow, perMinute: 5, burst: 1)
    for tag in ["a", "b", "c"] { try cdn.submit(tag, Purge(.tags([tag]), .hard)) }
    cdn.run(until: 60_000)
    #expect(cdn.accepted.count == 2)
    #expect(cdn.accepted.last?.body.contains(#""b""#) == true)
    #expect(cdn.accepted.last?.body.contains(#""c""#) == true)
    #expect(cdn.widened.isEmpty && cdn.refused == 0)
    #expect(cdn.finished.values.map(\.state) == [.done, .done, .done])
    #expect(cdn.finished["c"]?.legs[0].note == nil)
  }

  @Test func `An edge that refuses before its rate is reached is given time`() throws {
    var cdn = try PacedEdge(Self.free, perMinute: 5, burst: 2)
    for number in 0..<20 {
      try cdn.submit("\(number)", Purge(.paths(["/\(number)"]), .hard))
      cdn.run(until: cdn.now + 100)
    }
    cdn.run(until: 120_000)
    #expect(cdn.refused < 4)
    #expect(cdn.finished.values.allSatisfy { $0.state == .done } && cdn.finished.count == 20)
  }
}
