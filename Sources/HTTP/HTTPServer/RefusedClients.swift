// SPDX-License-Identifier: Apache-2.0

package import Reactor
import Synchronization

/// The latest client that was refused for each reason, as an example beside the number of refusals. The
/// reasons are few, and only their latest clients are kept, so that no flood takes memory.
package final class RefusedClients: Sendable {
  private let latest = Mutex<[String: SocketAddress]>([:])

  package init() {}

  package func note(_ client: SocketAddress, for reason: String) {
    latest.withLock { $0[reason] = client }
  }

  package subscript(_ reason: String) -> SocketAddress? { latest.withLock { $0[reason] } }
}
