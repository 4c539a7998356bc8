// SPDX-License-Identifier: Apache-2.0

package import HTTPValues
package import Reactor

/// Rules for making connections to some origins, where these differ from the client's
/// configuration.
///
/// Two origins with the same rules share connections; rules are the same if they are the same object.
package final class ConnectionRules: Sendable {
  /// Maker of the security of connections.
  let security: (@Sendable (Origin) throws -> any StreamSecurity)?
  /// Whether plain connections speak HTTP/2 at once (prior knowledge).
  let usesHTTP2WithoutAsking: Bool

  package init(
    security: (@Sendable (Origin) throws -> any StreamSecurity)?,
    usesHTTP2WithoutAsking: Bool
  ) {
    self.security = security
    self.usesHTTP2WithoutAsking = usesHTTP2WithoutAsking
  }
}

extension ConnectionRules: Hashable {
  package static func == (first: ConnectionRules, second: ConnectionRules) -> Bool {
    first === second
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
