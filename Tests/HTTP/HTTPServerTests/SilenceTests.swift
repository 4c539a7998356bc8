// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues
import LoopTesting
import Reactor
import Signals
import Testing

/// Silence after a fast beginning, by a clock that the tests move.
@Suite(.timeLimit(.minutes(5))) struct `Clients that stop sending or reading` {
  private let clock = ManualClock()

  private func serve() async throws -> TestServer {
    try await TestServer(clock: .manual(clock))
  }

  /// Lets time pass as it does, so that whoever looks every second does.
  private func pass(seconds: Int, at server: TestServer) async throws {
    for _ in 0..<seconds {
      try await server.settle()
      clock.advance(by: .seconds(1))
    }
    try await server.settle()
  }

  /// What the server has counted.
  private func count(_ server: TestServer, _ name: String, _ labels: String...) -> Int {
    let series = server.signals.snapshot()[name]?.series.first { $0.labelValues == labels }
    guard case .counter(let count)? = series?.value else { return 0 }
    return Int(clamping: count)
  }

  /// Waits until the server has read so much.
  private func until(received count: Int, by server: TestServer) async throws {
    while self.count(server, "portico_server_received_bytes_total") < count {
      try await server.settle()
    }
  }

  /// A request whose body has the given length, and all but its last byte.
  private func sendAllButLast(_ target: String, _ length: Int, _ peer: PlainSocket) throws {
    try peer.send("POST \(target) HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n")
    try peer.send([UInt8](repeating: 1, count: length - 1))
  }

  @Test
  func
    `An HTTP/1 body without a byte for 20 seconds is answered with 408, however much came before`()
    async throws
  {
    let server = try await serve()
    let peer = try server.connect()
    try await onThread { try sendAllButLast("/length", 1_000_000, peer) }
    try await until(received: 999_999, by: server)
    try await pass(seconds: 21, at: server)
    #expect(try await onThread { try peer.receive(through: "\r\n\r\n") }.contains("408"))
  }

  @Test
  func
    `An HTTP/2 body without a byte for 20 seconds is answered with 408, however much came before`()
    async throws
  {
    let server = try await serve()
    let socket = try server.connect()
    let peer = try FramePeer(toServer: socket)
    try peer.sendHead(1, block: FramePeer.block("POST", "/length"))
    let piece = String(repeating: "x", count: 10_000)
    for _ in 0..<20 { try peer.sendContent(1, piece) }
    try await until(received: 200_000, by: server)
    try await pass(seconds: 22, at: server)
    let answer = try await onThread { try peer.receive(type: 0) }
    #expect(String(decoding: answer.payload, as: UTF8.self).contains("408"))
  }

  @Test
  func `A client that stops reading its response is disconnected, however much it took before`()
    async throws
  {
    let server = try await serve()
    let peer = try server.connect()
    try peer.send("GET /bytes/100000000 HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = try await onThread { try peer.receive(exactly: 10_000_000) }
    // What the kernels do takes real time, of which the clock of the test knows nothing.
    for _ in 0..<600 where count(server, "portico_server_timeouts_total", "send") == 0 {
      try await pass(seconds: 1, at: server)
    }
    #expect(count(server, "portico_server_timeouts_total", "send") == 1)
  }

  @Test func `A client that cannot send because nobody reads its body is not timed out`()
    async throws
  {
    let server = try await serve()
    let peer = try server.connect()
    try await onThread { try sendAllButLast("/gated", 200_000, peer) }
    await server.gate.waitUntilAsked()
    try await until(received: 65_536, by: server)
    try await pass(seconds: 100, at: server)
    await server.gate.open()
    try await until(received: 199_999, by: server)
    try peer.send([1])
    #expect(try await onThread { try peer.receive(through: "\r\n\r\n200000") }.contains("200 OK"))
  }

  @Test func `A client that cannot send because nobody reads its HTTP/2 stream is not timed out`()
    async throws
  {
    let server = try await serve()
    let peer = try FramePeer(toServer: try server.connect())
    try peer.sendHead(1, block: FramePeer.block("POST", "/gated"))
    // A little less than the window that a client has before it knows more.
    for _ in 0..<6 { try peer.sendContent(1, String(repeating: "x", count: 10_000)) }
    await server.gate.waitUntilAsked()
    try await until(received: 60_000, by: server)
    try await pass(seconds: 100, at: server)
    await server.gate.open()
    try await server.settle()
    try peer.sendContent(1, "x", isLast: true)
    let answer = try await onThread { try peer.receive(type: 0) }
    #expect(String(decoding: answer.payload, as: UTF8.self) == "60001")
  }

  @Test func `A client that waits for 100 Continue is not timed out by the server`() async throws {
    let server = try await serve()
    let peer = try server.connect()
    try peer.send(
      "POST /gated HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n"
    )
    await server.gate.waitUntilAsked()
    try await pass(seconds: 100, at: server)
    await server.gate.open()
    #expect(try await onThread { try peer.receive(through: "\r\n\r\n") }.contains("100 Continue"))
    try peer.send("abc")
    #expect(try await onThread { try peer.receive(through: "\r\n\r\n3") }.contains("200 OK"))
  }
}
