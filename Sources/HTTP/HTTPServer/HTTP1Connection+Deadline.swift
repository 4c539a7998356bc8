// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues
import Reactor

/// What a peer that takes too long meets.
extension HTTP1Connection: DeadlineHandler {
  func wait(for awaited: ConnectionDeadline.Awaited) {
    deadline.wait(for: awaited, server.core.now)
  }

  /// From now on it is the handler's turn.
  func waitForHandler() { wait(for: inputEnded ? .handlerOrPeer(asked: 0) : .handler) }

  /// Called after whatever happened, so that the timer never fires too late.
  func updateDeadline() { deadline.arm(server.limits.timeouts, on: server.core, self) }

  func deadlineReached() {
    deadline.fired()
    guard phase != .closed else { return }
    let overdue = deadline.overdue(
      server.limits.timeouts,
      unacknowledged: channel.unacknowledged,
      server.core.now
    )
    if let overdue { end(overdue) } else { updateDeadline() }
  }

  private func end(_ overdue: ConnectionDeadline.Overdue) {
    switch overdue {
    case .sending:
      server.counters.timedOut(.send)
      close(abruptly: true)
    // A request that has come meanwhile would be lost.
    case .awaiting(.request), .awaiting(.goodbye): if phase != .head || !read() { close() }
    case .awaiting(.head) where input.count == 0: close()
    case .awaiting(.head):
      server.counters.timedOut(.head)
      refuse(.requestTimeout, label: "head_timeout")
      settle()
    case .awaiting(.body):
      server.counters.timedOut(.body)
      if let exchange { exchange.bodyFailed(.bodyTooSlow) } else { close(abruptly: true) }
      settle()
    case .awaiting(.handlerOrPeer(let asked)):
      wait(for: exchange?.askClient() == true ? .handlerOrPeer(asked: asked + 1) : .handler)
      settle()
    case .awaiting(.handler): break
    }
  }
}
