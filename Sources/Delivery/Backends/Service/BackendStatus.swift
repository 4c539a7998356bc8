// SPDX-License-Identifier: Apache-2.0

package import HTTPClient

/// Status of a backend on one loop.
package struct BackendStatus: Sendable, Equatable {
  /// Status of one endpoint.
  package struct EndpointStatus: Sendable, Equatable {
    /// Address.
    package let destination: Destination
    /// Weight.
    package let weight: Int
    /// Number of attempts under way.
    package let inFlight: Int
    /// Whether it is ejected because calls failed.
    package let isEjected: Bool
    /// Whether an operator has ejected it.
    package let isManuallyEjected: Bool
    /// Whether its health checks succeed, if it is to get no calls where they fail.
    package let isWell: Bool
    /// Whether connections to it can be opened, where only operators are told of that.
    package let acceptsConnections: Bool
    /// Problem for which the last check had no answer, while checks fail.
    package let problem: String?

    /// Whether the endpoint is in rotation: its health checks succeed, and it is not ejected.
    package var isUsable: Bool { isWell && !isEjected && !isManuallyEjected }
  }

  /// Name.
  package let name: String
  /// State of the circuit breaker.
  package let breaker: CircuitBreaker.State
  /// Time until an open breaker lets a probe through.
  package let opensIn: Duration?
  /// Present limit of attempts under way.
  package let limit: Int
  /// Number of attempts under way.
  package let inFlight: Int
  /// Number of waiting calls.
  package let waiting: Int
  /// Latency at its best times.
  package let bestLatency: Duration?
  /// Endpoints.
  package let endpoints: [EndpointStatus]

  /// Whether no endpoint accepts connections, where only operators are told of that.
  package var isUnreachable: Bool {
    !endpoints.isEmpty && endpoints.allSatisfy { !$0.acceptsConnections }
  }
}
