// SPDX-License-Identifier: Apache-2.0

import HTTP1
import HTTP2
package import Signals

/// Metrics of a server, declared once for all loops.
package struct ServerSignals: Sendable {
  let connectionsOpened: Counter
  /// By their standing's position.
  let connections: [Gauge]
  let connectionLimits: SignalFamily<Gauge>
  let handshakes: Counter
  let handshakesFailed: Counter
  let requests: SignalFamily<Counter>
  let responses: SignalFamily<Counter>
  let refusals: SignalFamily<Counter>
  let timeouts: SignalFamily<Counter>
  let faults: SignalFamily<Counter>
  let bugs: SignalFamily<Counter>
  let bugReports: BugReports
  let received: Counter
  let sent: Counter
  let registry: SignalRegistry
  let refused: RefusedClients

  static let versions = ["1.0", "1.1", "2"]
  static let classes = ["1xx", "2xx", "3xx", "4xx", "5xx"]
  /// The limits of connections, as refusals name them.
  static let limits = ["connections", "connections_per_client"]

  /// Reasons why requests and connections are refused.
  static let reasons: [String] = {
    let heads = HeadFault.Kind.allCases.map { HeadFault($0, at: 0).label.description }
    let messages = HTTP2Malformation.allCases.map(\.label.description)
    let others = ["head_timeout", "fields", "proxy_header"]
    return Array(Set(heads + messages + limits + others)).sorted()
  }()

  /// - Parameters:
  ///   - refused: is told who was refused.
  ///   - reportBug: is told of bugs that were found, each kind at most once a minute, on any thread.
  package init(
    _ registry: SignalRegistry,
    _ refused: RefusedClients = RefusedClients(),
    reportBug: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(SignalFault) {
    self.registry = registry
    self.refused = refused
    bugReports = BugReports(MetricName.serverBugs, reportBug)
    connectionsOpened = try registry.counter(
      "portico_server_connections_opened_total",
      "Connections that were taken."
    )
    connections = try ServerSignals.connections(registry)
    connectionLimits = try registry.gauges(
      MetricName.connectionLimits,
      "How many connections there may be, by the reason for which more are refused.",
      labels: [SignalLabel("limit", ServerSignals.limits)]
    )
    handshakes = try registry.counter(
      "portico_server_handshakes_total",
      "TLS handshakes that succeeded."
    )
    handshakesFailed = try registry.counter(
      MetricName.handshakesFailed,
      "TLS handshakes that did not succeed."
    )
    requests = try registry.counters(
      "portico_server_requests_total",
      "Requests that were read, by HTTP version.",
      labels: [SignalLabel("version", ServerSignals.versions)]
    )
    responses = try registry.counters(
      "portico_server_responses_total",
      "Responses that were begun, by class of status.",
      labels: [SignalLabel("class", ServerSignals.classes)]
    )
    refusals = try registry.counters(
      MetricName.serverRefusals,
      "What was refused before a handler saw it, by reason.",
      labels: [SignalLabel("reason", ServerSignals.reasons)]
    )
    timeouts = try registry.counters(
      MetricName.serverTimeouts,
      "Peers that took too long, by what they were to do.",
      labels: [SignalLabel("stage", Patience.allCases.map(\.rawValue))]
    )
    faults = try registry.counters(
      MetricName.http2Faults,
      "HTTP/2 sessions that were ended, by what was wrong.",
      labels: [SignalLabel("kind", HTTP2Fault.Kind.allCases.map(\.label.description))]
    )
    bugs = try registry.counters(
      MetricName.serverBugs,
      "Mistakes of handlers that cost a request its answer; each is a bug of Portico.",
      labels: [SignalLabel("kind", ServerBug.allCases.map(\.label))]
    )
    received = try registry.counter(
      "portico_server_received_bytes_total",
      "Bytes read from clients.",
      unit: .bytes
    )
    sent = try registry.counter(
      MetricName.sentBytes,
      "Bytes written to clients.",
      unit: .bytes
    )
  }
}

extension ServerSignals {
  private static func connections(_ registry: SignalRegistry) throws(SignalFault) -> [Gauge] {
    let kinds = ConnectionStanding.Kind.allCases
    let family = try registry.gauges(
      MetricName.connections,
      "Connections that are open, by what they speak, over what, and whether a request is under way.",
      labels: [
        SignalLabel("protocol", kinds.map { "\($0)" }),
        SignalLabel("security", ConnectionStanding.securities),
        SignalLabel("state", ConnectionStanding.states),
      ]
    )
    return kinds.indices.flatMap { kind in
      [0, 1].flatMap { security in
        [0, 1].map { state in family[positions: [kind, security, state]] }
      }
    }
  }
}

/// Part of the exchange with which a peer can be too slow.
enum Patience: String, CaseIterable {
  case handshake
  case head
  case body
  case send
}

/// A mistake of a handler: nothing that a client or a service does leads to it.
enum ServerBug: Int, CaseIterable {
  /// It answered twice, or sent the parts of a response out of order.
  case outOfOrder
  /// It threw an error that says nothing of the client.
  case handlerError
  /// It returned without a response.
  case unanswered

  var label: String {
    switch self {
    case .outOfOrder: "out_of_order"
    case .handlerError: "handler_error"
    case .unanswered: "unanswered"
    }
  }
}
