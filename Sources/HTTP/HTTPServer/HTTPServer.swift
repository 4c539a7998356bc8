// SPDX-License-Identifier: Apache-2.0

import HTTP1
import HTTPValues
package import Reactor
import Signals
import Synchronization

/// A server on the loops of a group: on each loop its listeners, its connections and a handler.
package final class HTTPServer: Sendable {
  /// Makes the handler of one loop.
  package typealias HandlerFactory = @Sendable (LoopCore) throws -> any RequestHandler

  /// Where it listens, with the ports that the kernel chose.
  package let addresses: [SocketAddress]
  /// The listening sockets, each once, to hand them to a process that takes over. They are ours until
  /// `drain`.
  package let listeningSockets: [Int32]
  private let parts: [LoopConfined<ServerPart>]
  private let loops: [EventLoop]

  private init(
    _ bound: [BoundListener],
    _ parts: [LoopConfined<ServerPart>],
    _ loops: [EventLoop]
  ) {
    addresses = bound.map(\.address)
    listeningSockets = bound.flatMap(\.sockets)
    self.parts = parts
    self.loops = loops
  }

  /// Listens on every loop of `group`, and serves until `drain`. Fails with `AddressInUse` where
  /// the address is in use.
  package static func start(
    _ listeners: [ListenerConfiguration],
    on group: LoopGroup,
    limits: ServerLimits = ServerLimits(),
    signals: ServerSignals,
    handler makeHandler: @escaping HandlerFactory
  ) async throws -> HTTPServer {
    let ledger = ConnectionLedger(
      limit: limits.connections,
      limitPerClient: limits.connectionsPerClient
    )
    var bound: [BoundListener] = []
    for listener in listeners {
      bound.append(try BoundListener(listener, loops: group.loops.count))
    }
    var parts: [LoopConfined<ServerPart>] = []
    for (index, loop) in group.loops.enumerated() {
      let part = try await loop.perform { [bound] core in
        let server = ServerLoop(
          core: core,
          handler: try makeHandler(core),
          limits: limits,
          ledger: ledger,
          counters: try ServerCounters(signals)
        )
        if index == 0 { server.counters.setLimits(limits) }
        let part = ServerPart(server)
        for listener in bound { try part.listen(listener, index) }
        return LoopConfined(part, to: loop.number)
      }
      parts.append(part)
    }
    return HTTPServer(bound, parts, group.loops)
  }

  /// The number of connections of each loop, in the order of the loops.
  package func connectionCounts() async throws -> [Int] {
    var counts: [Int] = []
    for (part, loop) in zip(parts, loops) {
      counts.append(try await loop.perform { _ in part.value.connectionCount })
    }
    return counts
  }

  /// Asks every open connection to end with its next answer; new ones are taken as before.
  package func endConnections() async throws {
    for (part, loop) in zip(parts, loops) {
      try await loop.perform { _ in part.value.endConnections() }
    }
  }

  /// Stops accepting, lets what is under way finish within the drain time, and closes the rest. Every
  /// loop has ended its turn then, so that what was left for the end of one is done.
  package func drain() async {
    await withTaskGroup { group in
      for (part, loop) in zip(parts, loops) {
        group.addTask {
          await withCheckedContinuation { continuation in
            loop.execute { part.value.drain { continuation.resume() } }
          }
          // The first may still be of the turn in which the last connection ended.
          for _ in 0..<2 { try? await loop.perform { _ in } }
        }
      }
    }
  }
}

/// Part of a server on one loop.
final class ServerPart {
  private let server: ServerLoop
  private var intakes: [ConnectionIntake] = []

  init(_ server: ServerLoop) { self.server = server }

  var connectionCount: Int { server.connectionCount }

  func listen(_ listener: BoundListener, _ index: Int) throws(SystemError) {
    for number in listener.assigned[index] {
      let socket = try ListeningSocket(
        adopting: Descriptor(owning: number),
        isShared: listener.isShared
      )
      intakes.append(try ConnectionIntake(server, listener.configuration, socket))
    }
  }

  func endConnections() { server.endConnections() }

  func drain(_ whenEmpty: @escaping () -> Void) {
    for intake in intakes { intake.stop() }
    intakes = []
    server.drain(whenEmpty)
  }
}
