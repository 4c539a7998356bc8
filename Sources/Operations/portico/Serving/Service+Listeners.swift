// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Reactor
import TransportSecurity

/// Where the service listens, and whose sockets it has for that.
extension Service {
  /// What the options say, and the service manager; the loopback address when neither says anything.
  static func listeners(
    _ configuration: Configuration,
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

  /// The same listener on the sockets that were handed to us for its address, if there are any.
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

  /// An address where another process listens.
  struct TakenAddress: Error, CustomStringConvertible {
    let address: SocketAddress

    var description: String {
      "another process listens at \(address); expected an address where nobody does, or --takeover"
        + " PATH for both, to relieve it"
    }
  }

  /// Begins to listen; where another process does, the error says what to do about it.
  static func listening(_ start: () async throws -> HTTPServer) async throws -> HTTPServer {
    do {
      return try await start()
    } catch let error as AddressInUse {
      throw TakenAddress(address: error.address)
    }
  }
}
