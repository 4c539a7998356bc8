// SPDX-License-Identifier: Apache-2.0

package import HTTPClient
package import HTTPValues
import Plans

/// One address of a backend, and the share of its calls that goes there.
package struct Endpoint: Sendable, Hashable {
  /// Where it is, and how it is connected to.
  package let destination: Destination
  /// Its share beside the other endpoints' weights; 0 takes calls only when nobody else can.
  package let weight: Int

  /// What a request to it says in Host, unless its backend says otherwise.
  let authority: String

  /// An endpoint; a weight outside of the range of weights is moved to the nearer end.
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
