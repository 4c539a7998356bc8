// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import Reactor
import Synchronization
import TransportSecurity

/// Connections to services whose addresses begin with https, by the authorities that the machine
/// trusts. Those are read when the first of them is called: a machine without any serves all else.
final class SystemTrust: Sendable {
  private let context = Mutex<TLSClientContext?>(nil)

  /// The same configuration of clients, which may call such services.
  func securing(_ configuration: ClientConfiguration) -> ClientConfiguration {
    var configuration = configuration
    configuration.security = { [self] origin in
      TLSClientSecurity(try shared(), to: try TLSServerName(origin.host))
    }
    return configuration
  }

  private func shared() throws -> TLSClientContext {
    try context.withLock { context in
      if let context { return context }
      let made = try TLSClientContext(TLSClientConfiguration())
      context = made
      return made
    }
  }
}
