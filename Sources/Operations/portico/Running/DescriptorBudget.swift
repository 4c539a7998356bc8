// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPClient
import HTTPServer
import Serving

/// The distribution of the process's file descriptors among connections, so that it never runs out.
struct DescriptorBudget: Equatable {
  /// Connections of visitors.
  let visitors: Int
  /// Connections of operators.
  let operators: Int
  /// Upstream connections of one client.
  let callsPerClient: Int

  /// The least number of connections with which the process starts.
  private static let fewest = 64
  /// One in this many connections is for upstreams.
  private static let callShare = 4
  private static let operatorShare = 16

  /// - Parameters:
  ///   - limit: the descriptors that the process may have.
  ///   - handed: those inherited from the process that this one replaces.
  init(limit: Int, loops: Int, listeners: Int, sites: Int, handed: Int = 0) throws(PlainError) {
    // A loop has its epoll, its wake-up descriptor, and a socket for each listener; a site has the
    // connections of its database, and a file for each thread that works for its records.
    let own = 64 + loops * (4 + listeners) + sites * 64 + handed
    let left = limit - own
    guard left >= DescriptorBudget.fewest else {
      throw PlainError(
        "the limit of open files is \(limit), of which \(own) are needed; expected at"
          + " least \(own + DescriptorBudget.fewest) (ulimit -Hn, LimitNOFILE=)"
      )
    }
    let usual = (calls: ClientConfiguration().connections, server: ServerLimits())
    let clients = max(1, sites) * loops
    operators = min(AdminAccess.limits.connections, left / DescriptorBudget.operatorShare)
    callsPerClient = max(1, min(usual.calls, left / DescriptorBudget.callShare / clients))
    visitors = min(usual.server.connections, left - operators - callsPerClient * clients)
  }
}

extension ServiceConfiguration {
  /// Returns the configuration with connections limited by the process's descriptors.
  func limited(
    descriptors: Int,
    loops: Int,
    handed: Int
  ) throws(PlainError) -> ServiceConfiguration {
    var configuration = self
    let budget = try DescriptorBudget(
      limit: descriptors,
      loops: loops,
      // Without listeners in the options there are inherited ones, or one.
      listeners: max(1, listeners.count + secureListeners.count) + (admin == nil ? 0 : 1),
      sites: sites.count,
      handed: handed
    )
    configuration.limits.connections = budget.visitors
    configuration.operatorLimits.connections = budget.operators
    configuration.clients.connections = budget.callsPerClient
    return configuration
  }
}
