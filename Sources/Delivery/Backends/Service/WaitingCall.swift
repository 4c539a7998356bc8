// SPDX-License-Identifier: Apache-2.0

import Reactor

/// A call that waits for a permit.
final class WaitingCall {
  /// End of the wait.
  enum Outcome: ~Copyable {
    /// The call was let through with a permit.
    case admitted(Permit)
    /// The call was displaced, or its time was over.
    case refused(String)
    case cancelled
  }

  private(set) var isWaiting = true
  private let gate: AdmissionGate
  private let core: LoopCore
  /// Kept until it is taken; a permit that nobody takes is returned with this object.
  private var outcome: Outcome?
  private var timer: TimerID?
  private var whenOver: ((WaitingCall) -> Void)?

  /// `whenOver` is called when the wait has ended.
  init(
    at gate: AdmissionGate,
    on core: LoopCore,
    whenOver: @escaping (WaitingCall) -> Void
  ) {
    self.gate = gate
    self.core = core
    self.whenOver = whenOver
    gate.holderCame()
  }

  deinit {
    outcome = nil
    gate.holderLeft()
  }

  /// Begins the wait, until `deadline`.
  func begin(until deadline: Instant) { timer = core.schedule(self, at: deadline) }

  /// Ends the wait, if it has not ended; the call is in no queue any more.
  func end(_ outcome: consuming Outcome) {
    guard isWaiting else { return }
    isWaiting = false
    self.outcome = consume outcome
    gate.withdraw(self)
    if let timer { core.cancel(timer) }
    timer = nil
    core.wake(self)
  }

  /// Takes the end of the wait; `nil` before that, and when it was taken already.
  func take() -> Outcome? { outcome.take() }
}

extension WaitingCall: DeadlineHandler, WakeHandler {
  func deadlineReached() {
    timer = nil
    end(.refused("its turn did not come in time"))
  }

  func woken() { whenOver.take()?(self) }
}
