// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import HTTPServer

/// What the descriptors of the process are for: what is left after its own is for connections, so that
/// it never runs out of them.
struct DescriptorBudget: Equatable {
  /// Connections of visitors.
  let visitors: Int
  /// Connections of operators.
  let operators: Int
  /// Connections that one client opens to services.
  let callsPerClient: Int

  struct TooLow: Error, CustomStringConvertible {
    let description: String
  }

  /// With fewer connections than this nothing can be served.
  private static let fewest = 64
  /// Of the connections, the share that leads to services: one in so many.
  private static let callShare = 4
  private static let operatorShare = 16

  /// - Parameters:
  ///   - limit: how many descriptors the process may have.
  ///   - handed: how many come from the process that this one takes over from.
  init(limit: Int, loops: Int, listeners: Int, sites: Int, handed: Int = 0) throws(TooLow) {
    // A loop has its epoll and what wakes it, and a socket for each listener; a site has its files.
    let own = 64 + loops * (4 + listeners) + sites * 8 + handed
    let left = limit - own
    guard left >= DescriptorBudget.fewest else {
      throw TooLow(
        description: "the limit of open files is \(limit), of which \(own) are needed; expected at"
          + " least \(own + DescriptorBudget.fewest) (ulimit -Hn, LimitNOFILE=)"
      )
    }
    let usual = (calls: ClientConfiguration().connections, server: ServerLimits())
    let clients = max(1, sites) * loops
    operators = min(AdminAccess.limits.connections, left / DescriptorBudget.operatorShare)
    callsPerClient = max(
      1,
      min(usual.calls, left / DescriptorBudget.callShare / clients)
    )
    visitors = min(
      usual.server.connections,
      left - operators - callsPerClient * clients
    )
  }
}
