// SPDX-License-Identifier: Apache-2.0

import Files
import HTTPServer
import Reactor

/// Where operators are answered, and what they have to say there.
struct AdminAccess: Sendable {
  let address: SocketAddress
  /// The file of the token; `nil` where those on the machine are trusted.
  let tokenFile: String?
  /// Whether the listener has the certificates of the others.
  let isSecure: Bool

  /// Where the service manager puts a token, if it has one for us.
  static var credential: String? {
    let folder = ProcessEnvironment.all["CREDENTIALS_DIRECTORY"]
    return folder.map { "\($0)/admin-token" }.flatMap { Files.exists($0) ? $0 : nil }
  }

  /// What an operator should know before somebody else does.
  var warning: String? {
    guard tokenFile != nil, !isSecure, !address.isOfThisMachine else { return nil }
    return
      "whoever is on the way to \(address) can read the token for operators; --admin-tls keeps "
      + "it from being read"
  }

  /// Operators are few: who opens more connections is none.
  static var limits: ServerLimits {
    var limits = ServerLimits()
    limits.connections = 1_000
    limits.connectionsPerClient = 100
    return limits
  }
}
