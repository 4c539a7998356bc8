// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues
import LoopTesting
import Testing

/// Waits for the test, and tells it once its task is cancelled.
private final class PatientHandler: RequestHandler {
  private let gate: Gate
  private let cancelled: AsyncStream<Void>.Continuation
  /// Whether it cancels its request itself.
  private let cancels: Bool

  init(_ gate: Gate, _ cancelled: AsyncStream<Void>.Continuation, cancels: Bool) {
    self.gate = gate
    self.cancelled = cancelled
    self.cancels = cancels
  }

  func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer { .later(handle) }

  private func handle(_ exchange: Exchange) async throws {
    if cancels {
      await Task.yield()
      exchange.cancel()
    }
    await withTaskCancellationHandler {
      await gate.pass()
    } onCancel: { [cancelled] in
      cancelled.finish()
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `Clients that disconnect` {
  private static let firstRequest = Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
  /// The preface, empty settings, and a request: GET, http, the path and the authority `a`.
  private static let secondRequest: [UInt8] =
    Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0]
    + [0, 0, 6, 1, 5, 0, 0, 0, 1] + [0x82, 0x86, 0x84, 0x01, 0x01, 0x61]
  /// The end of a stream, with the code CANCEL.
  private static let reset: [UInt8] = [0, 0, 4, 3, 0, 0, 0, 0, 1, 0, 0, 0, 8]

  @Test(arguments: [firstRequest, secondRequest])
  func `A handler is cancelled when its client resets the connection`(
    request: [UInt8]
  ) async throws {
    try await check(request) { $0.reset() }
  }

  @Test func `A request over HTTP/1 that is cancelled ends with its connection`() async throws {
    try await check(Self.firstRequest, cancels: true) { client in
      // The connection may end with a reset.
      #expect(["", nil].contains(try? client.receiveAll()))
    }
  }

  @Test func `A request over HTTP/2 that is cancelled ends with its stream alone`() async throws {
    try await check(Self.secondRequest, cancels: true) { client in
      var received: [UInt8] = []
      while !received.contains(Self.reset) { received += try client.receive(exactly: 1) }
    }
  }

  /// Sends a request whose handler waits, does something as its client, and waits for the end of the handler.
  private func check(
    _ request: [UInt8],
    cancels: Bool = false,
    _ act: @escaping @Sendable (PlainSocket) throws -> Void
  ) async throws {
    let gate = Gate()
    let (cancellation, cancelled) = AsyncStream.makeStream(of: Void.self)
    let server = try await TestServer(
      handler: { _ in PatientHandler(gate, cancelled, cancels: cancels) }
    )
    let socket = try await onThread {
      let socket = try server.connect()
      try socket.send(request)
      return socket
    }
    await gate.waitUntilAsked()
    try await onThread { try act(socket) }
    for await _ in cancellation {}
    try Task.checkCancellation()
    await gate.open()
  }
}
