// SPDX-License-Identifier: Apache-2.0

package import HTTPValues
import Reactor

/// A change of a backend on one loop, which operators should know.
package enum BackendChange: Sendable, Equatable {
  /// The state of the circuit breaker has changed.
  case circuit(CircuitBreaker.State)
  /// Health checks have made an endpoint healthy or unhealthy, with the status of the last one, or the
  /// problem for which there was no answer.
  case health(Endpoint, isWell: Bool, Status?, problem: String?)
  /// Connections to an endpoint cannot be opened any more, with the problem, or can again.
  case reachability(Endpoint, isReached: Bool, problem: String?)
  /// A failing endpoint was ejected.
  case ejection(Endpoint)
}

extension Backend {
  /// Reports the state of the circuit breaker if it has changed.
  func tellCircuit() {
    let state = breaker.state(at: core.now)
    if counters.circuit(state) { whenChanged(.circuit(state)) }
  }

  func tellHealth(of id: EndpointID, _ status: Status?) {
    guard let endpoint = choice.endpoint(id), let (_, state, problem) = health[id.slot] else {
      return
    }
    whenChanged(
      settings.health.decidesCalls
        ? .health(endpoint, isWell: state.isWell, status, problem: problem)
        : .reachability(endpoint, isReached: state.isWell, problem: problem)
    )
  }

  func ejected(_ id: EndpointID) {
    counters.ejected()
    refresh(id)
    if let endpoint = choice.endpoint(id) { whenChanged(.ejection(endpoint)) }
  }
}
