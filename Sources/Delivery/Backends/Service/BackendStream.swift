// SPDX-License-Identifier: Apache-2.0

package import HTTPClient
package import HTTPValues
import Reactor

/// A request to one endpoint whose answer is read as it comes.
///
/// It counts as load of the endpoint until `ended`, or until it is dropped, since its attempt
/// returns what it holds.
package final class BackendStream {
  private enum Phase {
    /// The request is sent, and the head has not come.
    case sent
    case answered
    case over
  }

  /// The exchange of the request and the answer.
  package let exchange: ClientExchange
  private let attempt: Attempt
  private let backend: Backend
  private var phase = Phase.sent

  init(_ exchange: ClientExchange, _ attempt: Attempt, of backend: Backend) {
    self.exchange = exchange
    self.attempt = attempt
    self.backend = backend
  }

  /// The endpoint that the request was sent to.
  package var endpoint: Destination? { attempt.endpoint.destination }

  /// Records that the body of the request has come whole and was sent.
  package func uploaded() { attempt.uploaded() }

  /// Waits for the head of the answer; `interim` is called with responses before it.
  package func waitForAnswer(
    _ interim: ((Response) -> Void)?
  ) async throws(BackendFault) {
    guard case .sent = phase else { return }
    do throws(ClientError) {
      try await exchange.waitForHead(interim)
    } catch {
      let fault = backend.fault(error, attempt)
      phase = .over
      attempt.recordTimes(of: exchange)
      backend.failed(attempt, fault)
      backend.counters.failed(fault.kind, after: nil)
      throw fault
    }
    answered()
  }

  /// Records that the head has come.
  func answered() {
    phase = .answered
    attempt.recordTimes(of: exchange)
    backend.answered(attempt, exchange.response.status)
  }

  /// Ends the stream because the answer was read to its end, or because nobody reads on; `error` is
  /// the backend's fault, if any.
  package func ended(_ error: ClientError?) {
    switch phase {
    case .over: return
    case .sent: backend.abandoned(attempt)
    case .answered: backend.ended(attempt, error)
    }
    phase = .over
  }
}
