// SPDX-License-Identifier: Apache-2.0

package import Reactor

/// Where a server listens, and what it expects there.
package struct ListenerConfiguration: Sendable {
  package enum Source: Sendable {
    /// Sockets of our own, one for each loop, at an address that is not in use.
    case address(SocketAddress)
    /// A listening socket that somebody opened for us; all loops share it.
    case inherited(Int32)
    /// The sockets at one address of the process that we take over from, all of them; loops that they do
    /// not suffice for have sockets of their own beside them where that is possible.
    case handed(Int32, others: [Int32])
  }

  package var source: Source
  /// Maker of the security of connections; plain without it.
  package var security: (any StreamSecurity)?
  /// Whether every connection begins with a PROXY header that names the client. Only for a listener
  /// that nobody but the proxy can reach.
  package var expectsProxyHeader = false

  package init(_ source: Source, security: (any StreamSecurity)? = nil) {
    self.source = source
    self.security = security
  }

  package init(_ address: SocketAddress, security: (any StreamSecurity)? = nil) {
    self.init(.address(address), security: security)
  }

  /// The port, where the source is an address that has one.
  package var port: UInt16? {
    if case .address(let address) = source, address.isInternet { address.port } else { nil }
  }
}
