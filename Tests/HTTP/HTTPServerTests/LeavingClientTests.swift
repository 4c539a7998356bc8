// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues
import LoopTesting
import Testing

/// Waits for the test, and tells it once its task is cancelled.
private final class PatientHandler: RequestHandler {
  private let gate: Gate
  private let cancelled: AsyncStream<Void>.Continuation

  init(_ gate: Gate, _ cancelled: AsyncStream<Void>.Continuation) {
    self.gate = gate
    self.cancelled = cancelled
  }

  func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer { .later(handle) }

  private func handle(_ exchange: Exchange) async throws {
    await withTaskCancellationHandler {
      await gate.pass()
    } onCancel: { [cancelled] in
      cancelled.finish()
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `Clients that disconnect` {
  @Test func `A handler is cancelled when its HTTP/1 client resets the connection`() async throws {
    try await check { server in
      let socket = try server.connect()
      try socket.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      return socket
    }
  }

  @Test func `A handler is cancelled when its HTTP/2 client resets the connection`() async throws {
    try await check { server in
      let socket = try server.connect()
      // The preface, empty settings, and a request: GET, http, the path and the authority `a`.
      let block: [UInt8] = [0x82, 0x86, 0x84, 0x01, 0x01, 0x61]
      try socket.send(
        Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0]
          + [0, 0, UInt8(block.count), 1, 5, 0, 0, 0, 1] + block
      )
      return socket
    }
  }

  /// Lets a client come and leave while the handler waits.
  private func check(
    _ come: @escaping @Sendable (TestServer) throws -> PlainSocket
  ) async throws {
    let gate = Gate()
    let (cancellation, cancelled) = AsyncStream.makeStream(of: Void.self)
    let server = try await TestServer(handler: { _ in PatientHandler(gate, cancelled) })
    let socket = try await onThread { try come(server) }
    await gate.waitUntilAsked()
    socket.reset()
    for await _ in cancellation {}
    try Task.checkCancellation()
    await gate.open()
  }
}
