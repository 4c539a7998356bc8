// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues
import Reactor
import Signals
import Synchronization

/// A server on a loopback address whose clock a scenario moves, and that can be cut off from its clients.
final class LoopbackServer: Sendable {
  private let isOffline = Atomic(false)
  private let group: LoopGroup
  private let started = Mutex<HTTPServer?>(nil)

  init(clock: ManualClock) throws {
    group = try LoopGroup(count: 1, name: "conformance", clock: .manual(clock))
  }

  deinit { group.stop() }

  func start(_ makeHandler: @escaping HTTPServer.HandlerFactory) async throws {
    var limits = ServerLimits()
    // The hours of a scenario end no connection.
    limits.timeouts.idle = .seconds(1 << 30)
    limits.timeouts.lifetime = .seconds(1 << 30)
    let server = try await HTTPServer.start(
      [ListenerConfiguration(SocketAddress.loopback(port: 0))],
      on: group,
      limits: limits,
      signals: ServerSignals(try SignalRegistry()),
      handler: { [weak self] core in CutHandler(try makeHandler(core), of: self) }
    )
    started.withLock { $0 = server }
  }

  var address: String { started.withLock { $0.map { "\($0.addresses[0])" } ?? "" } }

  func setOffline(_ value: Bool) { isOffline.store(value, ordering: .releasing) }

  fileprivate var isCutOff: Bool { isOffline.load(ordering: .acquiring) }
}

/// Ends the connection of each request that comes while its server is offline.
private final class CutHandler: RequestHandler {
  private let handler: any RequestHandler
  private weak var server: LoopbackServer?

  init(_ handler: any RequestHandler, of server: LoopbackServer?) {
    (self.handler, self.server) = (handler, server)
  }

  var wireTimes: WireTimes? { handler.wireTimes }

  func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer {
    guard server?.isCutOff == false else { return .later { $0.abort() } }
    return handler.answer(request, from: peer)
  }
}
