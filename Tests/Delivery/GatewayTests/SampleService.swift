// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPServer
import HTTPValues
import LoopTesting
import Reactor
import Signals
import Synchronization

/// A service that says what a test tells it to, and remembers what it was asked.
final class SampleService: Sendable {
  struct Says: Sendable {
    var status = Status.ok
    var fields: Fields = ["content-type": "application/json"]
    var body: String

    /// The service is broken.
    static let failure: Says = {
      var says = Says("{}")
      says.status = .internalServerError
      return says
    }()

    init(_ body: String, cacheControl: String? = nil) {
      self.body = body
      if let cacheControl { fields.append("cache-control", cacheControl) }
    }
  }

  private struct State {
    var answers: [String: Says] = [:]
    var asked: [String] = []
  }

  private let state = Mutex(State())
  private let group: LoopGroup
  private let server: Mutex<HTTPServer?> = Mutex(nil)

  init() async throws {
    group = try LoopGroup(count: 1, name: "service", clock: .system)
    let started = try await HTTPServer.start(
      [ListenerConfiguration(SocketAddress.loopback(port: 0))],
      on: group,
      signals: ServerSignals(try SignalRegistry()),
      handler: { [self] _ in Handler(self) }
    )
    server.withLock { $0 = started }
  }

  deinit { group.stop() }

  /// The address, in the form in which a site declares it.
  var address: String { server.withLock { $0.map { "http://\($0.addresses[0])" } ?? "" } }

  /// - Parameter target: with the method before it and the body behind it where a body is sent.
  func says(_ says: Says?, to target: String) { state.withLock { $0.answers[target] = says } }

  /// Returns the requests since the last call, in alphabetical order.
  func asked() -> [String] {
    state.withLock { state in
      defer { state.asked = [] }
      return state.asked.sorted()
    }
  }

  fileprivate func answer(_ target: String) -> Says {
    state.withLock { state in
      state.asked.append(target)
      if let says = state.answers[target] { return says }
      var missing = Says("{}")
      missing.status = .notFound
      return missing
    }
  }
}

private final class Handler: RequestHandler {
  private unowned let service: SampleService

  init(_ service: SampleService) { self.service = service }

  func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer {
    guard request.method == .get || request.method == .head else { return .later(handle) }
    let says = service.answer(String(decoding: request.target.array, as: UTF8.self))
    return .response(Response(says.status, fields: says.fields), body: Array(says.body.utf8))
  }

  /// Answers a request; one with a body is identified by its method, its target and the body.
  private func handle(_ exchange: Exchange) async throws {
    let body = String(decoding: try await exchange.body(atMost: 65_536), as: UTF8.self)
    let request = exchange.request
    let says = service.answer("\(request.method.name) \(request.target) \(body)")
    try await exchange.respond(
      Response(says.status, fields: says.fields),
      body: Array(says.body.utf8)
    )
  }
}
