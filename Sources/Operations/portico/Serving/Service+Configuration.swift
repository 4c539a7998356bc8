// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import FourM
import Gateway
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
    /// The file to which events are written, a line each.
    var events: EventOutput?
    /// The syslog servers to which events are sent.
    var syslog: [SyslogTarget] = []
    /// The collector to which traces, logs and metrics are sent.
    var collector: CollectorSettings?
    /// The share of successful requests whose events are sent to other hosts.
    var sentShare = 1.0
    /// Query parameters shown in events in addition to the usual ones.
    var eventQueries: [String] = []
    /// The age from which on events are erased; `nil` to keep them while there is room.
    var logAge: Duration?
    /// Part of the addresses of clients that events show.
    var eventAddresses = EventAddresses.network
    /// The share of the traces starting here that are marked as sampled for services.
    var tracedShare = 1.0
    /// The listener for operators.
    var admin: AdminAccess?
    /// The destination of alerts.
    var alertWebhook: Webhook.Settings?
    /// The program that is run for each alert.
    var alertCommand: AlertCommand?
    /// The country database.
    var countries: String?
    /// The size of the cache.
    var cacheBytes = StoreLimits().bytes
    /// The maximum size of the history on the disk; 0 for none.
    var historyBytes = 512 << 20
    /// Whether the cache is persisted across restarts.
    var keepsCache = false
    /// The clients that may request `Server-Timing`.
    var timing: [IPNetwork] = []
    /// All options with their values, for operators.
    var options: [ServedOption] = []

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
}
