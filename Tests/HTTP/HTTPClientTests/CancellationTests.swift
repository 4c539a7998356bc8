// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import HTTPValues
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Cancelling calls` {
  private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

  @Test func `A cancelled HTTP/1 call leaves its connection's place to the next call`() async throws
  {
    let (arrived, continuation) = AsyncStream.makeStream(of: Void.self)
    let server = try ScriptedServer { peer, number in
      _ = try peer.receive(through: "\r\n\r\n")
      continuation.yield()
      guard number == 1 else { return try peer.send(Self.answer) }
      _ = try peer.receive()
    }
    let client = try await ClientFixture { $0.connectionsPerOrigin = 1 }
    let (first, second) = try await twoCalls(client, server, arrived)
    first.cancel()
    #expect(await kindOfError { try await first.value } == .cancelled)
    _ = try await second.value
    #expect(client.count(closed: .call) == 1)
    server.stop()
  }

  @Test func `A cancelled HTTP/2 call leaves its stream's place to the next call`() async throws {
    let (arrived, continuation) = AsyncStream.makeStream(of: Void.self)
    let server = try ScriptedServer { socket, _ in
      // One stream at a time.
      let peer = try FramePeer(socket, settings: [(3, 1)])
      let first = try peer.receiveRequest()
      continuation.yield()
      guard try peer.receive(type: 3).stream == first else { return }
      try peer.sendHead(peer.receiveRequest(), isLast: true)
      _ = try socket.receiveAll()
    }
    let client = try await ClientFixture {
      $0.cleartextHTTP2 = .always
      $0.connectionsPerOrigin = 1
      $0.streamsBeforeSettings = 1
    }
    let (first, second) = try await twoCalls(client, server, arrived)
    first.cancel()
    #expect(await kindOfError { try await first.value } == .cancelled)
    _ = try await second.value
    #expect(server.connections == 1)
    server.stop()
  }

  /// A call that the server has and does not answer, and one that waits behind it.
  private func twoCalls(
    _ client: ClientFixture,
    _ server: ScriptedServer,
    _ arrived: AsyncStream<Void>
  ) async throws -> (Task<FetchedResponse, any Error>, Task<FetchedResponse, any Error>) {
    let first = Task { try await client.fetch("/", from: server.address) }
    for await _ in arrived { break }
    let second = Task { try await client.fetch("/", from: server.address) }
    try await client.until { $0.count($0.signals.waits) >= 2 }
    return (first, second)
  }

  @Test func `A cancelled call that was waiting makes room in the full queue`() async throws {
    let (arrived, continuation) = AsyncStream.makeStream(of: Void.self)
    let server = try ScriptedServer { peer, number in
      _ = try peer.receive(through: "\r\n\r\n")
      continuation.yield()
      guard number == 1 else { return try peer.send(Self.answer) }
      _ = try peer.receive()
    }
    let client = try await ClientFixture {
      $0.connectionsPerOrigin = 1
      $0.waitingPerOrigin = 1
    }
    let (first, second) = try await twoCalls(client, server, arrived)
    #expect(await kindOfError { try await client.fetch("/", from: server.address) } == .queueFull)
    second.cancel()
    #expect(await kindOfError { try await second.value } == .cancelled)
    let third = Task { try await client.fetch("/", from: server.address) }
    try await client.until { $0.count($0.signals.waits) >= 3 }
    first.cancel()
    #expect(await kindOfError { try await first.value } == .cancelled)
    _ = try await third.value
    server.stop()
  }
}
