// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPServer
import Reactor
import Serving
import TransportSecurity

/// The addresses of the listeners, and inherited sockets for them.
extension Service {
  /// Returns the listeners of the options and the service manager; the loopback address if there
  /// are none.
  static func listeners(
    _ configuration: ServiceConfiguration,
    _ manager: ServiceManager,
    _ certificates: TLSCertificateStore?,
    _ handed: HandedDescriptors
  ) throws -> [ListenerConfiguration] {
    var wanted = configuration.listeners
    for var listener in configuration.secureListeners {
      listener.security = certificates
      wanted.append(listener)
    }
    wanted += try manager.inheritedSockets().map {
      ListenerConfiguration(.inherited($0.descriptor))
    }
    if wanted.isEmpty { wanted = [ListenerConfiguration(.loopback(port: 8080))] }
    return wanted.map { taken($0, handed) }
  }

  /// Returns the listener on sockets inherited for its address, if there are any.
  static func taken(
    _ listener: ListenerConfiguration,
    _ handed: HandedDescriptors
  ) -> ListenerConfiguration {
    guard case .address(let address) = listener.source,
      case let sockets = handed.takeSockets(at: address), let first = sockets.first
    else { return listener }
    var listener = listener
    listener.source = .handed(first, others: Array(sockets.dropFirst()))
    return listener
  }

  /// Starts a listener; if the address is in use, the error explains what to do.
  static func listening(_ start: () async throws -> HTTPServer) async throws -> HTTPServer {
    do {
      return try await start()
    } catch let error as AddressInUse {
      throw PlainError(
        "another process listens at \(error.address); expected a free address, or --takeover"
          + " PATH for both, to replace it"
      )
    }
  }
}

extension SocketAddress {
  /// A Unix socket with its permissions, and whether every user of the machine may connect.
  var withRights: String {
    let mode = ListeningSocket.mode(of: self)
    let rights = mode.map { "mode 0\(String($0, radix: 8))" }
    // An abstract name has no permissions.
    let isOpen = mode.map { $0 & 0o002 != 0 } ?? true
    let said = [rights, isOpen ? "every user of this machine may connect" : nil]
    return "\(self) (\(said.compactMap(\.self).joined(separator: "; ")))"
  }
}
