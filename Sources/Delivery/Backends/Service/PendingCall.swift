// SPDX-License-Identifier: Apache-2.0

// The way of a call: its turn, an attempt, a second one beside it when the first is late, and, when
// they failed, a pause and the next. It is a machine and no task: what a call waits for is an event of
// its loop, and a fan-out makes many of them.

import HTTPClient
import HTTPValues
import Reactor

/// Makes a call, and is told once what came of it.
package protocol BackendCaller: AnyObject {
  func answered(_ answer: BackendAnswer)
  func failed(_ fault: BackendFault)
}

/// A caller that is a closure.
final class CallHandler: BackendCaller {
  private let whenOver: (Result<BackendAnswer, BackendFault>) -> Void

  init(_ whenOver: @escaping (Result<BackendAnswer, BackendFault>) -> Void) {
    self.whenOver = whenOver
  }

  func answered(_ answer: BackendAnswer) { whenOver(.success(answer)) }
  func failed(_ fault: BackendFault) { whenOver(.failure(fault)) }
}

/// A call that has no answer yet. It lives on its loop, until it is over.
package final class PendingCall {
  private enum Stage {
    case waiting(WaitingCall)
    case trying
    case pausing
    case over
  }

  private let call: BackendCall
  private let backend: Backend
  private var caller: (any BackendCaller)?
  private var stage = Stage.trying
  private var progress: CallProgress
  private var first: Attempt?
  private var second: Attempt?
  /// Whether there was a second attempt beside the one that is under way.
  private var wasHedged = false
  /// What became of the first of two attempts.
  private var faultOfFirst: BackendFault?
  /// The fault of the last attempt.
  private var last: BackendFault?
  private var isCancelled = false
  /// For the moment at which an attempt is late, or for the end of a pause.
  private var timer: TimerID?

  init(
    _ call: BackendCall,
    of backend: Backend,
    for caller: any BackendCaller
  ) {
    self.call = call
    self.backend = backend
    self.caller = caller
    progress = CallProgress(began: backend.core.now)
  }

  private var core: LoopCore { backend.core }

  /// Makes the first attempt, or waits for its turn.
  func begin() {
    backend.counters.called()
    backend.retries.called()
    tryOnce()
  }

  /// Gives the call up; it ends as cancelled.
  package func cancel() {
    isCancelled = true
    switch stage {
    case .over: return
    case .waiting(let waiting): waiting.end(.cancelled)
    case .trying:
      first?.exchange?.cancel()
      second?.exchange?.cancel()
    case .pausing:
      stopTimer()
      fail(backend.cancelled(after: last))
    }
  }

  // MARK: its turn

  private func tryOnce() {
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

  private func turnCame(_ waiting: WaitingCall) {
    do throws(BackendFault) {
      let permit = try backend.turn(waiting)
      if isCancelled { throw backend.gaveUp() }
      try launch(permit)
    } catch {
      attemptFailed(error)
    }
  }

  // MARK: attempts

  private func launch(_ permit: consuming Permit) throws(BackendFault) {
    let attempt = try backend.attempt(call, permit, avoiding: progress.tried)
    progress.tries(attempt.id)
    stage = .trying
    first = attempt
    if progress.attempts == 1, let delay = backend.hedgeDelay(call) {
      let moment = core.now + delay
      if moment < attempt.deadline { timer = core.schedule(self, at: moment) }
    }
    send(attempt)
  }

  private func send(_ attempt: Attempt) {
    attempt.call = self
    do throws(BackendFault) {
      try backend.send(attempt, call)
    } catch {
      failed(attempt, error)
    }
  }

  /// Something has come of an attempt.
  func moved(_ attempt: Attempt) {
    do throws(BackendFault) {
      guard let answer = try backend.answer(of: attempt, call) else { return }
      backend.settle(attempt, answer)
      answered(attempt, answer)
    } catch {
      failed(attempt, error)
    }
  }

  private func answered(_ attempt: Attempt, _ answer: consuming BackendAnswer) {
    guard case .trying = stage else { return }
    stopTimer()
    if attempt === second {
      backend.counters.hedgeWon()
      answer.hedgeWon = true
      first?.lose()
    } else {
      second?.lose()
    }
    answer.wasHedged = wasHedged
    answer.attempts = progress.attempts + (wasHedged ? 1 : 0)
    answer.timings.waited = core.now - progress.began - answer.timings.attempt
    backend.counters.answered(answer.head.status, after: answer.timings.total)
    over()?.answered(answer)
  }

  private func failed(_ attempt: Attempt, _ fault: BackendFault) {
    backend.settle(attempt, fault)
    guard case .trying = stage else { return }
    if attempt === first {
      stopTimer()
      first = nil
      faultOfFirst = fault
    } else {
      second = nil
    }
    guard first == nil, second == nil, let fault = faultOfFirst.take() else { return }
    if wasHedged { progress.attempts += 1 }
    wasHedged = false
    attemptFailed(fault)
  }

  /// Goes on after an attempt, or where none could be made.
  private func attemptFailed(_ fault: BackendFault) {
    progress.failed()
    var fault = fault
    fault.attempts = progress.attempts
    switch backend.next(after: fault, last, of: call, progress, isCancelled: isCancelled) {
    case .end(let fault): fail(fault)
    case .again(let pause):
      last = fault
      if pause > .zero {
        stage = .pausing
        timer = core.schedule(self, at: core.now + pause)
      } else {
        tryAgain()
      }
    }
  }

  private func tryAgain() {
    backend.counters.retried()
    tryOnce()
  }

  private func fail(_ fault: BackendFault) {
    backend.counters.failed(fault.kind, after: core.now - progress.began)
    over()?.failed(fault)
  }

  /// Ends the call; answers who is to be told, the first time.
  private func over() -> (any BackendCaller)? {
    stage = .over
    first = nil
    second = nil
    return caller.take()
  }

  private func stopTimer() {
    if let timer { core.cancel(timer) }
    timer = nil
  }
}

extension PendingCall: DeadlineHandler {
  package func deadlineReached() {
    timer = nil
    switch stage {
    case .pausing: tryAgain()
    case .trying:
      guard let first, let attempt = backend.hedge(call, avoiding: first.id) else { return }
      backend.counters.hedged()
      wasHedged = true
      second = attempt
      send(attempt)
    case .waiting, .over: break
    }
  }
}
