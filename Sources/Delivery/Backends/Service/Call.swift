// SPDX-License-Identifier: Apache-2.0

// A call waits for a permit, makes an attempt and, if that failed and may be retried, pauses and makes
// the next:
//
//     begin ─ authorizing         an access token is asked for, where the backend needs one
//                 │
//              waiting ─ trying ─┬─ answered           the whole answer has come
//                 ▲        │    ├─ open ─ over        a streamed answer is read by another
//                 └── pausing ──┴─ failed             no other attempt is allowed, or of use
//                          └── uploading ─ open, failed   a streamed body is on its way
//
// It is a state machine and no task: everything that a call waits for is an event of its loop, and a
// fan-out makes many of them.

import HTTPClient
import HTTPValues
import Reactor

/// A request to a backend, from its first attempt to its outcome.
///
/// It belongs to its loop. When a collected call is late, a second attempt is made beside the first
/// (hedging). A streamed one is load of its endpoint until `ended`, or until it is dropped.
package final class Call {
  private enum Stage {
    /// The access token is not there yet.
    case authorizing
    case waiting(WaitingCall)
    case trying
    case pausing
    /// Some of its streamed body may have been sent.
    case uploading
    /// The head of its answer has come, and its exchange is its reader's.
    case open(ClientExchange)
    case over
  }

  /// The request, with its terms.
  package let asked: BackendCall
  let backend: Backend
  private var sink: (any CallSink)?
  private var stage = Stage.pausing
  private let began: Instant
  private var first: Attempt?
  private var second: Attempt?
  /// Number of attempts.
  private var attempts = 0
  /// The endpoint of the last attempt, and those of all before it: nearly all calls succeed at once, so that one
  /// attempt needs no allocation.
  private var place: EndpointID?
  private var tried: [EndpointID] = []
  /// Whether there was a second attempt beside the one that is under way.
  private var wasHedged = false
  /// The fault of the first of two attempts.
  private var faultOfFirst: BackendFault?
  /// The fault of the last attempt.
  private var last: BackendFault?
  private var isCancelled = false
  /// The access token that its attempts carry.
  private(set) var token = CallToken()
  /// Timer of a late attempt or of the end of a pause.
  private var timer: TimerID?

  init(_ asked: consuming BackendCall, of backend: Backend, for sink: any CallSink) {
    self.asked = consume asked
    self.backend = backend
    self.sink = sink
    began = backend.core.now
  }

  /// Whether the answer is collected, and not streamed to another reader.
  var isCollected: Bool { asked.streamed == nil }

  /// True while the call waits for a permit of the backend's concurrency limit.
  package var isWaitingForTurn: Bool { if case .waiting = stage { true } else { false } }

  /// True during the backoff before a retry.
  package var isPausing: Bool { if case .pausing = stage { true } else { false } }

  // MARK: turns, attempts and pauses

  /// Makes the first attempt, or waits for a permit.
  func begin() {
    backend.counters.called()
    backend.retries.called()
    authorize()
  }

  /// Gets the access token that the backend needs, if any, and goes on.
  private func authorize() {
    guard backend.changesRequests else { return tryOnce() }
    do throws(BackendFault) {
      if try token.isThere(for: backend, then: { [self] in tokenCame($0) }) { return tryOnce() }
    } catch {
      return attemptFailed(error)
    }
    stage = .authorizing
    if asked.deadline < .distantFuture { watch(until: asked.deadline) }
  }

  private func tokenCame(_ outcome: Result<AccessToken, BackendFault>) {
    guard case .authorizing = stage else { return }
    stopTimer()
    stage = .pausing
    switch outcome {
    case .success(let new):
      token.current = new
      tryOnce()
    case .failure(let fault): attemptFailed(fault)
    }
  }

  private func tryOnce() {
    do throws(BackendFault) {
      if let permit = try backend.admit(asked.priority, until: asked.deadline) {
        try launch(permit)
      } else {
        let waiting = try backend.enqueue(asked.priority, until: asked.deadline) { [self] in
          turnCame($0)
        }
        stage = .waiting(waiting)
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

  private func launch(_ permit: consuming Permit) throws(BackendFault) {
    let attempt = try backend.attempt(permit, until: asked.deadline, avoiding: tried)
    let deadline = attempt.deadline
    place = attempt.id
    first = consume attempt
    attempts += 1
    stage = .trying
    if attempts == 1, let delay = hedgeDelay {
      let moment = backend.core.now + delay
      if moment < deadline { watch(until: moment) }
    }
    do throws(BackendFault) {
      try first?.send(self)
    } catch {
      return failedToSend(error, isSecond: false)
    }
    // A request with a streamed body may be under way at once.
    if !asked.body.isReplayable { streamMoved() }
  }

  /// The time after which it gets a second attempt; `nil` if it gets none.
  private var hedgeDelay: Duration? {
    isCollected && asked.isIdempotent && backend.hedging.isOn
      ? backend.hedging.delay(backend.latency) : nil
  }

  /// The attempt has taken as long as usual ones do.
  private func attemptIsLate() {
    guard let place, let attempt = backend.hedge(until: asked.deadline, avoiding: place) else {
      return
    }
    backend.counters.hedged()
    wasHedged = true
    second = consume attempt
    do throws(BackendFault) {
      try second?.send(self)
    } catch {
      failedToSend(error, isSecond: true)
    }
  }

  private func failedToSend(_ fault: BackendFault, isSecond: Bool) {
    if isCollected {
      if isSecond { second?.settle(fault) } else { first?.settle(fault) }
      failed(fault, isSecond: isSecond)
    } else {
      failedToOpen(fault)
    }
  }

  /// Continues after a failed attempt, or when none could be made. A hedged attempt counts as two.
  private func attemptFailed(_ fault: BackendFault) {
    if wasHedged { attempts += 1 }
    wasHedged = false
    if let place = place.take() { tried.append(place) }
    var fault = fault
    fault.attempts = attempts
    // The reason why a retry was not made is not why the call failed.
    guard attempts > last?.attempts ?? 0 || fault.kind == .cancelled else {
      return end(last ?? fault)
    }
    if !isCancelled, token.isRenewed(after: fault.answered, by: backend) {
      last = fault
      return authorize()
    }
    guard !isCancelled, let pause = pause(after: fault) else { return end(fault) }
    last = fault
    if pause > .zero {
      stage = .pausing
      watch(until: backend.core.now + pause)
    } else {
      tryAgain()
    }
  }

  /// The pause before the next attempt; `nil` if there is none.
  private func pause(after fault: BackendFault) -> Duration? {
    var failed = FailedAttempt()
    failed.attempts = attempts
    failed.retry = fault.retry(isStreamed: !isCollected)
    failed.isIdempotent = asked.isIdempotent
    failed.retryAfter = fault.retryAfter
    failed.deadline = asked.deadline
    return backend.pause(after: &failed, at: tried)
  }

  private func tryAgain() {
    backend.counters.retried()
    tryOnce()
  }

  private func end(_ fault: BackendFault) {
    stage = .over
    backend.counters.failed(fault, asked.request.method, after: backend.core.now - began)
    sink.take()?.failed(fault)
  }

  private func watch(until moment: Instant) { timer = backend.core.schedule(self, at: moment) }

  private func stopTimer() {
    if let timer { backend.core.cancel(timer) }
    timer = nil
  }

  /// Gives the call up; one without an outcome fails as cancelled.
  package func cancel() {
    isCancelled = true
    switch stage {
    case .over: return
    case .authorizing:
      stopTimer()
      end(backend.gaveUp())
    case .waiting(let waiting): waiting.end(.cancelled)
    case .trying, .uploading:
      first?.exchange?.cancel()
      second?.exchange?.cancel()
    case .open(let exchange):
      exchange.cancel()
      ended(nil)
    case .pausing:
      stopTimer()
      var fault = backend.fault(
        .cancelled,
        "the caller gave up after: \(last?.description ?? "nothing")"
      )
      fault.attempts = last?.attempts ?? 0
      fault.endpoint = last?.endpoint
      end(fault)
    }
  }

  // MARK: a collected answer

  private func collect() {
    if let outcome = first?.outcome() { ended(outcome, isSecond: false) }
    if let outcome = second?.outcome() { ended(outcome, isSecond: true) }
  }

  private func ended(
    _ outcome: consuming Result<BackendAnswer, BackendFault>,
    isSecond: Bool
  ) {
    guard case .trying = stage else { return }
    switch consume outcome {
    case .success(let answer): answered(answer, isSecond: isSecond)
    case .failure(let fault): failed(fault, isSecond: isSecond)
    }
  }

  private func answered(_ answer: consuming BackendAnswer, isSecond: Bool) {
    stopTimer()
    if isSecond {
      backend.counters.hedgeWon()
      answer.hedgeWon = true
      first?.lose()
    } else {
      second?.lose()
    }
    answer.wasHedged = wasHedged
    answer.attempts = attempts + (wasHedged ? 1 : 0)
    answer.timings.waited = backend.core.now - began - answer.timings.attempt
    backend.counters.answered(answer, to: asked.request.method)
    stage = .over
    sink.take()?.answered(answer)
  }

  private func failed(_ fault: BackendFault, isSecond: Bool) {
    if isSecond {
      second = nil
    } else {
      stopTimer()
      first = nil
      faultOfFirst = fault
    }
    guard first == nil, second == nil, let fault = faultOfFirst.take() else { return }
    attemptFailed(fault)
  }

  // MARK: a streamed answer

  private func streamMoved() {
    guard isTrying, let exchange = first?.exchange else { return }
    while let next = exchange.takeInterim() { sink?.informed(next) }
    do throws(ClientError) {
      if try exchange.hasHead() {
        opened(exchange)
      } else if !asked.body.isReplayable, exchange.hasRoom, try exchange.isUnderWay() {
        stage = .uploading
        sink?.hasRoom(OpenCall(self, exchange))
      }
    } catch {
      if let fault = first?.fault(error) { failedToOpen(fault) }
    }
  }

  private var isTrying: Bool {
    switch stage {
    case .trying, .uploading: true
    case .authorizing, .waiting, .pausing, .open, .over: false
    }
  }

  /// The head of the answer has come.
  private func opened(_ exchange: ClientExchange) {
    exchange.unwatch()
    let status = exchange.response.status
    if asked.body.isReplayable, token.isRenewed(after: status, by: backend) {
      first?.opened(status, to: asked.request.method)
      exchange.cancel()
      first = nil
      return authorize()
    }
    first?.concealAdditions(in: exchange)
    stage = .open(exchange)
    first?.opened(status, to: asked.request.method)
    sink.take()?.opened(OpenCall(self, exchange))
  }

  private func failedToOpen(_ fault: BackendFault) {
    first?.failedToOpen(fault)
    first = nil
    guard case .uploading = stage else { return attemptFailed(fault) }
    // What was sent of the body cannot be sent again.
    var fault = fault
    fault.attempts = attempts
    end(fault)
  }

  // MARK: for the reader of a streamed answer

  /// The endpoint that the request was sent to.
  var endpoint: Destination? { first?.endpoint.destination }

  /// Records that the body of the request has come whole and was sent.
  func uploaded() { first?.uploaded() }

  /// Ends a streamed call because the answer was read to its end, or because nobody reads on; `error` is
  /// the backend's fault, if any.
  func ended(_ error: ClientError?) {
    guard case .open = stage else { return }
    stage = .over
    first?.closed(error)
  }
}

extension Call: ExchangeWatcher {
  package func exchangeMoved() { if isCollected { collect() } else { streamMoved() } }
}

extension Call: DeadlineHandler {
  package func deadlineReached() {
    timer = nil
    switch stage {
    case .authorizing:
      stage = .pausing
      attemptFailed(backend.fault(.noCredential, "no access token has come in time"))
    case .pausing: tryAgain()
    case .trying: attemptIsLate()
    case .waiting, .uploading, .open, .over: break
    }
  }
}
