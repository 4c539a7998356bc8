// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import Reactor

/// Whether a call is made now, and where.
extension Backend {
  /// A place under the limit; `nil` when the call has to wait for its turn.
  func admit(_ call: BackendCall) throws(BackendFault) -> Permit? {
    guard !isClosed else { throw fault(.noEndpoint, "the backend was closed") }
    guard core.now < call.deadline else { throw fault(.timeout, "the deadline had passed already") }
    if let until = breaker.openUntil(at: core.now) { throw isOpen(until) }
    return gate.admit(call.priority)
  }

  /// Lets a call wait for its turn; `whenOver` is told when that has come, or never will.
  func enqueue(
    _ call: BackendCall,
    whenOver: @escaping (WaitingCall) -> Void
  ) throws(BackendFault) -> WaitingCall {
    let waiting = gate.enqueue(call.priority, until: call.deadline, whenOver: whenOver)
    guard let waiting else {
      throw fault(
        .overloaded,
        "\(gate.inFlight) attempts are under way and \(gate.waiting) calls wait already"
      )
    }
    return waiting
  }

  /// Takes the permit that a call has waited for; throws where its turn has not come.
  func turn(_ waiting: WaitingCall) throws(BackendFault) -> Permit {
    switch waiting.take() {
    case .admitted(let permit): return permit
    case .refused(let reason): throw fault(.overloaded, reason)
    case .cancelled: throw gaveUp()
    case nil: throw gaveUp()
    }
  }

  /// Nobody waits for the call's turn any more.
  func gaveUp() -> BackendFault { fault(.cancelled, "the caller gave up") }

  /// A second attempt of a call whose first one is late: now or not at all.
  func hedge(_ call: BackendCall, avoiding first: EndpointID) -> Attempt? {
    guard !isClosed, core.now < call.deadline, breaker.state(at: core.now) == .closed,
      gate.hasRoom(.optional), hedging.take(), let permit = gate.admit(.optional)
    else { return nil }
    return try? attempt(call, permit, avoiding: [first])
  }

  /// How long the first attempt of a call may take before it gets another one beside it; `nil` for
  /// as long as it likes.
  func hedgeDelay(_ call: BackendCall) -> Duration? {
    call.isIdempotent && hedging.isOn ? hedging.delay(latency) : nil
  }

  /// An attempt that the limit has let through.
  func attempt(
    _ call: BackendCall,
    _ permit: consuming Permit,
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
      throw fault(.noEndpoint, "none of \(choice.count) endpoints is well")
    }
    return Attempt(
      of: self,
      permit,
      pass,
      at: id,
      endpoint,
      until: min(call.deadline, now + settings.timeout)
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
