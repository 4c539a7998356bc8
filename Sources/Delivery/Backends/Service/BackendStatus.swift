// SPDX-License-Identifier: Apache-2.0

package import HTTPClient

/// How a backend is doing, as one loop sees it.
package struct BackendStatus: Sendable, Equatable {
  /// How one endpoint is doing.
  package struct EndpointStatus: Sendable, Equatable {
    /// Where it is.
    package let destination: Destination
    /// Its share.
    package let weight: Int
    /// How many attempts are under way there.
    package let inFlight: Int
    /// Whether it is ejected because calls failed.
    package let isEjected: Bool
    /// Whether it says that it is well.
    package let isWell: Bool
  }

  /// Its name.
  package let name: String
  /// Whether it gets calls.
  package let breaker: CircuitBreaker.State
  /// For how long it gets none, while the breaker is open.
  package let opensIn: Duration?
  /// How many attempts may be under way at once.
  package let limit: Int
  /// How many attempts are under way.
  package let inFlight: Int
  /// How many calls wait for their turn.
  package let waiting: Int
  /// What half of the recent answers took at most.
  package let usualLatency: Duration?
  /// What nearly all of the recent answers took at most.
  package let lateLatency: Duration?
  /// The latency of its best times.
  package let bestLatency: Duration?
  /// Its endpoints.
  package let endpoints: [EndpointStatus]
}
