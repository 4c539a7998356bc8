// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import HTTPValues
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A hostile HTTP/2 server` {
  private func client(clock: LoopClock = .system) async throws -> ClientFixture {
    try await ClientFixture(clock: clock) { $0.cleartextHTTP2 = .always }
  }

  @Test func `A call after the server's GOAWAY opens a new connection`() async throws {
    let (gone, continuation) = AsyncStream.makeStream(of: Void.self)
    let server = try ScriptedServer { socket, number in
      let peer = try FramePeer(socket)
      let stream = try peer.receiveRequest()
      try peer.sendHead(stream, isLast: true)
      if number == 1 {
        try peer.sendGoAway(last: stream)
        _ = try socket.receiveAll()
        continuation.yield()
      } else {
        _ = try socket.receive()
      }
    }
    let client = try await client()
    #expect(try await client.fetch("/", from: server.address).response.status == .ok)
    for await _ in gone { break }
    #expect(try await client.fetch("/", from: server.address).response.status == .ok)
    #expect(server.connections == 2)
    server.stop()
  }

  @Test func `A call behind the last stream of a GOAWAY is sent again, even a POST`()
    async throws
  {
    let (arrived, continuation) = AsyncStream.makeStream(of: Void.self)
    let server = try ScriptedServer { socket, number in
      let peer = try FramePeer(socket)
      let first = try peer.receiveRequest()
      continuation.yield()
      if number == 1 {
        try peer.receiveRequest()
        try peer.sendGoAway(last: first)
      }
      try peer.sendHead(first, isLast: true)
      _ = try socket.receiveAll()
    }
    let client = try await client()
    let first = Task { try await client.fetch("/", from: server.address, method: .post) }
    for await _ in arrived { break }
    let second = try await client.fetch("/", from: server.address, method: .post)
    #expect(second.response.status == .ok)
    #expect(try await first.value.response.status == .ok)
    #expect(client.count(client.signals.retries) == 1)
    #expect(server.connections == 2)
    try await client.until { $0.count(closed: .server) >= 1 }
    server.stop()
  }

  @Test func `A call whose stream was refused is sent again, even a POST`() async throws {
    let server = try ScriptedServer { socket, _ in
      let peer = try FramePeer(socket)
      // REFUSED_STREAM
      try peer.sendReset(peer.receiveRequest(), code: 7)
      try peer.sendHead(peer.receiveRequest(), isLast: true)
      _ = try socket.receiveAll()
    }
    let client = try await client()
    let fetched = try await client.fetch("/", from: server.address, method: .post)
    #expect(fetched.response.status == .ok)
    #expect(server.connections == 1)
    server.stop()
  }

  @Test func `An HTTP/2 connection whose server answers no PING is closed and its calls fail`()
    async throws
  {
    let clock = ManualClock()
    let (seen, continuation) = AsyncStream.makeStream(of: Void.self)
    let server = try ScriptedServer { socket, _ in
      let peer = try FramePeer(socket)
      try peer.receiveRequest()
      continuation.yield()
      _ = try peer.receive(type: FramePeer.ping)
      continuation.yield()
      _ = try socket.receiveAll()
    }
    let client = try await client(clock: .manual(clock))
    let call = Task { try await client.fetch("/", from: server.address) }
    var events = seen.makeAsyncIterator()
    _ = await events.next()
    await client.settle()
    clock.advance(by: .seconds(10))
    _ = await events.next()
    await client.settle()
    clock.advance(by: .seconds(5))
    #expect(await kindOfError { try await call.value } == .unresponsive)
    #expect(client.count(closed: .unresponsive) == 1)
    server.stop()
  }

  @Test
  func `A safe call is sent again when its connection, which had worked before, answers no PING`()
    async throws
  {
    let clock = ManualClock()
    let (seen, continuation) = AsyncStream.makeStream(of: Void.self)
    let server = try ScriptedServer { socket, number in
      let peer = try FramePeer(socket)
      try peer.sendHead(peer.receiveRequest(), isLast: true)
      if number == 1 {
        try peer.receiveRequest()
        continuation.yield()
        _ = try peer.receive(type: FramePeer.ping)
        continuation.yield()
      }
      _ = try socket.receiveAll()
    }
    let client = try await client(clock: .manual(clock))
    #expect(try await client.fetch("/", from: server.address).response.status == .ok)
    let call = Task { try await client.fetch("/", from: server.address).response.status }
    var events = seen.makeAsyncIterator()
    _ = await events.next()
    await client.settle()
    clock.advance(by: .seconds(10))
    _ = await events.next()
    await client.settle()
    clock.advance(by: .seconds(5))
    #expect(try await call.value == .ok)
    #expect(client.count(client.signals.retries) == 1)
    server.stop()
  }

  @Test(arguments: [true, false])
  func `An idle HTTP/2 connection is kept as long as its server answers PING`(
    answers: Bool
  ) async throws {
    let clock = ManualClock()
    let (seen, continuation) = AsyncStream.makeStream(of: Void.self)
    let server = try ScriptedServer { socket, _ in
      let peer = try FramePeer(socket)
      try peer.sendHead(peer.receiveRequest(), isLast: true)
      let ping = try peer.receive(type: FramePeer.ping)
      if answers { try peer.send(type: ping.type, flags: 1, payload: ping.payload) }
      continuation.yield()
      _ = try socket.receiveAll()
    }
    let client = try await client(clock: .manual(clock))
    #expect(try await client.fetch("/", from: server.address).response.status == .ok)
    clock.advance(by: .seconds(30))
    for await _ in seen { break }
    await client.settle()
    clock.advance(by: .seconds(5))
    await client.settle()
    #expect(client.count(closed: .unresponsive) == (answers ? 0 : 1))
    #expect(client.count(closed: .idle) == 0)
    if answers {
      clock.advance(by: .seconds(25))
      await client.settle()
      #expect(client.count(closed: .idle) == 1)
    } else {
      #expect(try await client.fetch("/", from: server.address).response.status == .ok)
      #expect(server.connections == 2)
    }
    server.stop()
  }
}
