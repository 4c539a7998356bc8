// SPDX-License-Identifier: Apache-2.0

package import HTTPClient
package import HTTPValues
import Services

/// One address of a backend, and its share of the calls.
package struct Endpoint: Sendable, Hashable {
  /// Its address, and how it is connected to.
  package let destination: Destination
  /// Its share relative to the other endpoints' weights; with 0 it gets calls only if no other
  /// endpoint can.
  package let weight: Int

  /// Host of requests to it, unless its backend declares one.
  let authority: String

  /// Makes an endpoint; a weight outside of the allowed range is clamped to it.
  package init(
    _ destination: Destination,
    weight: Int = BackendDeclaration.Address.usualWeight
  ) {
    self.destination = destination
    authority = destination.origin.authority
    let weights = BackendDeclaration.Address.weights
    self.weight = min(max(weight, weights.lowerBound), weights.upperBound)
  }

  package var origin: Origin { destination.origin }
}

/// Identifies an endpoint for as long as it is in its backend's list.
///
/// The slot is an index that is reused; the generation distinguishes its successive endpoints, so
/// that the outcome of a call to one that has left does not reach its successor.
package struct EndpointID: Sendable, Hashable {
  let slot: Int
  let generation: UInt32
}

/// Source of a backend's endpoints.
package enum EndpointSource: Sendable, Equatable {
  /// Declared endpoints.
  case fixed([Endpoint])
  /// The addresses of a name, looked up regularly.
  case name(Origin, by: ConnectionRules? = nil, refresh: Duration = .seconds(30))
}
