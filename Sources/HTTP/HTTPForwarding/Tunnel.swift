// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPClient
import HTTPServer
import Reactor

/// Moves what a client and a server say to each other after an upgrade.
///
/// A side that ends ends the other behind what it has said. Who reads slowly slows the other down; when
/// nothing moves for too long, both connections are closed.
final class Tunnel: DeadlineHandler {
  private let exchange: Exchange
  private let call: ClientExchange
  private let core: LoopCore
  private let idle: Duration
  private var lastMoved: Instant
  private var timer = LazyTimer()

  init(_ exchange: Exchange, _ call: ClientExchange, _ rules: UpgradeRules) {
    self.exchange = exchange
    self.call = call
    core = rules.core
    idle = rules.idle
    lastMoved = core.now
  }

  /// Returns when both directions have ended.
  func run() async {
    timer.arm(lastMoved + idle, on: core, self)
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
        try await call.write(buffer.span)
        buffer.removeAll()
      }
      try call.finish()
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

  func deadlineReached() {
    timer.fired()
    let end = lastMoved + idle
    if core.now >= end { call.cancel() } else { timer.arm(end, on: core, self) }
  }
}
