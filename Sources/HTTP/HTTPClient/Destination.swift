// SPDX-License-Identifier: Apache-2.0

import Bytes
package import HTTPValues
package import Reactor

/// An origin, and how connections to it are made.
package struct Destination: Sendable, Hashable, CustomStringConvertible {
  package let origin: Origin
  /// The one address to connect to, where the host's name is not to be looked up; the name is still
  /// what the server has to prove.
  package let address: SocketAddress?
  /// Rules for making connections, where these differ from the client's configuration.
  package let rules: ConnectionRules?

  package init(
    _ origin: Origin,
    at address: SocketAddress? = nil,
    by rules: ConnectionRules? = nil
  ) {
    self.origin = origin
    self.address = address
    self.rules = rules
  }

  /// The origin as the beginning of a URL, and its address where that is given.
  package var description: String { address.map { "\(origin) (\($0))" } ?? "\(origin)" }

  /// Appends the description.
  package func write(to bytes: inout [UInt8]) {
    origin.write(to: &bytes)
    if let address { bytes.append(" (\(address))".utf8Span.span) }
  }

  /// The addresses to connect to; a name's are looked up.
  package func addresses(by resolver: Resolver) async throws -> [SocketAddress] {
    if let address { return [address] }
    if let path = origin.socketPath { return [SocketAddress(.unix(path))] }
    return try await resolver.addresses(of: origin.host, port: origin.port)
  }
}
