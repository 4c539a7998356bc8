// SPDX-License-Identifier: Apache-2.0

import Files
import HTTPServer
import Reactor

/// The listener for operators, and the authentication it requires.
struct AdminAccess: Sendable {
  let address: SocketAddress
  /// The token file; `nil` if local connections are trusted.
  let tokenFile: String?
  /// Whether the listener uses TLS, with the certificates of the public listeners.
  let isSecure: Bool

  /// The token that the service manager provides as a credential, if there is one.
  static var credential: String? {
    let folder = ProcessEnvironment.all["CREDENTIALS_DIRECTORY"]
    return folder.map { "\($0)/admin-token" }.flatMap { Files.exists($0) ? $0 : nil }
  }

  /// A warning about insecure access.
  var warning: String? {
    guard tokenFile != nil, !isSecure, !address.isOfThisMachine else { return nil }
    return
      "the operators' token is sent to \(address) unencrypted; --admin-tls "
      + "protects it"
  }

  /// Operators need few connections.
  static var limits: ServerLimits {
    var limits = ServerLimits()
    limits.connections = 1_000
    limits.connectionsPerClient = 100
    return limits
  }
}
