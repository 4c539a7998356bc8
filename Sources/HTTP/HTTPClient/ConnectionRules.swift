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
  /// Use of HTTP/2 on plain connections.
  let cleartextHTTP2: CleartextHTTP2

  package init(
    security: (@Sendable (Origin) throws -> any StreamSecurity)?,
    cleartextHTTP2: CleartextHTTP2
  ) {
    self.security = security
    self.cleartextHTTP2 = cleartextHTTP2
  }
}

/// Use of HTTP/2 on connections without TLS, on which nothing is negotiated.
package enum CleartextHTTP2: Sendable {
  case never
  /// Once many calls are under way at once, if the server turns out to speak it.
  case learned
  /// From the first byte (prior knowledge).
  case always
}

extension ConnectionRules: Hashable {
  package static func == (first: ConnectionRules, second: ConnectionRules) -> Bool {
    first === second
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
