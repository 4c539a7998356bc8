// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPClient
import Reactor

/// One attempt to get an answer from one endpoint.
///
/// It holds a permit of the backend's limit, the breaker's pass and a part of the endpoint's load.
/// Those that it still has when it is dropped are returned without an outcome.
struct Attempt: ~Copyable {
  let id: EndpointID
  let endpoint: Endpoint
  let began: Instant
  /// Instant at which it must be over.
  let deadline: Instant
  /// The exchange of its request and answer.
  var exchange: ClientExchange?
  /// Time until the head of the answer, once it has come.
  var headAfter: Duration?
  /// Content received so far.
  var body = ByteBuffer()
  /// The additions to its request.
  var additions = SentAdditions()
  /// Whether another attempt of the same call was faster.
  private(set) var isLoser = false
  let backend: Backend
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
    if pass != nil || isAtEndpoint { backend.forgot(id, pass, isAtEndpoint: isAtEndpoint) }
    backend.gate.holderLeft()
  }

  /// Cancels it, because another attempt has answered.
  mutating func lose() {
    isLoser = true
    exchange?.cancel()
  }

  // MARK: what it holds

  /// Returns its permit, with what it has shown of the load.
  mutating func leave(_ sample: ConcurrencyLimit.Sample) {
    if let permit = permit.take() { permit.end(sample) }
  }

  /// The body of its request has come whole.
  mutating func uploaded() { permit?.uploaded() }

  /// Reports its outcome to the breaker, once.
  mutating func tellBreaker(_ outcome: AttemptOutcome) {
    if let pass = pass.take() { backend.tellBreaker(pass, outcome) }
  }

  /// Ends its load of the endpoint.
  mutating func leaveEndpoint() {
    guard isAtEndpoint else { return }
    isAtEndpoint = false
    // A constant, since the compiler of Swift 6.3.1 ends here under the thread sanitizer.
    let backend = backend
    backend.choice.finished(id)
  }
}
