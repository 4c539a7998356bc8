// SPDX-License-Identifier: Apache-2.0

import Reactor

/// Some time between two attempts, which ends early when the task is cancelled.
final class Pause: DeadlineHandler {
  private let core: LoopCore
  private let waiter = Waiter()
  private var timer: TimerID?
  private var isOver = false

  init(on core: LoopCore) { self.core = core }

  func wait(for duration: Duration) async {
    timer = core.schedule(self, at: core.now + duration)
    let confined = LoopConfined(self, to: core.loop.number)
    let loop = core.loop
    await withTaskCancellationHandler {
      if !isOver { await waiter.wait() }
    } onCancel: {
      loop.execute { confined.value.end() }
    }
    if let timer { core.cancel(timer) }
  }

  func deadlineReached() {
    timer = nil
    end()
  }

  private func end() {
    isOver = true
    waiter.wake()
  }
}
