// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPServer
import HTTPValues
import LoopTesting
import Reactor
import Signals
import Synchronization

/// A service that requests are passed on to. A test says how it answers; it remembers what it got.
final class PlainService: Sendable {
  /// A request as it came.
  struct Seen: Sendable {
    let method: String
    let target: String
    let authority: String
    let fields: Fields
    let body: [UInt8]
  }

  typealias Script = @Sendable (Exchange, PlainService) async throws -> Void

  private struct State {
    var seen: [Seen] = []
    var script: Script
  }

  let clock: ManualClock
  private let state: Mutex<State>
  private let group: LoopGroup
  private let server: Mutex<HTTPServer?> = Mutex(nil)

  /// Without a script it answers 200 with the target.
  init(clock: ManualClock, _ script: @escaping Script = PlainService.echo) async throws {
    self.clock = clock
    state = Mutex(State(script: script))
    group = try LoopGroup(count: 1, name: "service", clock: .manual(clock))
    let started = try await HTTPServer.start(
      [ListenerConfiguration(SocketAddress.loopback(port: 0))],
      on: group,
      signals: ServerSignals(try SignalRegistry()),
      handler: { [self] _ in Handler(self) }
    )
    server.withLock { $0 = started }
  }

  deinit { group.stop() }

  @Sendable static func echo(_ exchange: Exchange, _ service: PlainService) async throws {
    try await exchange.respond(Response(.ok), body: Array(exchange.request.target.utf8))
  }

  /// Changes the answers from now on.
  func answers(_ script: @escaping Script) { state.withLock { $0.script = script } }

  /// It answers all that is asked with this, counting its answers in the body.
  func says(_ fields: Fields, _ body: String = "body", status: Status = .ok) {
    answers { exchange, service in
      let number = service.count
      try await exchange.respond(
        Response(status, fields: fields),
        body: Array("\(body) \(number)".utf8)
      )
    }
  }

  var address: String { server.withLock { $0.map { "http://\($0.addresses[0])" } ?? "" } }
  var seen: [Seen] { state.withLock { $0.seen } }
  var count: Int { state.withLock { $0.seen.count } }

  fileprivate func answer(_ exchange: Exchange) async throws {
    exchange.bodyLimit = .max
    var body = ByteBuffer()
    if exchange.request.fields["read"] != "no" {
      while try await exchange.read(into: &body) {}
    }
    let seen = Seen(
      method: exchange.request.method.name,
      target: exchange.request.target,
      authority: exchange.request.authority,
      fields: exchange.request.fields,
      body: body.span.array
    )
    let script = state.withLock { state in
      state.seen.append(seen)
      return state.script
    }
    try await script(exchange, self)
  }
}

private final class Handler: RequestHandler {
  /// A request may come while its service is released, such as the copy that a mirror gets.
  private weak var service: PlainService?

  init(_ service: PlainService) { self.service = service }

  func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer { .later(handle) }

  private func handle(_ exchange: Exchange) async throws {
    guard let service else { return try await exchange.respond(Response(.serviceUnavailable)) }
    try await service.answer(exchange)
  }
}
