// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import Reactor

/// Whether a call is made now, and where.
extension Backend {
  /// Whether the limit lets a call through at once; one that it does not waits for its turn.
  func admit(_ call: BackendCall) throws(BackendFault) -> Bool {
    guard !isClosed else { throw fault(.noEndpoint, "the backend was closed") }
    guard core.now < call.deadline else { throw fault(.timeout, "the deadline had passed already") }
    if let until = breaker.openUntil(at: core.now) { throw isOpen(until) }
    return limit.admit(call.priority)
  }

  /// Lets a call wait for its turn; `whenOver` is told when that has come, or never will.
  func enqueue(
    _ call: BackendCall,
    whenOver: @escaping (WaitingCall) -> Void
  ) throws(BackendFault) -> WaitingCall {
    let deadline = min(call.deadline, core.now + settings.limit.longestWait)
    let waiting = WaitingCall(call.priority, on: core, until: deadline, whenOver: whenOver)
    switch queue.enqueue(waiting, call.priority, at: core.now) {
    case .waits: break
    case .displaces(let other): other.end(.refused("a call that is worth more took its place"))
    case .refused:
      waiting.forget()
      throw fault(
        .overloaded,
        "\(limit.inFlight) attempts are under way and \(queue.count) calls wait already"
      )
    }
    counters.waiting(queue.count)
    return waiting
  }

  /// A call waits no longer; throws where its turn has not come.
  func took(_ waiting: WaitingCall) throws(BackendFault) {
    queue.withdraw(waiting)
    counters.waiting(queue.count)
    switch waiting.state {
    case .admitted: return
    case .refused(let reason): throw fault(.overloaded, reason)
    case .waiting, .cancelled: throw fault(.cancelled, "the caller gave up")
    }
  }

  /// The turn came when nobody waited for it any more.
  func gaveUpItsTurn() -> BackendFault {
    release(.nothing)
    return fault(.cancelled, "the caller gave up")
  }

  /// Waits for the call's turn, and makes an attempt of it.
  func admitted(
    _ call: BackendCall,
    avoiding tried: [EndpointID]
  ) async throws(BackendFault) -> Attempt {
    if try !admit(call) {
      let waiter = Waiter()
      let waiting = try enqueue(call) { _ in waiter.wake() }
      let confined = LoopConfined(waiting, to: core.loop.number)
      let loop = core.loop
      await withTaskCancellationHandler {
        if case .waiting = waiting.state { await waiter.wait() }
      } onCancel: {
        loop.execute { confined.value.end(.cancelled) }
      }
      try took(waiting)
    }
    return try attempt(call, avoiding: tried)
  }

  /// A second attempt of a call whose first one is late: now or not at all.
  func hedge(_ call: BackendCall, avoiding first: EndpointID) -> Attempt? {
    guard !isClosed, core.now < call.deadline, breaker.state(at: core.now) == .closed,
      limit.hasRoom(.optional), hedging.take(), limit.admit(.optional)
    else { return nil }
    return try? attempt(call, avoiding: [first])
  }

  /// How long the first attempt of a call may take before it gets another one beside it; `nil` for
  /// as long as it likes.
  func hedgeDelay(_ call: BackendCall) -> Duration? {
    call.isIdempotent && hedging.isOn ? hedging.delay(latency) : nil
  }

  /// An attempt that the limit has let through; its room is given back where there is none.
  func attempt(
    _ call: BackendCall,
    avoiding tried: [EndpointID]
  ) throws(BackendFault) -> Attempt {
    do throws(BackendFault) {
      return try chosenAttempt(call, avoiding: tried)
    } catch {
      release(.nothing)
      throw error
    }
  }

  private func chosenAttempt(
    _ call: BackendCall,
    avoiding tried: [EndpointID]
  ) throws(BackendFault) -> Attempt {
    let now = core.now
    let pass: CircuitBreaker.Pass
    switch breaker.admit(at: now) {
    case .pass(let given): pass = given
    case .refused(let until): throw isOpen(until)
    }
    bringBack(at: now)
    guard let id = choice.pick(at: now, avoiding: tried, using: &random),
      let endpoint = choice.endpoint(id)
    else {
      breaker.ended(pass, .neither, at: now, using: &random)
      throw fault(.noEndpoint, "none of \(choice.count) endpoints is well")
    }
    counters.attempts(limit.inFlight, limit: limit.current)
    return Attempt(
      id,
      endpoint,
      pass,
      began: now,
      deadline: min(call.deadline, now + settings.timeout)
    )
  }

  /// An attempt is over, and the next calls get their turn.
  func release(_ sample: ConcurrencyLimit.Sample) {
    limit.finished(sample, at: core.now)
    while let next = queue.next(limit, at: core.now) {
      guard limit.admit(next.priority) else { break }
      next.end(.admitted)
    }
    counters.attempts(limit.inFlight, limit: limit.current)
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
