// SPDX-License-Identifier: Apache-2.0

package import HTTPServer
package import Reactor

/// The listener for operators, and the authentication that it requires.
package struct AdminAccess: Sendable {
  package let address: SocketAddress
  /// The files of tokens; empty if local connections are trusted.
  package let tokens: [AdminTokens.File]
  /// Whether the listener uses TLS, with the certificates of the public listeners.
  package let isSecure: Bool

  package init(address: SocketAddress, tokens: [AdminTokens.File], isSecure: Bool) {
    (self.address, self.tokens, self.isSecure) = (address, tokens, isSecure)
  }

  /// A warning about insecure access.
  package var warning: String? {
    guard !tokens.isEmpty, !isSecure, !address.isOfThisMachine else { return nil }
    return
      "the operators' token is sent to \(address) unencrypted; --admin-tls "
      + "protects it"
  }

  /// The limits of the listener: operators need few connections.
  package static var limits: ServerLimits {
    var limits = ServerLimits()
    limits.connections = 1_000
    limits.connectionsPerClient = 100
    return limits
  }
}
