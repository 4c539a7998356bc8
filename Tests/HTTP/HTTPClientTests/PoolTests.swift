// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HTTPClient
import HTTPValues
import LoopTesting
import Reactor
import Signals
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Connections of a client` {
  private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

  /// Answers every request.
  private func server() throws -> ScriptedServer {
    try ScriptedServer { peer, _ in
      while true {
        _ = try peer.receive(through: "\r\n\r\n")
        try peer.send(Self.answer)
      }
    }
  }

  /// Answers nothing and tells of each request.
  private func silentServer() throws -> (ScriptedServer, AsyncStream<Void>) {
    let (arrived, continuation) = AsyncStream.makeStream(of: Void.self)
    let server = try ScriptedServer { peer, _ in
      _ = try peer.receive(through: "\r\n\r\n")
      continuation.yield()
      _ = try peer.receive()
    }
    return (server, arrived)
  }

  @Test func `A connection is closed after a minute without a call`() async throws {
    let clock = ManualClock()
    let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
    let server = try ScriptedServer { peer, _ in
      _ = try peer.receive(through: "\r\n\r\n")
      try peer.send(Self.answer)
      _ = try peer.receive()
      continuation.yield()
    }
    let client = try await ClientFixture(clock: .manual(clock))
    _ = try await client.fetch("/", from: server.address)
    clock.advance(by: .seconds(59))
    await client.settle()
    #expect(client.count(closed: .idle) == 0)
    clock.advance(by: .seconds(1))
    for await _ in ended { break }
    #expect(client.count(closed: .idle) == 1)
    server.stop()
  }

  @Test func `A connection older than its lifetime is not used again`() async throws {
    let clock = ManualClock()
    let server = try server()
    let client = try await ClientFixture(clock: .manual(clock)) {
      $0.lifetime = .seconds(50)
    }
    for _ in 0..<4 {
      _ = try await client.fetch("/", from: server.address)
      clock.advance(by: .seconds(30))
    }
    #expect(client.count(closed: .lifetime) == 1)
    #expect(client.count(closed: .idle) == 0)
    #expect(client.count(closed: .server) == 0)
    #expect(client.count(client.signals.connectionsOpened) == 2)
    #expect(server.connections == 2)
    server.stop()
  }

  @Test func `A call waits for a connection until its deadline or its own limit`()
    async throws
  {
    for isDeadline in [true, false] {
      let clock = ManualClock()
      let (server, arrived) = try silentServer()
      let client = try await ClientFixture(clock: .manual(clock)) { $0.connectionsPerOrigin = 1 }
      let first = Task { try await client.fetch("/", from: server.address) }
      for await _ in arrived { break }
      var options = CallOptions()
      if isDeadline { options.deadline = clock.now + .seconds(3) }
      if !isDeadline { options.connectionWait = .seconds(3) }
      let second = Task { [options] in
        try await client.fetch("/", from: server.address, options: options)
      }
      try await client.until { $0.count($0.signals.waits) >= 2 }
      clock.advance(by: .seconds(3))
      #expect(await kindOfError { try await second.value } == .queueTimeout)
      first.cancel()
      _ = try? await first.value
      server.stop()
    }
  }

  @Test
  func `Connections of all origins together are limited, and an idle one is closed to make room`()
    async throws
  {
    let servers = try (0..<6).map { _ in try server() }
    let client = try await ClientFixture { $0.connections = 3 }
    for _ in 0..<3 {
      try await withThrowingTaskGroup { group in
        for server in servers {
          group.addTask { try await client.fetch("/", from: server.address).response.status }
        }
        for try await status in group { #expect(status == .ok) }
      }
    }
    let opened = client.count(client.signals.connectionsOpened)
    let ended = ConnectionEnd.allCases.reduce(0) { $0 + client.count(closed: $1) }
    #expect(opened - ended <= 3)
    for server in servers { server.stop() }
  }

  @Test func `A connection is closed when its unread call is released`() async throws {
    let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
    let server = try ScriptedServer { peer, _ in
      _ = try peer.receive(through: "\r\n\r\n")
      try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nbegin")
      _ = try? peer.receive()
      continuation.yield()
    }
    let client = try await ClientFixture()
    let status = try await client.open(from: server.address) { $0.response.status }
    #expect(status == .ok)
    for await _ in ended { break }
    server.stop()
  }

  @Test func `A connection whose client was released is closed when its server closes`()
    async throws
  {
    let running = try RunningLoop()
    let signals = try ClientSignals(SignalRegistry())
    let resolver = Resolver(pool: WorkerPool("names", threads: 1))
    let mayEnd = DispatchSemaphore(value: 0)
    let server = try ScriptedServer { peer, _ in
      _ = try peer.receive(through: "\r\n\r\n")
      try peer.send(Self.answer)
      mayEnd.wait()
    }
    try await Task(executorPreference: running.loop) {
      let client = try HTTPClient(
        on: running.loop.core,
        ClientConfiguration(),
        resolver: resolver,
        signals: signals
      )
      let origin = Origin(.http, host: server.address.ip, port: server.address.port)
      _ = try await client.fetch(
        Request(authority: origin.authority, target: "/"),
        to: Destination(origin)
      )
    }.value
    mayEnd.signal()
    let position = try #require(ConnectionEnd.allCases.firstIndex(of: .server))
    try await waitUntil("the connection is closed") {
      await running.perform { _ in }
      return signals.registry.value(of: signals.connectionsClosed[position]) > 0
    }
    server.stop()
  }

  @Test func `Closing a client closes its idle connections, and later calls open new ones`()
    async throws
  {
    let server = try server()
    let client = try await ClientFixture()
    _ = try await client.fetch("/", from: server.address)
    try await client.with { $0.close() }
    _ = try await client.fetch("/", from: server.address)
    #expect(server.connections == 2)
    server.stop()
  }
}
