// SPDX-License-Identifier: Apache-2.0

import Reactor

/// Suspends a task on its loop; ends at once when the task is cancelled, as when the client
/// disconnects.
final class FaultPause: DeadlineHandler, BatchHandler {
  private let core: LoopCore
  private let waiter = Waiter()
  private var isOver = false

  init(_ core: LoopCore) { self.core = core }

  func wait(_ duration: Duration) async {
    let timer = core.schedule(self, at: core.now + duration)
    await untilCancelled()
    core.cancel(timer)
  }

  /// Waits until the output of this turn has been sent.
  func untilEndOfTurn() async {
    core.atEndOfBatch(self)
    await untilCancelled()
  }

  func untilCancelled() async {
    let confined = LoopConfined(self, to: core.loop.number)
    let loop = core.loop
    await withTaskCancellationHandler {
      if !isOver { await waiter.wait() }
    } onCancel: {
      loop.execute { confined.value.end() }
    }
  }

  func deadlineReached() { end() }

  func batchEnded() { end() }

  private func end() {
    isOver = true
    waiter.wake()
  }
}
