// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import HTTPValues
import Reactor

/// Tells the breaker, the endpoint and the limit what came of an attempt.
extension Attempt {
  mutating func settle(_ answer: borrowing BackendAnswer) {
    let taken = latency
    end()
    record(answer.timings.attempt)
    // The rules may accept a status that means that the backend does not work.
    let status = answer.head.status
    let isFailure = backend.settings.failures.contains(status)
    let sample: ConcurrencyLimit.Sample =
      backend.settings.overload.contains(status)
      ? .overloaded(after: nil)
      : isFailure ? .nothing : taken.map { .answered($0) } ?? .nothing
    leaveEndpoint()
    settle(isFailure ? .failure() : .success, sample)
  }

  mutating func settle(_ fault: BackendFault) {
    let duration = backend.core.now - began
    let sample = sample(of: fault, after: duration)
    end()
    leaveEndpoint()
    if isLoser {
      record(duration)
      settle(.neither, .nothing)
      return
    }
    settle(backend.outcome(of: fault, after: duration), sample)
    backend.doubt(id, after: fault)
    if let retryAfter = fault.retryAfter, retryAfter > .zero { backend.rest(id, retryAfter) }
  }

  private func record(_ duration: Duration) {
    // A constant, since the compiler of Swift 6.3.1 ends here under the thread sanitizer.
    let backend = backend
    backend.latency.record(duration, at: backend.core.now)
  }

  private mutating func settle(_ outcome: AttemptOutcome, _ sample: ConcurrencyLimit.Sample) {
    tellBreaker(outcome)
    backend.tellEjection(id, outcome, began: began)
    leave(sample)
  }

  /// The load of the backend as a failed attempt shows it. One whose request was never written shows nothing: it
  /// has waited for us, or for a connection.
  private func sample(
    of fault: BackendFault,
    after duration: Duration
  ) -> ConcurrencyLimit.Sample {
    switch fault.kind {
    case .firstByteTimeout, .timeout:
      if let latency, fault.kind == .firstByteTimeout || backend.isFair(duration) {
        .overloaded(after: latency)
      } else {
        .nothing
      }
    case .wrongStatus:
      if let status = fault.answered, backend.settings.overload.contains(status) {
        .overloaded(after: nil)
      } else {
        .nothing
      }
    default: .nothing
    }
  }

  /// Time that the endpoint took to answer, or has taken until now; `nil` while the request is not
  /// written.
  private var latency: ResponseLatency? {
    guard let exchange else { return nil }
    if let latency = exchange.latency { return latency }
    return exchange.written.map { ResponseLatency(backend.core.now - $0) }
  }

  /// Ends it: nothing more of its answer is read.
  private mutating func end() {
    recordTimes()
    exchange?.unwatch()
    exchange = nil
  }

  /// Records the time of the connection that was opened for it, and the time to the answer's head.
  private func recordTimes() {
    if let taken = exchange?.connectTime { backend.counters.connected(after: taken) }
    if let latency = exchange?.latency { backend.counters.answerBegan(after: latency.most) }
  }
}

// Visitors' requests that are passed on are sent like calls: breaker, permit, endpoint, attempt.
// Their outcomes count for less, since visitors may ask for anything: a page that is broken, hangs
// or closes the connection counts against its endpoint beside others, and not against the whole
// service. Their durations do not count for the load, since pages differ: the limit holds these
// requests like all others, and adapts to calls alone. The permit is returned with the head, since
// the body comes at the visitor's speed. So does the body of a request that has not come whole, which
// is why such requests share a part of the permits.
extension Attempt {
  /// Records that the head of a streamed answer has come.
  mutating func opened(_ status: Status, to method: Method) {
    recordTimes()
    backend.counters.answered(
      status,
      to: method,
      by: endpoint.destination,
      after: backend.core.now - began
    )
    let isFailure = backend.settings.failures.contains(status)
    tellBreaker(isFailure ? .neither : .success)
    backend.tellEjection(id, isFailure ? .failure() : .success, began: began)
    leave(.nothing)
  }

  /// Records that no head will come.
  mutating func failedToOpen(_ fault: BackendFault) {
    end()
    leaveEndpoint()
    switch fault.kind {
    case .refused, .unreachable, .insecure, .connectTimeout: tellBreaker(.failure())
    default: tellBreaker(.neither)
    }
    let outcome = backend.outcome(of: fault, after: backend.core.now - began)
    backend.tellEjection(id, outcome, began: began)
    backend.doubt(id, after: fault)
    leave(.nothing)
  }

  /// Records that the body of a streamed answer has ended, or broke off.
  mutating func closed(_ error: ClientError?) {
    leaveEndpoint()
    guard let error, error.origin == .server else { return }
    backend.counters.failed(fault(error).kind)
    backend.tellEjection(id, .failure(), began: began)
  }
}

/// Takes the outcomes of attempts.
extension Backend {
  func tellBreaker(_ pass: CircuitBreaker.Pass, _ outcome: AttemptOutcome) {
    if breaker.ended(pass, outcome, at: core.now, using: &random) {
      counters.opened()
      arm()
    }
    tellCircuit()
  }

  func tellEjection(_ id: EndpointID, _ outcome: AttemptOutcome, began: Instant) {
    if outcome == .success { noteAnswer(of: id) }
    if ejection.ended(id, outcome, began: began, at: core.now, using: &random) { ejected(id) }
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
  func rest(_ id: EndpointID, _ duration: Duration) {
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
    case .overloaded, .circuitOpen, .noEndpoint, .noCredential, .cancelled, .invalidRequest:
      return .neither
    }
  }

  /// Whether an attempt that ran out of time had at least the usual time: a deadline shorter than
  /// that says nothing about the backend.
  func isFair(_ duration: Duration) -> Bool {
    guard let late = latency.late else { return true }
    return duration >= min(late, settings.timeout)
  }
}
