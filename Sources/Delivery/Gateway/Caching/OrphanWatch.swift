// SPDX-License-Identifier: Apache-2.0

import Reactor

/// Cancels a fetch whose client has left, unless others wait for it.
final class OrphanWatch: DeadlineHandler {
  /// Time for which the fetch goes on after its client has left: an answer that is nearly complete
  /// is kept for others, and a service that hangs is not kept busy.
  private static let grace = Duration.milliseconds(500)

  private let core: LoopCore
  private let isWanted: () -> Bool
  private let giveUp: () -> Void
  private var timer: TimerID?

  /// Starts to watch, until the fetch is over.
  init(on core: LoopCore, isWanted: @escaping () -> Bool, giveUp: @escaping () -> Void) {
    self.core = core
    self.isWanted = isWanted
    self.giveUp = giveUp
    look()
  }

  private func look() { timer = core.schedule(self, at: core.now + OrphanWatch.grace) }

  func deadlineReached() {
    timer = nil
    if isWanted() { look() } else { giveUp() }
  }

  /// Ends with the fetch.
  func end() {
    if let timer { core.cancel(timer) }
    timer = nil
  }
}
