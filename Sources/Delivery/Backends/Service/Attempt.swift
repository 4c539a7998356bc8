// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPClient
import Reactor

/// One attempt to get an answer from one endpoint.
///
/// It holds a permit of the backend's limit, the breaker's pass and a part of the endpoint's load.
/// Those that it still has when it is dropped are returned without an outcome.
final class Attempt {
  let id: EndpointID
  let endpoint: Endpoint
  let began: Instant
  /// Instant at which it must be over.
  let deadline: Instant
  /// The exchange of its request and answer.
  var exchange: ClientExchange?
  /// The call that it belongs to; `nil` for a stream.
  var call: PendingCall?
  /// Time until the head of the answer, once it has come.
  var headAfter: Duration?
  /// Content received so far.
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

  /// Takes the content received so far.
  func takeContent() -> [UInt8] {
    let content = body.span.array
    backend.core.recycle(&body)
    return content
  }

  /// Time that the endpoint took to answer, or has taken until now; `nil` while the request is not
  /// written.
  var latency: ResponseLatency? {
    guard let exchange else { return nil }
    if let latency = exchange.latency { return latency }
    return exchange.written.map { ResponseLatency(backend.core.now - $0) }
  }

  /// Records the time of the connection that was opened for it, and the time to the answer's head.
  func recordTimes(of exchange: ClientExchange) {
    if let taken = exchange.connectTime { backend.counters.connected(after: taken) }
    if let latency = exchange.latency { backend.counters.answerBegan(after: latency.most) }
  }

  /// Cancels it, because another attempt has answered.
  func lose() {
    isLoser = true
    exchange?.cancel()
  }

  /// Ends it: nothing more of its answer is read.
  func end() {
    if let exchange {
      recordTimes(of: exchange)
      exchange.unwatch()
    }
    exchange = nil
    call = nil
  }

  // MARK: what it holds

  /// Returns its permit, with what it has shown of the load.
  func leave(_ sample: ConcurrencyLimit.Sample) {
    if let permit = permit.take() { permit.end(sample) }
  }

  /// The body of its request has come whole.
  func uploaded() { permit?.uploaded() }

  /// Reports its outcome to the breaker, once.
  func tellBreaker(_ outcome: AttemptOutcome) {
    if let pass = pass.take() { backend.tellBreaker(pass, outcome) }
  }

  /// Ends its load of the endpoint.
  func leaveEndpoint() {
    guard isAtEndpoint else { return }
    isAtEndpoint = false
    backend.choice.finished(id)
  }
}

extension Attempt: ExchangeWatcher {
  func exchangeMoved() { call?.moved(self) }
}
