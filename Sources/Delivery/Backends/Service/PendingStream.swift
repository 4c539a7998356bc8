// SPDX-License-Identifier: Apache-2.0

// The way of a request that is passed on: its turn, an attempt, and, when it failed and may be made
// again, a pause and the next. Like the way of a call it is a machine and no task, but there is no second
// attempt beside a late one, and the answer is read by somebody else as it comes.

import HTTPClient
import HTTPValues
import Reactor

/// A request to a backend whose answer has not begun. It lives on its loop, until it is over.
package final class PendingStream {
  private enum Stage {
    case waiting(WaitingCall)
    case trying(Attempt)
    case pausing
    case over
  }

  private let call: BackendCall
  private let request: Request
  private let body: CallBody
  private let options: CallOptions
  private let backend: Backend
  private let interim: ((Response) -> Void)?
  private var whenOpen: ((Result<BackendStream, BackendFault>) -> Void)?
  private var stage = Stage.pausing
  private var progress: CallProgress
  /// The fault of the last attempt.
  private var last: BackendFault?
  private var isCancelled = false
  /// For the end of a pause.
  private var timer: TimerID?

  init(
    _ call: BackendCall,
    _ request: Request,
    _ body: CallBody,
    _ options: CallOptions,
    of backend: Backend,
    interim: ((Response) -> Void)?,
    whenOpen: @escaping (Result<BackendStream, BackendFault>) -> Void
  ) {
    self.call = call
    self.request = request
    self.body = body
    self.options = options
    self.backend = backend
    self.interim = interim
    self.whenOpen = whenOpen
    progress = CallProgress(began: backend.core.now)
  }

  /// Makes the first attempt, or waits for its turn.
  func begin() {
    backend.counters.called()
    backend.retries.called()
    tryOnce()
  }

  /// Gives the request up; it ends as cancelled.
  package func cancel() {
    isCancelled = true
    switch stage {
    case .over: return
    case .waiting(let waiting): waiting.end(.cancelled)
    case .trying(let attempt): attempt.exchange?.cancel()
    case .pausing:
      stopTimer()
      over(.failure(backend.cancelled(after: last)))
    }
  }

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

  private func launch(_ permit: consuming Permit) throws(BackendFault) {
    let attempt = try backend.attempt(call, permit, avoiding: progress.tried)
    progress.tries(attempt.id)
    stage = .trying(attempt)
    let origin = attempt.endpoint.origin
    var request = request
    request.scheme = origin.scheme
    if let authority = backend.settings.authority { request.authority = authority }
    do throws(ClientError) {
      let exchange = try backend.client.submit(request, to: origin, body: body, options: options)
      attempt.exchange = exchange
      exchange.watch(self)
      // What needs no answer to be on its way may be so already.
      if !body.isReplayable { exchangeMoved() }
    } catch {
      failed(attempt, error)
    }
  }

  /// The head of the answer has come, or a streamed body may follow the request now.
  private func opened(_ attempt: Attempt, _ exchange: ClientExchange) {
    exchange.unwatch()
    attempt.exchange = nil
    let stream = BackendStream(exchange, attempt, of: backend)
    if body.isReplayable { stream.answered() }
    over(.success(stream))
  }

  private func failed(_ attempt: Attempt, _ error: ClientError) {
    let fault = backend.fault(error, attempt)
    backend.failed(attempt, fault)
    attemptFailed(fault)
  }

  /// Goes on after an attempt, or where none could be made.
  private func attemptFailed(_ fault: BackendFault) {
    progress.failed()
    var fault = fault
    fault.attempts = progress.attempts
    switch backend.next(after: fault, last, of: call, progress, isCancelled: isCancelled) {
    case .end(let fault): over(.failure(fault))
    case .again(let pause):
      last = fault
      stage = .pausing
      if pause > .zero {
        timer = backend.core.schedule(self, at: backend.core.now + pause)
      } else {
        tryAgain()
      }
    }
  }

  private func tryAgain() {
    backend.counters.retried()
    tryOnce()
  }

  private func over(_ result: Result<BackendStream, BackendFault>) {
    stage = .over
    if case .failure(let fault) = result {
      backend.counters.failed(fault.kind, after: backend.core.now - progress.began)
    }
    whenOpen.take()?(result)
  }

  private func stopTimer() {
    if let timer { backend.core.cancel(timer) }
    timer = nil
  }
}

extension PendingStream: ExchangeWatcher {
  package func exchangeMoved() {
    guard case .trying(let attempt) = stage, let exchange = attempt.exchange else { return }
    while let next = exchange.takeInterim() { interim?(next) }
    do throws(ClientError) {
      let isOpen = try body.isReplayable ? exchange.hasHead() : exchange.isUnderWay()
      if isOpen { opened(attempt, exchange) }
    } catch {
      failed(attempt, error)
    }
  }
}

extension PendingStream: DeadlineHandler {
  package func deadlineReached() {
    timer = nil
    if case .pausing = stage { tryAgain() }
  }
}
