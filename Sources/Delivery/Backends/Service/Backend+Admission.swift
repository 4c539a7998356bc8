// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import Reactor

/// Decides whether a call is made now, and at which endpoint.
extension Backend {
  /// Returns a permit; `nil` if the call has to wait.
  func admit(
    _ priority: CallPriority,
    until deadline: Instant
  ) throws(BackendFault) -> Permit? {
    guard !isClosed else { throw fault(.noEndpoint, "the backend was closed") }
    guard core.now < deadline else { throw fault(.timeout, "the deadline had passed already") }
    if let until = breaker.openUntil(at: core.now) { throw isOpen(until) }
    return gate.admit(priority)
  }

  /// Puts a call into the queue; `whenOver` is called when it is let through or refused.
  func enqueue(
    _ priority: CallPriority,
    until deadline: Instant,
    whenOver: @escaping (WaitingCall) -> Void
  ) throws(BackendFault) -> WaitingCall {
    let waiting = gate.enqueue(priority, until: deadline, whenOver: whenOver)
    guard let waiting else {
      throw fault(
        .overloaded,
        "\(gate.inFlight) attempts are under way and \(gate.waiting) calls wait already"
      )
    }
    return waiting
  }

  /// Takes the permit that a call has waited for; throws if it was refused.
  func turn(_ waiting: WaitingCall) throws(BackendFault) -> Permit {
    switch waiting.take() {
    case .admitted(let permit): return permit
    case .refused(let reason): throw fault(.overloaded, reason)
    case .cancelled: throw gaveUp()
    case nil: throw gaveUp()
    }
  }

  /// Fault of a call that was cancelled while it waited.
  func gaveUp() -> BackendFault { fault(.cancelled, "the caller gave up") }

  /// Begins the second attempt of a late call; `nil` if it cannot be made at once.
  func hedge(until deadline: Instant, avoiding first: EndpointID) -> Attempt? {
    guard !isClosed, core.now < deadline, breaker.state(at: core.now) == .closed,
      gate.hasRoom(.optional), hedging.take(), let permit = gate.admit(.optional)
    else { return nil }
    return try? attempt(permit, until: deadline, avoiding: [first])
  }

  /// Makes an attempt with a permit.
  func attempt(
    _ permit: consuming Permit,
    until deadline: Instant,
    avoiding tried: [EndpointID]
  ) throws(BackendFault) -> Attempt {
    let now = core.now
    let pass: CircuitBreaker.Pass
    switch breaker.admit(at: now) {
    case .pass(let given):
      pass = given
      tellCircuit()
    case .refused(let until): throw isOpen(until)
    }
    bringBack(at: now)
    guard let id = choice.pick(at: now, avoiding: tried, using: &random),
      let endpoint = choice.endpoint(id)
    else {
      breaker.ended(pass, .neither, at: now, using: &random)
      let isOut = choice.listed.contains { isManuallyEjected($0.endpoint) }
      throw fault(
        .noEndpoint,
        settings.problem
          ?? (isOut
            ? "an operator has ejected endpoints, and none of \(choice.count) is left"
            : "none of \(choice.count) endpoints is well")
      )
    }
    return Attempt(
      of: self,
      permit,
      pass,
      at: id,
      endpoint,
      until: min(deadline, now + settings.timeout)
    )
  }

  private func isOpen(_ until: Instant?) -> BackendFault {
    guard let until else {
      return fault(.circuitOpen, "a call tries already whether the backend works again")
    }
    let left = until - core.now
    var fault = fault(.circuitOpen, "it failed too often and is left alone for \(left)")
    fault.retryAfter = left
    return fault
  }

  func fault(_ kind: BackendFault.Kind, _ detail: String) -> BackendFault {
    BackendFault(kind, of: settings.name, detail)
  }
}
