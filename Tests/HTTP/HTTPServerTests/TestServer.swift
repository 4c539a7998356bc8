// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPServer
import HTTPValues
import LoopTesting
import Reactor
import Signals
import Synchronization

/// A server on one loop, with a handler of the test's own.
final class TestServer: Sendable {
  let server: HTTPServer
  let group: LoopGroup
  let signals: SignalRegistry
  let refused = RefusedClients()
  /// What is said of the mistakes of handlers.
  let bugs = BugLines()
  /// Holds the answer to `/slow`, and the reader of `/gated`, back until the test lets it go.
  let gate: Gate
  var address: SocketAddress { server.addresses[0] }

  init(
    limits: ServerLimits = ServerLimits(),
    clock: LoopClock = .manual(ManualClock()),
    listeners: Int = 1,
    configure: (inout ListenerConfiguration) -> Void = { _ in },
    handler: HTTPServer.HandlerFactory? = nil
  ) async throws {
    let gate = Gate()
    self.gate = gate
    signals = try SignalRegistry()
    group = try LoopGroup(count: 1, name: "test", clock: clock)
    let configurations = (0..<listeners).map { _ in
      var configuration = ListenerConfiguration(SocketAddress.loopback(port: 0))
      configure(&configuration)
      return configuration
    }
    server = try await HTTPServer.start(
      configurations,
      on: group,
      limits: limits,
      signals: ServerSignals(
        signals,
        refused,
        reportBug: { [bugs] line in bugs.lines.withLock { $0.append(line) } }
      ),
      handler: handler ?? { _ in SampleHandler(gate) }
    )
  }

  /// Lets the loop handle what the kernel has for it already.
  func settle() async throws {
    for _ in 0..<2 { try await group.loops[0].perform { _ in } }
  }

  func connect() throws -> PlainSocket { try PlainSocket(to: address, keeping: self) }

  deinit { group.stop() }
}

/// The lines about mistakes of handlers.
final class BugLines: Sendable {
  let lines = Mutex<[String]>([])
}

/// Where a handler waits until a test says that it may go on.
actor Gate {
  private var isAsked = false
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func pass() async {
    isAsked = true
    release()
    while !isOpen { await wait() }
  }

  func waitUntilAsked() async { while !isAsked { await wait() } }

  func open() {
    isOpen = true
    release()
  }

  private func wait() async { await withCheckedContinuation { waiting.append($0) } }

  private func release() {
    let released = waiting
    waiting = []
    for continuation in released { continuation.resume() }
  }
}

/// A handler that shows everything an exchange can do.
final class SampleHandler: RequestHandler {
  private let gate: Gate
  private let hello = PreparedResponse(
    Response(.ok, fields: ["content-type": "text/plain"]),
    body: Array("hello".utf8)
  )
  private let large = PreparedResponse(Response(.ok), body: Array(repeating: 0x7A, count: 3_000))
  private let larger = PreparedResponse(Response(.ok), body: Array(repeating: 0x7A, count: 30_000))

  init(_ gate: Gate) { self.gate = gate }

  func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer {
    if request.path.matches("/hello") { return .prepared(hello) }
    if request.path.matches("/large") { return .prepared(large) }
    if request.path.matches("/larger") { return .prepared(larger) }
    if request.path.matches("/made") {
      return .response(Response(.ok), body: Array("made".utf8))
    }
    return .later(handle)
  }

  private func handle(_ exchange: Exchange) async throws {
    switch exchange.request.target {
    case "/echo": try await echo(exchange)
    case "/length":
      let body = try await exchange.body(atMost: 1 << 20)
      try await exchange.respond(Response(.ok), body: Array("\(body.count)".utf8))
    case "/ignore": try await exchange.respond(Response(.ok), body: Array("ignored".utf8))
    case "/hints":
      try exchange.inform(Response(.earlyHints, fields: ["link": "</x>; rel=preload"]))
      try await exchange.respond(Response(.ok), body: Array("hinted".utf8))
    case "/trailers":
      try await exchange.start(Response(.ok))
      try await exchange.write(Array("body".utf8).span)
      try await exchange.finish(trailers: ["x-checksum": "1"])
    case "/broken":
      try await exchange.start(Response(.ok))
      try await exchange.write(Array("half".utf8).span)
      throw ExchangeError.malformedBody
    case "/slow":
      await gate.pass()
      try await exchange.respond(Response(.ok), body: Array("slow".utf8))
    case "/gated":
      await gate.pass()
      let body = try await exchange.body(atMost: 1 << 20)
      try await exchange.respond(Response(.ok), body: Array("\(body.count)".utf8))
    case "/who":
      try await exchange.respond(Response(.ok), body: Array("\(exchange.peer.client)".utf8))
    case "/nothing": return
    case "/twice":
      try await exchange.respond(Response(.ok), body: Array("once".utf8))
      try await exchange.respond(Response(.ok), body: Array("twice".utf8))
    case "/headless":
      let body = Array("body".utf8)
      try await exchange.write(body.span)
    case "/throws": throw CancellationError()
    case let target where target.hasPrefix("/bytes/"):
      try await stream(Int(target.dropFirst(7)) ?? 0, exchange)
    default: try await exchange.respond(Response(.notFound), body: Array("no\n".utf8))
    }
  }

  private func echo(_ exchange: Exchange) async throws {
    // The first read asks a client that waits for it to send; only then the answer begins.
    var buffer = ByteBuffer()
    var hasMore = try await exchange.read(into: &buffer)
    try await exchange.start(Response(.ok), length: exchange.bodyLength)
    while hasMore {
      try await exchange.write(buffer.span)
      buffer.removeAll()
      hasMore = try await exchange.read(into: &buffer)
    }
    try await exchange.finish(trailers: exchange.trailers)
  }

  private func stream(_ count: Int, _ exchange: Exchange) async throws {
    try await exchange.start(Response(.ok), length: count)
    let piece = [UInt8](repeating: UInt8(ascii: "z"), count: 32_768)
    var left = count
    while left > 0 {
      let size = min(left, piece.count)
      try await exchange.write(piece.span.extracting(first: size))
      left -= size
    }
    try await exchange.finish()
  }
}
