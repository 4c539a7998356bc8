// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues
import LoopTesting
import Reactor
import Testing

/// Patience, by a clock that the tests move.
@Suite(.timeLimit(.minutes(5))) struct `Timeouts of a server` {
  private let clock = ManualClock()

  private func serve(_ change: (inout ServerLimits) -> Void = { _ in }) async throws -> TestServer {
    var limits = ServerLimits()
    change(&limits)
    return try await TestServer(limits: limits, clock: .manual(clock))
  }

  @Test func `An idle connection is closed without a response after 75 seconds`() async throws {
    let peer = try await serve().connect()
    try peer.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = try peer.receive(through: "hello")
    clock.advance(by: .seconds(75))
    #expect(try peer.receiveAll() == "")
  }

  @Test func `A busy HTTP/1 connection is kept, and its idle time begins behind each response`()
    async throws
  {
    let peer = try await serve().connect()
    for _ in 0..<5 {
      try peer.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(!(try peer.receive(through: "hello")).contains("connection:"))
      clock.advance(by: .seconds(40))
    }
    clock.advance(by: .seconds(35))
    #expect(try peer.receiveAll() == "")
  }

  @Test func `A response that ends an old HTTP/1 connection says so`() async throws {
    let peer = try await serve { $0.timeouts.lifetime = .seconds(60) }.connect()
    for isLast in [false, false, true] {
      try peer.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
      let answer = try peer.receive(through: "hello")
      #expect(answer.contains("connection: close\r\n") == isLast)
      clock.advance(by: .seconds(40))
    }
    #expect(try peer.receiveAll() == "")
  }

  /// Sends a request, and waits for its response.
  private func ask(_ peer: FramePeer, on stream: UInt32) throws {
    let block = FramePeer.block("GET", "/hello")
    try peer.sendHead(stream, block: block, isLast: true)
    #expect(try peer.receiveRequest() == stream)
  }

  /// The stream that the next GOAWAY names as the last.
  private func receiveGoAway(_ peer: FramePeer) throws -> UInt32 {
    try peer.receive(type: 7).payload.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  @Test func `A busy HTTP/2 connection is kept, and before an idle one ends its client is told`()
    async throws
  {
    let server = try await serve()
    let peer = try FramePeer(toServer: server.connect())
    for stream: UInt32 in [1, 3, 5, 7] {
      try ask(peer, on: stream)
      clock.advance(by: .seconds(40))
    }
    clock.advance(by: .seconds(35))
    #expect(try receiveGoAway(peer) == 0x7FFF_FFFF)
    // This one crosses the notice.
    try ask(peer, on: 9)
    try await server.settle()
    clock.advance(by: .seconds(2))
    #expect(try receiveGoAway(peer) == 9)
    #expect(try peer.socket.receiveAll() == "")
  }

  @Test
  func `An old HTTP/2 connection ends although its client goes on, and names its last stream`()
    async throws
  {
    let server = try await serve { $0.timeouts.lifetime = .seconds(60) }
    let peer = try FramePeer(toServer: server.connect())
    try ask(peer, on: 1)
    clock.advance(by: .seconds(61))
    try ask(peer, on: 3)
    #expect(try receiveGoAway(peer) == 0x7FFF_FFFF)
    clock.advance(by: .milliseconds(1500))
    try ask(peer, on: 5)
    try await server.settle()
    clock.advance(by: .milliseconds(500))
    #expect(try receiveGoAway(peer) == 5)
    #expect(try peer.socket.receiveAll() == "")
  }

  @Test func `A request head that comes too slowly is answered with 408`() async throws {
    let server = try await serve()
    let peer = try server.connect()
    try peer.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = try peer.receive(through: "hello")
    for byte in "GET /he".utf8 {
      try peer.send([byte])
      try await server.settle()
      clock.advance(by: .seconds(1))
    }
    clock.advance(by: .seconds(4))
    #expect(try peer.receiveAll().hasPrefix("HTTP/1.1 408 "))
  }

  @Test
  func `A request body that becomes too slow is answered with 408, however fast it was before`()
    async throws
  {
    let server = try await serve { $0.timeouts.slowestBytesPerSecond = 1000 }
    let peer = try server.connect()
    try peer.send("POST /length HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n")
    for second in 0..<60 {
      // More than enough for two periods, since what comes when one ends counts in either.
      try peer.send([UInt8](repeating: 1, count: second < 40 ? 2000 : 1))
      try await server.settle()
      clock.advance(by: .seconds(1))
    }
    #expect(try peer.receiveAll().hasPrefix("HTTP/1.1 408 "))
  }
}
