// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues
import Reactor

/// What a peer that takes too long meets.
extension HTTP1Connection: DeadlineHandler {
  func wait(for awaited: ConnectionDeadline.Awaited) {
    deadline.wait(for: awaited, server.core.now)
  }

  private var patienceEnds: Instant {
    deadline.instant(server.limits.timeouts, received: body.received, sent: sentWhileBlocked)
  }

  /// Called after whatever happened, so that the timer never fires too late.
  func updateDeadline() {
    deadline.arm(patienceEnds, on: server.core, self)
  }

  func deadlineReached() {
    deadline.fired()
    guard phase != .closed else { return }
    if server.core.now < patienceEnds {
      updateDeadline()
    } else {
      patienceEnded()
    }
  }

  private func patienceEnded() {
    if deadline.isSending {
      server.counters.timedOut(.send)
      close(abruptly: true)
      return
    }
    switch deadline.awaited {
    case .request, .goodbye: close()
    case .head where input.count == 0: close()
    case .head:
      server.counters.timedOut(.head)
      refuse(.requestTimeout, label: "head_timeout")
      settle()
    case .body:
      server.counters.timedOut(.body)
      if let exchange { exchange.bodyFailed(.bodyTooSlow) } else { close(abruptly: true) }
      settle()
    case .handler: break
    }
  }

}
