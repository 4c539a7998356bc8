// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Reactor

/// Frees expired entries once a second: in the loop's own tables, and step by step in the store
/// that all loops share.
final class Housekeeping: DeadlineHandler {
  private static let interval = Duration.seconds(1)
  /// Number of entries that are looked at in one step: a tenth of a millisecond.
  private static let handful = 1_024

  private let store: AnswerStore
  private let core: LoopCore
  private var tidy: (() -> Bool)?
  /// The time of day at the last look.
  private var latest: Int64

  init(_ store: AnswerStore, on core: LoopCore) {
    self.store = store
    self.core = core
    latest = core.wallMilliseconds
  }

  /// Begins; `tidy` frees the loop's own entries, and returns whether they are still in use.
  func begin(_ tidy: @escaping () -> Bool) {
    self.tidy = tidy
    wait()
  }

  func deadlineReached() {
    if core.wallMilliseconds < latest { store.clockWasSetBack() }
    latest = core.wallMilliseconds
    guard tidy?() ?? false else { return }
    _ = store.sweep(at: core.wallMilliseconds, atMost: Housekeeping.handful)
    wait()
  }

  private func wait() { _ = core.schedule(self, at: core.now + Housekeeping.interval) }
}
