// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import HTTPValues
import Reactor

/// Records the outcome of an attempt for the breaker, the endpoint and the limit.
extension Backend {
  func settle(_ attempt: Attempt, _ answer: BackendAnswer) {
    let taken = attempt.latency
    attempt.end()
    latency.record(answer.timings.attempt, at: core.now)
    // The rules may accept a status that means that the backend does not work.
    let status = answer.head.status
    let isFailure = settings.failures.contains(status)
    let sample: ConcurrencyLimit.Sample =
      settings.overload.contains(status)
      ? .overloaded(after: nil)
      : isFailure ? .nothing : taken.map { .answered($0) } ?? .nothing
    attempt.leaveEndpoint()
    settle(attempt, isFailure ? .failure() : .success, sample)
  }

  func settle(_ attempt: Attempt, _ fault: BackendFault) {
    let duration = core.now - attempt.began
    let sample = sample(of: fault, attempt, after: duration)
    attempt.end()
    attempt.leaveEndpoint()
    if attempt.isLoser {
      latency.record(duration, at: core.now)
      settle(attempt, .neither, .nothing)
      return
    }
    settle(attempt, outcome(of: fault, after: duration), sample)
    doubt(attempt.id, after: fault)
    if let retryAfter = fault.retryAfter, retryAfter > .zero { rest(attempt.id, retryAfter) }
  }

  private func settle(
    _ attempt: Attempt,
    _ outcome: AttemptOutcome,
    _ sample: ConcurrencyLimit.Sample
  ) {
    attempt.tellBreaker(outcome)
    tellEjection(attempt, outcome)
    attempt.leave(sample)
  }

  func tellBreaker(_ pass: CircuitBreaker.Pass, _ outcome: AttemptOutcome) {
    if breaker.ended(pass, outcome, at: core.now, using: &random) {
      counters.opened()
      arm()
    }
    tellCircuit()
  }

  func tellEjection(_ attempt: Attempt, _ outcome: AttemptOutcome) {
    if outcome == .success { noteAnswer(of: attempt.id) }
    if ejection.ended(attempt.id, outcome, began: attempt.began, at: core.now, using: &random) {
      ejected(attempt.id)
    }
  }

  /// Returns what an attempt still held when it was dropped, on any thread.
  func forgot(_ id: EndpointID, _ pass: CircuitBreaker.Pass?, isAtEndpoint: Bool) {
    guard core.loop.number.isCurrent else {
      let confined = LoopConfined(self, to: core.loop.number)
      core.loop.execute { confined.value.forgot(id, pass, isAtEndpoint: isAtEndpoint) }
      return
    }
    if let pass { tellBreaker(pass, .neither) }
    if isAtEndpoint { choice.finished(id) }
  }

  /// Pauses the endpoint that asks for it if others can do its work, and otherwise the whole
  /// backend.
  private func rest(_ id: EndpointID, _ duration: Duration) {
    if ejection.rest(id, for: duration, at: core.now) {
      ejected(id)
    } else if !ejection.isEjected(id), choice.usableCount <= 1 {
      let wasOpen = breaker.openUntil(at: core.now) != nil
      breaker.rest(for: duration, at: core.now)
      if !wasOpen { counters.opened() }
      arm()
      tellCircuit()
    }
  }

  func outcome(of fault: BackendFault, after duration: Duration) -> AttemptOutcome {
    switch fault.kind {
    case .refused, .unreachable, .insecure, .connectTimeout, .firstByteTimeout, .stalled, .closed,
      .truncated, .malformed, .brokenBody:
      return .failure()
    case .timeout: return isFair(duration) ? .failure() : .neither
    case .wrongStatus:
      guard let status = fault.answered, settings.failures.contains(status) else { return .success }
      return .failure(retryAfter: fault.retryAfter)
    // These concern the content of the answer, and not whether the backend works.
    case .redirect, .wrongContentType, .tooLarge, .bomb: return .neither
    case .overloaded, .circuitOpen, .noEndpoint, .cancelled, .invalidRequest: return .neither
    }
  }

  /// Returns what a failed attempt shows of the load. One whose request was never written shows
  /// nothing: it has waited for us, or for a connection.
  private func sample(
    of fault: BackendFault,
    _ attempt: Attempt,
    after duration: Duration
  ) -> ConcurrencyLimit.Sample {
    switch fault.kind {
    case .firstByteTimeout, .timeout:
      if let latency = attempt.latency, fault.kind == .firstByteTimeout || isFair(duration) {
        .overloaded(after: latency)
      } else {
        .nothing
      }
    case .wrongStatus:
      if let status = fault.answered, settings.overload.contains(status) {
        .overloaded(after: nil)
      } else {
        .nothing
      }
    default: .nothing
    }
  }

  /// Whether an attempt that ran out of time had at least the usual time: a deadline shorter than
  /// that says nothing about the backend.
  private func isFair(_ duration: Duration) -> Bool {
    guard let late = latency.late else { return true }
    return duration >= min(late, settings.timeout)
  }
}
