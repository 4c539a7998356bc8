// SPDX-License-Identifier: Apache-2.0

import Reactor

/// A call that waits for its turn.
final class WaitingCall {
  /// How the waiting ended.
  enum Outcome: ~Copyable {
    /// The limit has let it through.
    case admitted(Permit)
    /// Another call took its place, or its time was over.
    case refused(String)
    case cancelled
  }

  private(set) var isWaiting = true
  private let gate: AdmissionGate
  private let core: LoopCore
  /// Kept for who waited; a permit that nobody comes for goes back with the call.
  private var outcome: Outcome?
  private var timer: TimerID?
  private var whenOver: ((WaitingCall) -> Void)?

  /// `whenOver` is told when something has ended the waiting.
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

  /// It is among those who wait, until `deadline`.
  func begin(until deadline: Instant) { timer = core.schedule(self, at: deadline) }

  /// Ends the waiting, unless it has ended: it is in no queue from now on.
  func end(_ outcome: consuming Outcome) {
    guard isWaiting else { return }
    isWaiting = false
    self.outcome = consume outcome
    gate.withdraw(self)
    if let timer { core.cancel(timer) }
    timer = nil
    core.wake(self)
  }

  /// How the waiting ended; `nil` before that, and when somebody knows already.
  func take() -> Outcome? { outcome.take() }
}

extension WaitingCall: DeadlineHandler, WakeHandler {
  func deadlineReached() {
    timer = nil
    end(.refused("its turn did not come in time"))
  }

  func woken() { whenOver.take()?(self) }
}
