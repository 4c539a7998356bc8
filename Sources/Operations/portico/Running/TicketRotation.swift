// SPDX-License-Identifier: Apache-2.0

import Reactor
import TransportSecurity

/// Rotates the session ticket keys.
final class TicketRotation: DeadlineHandler {
  private static let interval = Duration.seconds(60)

  private let keys: TicketKeyRing
  private let core: LoopCore

  init(_ keys: TicketKeyRing, on core: LoopCore) {
    (self.keys, self.core) = (keys, core)
    wait()
  }

  func deadlineReached() {
    do {
      try keys.rotate(now: core.wallSeconds)
    } catch {
      StandardStream.errors.write("portico: the keys of session tickets stay: \(error)\n")
    }
    wait()
  }

  private func wait() { _ = core.schedule(self, at: core.now + TicketRotation.interval) }
}
