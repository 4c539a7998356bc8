// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Reactor

/// The listener for operators, and the authentication that it requires.
struct AdminAccess: Sendable {
  let address: SocketAddress
  /// The files of tokens; empty if local connections are trusted.
  let tokens: [AdminTokens.File]
  /// Whether the listener uses TLS, with the certificates of the public listeners.
  let isSecure: Bool

  /// A warning about insecure access.
  var warning: String? {
    guard !tokens.isEmpty, !isSecure, !address.isOfThisMachine else { return nil }
    return
      "the operators' token is sent to \(address) unencrypted; --admin-tls "
      + "protects it"
  }

  /// The limits of the listener: operators need few connections.
  static var limits: ServerLimits {
    var limits = ServerLimits()
    limits.connections = 1_000
    limits.connectionsPerClient = 100
    return limits
  }
}
