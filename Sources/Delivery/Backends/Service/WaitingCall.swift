// SPDX-License-Identifier: Apache-2.0

import Reactor

/// A call that waits for its turn.
final class WaitingCall {
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
  private var timer: TimerID?
  private var whenOver: ((WaitingCall) -> Void)?

  /// Waits until `deadline`; `whenOver` is told when that, or something else, ends it.
  init(
    _ priority: CallPriority,
    on core: LoopCore,
    until deadline: Instant,
    whenOver: @escaping (WaitingCall) -> Void
  ) {
    self.priority = priority
    self.core = core
    self.whenOver = whenOver
    timer = core.schedule(self, at: deadline)
  }

  /// Ends the waiting, unless it has ended.
  func end(_ state: State) {
    guard case .waiting = self.state else { return }
    self.state = state
    if let timer { core.cancel(timer) }
    timer = nil
    core.wake(self)
  }

  /// It was not let in among those who wait.
  func forget() {
    if let timer { core.cancel(timer) }
    timer = nil
    whenOver = nil
  }
}

extension WaitingCall: DeadlineHandler, WakeHandler {
  func deadlineReached() {
    timer = nil
    end(.refused("its turn did not come in time"))
  }

  func woken() { whenOver.take()?(self) }
}
