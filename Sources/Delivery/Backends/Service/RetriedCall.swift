// SPDX-License-Identifier: Apache-2.0

// A request to a backend waits for a permit, makes an attempt and, if that failed and may be
// retried, pauses and makes the next. It is a state machine and no task: everything that a request
// waits for is an event of its loop, and a fan-out makes many of them. A call and a stream differ
// in what they do with an attempt.

import Reactor

/// A request to a backend that is tried until an attempt succeeds or another one is of no use.
///
/// It belongs to its loop, until it is over.
package class RetriedCall {
  enum Stage {
    case waiting(WaitingCall)
    case trying
    case pausing
    case over
  }

  final let call: BackendCall
  final let backend: Backend
  private(set) final var stage = Stage.pausing
  private(set) final var progress: CallProgress
  /// The fault of the last attempt.
  private final var last: BackendFault?
  private final var isCancelled = false
  /// Timer of a late attempt or of the end of a pause.
  private final var timer: TimerID?

  init(_ call: BackendCall, of backend: Backend) {
    self.call = call
    self.backend = backend
    progress = CallProgress(began: backend.core.now)
  }

  /// True while the request waits for a permit of the backend's concurrency limit.
  package final var isWaitingForTurn: Bool { if case .waiting = stage { true } else { false } }

  /// True during the backoff before a retry.
  package final var isPausing: Bool { if case .pausing = stage { true } else { false } }

  // MARK: what calls and streams do with attempts

  /// Sends the request to the endpoint of an attempt.
  func send(_ attempt: Attempt) {}

  /// Cancels the attempts that are under way; they end as cancelled.
  func cancelAttempts() {}

  /// Called when an attempt has taken as long as `watch` allows.
  func attemptIsLate() {}

  /// Called when no attempt has succeeded and there will be no other.
  func failed(_ fault: BackendFault) {}

  // MARK: turns, attempts and pauses

  /// Makes the first attempt, or waits for a permit.
  final func begin() {
    backend.counters.called()
    backend.retries.called()
    tryOnce()
  }

  /// Cancels the request.
  package final func cancel() {
    isCancelled = true
    switch stage {
    case .over: return
    case .waiting(let waiting): waiting.end(.cancelled)
    case .trying: cancelAttempts()
    case .pausing:
      stopTimer()
      end(backend.cancelled(after: last))
    }
  }

  private final func tryOnce() {
    do throws(BackendFault) {
      if let permit = try backend.admit(call) {
        try launch(permit)
      } else {
        stage = .waiting(try backend.enqueue(call) { [self] in turnCame($0) })
      }
    } catch {
      attemptFailed(error)
    }
  }

  private final func turnCame(_ waiting: WaitingCall) {
    do throws(BackendFault) {
      let permit = try backend.turn(waiting)
      if isCancelled { throw backend.gaveUp() }
      try launch(permit)
    } catch {
      attemptFailed(error)
    }
  }

  private final func launch(_ permit: consuming Permit) throws(BackendFault) {
    let attempt = try backend.attempt(call, permit, avoiding: progress.tried)
    progress.tries(attempt.id)
    stage = .trying
    send(attempt)
  }

  /// Continues after a failed attempt, or when none could be made. A hedged attempt counts as two.
  final func attemptFailed(_ fault: BackendFault, wasHedged: Bool = false) {
    if wasHedged { progress.attempts += 1 }
    progress.failed()
    var fault = fault
    fault.attempts = progress.attempts
    switch backend.next(after: fault, last, of: call, progress, isCancelled: isCancelled) {
    case .end(let fault): end(fault)
    case .again(let pause):
      last = fault
      if pause > .zero {
        stage = .pausing
        watch(until: backend.core.now + pause)
      } else {
        tryAgain()
      }
    }
  }

  private final func tryAgain() {
    backend.counters.retried()
    tryOnce()
  }

  private final func end(_ fault: BackendFault) {
    over()
    backend.counters.failed(fault.kind, after: backend.core.now - progress.began, fault.answered)
    failed(fault)
  }

  /// Notes that the request has ended: nothing is sent any more.
  final func over() { stage = .over }

  final func watch(until moment: Instant) { timer = backend.core.schedule(self, at: moment) }

  final func stopTimer() {
    if let timer { backend.core.cancel(timer) }
    timer = nil
  }
}

extension RetriedCall: DeadlineHandler {
  package final func deadlineReached() {
    timer = nil
    switch stage {
    case .pausing: tryAgain()
    case .trying: attemptIsLate()
    case .waiting, .over: break
    }
  }
}

extension Backend {
  /// Waits for the end of a request that `begin` begins; cancelling the task cancels the request.
  func value<Value>(
    _ begin: (@escaping (Result<Value, BackendFault>) -> Void) -> RetriedCall
  ) async throws(BackendFault) -> Value {
    let outcome = Awaited<Result<Value, BackendFault>>()
    let request = begin { outcome.bring($0) }
    return try await outcome.value(of: request, on: core) { $0.cancel() }.get()
  }
}
