// SPDX-License-Identifier: Apache-2.0

package import HTTPClient
package import HTTPValues

/// Where a backend's endpoints come from.
package enum EndpointSource: Sendable, Equatable {
  /// They are declared.
  case fixed([Endpoint])
  /// They are the addresses of a name, looked up time and again.
  case name(Origin, by: ConnectionRules? = nil, refresh: Duration = .seconds(30))
}
