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
  private let parts: [LoopConfined<ServerPart>]
  private let loops: [EventLoop]

  private init(
    _ addresses: [SocketAddress],
    _ parts: [LoopConfined<ServerPart>],
    _ loops: [EventLoop]
  ) {
    self.addresses = addresses
    self.parts = parts
    self.loops = loops
  }

  /// Listens on every loop of `group`, and serves until `drain`.
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
    return HTTPServer(bound.map(\.address), parts, group.loops)
  }

  /// The listening sockets, to hand them to a process that takes over. They stay ours until `drain`.
  package func listeningSockets() async throws -> [Int32] {
    var numbers: [Int32] = []
    for (part, loop) in zip(parts, loops) {
      numbers += try await loop.perform { _ in part.value.socketNumbers }
    }
    return numbers
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

/// What a server has on one loop.
final class ServerPart {
  private let server: ServerLoop
  private var intakes: [ConnectionIntake] = []

  init(_ server: ServerLoop) { self.server = server }

  func listen(_ listener: BoundListener, _ index: Int) throws(SystemError) {
    intakes.append(try ConnectionIntake(server, listener.configuration, listener.socket(index)))
  }

  var socketNumbers: [Int32] { intakes.compactMap(\.socketNumber) }

  func drain(_ whenEmpty: @escaping () -> Void) {
    for intake in intakes { intake.stop() }
    intakes = []
    server.drain(whenEmpty)
  }
}

/// The sockets of one listener, one for each loop, on their way to the loops.
struct BoundListener: Sendable {
  let configuration: ListenerConfiguration
  let address: SocketAddress
  private let numbers: [Int32]
  private let isShared: Bool

  init(_ configuration: ListenerConfiguration, loops: Int) throws(SystemError) {
    self.configuration = configuration
    switch configuration.source {
    case .address(let wanted):
      let first = try BoundListener.socket(at: wanted, isReplacing: configuration.isReplacing)
      address = first.address
      // The path of a Unix socket can be bound once only; the loops share it then.
      isShared = !address.isInternet
      numbers = try BoundListener.spread(first, loops: loops, isShared: isShared)
    case .inherited(let number):
      let first = try ListeningSocket(adopting: Descriptor(owning: number), isShared: true)
      address = first.address
      isShared = true
      numbers = try BoundListener.spread(first, loops: loops, isShared: true)
    }
  }

  private static func socket(
    at address: SocketAddress,
    isReplacing: Bool
  ) throws(SystemError) -> ListeningSocket {
    guard isReplacing, case .unix(let path) = address.place, !path.hasPrefix("@") else {
      return try ListeningSocket(binding: address)
    }
    return try ListeningSocket(replacing: path)
  }

  private static func spread(
    _ first: consuming ListeningSocket,
    loops: Int,
    isShared: Bool
  ) throws(SystemError) -> [Int32] {
    var numbers: [Int32] = []
    for _ in 1..<max(1, loops) {
      let next =
        isShared ? try first.duplicate() : try ListeningSocket(binding: first.address)
      numbers.append(next.release())
    }
    numbers.append(first.release())
    return numbers
  }

  /// The socket of the loop at `index`; each is taken once.
  func socket(_ index: Int) throws(SystemError) -> ListeningSocket {
    try ListeningSocket(adopting: Descriptor(owning: numbers[index]), isShared: isShared)
  }
}
