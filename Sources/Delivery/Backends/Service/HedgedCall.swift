// SPDX-License-Identifier: Apache-2.0

// The first attempt runs in the caller's task, as it would alone; the second one, if it comes to
// that, in a task of its own. When the second has an answer it gives the first up, whose wait ends
// with that, and the caller finds the answer here.

import HTTPClient
import Reactor

/// A call whose first attempt gets a second one beside it when it is late.
final class HedgedCall: DeadlineHandler {
  private let call: BackendCall
  private let backend: Backend
  private let first: Attempt
  private var second: Attempt?
  private var outcome: Result<BackendAnswer, BackendFault>?
  private var timer: TimerID?
  private let waiter = Waiter()

  init(_ call: BackendCall, of backend: Backend, _ first: Attempt, hedgeAfter delay: Duration) {
    self.call = call
    self.backend = backend
    self.first = first
    let moment = backend.core.now + delay
    if moment < first.deadline { timer = backend.core.schedule(self, at: moment) }
  }

  /// Whether there was a second attempt.
  var wasHedged: Bool { second != nil }

  func run() async throws(BackendFault) -> BackendAnswer {
    do throws(BackendFault) {
      var answer = try await backend.run(first, call)
      stopTimer()
      if outcome == nil { second?.lose() }
      answer.wasHedged = wasHedged
      return answer
    } catch {
      stopTimer()
      guard second != nil else { throw error }
      if case .success(var answer) = await secondOutcome() {
        backend.counters.hedgeWon()
        answer.wasHedged = true
        answer.hedgeWon = true
        return answer
      }
      throw error
    }
  }

  /// The first attempt is late.
  func deadlineReached() {
    timer = nil
    guard let attempt = backend.hedge(call, avoiding: first.id) else { return }
    backend.counters.hedged()
    second = attempt
    let confined = LoopConfined(self, to: backend.core.loop.number)
    backend.core.loop.start { await confined.value.runSecond() }
  }

  private func runSecond() async {
    guard let attempt = second else { return }
    do throws(BackendFault) {
      outcome = .success(try await backend.run(attempt, call))
      first.lose()
    } catch {
      outcome = .failure(error)
    }
    waiter.wake()
  }

  /// What came of the second attempt, which ends with the caller's task.
  private func secondOutcome() async -> Result<BackendAnswer, BackendFault>? {
    guard outcome == nil else { return outcome }
    let confined = LoopConfined(self, to: backend.core.loop.number)
    let loop = backend.core.loop
    await withTaskCancellationHandler {
      if outcome == nil { await waiter.wait() }
    } onCancel: {
      loop.execute { confined.value.second?.exchange?.cancel() }
    }
    return outcome
  }

  private func stopTimer() {
    if let timer { backend.core.cancel(timer) }
    timer = nil
  }
}
