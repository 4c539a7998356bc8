// SPDX-License-Identifier: Apache-2.0

package import HTTPValues
import Reactor

/// A change in how one loop sees a backend, which operators should know.
package enum BackendChange: Sendable, Equatable {
  /// The circuit breaker has another state.
  case circuit(CircuitBreaker.State)
  /// Health checks say that an endpoint is well, or is not, with the status of the last; `nil` for no answer.
  case health(Endpoint, isWell: Bool, Status?)
  /// An endpoint that fails gets no calls for a while, since others do its work.
  case ejection(Endpoint)
}

extension Backend {
  /// Tells the state of the circuit breaker, if it has changed.
  func tellCircuit() {
    let state = breaker.state(at: core.now)
    if counters.circuit(state) { whenChanged(.circuit(state)) }
  }

  func tellHealth(of id: EndpointID, _ status: Status?) {
    guard let endpoint = choice.endpoint(id), let state = health[id.slot]?.state else { return }
    whenChanged(.health(endpoint, isWell: state.isWell, status))
  }

  func ejected(_ id: EndpointID) {
    counters.ejected()
    refresh(id)
    if let endpoint = choice.endpoint(id) { whenChanged(.ejection(endpoint)) }
  }
}
