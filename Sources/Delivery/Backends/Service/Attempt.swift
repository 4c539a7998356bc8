// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import Reactor

/// One attempt to get an answer from one endpoint.
final class Attempt {
  let id: EndpointID
  let endpoint: Endpoint
  /// The breaker's leave to make it.
  let pass: CircuitBreaker.Pass
  let began: Instant
  /// When it must be over.
  let deadline: Instant
  /// The request on its way.
  var exchange: ClientExchange?
  /// Whether another attempt of the same call was faster.
  private(set) var isLoser = false

  init(
    _ id: EndpointID,
    _ endpoint: Endpoint,
    _ pass: CircuitBreaker.Pass,
    began: Instant,
    deadline: Instant
  ) {
    self.id = id
    self.endpoint = endpoint
    self.pass = pass
    self.began = began
    self.deadline = deadline
  }

  /// Gives it up, because there is an answer already.
  func lose() {
    isLoser = true
    exchange?.cancel()
  }
}
