// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import Reactor

extension Backend {
  /// Whether the backend has headroom for optional calls: no call is queued, the concurrency limit has room
  /// for one, and the circuit breaker is closed.
  package var hasHeadroom: Bool {
    !isClosed && gate.waiting == 0 && gate.hasRoom(.optional)
      && breaker.state(at: core.now) == .closed
  }

  /// The present status of the backend.
  package var status: BackendStatus {
    let now = core.now
    return BackendStatus(
      name: settings.name,
      breaker: breaker.state(at: now),
      opensIn: breaker.openUntil(at: now).map { $0 - now },
      limit: gate.current,
      inFlight: gate.inFlight,
      waiting: gate.waiting,
      bestLatency: gate.bestLatency,
      endpoints: choice.listed.map { id, endpoint, _ in
        BackendStatus.EndpointStatus(
          destination: endpoint.destination,
          weight: endpoint.weight,
          inFlight: choice.inFlight(id),
          isEjected: ejection.isEjected(id),
          isManuallyEjected: isManuallyEjected(endpoint),
          isWell: !settings.health.decidesCalls || passesChecks(id),
          acceptsConnections: settings.health.decidesCalls || passesChecks(id),
          problem: passesChecks(id) ? nil : health[id.slot]?.problem
        )
      }
    )
  }
}
