// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import HTTPClient
import HTTPServer
import HTTPValues
import TransportSecurity

extension Service {
  /// The settings of a service, from the command's options.
  struct Configuration: Sendable {
    var listeners: [ListenerConfiguration] = []
    var secureListeners: [ListenerConfiguration] = []
    var identities: [TLSIdentity] = []
    var takeover: String?
    var upstream: Origin?
    /// The longest time to a response's head and between parts of its body; by default that of
    /// clients.
    var upstreamTimeout: Duration?
    /// Timeouts and connection limits for clients.
    var limits = ServerLimits()
    /// Timeouts and connection limits for operators.
    var operatorLimits = AdminAccess.limits
    /// The limits of upstream connections.
    var clients = ClientConfiguration()
    /// The folders of the sites.
    var sites: [String] = []
    /// The state folder; `nil` for one in each site's folder.
    var state: String?
    /// The file for request events, a line each.
    var events: String?
    /// Query parameters shown in events in addition to the usual ones.
    var eventQueries: [String] = []
    /// The listener for operators.
    var admin: AdminAccess?
    /// The country database.
    var countries: String?
    /// The size of the cache.
    var cacheBytes = StoreLimits().bytes
    /// The most bytes of the history on the disk; 0 for none.
    var historyBytes = 512 << 20
    /// Whether the cache is persisted across restarts.
    var keepsCache = false
    /// The clients that may request `Server-Timing`.
    var timing: [IPNetwork] = []

    /// Returns the configuration with connections limited by the process's descriptors.
    func limited(
      descriptors: Int,
      loops: Int,
      handed: Int
    ) throws(DescriptorBudget.TooLow) -> Configuration {
      var configuration = self
      let budget = try DescriptorBudget(
        limit: descriptors,
        loops: loops,
        // Without listeners in the options it has inherited ones, or one.
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
}
