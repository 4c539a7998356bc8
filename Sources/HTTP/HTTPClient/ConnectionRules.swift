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
  /// Maker of the server in this process that takes the calls of a loop; `nil` for origins that are
  /// connected to.
  let local: (@Sendable (LoopCore) throws -> any LocalOrigin)?

  package init(
    security: (@Sendable (Origin) throws -> any StreamSecurity)?,
    usesHTTP2WithoutAsking: Bool
  ) {
    self.security = security
    self.usesHTTP2WithoutAsking = usesHTTP2WithoutAsking
    local = nil
  }

  /// Rules for an origin in this process, to which no connection is made.
  ///
  /// - Parameter local: makes the server that takes the calls of a loop.
  package init(local: @escaping @Sendable (LoopCore) throws -> any LocalOrigin) {
    self.local = local
    security = nil
    usesHTTP2WithoutAsking = false
  }
}

extension ConnectionRules: Hashable {
  package static func == (first: ConnectionRules, second: ConnectionRules) -> Bool {
    first === second
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
