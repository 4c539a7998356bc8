// SPDX-License-Identifier: Apache-2.0

package import HTTPClient
package import HTTPValues

/// Source of a backend's endpoints.
package enum EndpointSource: Sendable, Equatable {
  /// Declared endpoints.
  case fixed([Endpoint])
  /// The addresses of a name, looked up regularly.
  case name(Origin, by: ConnectionRules? = nil, refresh: Duration = .seconds(30))
}
