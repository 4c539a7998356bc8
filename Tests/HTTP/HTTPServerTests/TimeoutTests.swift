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
