// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPClient
import HTTPValues
import LoadTest
import LoopTesting
import ProgramTesting
import Reactor
import Signals
import Sites
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A load test over real connections` {
  private static func plan(
    rate: Double,
    milliseconds: Int,
    connections: Int = 1,
    timeout: Duration = .seconds(20),
    body: [UInt8] = []
  ) -> LoadPlan {
    let request = Request(
      body.isEmpty ? .get : .post,
      scheme: .http,
      authority: "shop.example",
      target: "/a"
    )
    return LoadPlan(
      [LoadPlan.Route("/a", rate: rate, calls: [LoadPlan.Call(request, body: body)])],
      for: .milliseconds(milliseconds),
      connections: connections,
      timeout: timeout
    )
  }

  private static func run(_ plan: LoadPlan, at server: ScriptedServer) async throws -> LoadResult {
    let group = try LoopGroup(count: 1)
    defer { group.stop() }
    let origin = Origin(.http, host: "127.0.0.1", port: server.address.port)
    let target = LoadTarget(origin, at: [server.address])
    return try await LoadRun(plan, to: target, on: group).run()
  }

  private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

  /// Reads requests without content, and answers each.
  private static func serve(
    _ socket: PlainSocket,
    _ respond: (Int) throws -> String
  ) throws {
    for number in 0... {
      _ = try socket.receive(through: "\r\n\r\n")
      try socket.send(try respond(number))
    }
  }

  @Test func `A load test sends the planned requests and counts each response`() async throws {
    let seen = Mutex("")
    let server = try ScriptedServer { socket, _ in
      let first = try socket.receive(through: "\r\n\r\n")
      seen.withLock { $0 = first }
      try socket.send(Self.answer)
      try Self.serve(socket) { _ in Self.answer }
    }
    let result = try await Self.run(
      Self.plan(rate: 100, milliseconds: 500, connections: 4),
      at: server
    )
    let account = result.snapshot.accounts[0]
    // A machine that is too slow for it leaves some that are not sent.
    #expect(account.total == 50)
    #expect(account.responses[2] == 50 - account.failures[LoadFailure.unsent.rawValue])
    #expect(account.bytes == account.responses[2] * UInt64(Self.answer.utf8.count))
    #expect(seen.withLock { $0 } == "GET /a HTTP/1.1\r\nhost: shop.example\r\n\r\n")
    #expect(server.connections == 4)
  }

  @Test
  func `A load test charges a stalled server for the requests due meanwhile`() async throws {
    let server = try ScriptedServer { socket, _ in
      try Self.serve(socket) { number in
        // Longer than the 300 ms on a busy machine, never shorter.
        if number == 0 { try onTimer(milliseconds: 300) }
        return Self.answer
      }
    }
    let result = try await Self.run(Self.plan(rate: 100, milliseconds: 2_000), at: server)
    let account = result.snapshot.accounts[0]
    #expect(account.total == 200)
    #expect(account.latencies.count == 200)
    // The thirty that were due in the first 300 ms waited for its rest: half of them at least 140 ms.
    let slow = account.latencies
    #expect(try #require(slow.quantile(1 - 15.0 / 200)) >= 140_000_000)
    #expect(result.snapshot.delayed >= 28)
  }

  @Test func `A load test counts responses by their framing, also after interim ones`() async throws
  {
    let answers = [
      "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "3\r\nabc\r\n0\r\n\r\n",
      "HTTP/1.1 204 No Content\r\n\r\n", "HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n",
      "HTTP/1.1 404 No\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx",
    ]
    let server = try ScriptedServer { socket, _ in
      try Self.serve(socket) { answers[$0 % answers.count] }
    }
    // The server keeps its side open behind "close"; the next request comes over another connection.
    let result = try await Self.run(Self.plan(rate: 40, milliseconds: 400), at: server)
    let account = result.snapshot.accounts[0]
    let unsent = account.failures[LoadFailure.unsent.rawValue]
    #expect(account.total == 16 && account.failures.reduce(0, +) == unsent)
    if unsent == 0 {
      #expect(account.responses == [0, 0, 8, 0, 4, 4])
      #expect(account.failed == 4)
      #expect(server.connections >= 4)
    }
    #expect(!result.isPassed)
  }

  @Test func `A load test names what keeps responses from coming`() async throws {
    let server = try ScriptedServer { socket, number in
      _ = try socket.receive(through: "\r\n\r\n")
      switch number % 3 {
      case 1: try socket.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx")
      case 2: try socket.send("no HTTP\r\n\r\n")
      default: _ = try socket.receive(through: "never")
      }
    }
    let plan = Self.plan(
      rate: 10,
      milliseconds: 900,
      connections: 3,
      timeout: .milliseconds(150)
    )
    let account = try await Self.run(plan, at: server).snapshot.accounts[0]
    #expect(account.total == 9 && account.answered == 0)
    for failure in [LoadFailure.closed, .malformed, .timeout] {
      #expect(account.failures[failure.rawValue] > 0, "\(failure)")
    }
    #expect(try #require(account.latencies.quantile(1)) >= 150_000_000)
  }

  @Test func `A load test does not begin where nobody listens`() async throws {
    let server = try ScriptedServer { _, _ in }
    let address = server.address
    server.stop()
    try await waitUntil("nobody listens") {
      (try? PlainSocket(to: address)) == nil
    }
    await #expect(throws: PlainError.self) {
      try await Self.run(Self.plan(rate: 10, milliseconds: 100), at: server)
    }
  }

  @Test func `A load test sends content with its length`() async throws {
    let seen = Mutex("")
    let server = try ScriptedServer { socket, _ in
      while true {
        let request = try socket.receive(through: "{}")
        seen.withLock { $0 = request }
        try socket.send(Self.answer)
      }
    }
    let plan = Self.plan(rate: 20, milliseconds: 200, body: Array("{}".utf8))
    let result = try await Self.run(plan, at: server)
    #expect(result.snapshot.accounts[0].total == 4)
    let expected = "POST /a HTTP/1.1\r\nhost: shop.example\r\ncontent-length: 2\r\n\r\n{}"
    #expect(seen.withLock { $0 } == expected)
  }

  @Test func `A load test that is stopped ends early and tells its duration`() async throws {
    let server = try ScriptedServer { socket, _ in try Self.serve(socket) { _ in Self.answer } }
    let group = try LoopGroup(count: 2)
    defer { group.stop() }
    let origin = Origin(.http, host: "127.0.0.1", port: server.address.port)
    let test = try await LoadRun(
      Self.plan(rate: 50, milliseconds: 3_600_000, connections: 2),
      to: LoadTarget(origin, at: [server.address]),
      on: group
    )
    async let result = test.run()
    try await waitUntil("something was answered") { try await test.snapshot().all.answered > 3 }
    test.stop()
    let ended = try await result
    #expect(ended.seconds < 3_600)
    #expect(ended.snapshot.waiting == 0 && ended.snapshot.all.total >= 4)
  }
}

/// Blocks the thread of a script for at least so long.
private func onTimer(milliseconds: Int) throws {
  let end = ContinuousClock.now + .milliseconds(milliseconds)
  try blockUntil("the time has passed") { ContinuousClock.now >= end }
}
