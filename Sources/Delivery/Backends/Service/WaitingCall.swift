// SPDX-License-Identifier: Apache-2.0

import Reactor

/// A call that waits for its turn.
final class WaitingCall: DeadlineHandler {
  enum State {
    case waiting
    /// The limit has let it through.
    case admitted
    /// Another call took its place, or its time was over.
    case refused(String)
    case cancelled
  }

  let priority: CallPriority
  private(set) var state = State.waiting
  private let core: LoopCore
  private let waiter = Waiter()
  private var timer: TimerID?

  init(_ priority: CallPriority, on core: LoopCore) {
    self.priority = priority
    self.core = core
  }

  /// Waits for the turn, until `deadline` or until the task is cancelled.
  func wait(until deadline: Instant) async -> State {
    timer = core.schedule(self, at: deadline)
    let confined = LoopConfined(self, to: core.loop.number)
    let loop = core.loop
    await withTaskCancellationHandler {
      if case .waiting = state { await waiter.wait() }
    } onCancel: {
      loop.execute { confined.value.end(.cancelled) }
    }
    if let timer { core.cancel(timer) }
    return state
  }

  /// Ends the waiting, unless it has ended.
  func end(_ state: State) {
    guard case .waiting = self.state else { return }
    self.state = state
    waiter.wake()
  }

  func deadlineReached() {
    timer = nil
    end(.refused("its turn did not come in time"))
  }
}
