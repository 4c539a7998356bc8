// SPDX-License-Identifier: Apache-2.0

import Reactor

/// Gives a fetch up whose client has left, unless others wait for what it brings.
final class OrphanWatch: DeadlineHandler {
  /// How long the fetch goes on for nobody: what is nearly there is kept for whoever comes next, and a
  /// service that hangs is not kept busy.
  private static let grace = Duration.milliseconds(500)

  private let core: LoopCore
  private let isWanted: () -> Bool
  private let giveUp: () -> Void
  private var timer: TimerID?

  /// Looks from now on, until the fetch is over.
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

  /// The fetch is over.
  func end() {
    if let timer { core.cancel(timer) }
    timer = nil
  }
}
