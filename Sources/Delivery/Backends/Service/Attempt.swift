// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPClient
import Reactor

/// One attempt to get an answer from one endpoint.
///
/// It holds a place under the backend's limit, the breaker's pass and a part of the endpoint's load.
/// What it has not given back when nobody holds it any more goes back by itself, and says nothing of
/// the backend.
final class Attempt {
  let id: EndpointID
  let endpoint: Endpoint
  let began: Instant
  /// When it must be over.
  let deadline: Instant
  /// The request on its way.
  var exchange: ClientExchange?
  /// The call that it is made for, as long as it goes on; `nil` where it is made for a stream.
  var call: PendingCall?
  /// How long the head of the answer took, once it has come.
  var headAfter: Duration?
  /// What has come of the answer's content.
  var body = ByteBuffer()
  /// Whether another attempt of the same call was faster.
  private(set) var isLoser = false
  private let backend: Backend
  private var permit: Permit?
  private var pass: CircuitBreaker.Pass?
  private var isAtEndpoint = true

  init(
    of backend: Backend,
    _ permit: consuming Permit,
    _ pass: CircuitBreaker.Pass,
    at id: EndpointID,
    _ endpoint: Endpoint,
    until deadline: Instant
  ) {
    self.backend = backend
    self.permit = consume permit
    self.pass = pass
    self.id = id
    self.endpoint = endpoint
    began = backend.core.now
    self.deadline = deadline
    backend.gate.holderCame()
  }

  deinit {
    permit = nil
    if pass != nil || isAtEndpoint { backend.forgot(id, pass, isAtEndpoint: isAtEndpoint) }
    backend.gate.holderLeft()
  }

  /// Takes what has come of the answer's content.
  func takeContent() -> [UInt8] {
    let content = body.span.array
    backend.core.recycle(&body)
    return content
  }

  /// How long the endpoint took to answer, or has taken until now; `nil` while the request is not
  /// written.
  var latency: ResponseLatency? {
    guard let exchange else { return nil }
    if let latency = exchange.latency { return latency }
    return exchange.written.map { ResponseLatency(backend.core.now - $0) }
  }

  /// Gives it up, because there is an answer already.
  func lose() {
    isLoser = true
    exchange?.cancel()
  }

  /// It is over: what has not come yet is not waited for.
  func end() {
    exchange?.unwatch()
    exchange = nil
    call = nil
  }

  // MARK: what it holds

  /// Gives its place under the limit back, and says what it has told of the load.
  func leave(_ sample: ConcurrencyLimit.Sample) {
    if let permit = permit.take() { permit.end(sample) }
  }

  /// Tells the breaker how it ended, which is told once.
  func tellBreaker(_ outcome: AttemptOutcome) {
    if let pass = pass.take() { backend.tellBreaker(pass, outcome) }
  }

  /// The endpoint has nothing to do with it any more.
  func leaveEndpoint() {
    guard isAtEndpoint else { return }
    isAtEndpoint = false
    backend.choice.finished(id)
  }
}

extension Attempt: ExchangeWatcher {
  func exchangeMoved() { call?.moved(self) }
}
