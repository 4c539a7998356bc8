// SPDX-License-Identifier: Apache-2.0

import Bytes
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
  /// The call that it is made for, as long as it goes on; `nil` where a task waits for the answer.
  var call: PendingCall?
  /// Whether the request was sent once more, since its connection ended just as it was used again.
  var wasSentAgain = false
  /// How long the head of the answer took, once it has come.
  var headAfter: Duration?
  /// What has come of the answer's content.
  var body = ByteBuffer()
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

  /// Takes what has come of the answer's content.
  func takeContent() -> [UInt8] {
    var taken = ByteBuffer()
    swap(&taken, &body)
    return taken.span.array
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
}

extension Attempt: ExchangeWatcher {
  func exchangeMoved() { call?.moved(self) }
}
