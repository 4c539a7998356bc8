// SPDX-License-Identifier: Apache-2.0

package import HTTPClient
import HTTPValues
import Reactor
import Synchronization
import TransportSecurity

/// TLS connections to upstreams with the system's authorities. Those are read when first used, so
/// that a machine without authorities can serve everything that needs none.
package final class SystemTrust: Sendable {
  private let context = Mutex<TLSClientContext?>(nil)

  package init() {}

  /// Returns the client configuration with support for https.
  package func securing(_ configuration: ClientConfiguration) -> ClientConfiguration {
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
