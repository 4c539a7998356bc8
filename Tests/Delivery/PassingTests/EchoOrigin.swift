// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPServer
import HTTPValues
import LoopTesting
import Reactor
import Signals
import Synchronization

extension Gateway {
  /// Gateways that programs talk to: they hold no reference.
  private static let held = Mutex<[Gateway]>([])

  /// A gateway that lives as long as the test run.
  static func held(_ upstream: ScriptedServer) async throws -> SocketAddress {
    let gateway = try await Gateway(to: upstream.address)
    held.withLock { $0.append(gateway) }
    return gateway.address
  }
}

/// A server that sends back what it gets, over HTTP/1 and HTTP/2.
final class EchoOrigin: Sendable {
  private let group: LoopGroup
  private let server: HTTPServer
  var address: SocketAddress { server.addresses[0] }

  init() async throws {
    group = try LoopGroup(count: 1, name: "echo")
    server = try await HTTPServer.start(
      [ListenerConfiguration(.loopback(port: 0))],
      on: group,
      signals: ServerSignals(SignalRegistry())
    ) { _ in Handler() }
  }

  deinit { group.stop() }

  private final class Handler: RequestHandler {
    func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer { .later(handle) }

    private func handle(_ exchange: Exchange) async throws {
      var buffer = ByteBuffer()
      var hasMore = try await exchange.read(into: &buffer)
      try await exchange.start(Response(.ok), length: exchange.bodyLength)
      while hasMore {
        try await exchange.write(buffer.span)
        buffer.removeAll()
        hasMore = try await exchange.read(into: &buffer)
      }
      try await exchange.finish()
    }
  }
}
