// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import HTTPValues
import Reactor

/// A request whose answer has not begun and will be streamed to another reader.
final class PendingStream: RetriedCall {
  private let request: Request
  private let body: CallBody
  private let options: CallOptions
  private let interim: ((Response) -> Void)?
  private var whenOpen: ((Result<BackendStream, BackendFault>) -> Void)?
  private var attempt: Attempt?

  init(
    _ call: BackendCall,
    _ request: Request,
    _ body: CallBody,
    _ options: CallOptions,
    of backend: Backend,
    interim: ((Response) -> Void)?,
    whenOpen: @escaping (Result<BackendStream, BackendFault>) -> Void
  ) {
    self.request = request
    self.body = body
    self.options = options
    self.interim = interim
    self.whenOpen = whenOpen
    super.init(call, of: backend)
  }

  override func send(_ attempt: Attempt) {
    self.attempt = attempt
    let destination = attempt.endpoint.destination
    do throws(ClientError) {
      let exchange = try backend.client.submit(
        request(to: destination),
        to: destination,
        body: body,
        options: options
      )
      attempt.exchange = exchange
      // A request with a streamed body may be open without an answer.
      if !body.isReplayable { exchangeMoved() }
      if self.attempt === attempt { exchange.watch(self) }
    } catch {
      failed(attempt, error)
    }
  }

  private func request(to destination: Destination) -> Request {
    var request = request
    request.scheme = destination.origin.scheme
    if let authority = backend.settings.authority { request.authority = authority }
    return request
  }

  override func cancelAttempts() { attempt?.exchange?.cancel() }

  override func failed(_ fault: BackendFault) { whenOpen.take()?(.failure(fault)) }

  /// Opens the stream: the head of the answer has come, or a streamed body may be sent now.
  private func opened(_ attempt: Attempt, _ exchange: ClientExchange) {
    exchange.unwatch()
    attempt.exchange = nil
    self.attempt = nil
    let stream = BackendStream(exchange, attempt, of: backend)
    if body.isReplayable { stream.answered() }
    over()
    whenOpen.take()?(.success(stream))
  }

  private func failed(_ attempt: Attempt, _ error: ClientError) {
    self.attempt = nil
    let fault = backend.fault(error, attempt)
    backend.failed(attempt, fault)
    attemptFailed(fault)
  }
}

extension PendingStream: ExchangeWatcher {
  func exchangeMoved() {
    guard case .trying = stage, let attempt, let exchange = attempt.exchange else { return }
    while let next = exchange.takeInterim() { interim?(next) }
    do throws(ClientError) {
      let isOpen = try body.isReplayable ? exchange.hasHead() : exchange.isUnderWay()
      if isOpen { opened(attempt, exchange) }
    } catch {
      failed(attempt, error)
    }
  }
}
