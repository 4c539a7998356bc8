// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Dispatch
import Gateway
import LoopTesting
import Message
import Reactor
import Signals
import Synchronization
import Testing

/// A service that hangs, a site in front of it whose clock stands still, and clients that leave.
private final class HangingSite: Sendable {
  /// The number of requests that the service has got, and the number of those that were cancelled.
  let asked = Atomic(0)
  let ended = Atomic(0)
  /// Lets the service go on with one request.
  let answers = DispatchSemaphore(value: 0)
  let log: EventLog
  private let service: Mutex<ScriptedServer?> = Mutex(nil)
  private let server: Mutex<SiteServer?> = Mutex(nil)

  static let answer =
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nCache-Control: max-age=600\r\n"
    + "Content-Length: 16\r\n\r\n"
  static let body = #"{"title":"Rose"}"#

  /// - Parameters:
  ///   - early: what the service says at once.
  ///   - late: what it says when it is let go on; `nil` for a service that waits for its client's end.
  ///   - times: how many requests it answers so, before it waits for its client's end.
  init(early: String = "", late: String? = nil, times: Int = .max) async throws {
    log = try EventLog(state: nil, loops: 1, at: 0)
    let service = try ScriptedServer { [self] peer, _ in
      while true {
        _ = try peer.receive(through: "\r\n\r\n")
        let number = asked.add(1, ordering: .acquiringAndReleasing).newValue
        try peer.send(early)
        guard let late, number <= times else { break }
        answers.wait()
        try peer.send(late)
      }
      // A call that is given up ends with a reset.
      do { _ = try peer.receiveAll() } catch {}
      ended.add(1, ordering: .acquiringAndReleasing)
    }
    self.service.withLock { $0 = service }
    let plan = """
      {
        datatype: "item", ttl: 600, budget: "60s",
        calls: { item: { backend: "shop", path: "/items/{id}", timeout: "60s" } },
        body: { title: { $pick: "$.item.title" } },
      }
      """
    let server = try await SiteServer(
      ["items/{id}": plan, "cards/{id}": plan],
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
          backends: { shop: { addresses: "http://\(service.address)", timeout: "60s" } },
          passes: {
            "/open": { backend: "shop" }, "/kept": { backend: "shop", cache: "standard" },
          },
        }
        """,
      events: log
    )
    self.server.withLock { $0 = server }
  }

  var site: SiteServer {
    get throws { try #require(server.withLock { $0 }) }
  }

  var counts: (asked: Int, ended: Int) {
    (asked.load(ordering: .acquiring), ended.load(ordering: .acquiring))
  }

  /// The number of plans that were composed completely.
  var composed: UInt64 {
    get throws {
      let plans = try site.signals.snapshot()["portico_plan_duration_seconds"]
      guard case .histogram(let durations)? = plans?["whole"] else { return 0 }
      return durations.count
    }
  }

  /// A client that has asked for something.
  func client(of target: String) throws -> PlainSocket {
    let client = try PlainSocket(to: site.address, keeping: site)
    try client.send("GET \(target) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    return client
  }

  /// Waits until something is so.
  func until(_ isSo: () throws -> Bool) async throws {
    try await waitUntil("the clients have left and the loop knows") {
      try await site.settle()
      return try isSo()
    }
  }

  /// Lets the loop see what the clients have done, and some time pass then.
  func pass(milliseconds: Int) async throws {
    try await site.settle()
    try site.clock.advance(by: .milliseconds(milliseconds))
    try await site.settle()
  }

  func stop() { service.withLock { $0?.stop() } }
}

@Suite(.timeLimit(.minutes(5))) struct `A client that leaves before its answer is there` {
  @Test func `An answer that comes soon after its client left is kept for the next`() async throws {
    let hanging = try await HangingSite(late: HangingSite.answer + HangingSite.body)
    let client = try hanging.client(of: "/items/7")
    try await hanging.until { hanging.counts.asked == 1 }
    client.reset()
    try await hanging.pass(milliseconds: 400)
    #expect(try hanging.composed == 0)
    hanging.answers.signal()
    try await hanging.until { try hanging.composed == 1 }
    let reply = try await hanging.site.get("/items/7")
    #expect(reply.body.contains(#""title":"Rose""#))
    #expect(reply.fields["cache-status"]?.hasPrefix("portico;hit") == true)
    #expect(hanging.counts.asked == 1)
    hanging.stop()
  }

  @Test(arguments: ["/items/7", "/open/7", "/kept/7"])
  func `A call to a hanging service ends when its client has left`(target: String) async throws {
    let hanging = try await HangingSite()
    let client = try hanging.client(of: target)
    try await hanging.until { hanging.counts.asked == 1 }
    client.reset()
    try await hanging.pass(milliseconds: 500)
    try await hanging.until { hanging.counts.ended == 1 }
    try await hanging.until { try EventLines.of(hanging.log).isEmpty == false }
    let event = try #require(try EventLines.of(hanging.log).first)
    #expect(event.contains(#""path":"\#(target)""#) && event.contains(#""level":"warning""#))
    #expect(event.contains(#""error_message":"broken_off""#), "\(event)")
    #expect(!event.contains(#""problem""#), "\(event)")
    hanging.stop()
  }

  @Test(arguments: ["/items/7", "/open/7", "/kept/7"])
  func `A cancelled request ends as if its client had left`(target: String) async throws {
    let hanging = try await HangingSite()
    let client = try hanging.client(of: target)
    try await hanging.until { hanging.counts.asked == 1 }
    let request = try #require(try await hanging.site.inspection().requests.first)
    #expect(RequestUnderWay.ID("\(request.id)") == request.id)
    #expect(try await hanging.site.cancel(request.id))
    // The connection may end with a reset.
    let answer = try? await onThread { try client.receiveAll() }
    #expect(["", nil].contains(answer))
    try await hanging.pass(milliseconds: 500)
    try await hanging.until { hanging.counts.ended == 1 }
    #expect(try await hanging.site.inspection().requests.isEmpty)
    #expect(try await hanging.site.cancel(request.id) == false)
    hanging.stop()
  }

  @Test func `A call ends once all clients that wait for it have left`() async throws {
    let hanging = try await HangingSite()
    let store = try hanging.site.store
    let first = try hanging.client(of: "/items/7")
    try await hanging.until { hanging.counts.asked == 1 }
    let second = try hanging.client(of: "/items/7")
    try await hanging.until { store.coalescingStatistics.waiters == 1 }
    first.reset()
    for _ in 0..<5 { try await hanging.pass(milliseconds: 500) }
    #expect(hanging.counts == (1, 0))
    second.reset()
    try await hanging.pass(milliseconds: 500)
    try await hanging.until { hanging.counts.ended == 1 }
    #expect(hanging.counts.asked == 1)
    hanging.stop()
  }

  @Test func `A client that leaves just when it is to compose for itself makes no call`()
    async throws
  {
    let hanging = try await HangingSite(late: HangingSite.answer + HangingSite.body, times: 1)
    let store = try hanging.site.store
    let now = SiteServer.start * 1_000
    hanging.answers.signal()
    _ = try await hanging.site.get("/items/7")
    var key: CacheKey?
    store.forEachEntry(at: now) { if $0.kind == .answer { key = $0.key } }
    store.purge(.everything, .hard, at: now)
    let lease = try #require(key.flatMap { store.claim($0, at: now) })
    let client = try hanging.client(of: "/items/7")
    try await hanging.until { store.coalescingStatistics.waiters == 1 }
    let request = try #require(try await hanging.site.inspection().requests.first)
    // Those who wait are told in the next turn that the answer is not for them.
    let isCancelled = try await hanging.site.cancel(request.id) {
      lease.fail(CancellationError(), privacy: .visitor, nextFetch: now)
    }
    #expect(isCancelled)
    while try await !hanging.site.inspection().requests.isEmpty { try await hanging.site.settle() }
    try await hanging.pass(milliseconds: 500)
    #expect(hanging.counts.asked == 1)
    withExtendedLifetime(client) {}
    hanging.stop()
  }

  @Test(arguments: ["/items/7", "/cards/7"])
  func `A call goes on for another client that waits for the same answer or part`(
    other: String
  ) async throws {
    let hanging = try await HangingSite(late: HangingSite.answer + HangingSite.body)
    let store = try hanging.site.store
    let first = try hanging.client(of: "/items/7")
    try await hanging.until { hanging.counts.asked == 1 }
    let second = try hanging.client(of: other)
    try await hanging.until { store.coalescingStatistics.waiters == 1 }
    first.reset()
    for _ in 0..<5 { try await hanging.pass(milliseconds: 500) }
    hanging.answers.signal()
    let answer = try await onThread { try second.receiveAll() }
    #expect(answer.contains(#""title":"Rose""#), "\(answer)")
    #expect(hanging.counts.asked == 1)
    hanging.stop()
  }

  @Test func `A client that leaves in the middle of a kept answer ends the call`() async throws {
    let hanging = try await HangingSite(early: HangingSite.answer + "{")
    let client = try hanging.client(of: "/kept/7")
    _ = try await onThread { try client.receive(through: "\r\n\r\n{") }
    client.reset()
    try await hanging.pass(milliseconds: 500)
    try await hanging.until { hanging.counts.ended == 1 }
    hanging.stop()
  }

  @Test
  func `A client that leaves a kept answer does not end it for another who reads along`()
    async throws
  {
    let hanging = try await HangingSite(
      early: HangingSite.answer + "{",
      late: String(HangingSite.body.dropFirst())
    )
    let client = try hanging.client(of: "/kept/7")
    _ = try await onThread { try client.receive(through: "\r\n\r\n{") }
    let second = try hanging.client(of: "/kept/7")
    let begun = try await onThread { try second.receive(through: "\r\n\r\n{") }
    client.reset()
    for _ in 0..<5 { try await hanging.pass(milliseconds: 500) }
    hanging.answers.signal()
    let answer = begun + (try await onThread { try second.receiveAll() })
    #expect(answer.hasSuffix(HangingSite.body), "\(answer)")
    #expect(hanging.counts.asked == 1)
    hanging.stop()
  }
}
