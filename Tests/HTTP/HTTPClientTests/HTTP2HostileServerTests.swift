// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import HTTPValues
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(1))) struct `An HTTP/2 server with a will of its own` {
  private func client(
    _ change: @escaping @Sendable (inout ClientConfiguration) -> Void = { _ in }
  ) async throws -> ClientFixture {
    try await ClientFixture {
      $0.usesHTTP2WithoutAsking = true
      change(&$0)
    }
  }

  @Test func `may go away between two calls`() async throws {
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
}
