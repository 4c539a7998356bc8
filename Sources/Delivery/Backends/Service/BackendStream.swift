// SPDX-License-Identifier: Apache-2.0

package import HTTPClient
package import HTTPValues
import Reactor

/// A request that was sent to one endpoint, and an answer that is read as it comes.
///
/// The backend counts it among what its endpoint has to do until `ended`, or until nobody holds it
/// any more, since the attempt in it gives back what it holds.
package final class BackendStream {
  private enum Phase {
    /// The head has not come.
    case sent
    case answered
    case over
  }

  /// The request on its way and the answer that comes back.
  package let exchange: ClientExchange
  private let attempt: Attempt
  private let backend: Backend
  private var phase = Phase.sent

  init(_ exchange: ClientExchange, _ attempt: Attempt, of backend: Backend) {
    self.exchange = exchange
    self.attempt = attempt
    self.backend = backend
  }

  /// Where the request went.
  package var endpoint: Destination { attempt.endpoint.destination }

  /// Waits for the head of the answer; `interim` is shown what comes before.
  package func waitForHead(
    _ interim: ((Response) -> Void)?
  ) async throws(BackendFault) {
    guard case .sent = phase else { return }
    do throws(ClientError) {
      try await exchange.waitForHead(interim)
    } catch {
      let fault = backend.fault(error, attempt)
      phase = .over
      backend.failed(attempt, fault)
      backend.counters.failed(fault.kind, after: nil)
      throw fault
    }
    answered()
  }

  /// The head has come.
  func answered() {
    phase = .answered
    backend.answered(attempt, exchange.response.status)
  }

  /// The answer was read to its end, or nobody reads on; `error` says why not, where it is the
  /// backend's fault.
  package func ended(_ error: ClientError?) {
    switch phase {
    case .over: return
    case .sent: backend.abandoned(attempt)
    case .answered: backend.ended(attempt, error)
    }
    phase = .over
  }
}
