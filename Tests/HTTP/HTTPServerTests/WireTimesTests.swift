// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPServer
import HTTPValues
import LoopTesting
import Reactor
import Signals
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The times around a handler` {
  private let clock = ManualClock()
  private let registry: SignalRegistry
  private let written: Histogram

  init() throws {
    registry = try SignalRegistry()
    written = try registry.histogram("written_seconds", "Writing.", unit: .seconds)
  }

  /// Asks for the time of every answer, whose body has some bytes.
  private final class Timed: RequestHandler {
    let wireTimes: WireTimes?
    private let shard: SignalShard
    private let written: Histogram
    private let answer: PreparedResponse

    init(_ registry: SignalRegistry, _ written: Histogram, bytes: Int, on core: LoopCore) throws {
      wireTimes = WireTimes(on: core)
      shard = try registry.makeShard()
      self.written = written
      answer = PreparedResponse(Response(.ok), body: [UInt8](repeating: 0x7A, count: bytes))
    }

    func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer {
      if request.path.matches("/later") {
        return .later { [self] exchange in
          wireTimes?.recordWriting(in: written, of: shard)
          try await exchange.respond(answer)
        }
      }
      wireTimes?.recordWriting(in: written, of: shard)
      return .prepared(answer)
    }
  }

  private func server(bytes: Int) async throws -> TestServer {
    let (registry, written) = (registry, written)
    return try await TestServer(
      clock: .manual(clock),
      handler: { core in try Timed(registry, written, bytes: bytes, on: core) }
    )
  }

  private var values: HistogramSnapshot? {
    guard case .histogram(let values)? = registry.snapshot()["written_seconds"]?.series.first?.value
    else { return nil }
    return values
  }

  @Test(arguments: ["/now", "/later"])
  func `Writing an HTTP/1.1 answer lasts until a slow client lets the kernel take all of it`(
    path: String
  ) async throws {
    let bytes = 16 << 20
    let server = try await server(bytes: bytes)
    let peer = try server.connect()
    peer.shrinkBuffers()
    try peer.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = try await onThread { try peer.receive(through: "\r\n\r\n") }
    try await server.settle()
    #expect(values?.count == 0, "the answer is written before anybody reads it")
    clock.advance(by: .milliseconds(100))
    _ = try await onThread { try peer.receive(exactly: bytes) }
    try await server.settle()
    #expect(values?.count == 1)
    #expect(values?.minimum == 0.1)
  }

  @Test func `Writing an HTTP/2 answer lasts until the client gives room for all of it`()
    async throws
  {
    let server = try await server(bytes: 100_000)
    let peer = try FramePeer(toServer: try server.connect())
    try peer.sendHead(1, block: FramePeer.block("GET", "/now"), isLast: true)
    // As much as the peer's windows take.
    try await onThread {
      var received = 0
      while received < 65_535 { received += try peer.receive(type: 0).payload.count }
    }
    try await server.settle()
    #expect(values?.count == 0)
    clock.advance(by: .milliseconds(100))
    for stream in [UInt32(0), 1] {
      try peer.send(type: 8, stream: stream, payload: FramePeer.bytes(65_535))
    }
    try await onThread {
      while try peer.receive(type: 0).flags & FramePeer.endStream == 0 {}
    }
    try await server.settle()
    #expect(values?.count == 1)
    #expect(values?.minimum == 0.1)
  }

  @Test func `The writing of an answer whose client leaves is not recorded`() async throws {
    let server = try await server(bytes: 16 << 20)
    let peer = try server.connect()
    peer.shrinkBuffers()
    try peer.send("GET /now HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = try await onThread { try peer.receive(through: "\r\n\r\n") }
    peer.reset()
    let other = try server.connect()
    try other.send("GET /now HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    _ = try await onThread { try other.receiveAll() }
    try await server.settle()
    #expect(values?.count == 1)
  }
}
