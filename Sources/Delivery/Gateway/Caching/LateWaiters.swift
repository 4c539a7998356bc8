// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Reactor

/// Lets those go, once a second, who have waited for a fetch until their deadline. It lives on a loop
/// and sleeps while nobody waits.
final class LateWaiters: DeadlineHandler {
  private static let interval = Duration.seconds(1)

  private let store: AnswerStore
  private let core: LoopCore
  private var isLooking = false

  init(_ store: AnswerStore, on core: LoopCore) {
    self.store = store
    self.core = core
  }

  /// Somebody has begun to wait.
  func look() {
    guard !isLooking else { return }
    isLooking = true
    _ = core.schedule(self, at: core.now + LateWaiters.interval)
  }

  func deadlineReached() {
    isLooking = false
    store.releaseLate(at: core.wallMilliseconds)
    if store.coalescingStatistics.waiters > 0 { look() }
  }
}
