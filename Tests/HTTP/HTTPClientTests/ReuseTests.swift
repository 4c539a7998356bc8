// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import HTTPClient
import HTTPValues
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Reusing connections` {
  private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
  private static let unwanted = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"
  private static let body = Array("ok".utf8)

  /// Waits on the loop's own thread, which stands still meanwhile.
  private func holdLoop(until event: DispatchSemaphore) { event.wait() }

  /// Waits without holding one of the threads on which the calls go on.
  private func wait(for event: DispatchSemaphore) async throws {
    try await onThread { event.wait() }
  }

  /// What a server does between two calls, and as what its connection ends then.
  enum Event: CaseIterable {
    case ends
    case speaks
  }

  @Test func `A connection that the server closed while idle is not reused`() async throws {
    let arrived = DispatchSemaphore(value: 0)
    let answer = DispatchSemaphore(value: 0)
    let server = try ScriptedServer { peer, _ in
      _ = try peer.receive(through: "\r\n\r\n")
      arrived.signal()
      answer.wait()
      try peer.send(Self.answer)
    }
    let client = try await ClientFixture()
    let calls = (0..<3).map { _ in
      Task { try await client.fetch("/", from: server.address).body }
    }
    for _ in 0..<3 { try await wait(for: arrived) }
    for _ in 0..<4 { answer.signal() }
    for call in calls { #expect(try await call.value == Self.body) }
    try await client.until { $0.count(closed: .server) >= 3 }
    #expect(try await client.fetch("/", from: server.address).body == Self.body)
    #expect(server.connections == 4)
    #expect(client.count(client.signals.retries) == 0)
    server.stop()
  }

  @Test(arguments: Event.allCases)
  func `An idle connection that ends or receives unexpected bytes is closed`(
    event: Event
  ) async throws {
    let server = try ScriptedServer { peer, number in
      _ = try peer.receive(through: "\r\n\r\n")
      try peer.send(Self.answer)
      guard number == 1 else { return }
      switch event {
      case .ends: peer.finishSending()
      case .speaks: try peer.send("HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n")
      }
      _ = try? peer.receive()
    }
    let client = try await ClientFixture()
    #expect(try await client.fetch("/", from: server.address).body == Self.body)
    let end: ConnectionEnd = event == .ends ? .server : .unexpected
    try await client.until { $0.count(closed: end) >= 1 }
    #expect(try await client.fetch("/", from: server.address).body == Self.body)
    #expect(server.connections == 2)
    server.stop()
  }

  @Test(arguments: Event.allCases, [Method.get, .post])
  func `A connection is checked before it is reused, even if the loop has not been told yet`(
    event: Event,
    method: Method
  ) async throws {
    let goOn = DispatchSemaphore(value: 0)
    let hasHappened = DispatchSemaphore(value: 0)
    let server = try ScriptedServer { peer, _ in
      _ = try peer.receive(through: "\r\n\r\n")
      try peer.send(Self.answer)
      goOn.wait()
      switch event {
      case .ends: peer.finishSending()
      case .speaks: try peer.send(Self.unwanted)
      }
      hasHappened.signal()
      _ = try? peer.receive()
    }
    let client = try await ClientFixture()
    let bodies = try await client.with { client in
      let origin = Origin(.http, host: server.address.ip, port: server.address.port)
      let request = Request(method, authority: origin.authority, target: "/")
      var bodies: [[UInt8]] = []
      for _ in 0..<3 {
        bodies.append(try await client.fetch(request, to: Destination(origin)).body)
        // The loop stands still meanwhile, so it cannot be told.
        goOn.signal()
        holdLoop(until: hasHappened)
      }
      return bodies
    }
    #expect(bodies == [Self.body, Self.body, Self.body])
    #expect(server.connections == 3)
    #expect(client.count(client.signals.retries) == 0)
    server.stop()
  }

  @Test(arguments: Event.allCases)
  func `An HTTP/2 connection is checked before it is reused after a pause`(
    event: Event
  ) async throws {
    let goOn = DispatchSemaphore(value: 0)
    let hasHappened = DispatchSemaphore(value: 0)
    let server = try ScriptedServer { socket, _ in
      let peer = try FramePeer(socket)
      let stream = try peer.receiveRequest()
      try peer.sendHead(stream, isLast: true)
      goOn.wait()
      switch event {
      case .ends: socket.finishSending()
      case .speaks: try peer.sendGoAway(last: stream)
      }
      hasHappened.signal()
      _ = try? socket.receiveAll()
    }
    let client = try await ClientFixture { $0.cleartextHTTP2 = .always }
    let count = try await client.with { client in
      let origin = Origin(.http, host: server.address.ip, port: server.address.port)
      let request = Request(.post, authority: origin.authority, target: "/")
      var count = 0
      for _ in 0..<3 {
        if try await client.fetch(request, to: Destination(origin)).response.status == .ok {
          count += 1
        }
        goOn.signal()
        holdLoop(until: hasHappened)
      }
      return count
    }
    #expect(count == 3)
    #expect(server.connections == 3)
    #expect(client.count(client.signals.retries) == 0)
    server.stop()
  }

  @Test func `A connection is checked also when a call has been waiting for it`() async throws {
    let (arrived, continuation) = AsyncStream.makeStream(of: Void.self)
    let answer = DispatchSemaphore(value: 0)
    let hasAnswered = DispatchSemaphore(value: 0)
    // As long as one read: what stands behind it is still in the socket when the call is over.
    let long = Self.answer(ofLength: 16_384)
    let server = try ScriptedServer { peer, number in
      _ = try peer.receive(through: "\r\n\r\n")
      guard number == 1 else { return try peer.send(Self.answer) }
      continuation.yield()
      answer.wait()
      try peer.send(long + Self.unwanted)
      hasAnswered.signal()
      _ = try? peer.receive()
    }
    let client = try await ClientFixture { $0.connectionsPerOrigin = 1 }
    let first = Task { try await client.fetch("/", from: server.address).body.count }
    for await _ in arrived { break }
    let second = Task { try await client.fetch("/", from: server.address).body }
    try await client.until { $0.count($0.signals.waits) >= 2 }
    await client.running.perform { _ in
      answer.signal()
      hasAnswered.wait()
    }
    #expect(try await first.value > 16_000)
    #expect(try await second.value == Self.body)
    #expect(client.count(closed: .unexpected) == 1)
    server.stop()
  }

  private static func answer(ofLength length: Int) -> String {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 00000\r\n\r\n"
    let body = length - head.utf8.count
    return "HTTP/1.1 200 OK\r\nContent-Length: \(body)\r\n\r\n"
      + String(repeating: "x", count: body)
  }
}
