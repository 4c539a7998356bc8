// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Reactor

/// One timer for everything that a connection waits for.
extension HTTP1ClientConnection: DeadlineHandler {
  /// Time of the next look at the connection.
  private var nextLook: Instant {
    guard let exchange else { return idleSince + configuration.keepAlive }
    return min(exchange.deadline, pace.nextLook)
  }

  func updateTimer() { timer.arm(nextLook, on: core, self) }

  func deadlineReached() {
    timer.fired()
    guard phase != .closed else { return }
    if let exchange {
      judge(exchange)
    } else if core.now >= idleSince + configuration.keepAlive {
      close(.idle)
    }
    if phase != .closed { updateTimer() }
  }

  private func judge(_ exchange: ClientExchange) {
    if core.now >= exchange.deadline {
      fail(ClientError(.timeout, "the call's deadline has passed"))
    } else if pace.isTooSlow(at: core.now) {
      fail(ClientError(.tooSlow, "\(received) bytes came in time"))
    }
  }
}
