// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPClient
package import HTTPServer
import HTTPValues
package import Reactor

/// A protocol that clients and servers may go on in after an upgrade, such as WebSocket.
package struct UpgradeRules {
  /// Name of the protocol in Upgrade, in lowercase.
  package let name: StaticString
  /// Duration for which both sides may be silent.
  package let idle: Duration
  let core: LoopCore

  package init(_ name: StaticString, idle: Duration, on core: LoopCore) {
    self.name = name
    self.idle = idle
    self.core = core
  }

  /// Whether a request asks for the protocol.
  package func isAsked(by exchange: Exchange) -> Bool {
    exchange.canUpgrade && exchange.request.method == .get
      && exchange.request.withView { FieldMembers.contains(name, of: .upgrade, in: $0.fields) }
  }
}

/// Moves what a client and a server say to each other after an upgrade.
///
/// A side that ends ends the other behind what it has said. Who reads slowly slows the other down; when
/// nothing moves for too long, both connections are closed. A gateway that stops ends the direction to the
/// server, which has a moment for its last words.
final class Tunnel: DeadlineHandler {
  private let exchange: Exchange
  private let call: ClientExchange
  private let core: LoopCore
  private let idle: Duration
  private var lastMoved: Instant
  /// The bytes that move from the client to the server.
  private var buffer = ByteBuffer()
  /// Whether the client has ended its direction.
  private var isClientDone = false
  /// Time at which both connections are closed, once the gateway is to stop.
  private var leavesAt: Instant?
  private var timer = LazyTimer()

  init(_ exchange: Exchange, _ call: ClientExchange, _ rules: UpgradeRules) {
    self.exchange = exchange
    self.call = call
    core = rules.core
    idle = rules.idle
    lastMoved = core.now
  }

  /// Duration that the server has for its last words.
  private static let farewell = Duration.seconds(2)

  private var closesAt: Instant { leavesAt ?? lastMoved + idle }

  func begin() {
    timer.arm(closesAt, on: core, self)
    exchange.whenDraining { [weak self] in self?.leave() }
    call.watch(self)
    exchangeMoved()
  }

  /// The client is gone, or the server has nothing more to say.
  func end() {
    timer.cancel(on: core)
    call.unwatch()
    call.cancel()
  }

  private func moveUp() throws {
    defer { core.recycle(&buffer) }
    // When the gateway is to stop, what the client says is dropped.
    while !isClientDone, call.hasRoom || leavesAt != nil {
      switch try exchange.take(into: &buffer) {
      case .nothing: return
      case .bytes:
        lastMoved = core.now
        if leavesAt == nil { try call.write(buffer.span) }
        buffer.removeAll()
      case .end:
        isClientDone = true
        if leavesAt == nil { try call.finish() }
      }
    }
  }

  /// Returns whether there may be more.
  private func moveDown() throws -> Bool {
    while true {
      switch try call.arrived() {
      case .nothing: return true
      case .bytes:
        lastMoved = core.now
        guard try call.pass(to: exchange) else { return true }
      case .end: return false
      }
    }
  }

  /// The gateway is to stop.
  private func leave() {
    leavesAt = core.now + Tunnel.farewell
    timer.arm(closesAt, on: core, self)
    do { try call.finish() } catch { call.cancel() }
  }

  func deadlineReached() {
    timer.fired()
    if core.now >= closesAt { call.cancel() } else { timer.arm(closesAt, on: core, self) }
  }
}

extension Tunnel: ExchangeWatcher {
  /// Something has come from one of the two sides, or one takes more.
  func exchangeMoved() {
    do { try moveUp() } catch { call.cancel() }
    if (try? moveDown()) == true { return }
    end()
    // A client that is gone needs no goodbye.
    try? exchange.end()
  }
}

extension ClientExchange {
  /// Passes on what has come of the answer; returns whether the client took all of it.
  func pass(
    to exchange: Exchange,
    shownTo observer: (any ContentObserver)? = nil
  ) throws(ExchangeError) -> Bool {
    var hasRoom = true
    try lend { (bytes) throws(ExchangeError) in
      var taken = 0
      while taken < bytes.count, hasRoom {
        let count = try exchange.offer(bytes.extracting(taken...))
        hasRoom = count > 0
        taken += count
      }
      observer?.append(bytes.extracting(first: taken))
      return taken
    }
    return hasRoom
  }
}
