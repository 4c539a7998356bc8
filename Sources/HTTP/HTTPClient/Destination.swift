// SPDX-License-Identifier: Apache-2.0

package import HTTPValues
package import Reactor

/// An origin, and how connections to it are made. It is an object, which every call to it shares.
package final class Destination: Sendable, CustomStringConvertible {
  package let origin: Origin
  /// The one address to connect to, where the host's name is not to be looked up; the name is still
  /// what the server has to prove.
  package let address: SocketAddress?
  /// Rules for making connections, where these differ from the client's configuration.
  package let rules: ConnectionRules?
  /// The origin as the beginning of a URL, and its address where that is given.
  package let description: String
  private let hash: Int

  package init(
    _ origin: Origin,
    at address: SocketAddress? = nil,
    by rules: ConnectionRules? = nil
  ) {
    self.origin = origin
    self.address = address
    self.rules = rules
    description = address.map { "\(origin) (\($0))" } ?? "\(origin)"
    var hasher = Hasher()
    hasher.combine(origin)
    hasher.combine(address)
    hasher.combine(rules)
    hash = hasher.finalize()
  }

  /// The addresses to connect to; a name's are looked up.
  package func addresses(by resolver: Resolver) async throws -> [SocketAddress] {
    if let address { return [address] }
    if let path = origin.socketPath { return [SocketAddress(.unix(path))] }
    return try await resolver.addresses(of: origin.host, port: origin.port)
  }
}

extension Destination: Hashable {
  package static func == (first: Destination, second: Destination) -> Bool {
    if first === second { return true }
    return first.hash == second.hash && first.origin == second.origin
      && first.address == second.address && first.rules == second.rules
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
