// SPDX-License-Identifier: Apache-2.0

import Reactor
import Synchronization

/// Number of connections, in all and of each client, over all loops.
///
/// It is asked once when a connection comes and once when it goes, never for a request.
package final class ConnectionLedger: Sendable {
  /// Result of asking for a place for a new connection.
  package enum Admission: Sendable {
    case admitted
    case tooMany
    case tooManyOfClient
  }

  private struct Counts {
    var total = 0
    var clients: [SocketAddress.Place: Int] = [:]
  }

  private let limit: Int
  private let limitPerClient: Int
  private let counts = Mutex(Counts())

  package init(limit: Int, limitPerClient: Int) {
    self.limit = limit
    self.limitPerClient = limitPerClient
  }

  package var total: Int { counts.withLock { $0.total } }

  /// - Parameter client: nobody where the client is not known yet.
  func admit(_ client: SocketAddress?) -> Admission {
    counts.withLock { counts in
      guard counts.total < limit else { return .tooMany }
      counts.total += 1
      guard let place = ConnectionLedger.key(client) else { return .admitted }
      guard counts.clients[place, default: 0] < limitPerClient else {
        counts.total -= 1
        return .tooManyOfClient
      }
      counts.clients[place, default: 0] += 1
      return .admitted
    }
  }

  func release(_ client: SocketAddress?) {
    counts.withLock { counts in
      counts.total -= 1
      guard let place = ConnectionLedger.key(client) else { return }
      let left = counts.clients[place, default: 1] - 1
      counts.clients[place] = left > 0 ? left : nil
    }
  }

  /// One client of IPv6 has a whole /64; who comes through a Unix socket is no one in particular.
  private static func key(_ client: SocketAddress?) -> SocketAddress.Place? {
    switch client?.place {
    case .v4?: client?.place
    case .v6(let high, _, _)?: .v6(high: high, low: 0, scope: 0)
    case .unix?, nil: nil
    }
  }
}
