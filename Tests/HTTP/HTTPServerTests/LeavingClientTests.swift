// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues
import LoopTesting
import Synchronization
import Testing

/// What a handler and its test tell each other.
private final class Meeting: Sendable {
  let begun = Gate()
  let ended = Gate()
  let wasCancelled = Mutex<Bool?>(nil)
}

/// Waits for the test, and remembers whether its task was cancelled meanwhile.
private final class PatientHandler: RequestHandler {
  private let meeting: Meeting

  init(_ meeting: Meeting) { self.meeting = meeting }

  func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer { .later }

  func handle(_ exchange: Exchange) async throws {
    await meeting.begun.pass()
    let isCancelled = Task.isCancelled
    meeting.wasCancelled.withLock { $0 = isCancelled }
    await meeting.ended.pass()
  }
}

@Suite(.timeLimit(.minutes(1))) struct `A handler whose client leaves` {
  @Test func `is cancelled over HTTP/1.1`() async throws {
    try await check { server in
      let socket = try server.connect()
      try socket.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      return socket
    }
  }

  @Test func `is cancelled over HTTP/2`() async throws {
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
    let meeting = Meeting()
    let server = try await TestServer(handler: { _ in PatientHandler(meeting) })
    let socket = try await onThread { try come(server) }
    await meeting.begun.waitUntilAsked()
    socket.reset()
    try await server.settle()
    await meeting.begun.open()
    await meeting.ended.waitUntilAsked()
    await meeting.ended.open()
    #expect(meeting.wasCancelled.withLock { $0 } == true)
  }
}
