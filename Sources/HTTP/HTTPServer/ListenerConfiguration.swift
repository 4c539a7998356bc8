// SPDX-License-Identifier: Apache-2.0

package import Reactor

/// Where a server listens, and what it expects there.
package struct ListenerConfiguration: Sendable {
  package enum Source: Sendable {
    /// A socket of our own, one for each loop.
    case address(SocketAddress)
    /// A listening socket that somebody opened for us; all loops share it.
    case inherited(Int32)
  }

  package var source: Source
  /// What makes connections secure; plain without it.
  package var security: (any StreamSecurity)?
  /// Whether every connection begins with a PROXY header that names the client. Only for a listener
  /// that nobody but the proxy can reach.
  package var expectsProxyHeader = false
  /// Whether the path of a Unix socket is taken over from a process that still listens there.
  package var isReplacing = false

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
