// SPDX-License-Identifier: Apache-2.0

package import HTTPClient

/// One address of a backend, and the share of its calls that goes there.
package struct Endpoint: Sendable, Hashable {
  /// The weight of an endpoint about which nothing is said.
  package static let usualWeight = 100
  /// The largest weight there is.
  package static let largestWeight = 10_000

  /// Where it is.
  package let origin: Origin
  /// Its share beside the other endpoints' weights; 0 takes calls only when nobody else can.
  package let weight: Int

  /// What a request to it says in Host, unless its backend says otherwise.
  let authority: String

  /// An endpoint; a weight outside of 0...10,000 is moved to the nearer end.
  package init(_ origin: Origin, weight: Int = Endpoint.usualWeight) {
    self.origin = origin
    authority = origin.authority
    self.weight = min(max(weight, 0), Endpoint.largestWeight)
  }
}
