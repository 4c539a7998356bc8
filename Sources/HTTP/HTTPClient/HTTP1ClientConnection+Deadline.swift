// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Reactor

/// One timer for everything that a connection waits for.
extension HTTP1ClientConnection: DeadlineHandler {
  /// Sets the time of the next look at the connection, which has no call.
  func updateTimer() { timer.arm(idleEnd, on: core, self) }

  /// Sets the time of the next look at the connection, which has this call.
  func updateTimer(for exchange: ClientExchange) {
    timer.arm(min(exchange.deadline, pace.nextLook), on: core, self)
  }

  func deadlineReached() {
    timer.fired()
    guard phase != .closed else { return }
    if let exchange {
      judge(exchange)
      if phase != .closed { updateTimer(for: exchange) }
    } else if core.now >= idleEnd {
      close(.idle)
    } else {
      updateTimer()
    }
  }

  private func judge(_ exchange: ClientExchange) {
    if core.now >= exchange.deadline {
      fail(ClientError(.timeout, "the call's deadline has passed"))
    } else if pace.isTooSlow(at: core.now) {
      fail(ClientError(.tooSlow, "\(received) bytes came in time"))
    }
  }
}
