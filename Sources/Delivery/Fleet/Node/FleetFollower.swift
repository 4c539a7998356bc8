// SPDX-License-Identifier: Apache-2.0

import Reactor

/// Somebody who waits until a node serves what the fleet serves.
final class FleetFollower: DeadlineHandler {
  private var continuation: CheckedContinuation<Bool, Never>?

  init(_ continuation: CheckedContinuation<Bool, Never>) { self.continuation = continuation }

  func end(isCurrent: Bool) { continuation.take()?.resume(returning: isCurrent) }

  func deadlineReached() { end(isCurrent: false) }
}

/// A timer until something is due.
final class FleetTimer: DeadlineHandler {
  private weak var node: FleetNode?

  init(_ node: FleetNode) { self.node = node }

  func deadlineReached() { node?.handle(.due) }
}
