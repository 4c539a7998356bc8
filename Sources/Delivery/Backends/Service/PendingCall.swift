// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import HTTPValues
import Reactor

/// Makes a call, and is called once with its outcome.
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

/// A call without an answer so far. When its attempt is late, a second one is made beside it
/// (hedging).
final class PendingCall: RetriedCall {
  private var caller: (any BackendCaller)?
  private var first: Attempt?
  private var second: Attempt?
  /// Whether there was a second attempt beside the one that is under way.
  private var wasHedged = false
  /// The fault of the first of two attempts.
  private var faultOfFirst: BackendFault?

  init(_ call: BackendCall, of backend: Backend, for caller: any BackendCaller) {
    self.caller = caller
    super.init(call, of: backend)
  }

  override func send(_ attempt: Attempt) {
    first = attempt
    if progress.attempts == 1, let delay = backend.hedgeDelay(call) {
      let moment = backend.core.now + delay
      if moment < attempt.deadline { watch(until: moment) }
    }
    sendOn(attempt)
  }

  override func attemptIsLate() {
    guard let first, let attempt = backend.hedge(call, avoiding: first.id) else { return }
    backend.counters.hedged()
    wasHedged = true
    second = attempt
    sendOn(attempt)
  }

  override func cancelAttempts() {
    first?.exchange?.cancel()
    second?.exchange?.cancel()
  }

  override func failed(_ fault: BackendFault) {
    first = nil
    second = nil
    caller.take()?.failed(fault)
  }

  private func sendOn(_ attempt: Attempt) {
    attempt.call = self
    do throws(BackendFault) {
      try backend.send(attempt, call)
    } catch {
      failed(attempt, error)
    }
  }

  /// Handles progress of an attempt.
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
    answer.timings.waited = backend.core.now - progress.began - answer.timings.attempt
    backend.counters.answered(answer.head.status, after: answer.timings.total)
    over()
    first = nil
    second = nil
    caller.take()?.answered(answer)
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
    let hedged = wasHedged
    wasHedged = false
    attemptFailed(fault, wasHedged: hedged)
  }
}
