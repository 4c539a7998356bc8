// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Reactor

/// Lets go once a second of what is of no use any more: in the loop's own table, and a little further
/// on in the store that all loops share.
final class Housekeeping: DeadlineHandler {
  private static let interval = Duration.seconds(1)
  /// Entries that are looked at in one go: a tenth of a millisecond.
  private static let handful = 1_024

  private let store: AnswerStore
  private let planned: PlannedAnswers
  private let core: LoopCore

  init(_ store: AnswerStore, _ planned: PlannedAnswers, on core: LoopCore) {
    self.store = store
    self.planned = planned
    self.core = core
    wait()
  }

  func deadlineReached() {
    planned.tidy()
    _ = store.sweep(at: core.wallMilliseconds, atMost: Housekeeping.handful)
    wait()
  }

  private func wait() { _ = core.schedule(self, at: core.now + Housekeeping.interval) }
}
