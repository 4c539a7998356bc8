// SPDX-License-Identifier: Apache-2.0

import AnswerCache
package import Gateway
package import HTTPClient
package import HTTPServer
package import HTTPValues
package import TransportSecurity

/// The settings of a service, from the command's options.
package struct ServiceConfiguration: Sendable {
  package var listeners: [ListenerConfiguration] = []
  package var secureListeners: [ListenerConfiguration] = []
  package var identities: [TLSIdentity] = []
  package var takeover: String?
  package var upstream: Origin?
  /// The longest time to a response's head and between parts of its body; by default that of
  /// clients.
  package var upstreamTimeout: Duration?
  /// Timeouts and connection limits for clients.
  package var limits = ServerLimits()
  /// Timeouts and connection limits for operators.
  package var operatorLimits = AdminAccess.limits
  /// The limits of upstream connections.
  package var clients = ClientConfiguration()
  /// The folders of the sites.
  package var sites: [String] = []
  /// The state folder; `nil` for one in each site's folder.
  package var state: String?
  /// The file and the syslog service to which events are written.
  package var events: [EventOutput] = []
  /// The collector to which traces, logs and metrics are sent.
  package var collector: CollectorSettings?
  /// The share of successful requests whose events are sent to other hosts.
  package var sentShare = 1.0
  /// Query parameters shown in events in addition to the usual ones.
  package var eventQueries: [String] = []
  /// The age from which on events are erased; `nil` to keep them while there is room.
  package var logAge: Duration?
  /// Part of the addresses of clients that events show.
  package var eventAddresses = EventAddresses.network
  /// The fields of requests and responses that events show.
  package var eventHeaders = EventHeaders()
  /// The share of the traces starting here that are marked as sampled for services.
  package var tracedShare = 1.0
  /// The listener for operators.
  package var admin: AdminAccess?
  /// The receivers of alerts with some labels.
  package var alertRoutes: [AlertRoute] = []
  /// The destination of the other alerts.
  package var alertWebhook: Webhook.Settings?
  /// The other gateways that this one is compared with.
  package var gateways: [OtherGateways.Settings] = []
  /// The file with the token for their operators' listeners; `nil` for none.
  package var gatewayToken: String?
  /// The fleet of which the process is a node; `nil` for none.
  package var fleet: FleetSettings?
  /// The program that is run for each alert.
  package var alertCommand: AlertCommand?
  /// The country database.
  package var countries: String?
  /// The size of the cache.
  package var cacheBytes = StoreLimits().bytes
  /// The maximum size of the history on the disk; 0 for none.
  package var historyBytes = 512 << 20
  /// Whether the cache is persisted across restarts.
  package var keepsCache = false
  /// The clients that may request `Server-Timing`.
  package var timing: [IPNetwork] = []
  /// All options with their values, for operators.
  package var options: [ServedOption] = []

  package init() {}
}
