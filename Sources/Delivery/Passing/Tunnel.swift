// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPClient
import HTTPServer
import Reactor

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

  private var end: Instant { leavesAt ?? lastMoved + idle }

  /// Returns when both directions have ended.
  func run() async {
    timer.arm(end, on: core, self)
    exchange.whenDraining { [weak self] in self?.leave() }
    let confined = LoopConfined(self, to: core.loop.number)
    async let upwards: Void = confined.value.moveUp()
    await moveDown()
    timer.cancel(on: core)
    await upwards
  }

  private func moveUp() async {
    var buffer = ByteBuffer()
    do {
      while try await exchange.read(into: &buffer) {
        lastMoved = core.now
        if leavesAt == nil { try await call.write(buffer.span) }
        buffer.removeAll()
      }
      if leavesAt == nil { try call.finish() }
    } catch {
      call.cancel()
    }
  }

  private func moveDown() async {
    var buffer = ByteBuffer()
    do {
      while try await call.read(into: &buffer) {
        lastMoved = core.now
        try await exchange.write(buffer.span)
        buffer.removeAll()
      }
    } catch {
      call.cancel()
    }
    // A client that is gone needs no goodbye.
    try? await exchange.finish()
  }

  /// The gateway is to stop.
  private func leave() {
    leavesAt = core.now + Tunnel.farewell
    timer.arm(end, on: core, self)
    do { try call.finish() } catch { call.cancel() }
  }

  func deadlineReached() {
    timer.fired()
    if core.now >= end { call.cancel() } else { timer.arm(end, on: core, self) }
  }
}
