// SPDX-License-Identifier: Apache-2.0

package import Signals

/// Metrics of clients, declared once for all loops.
package struct ClientSignals: Sendable {
  /// Requests that were sent.
  package let calls: Counter
  /// Requests that were sent again.
  package let retries: Counter
  /// Connections that were opened.
  package let connectionsOpened: Counter
  /// Calls that found an open connection.
  package let connectionsReused: Counter
  /// Connections that have ended, by `ConnectionEnd`.
  package let connectionsClosed: SignalFamily<Counter>
  /// Calls that had to wait for a connection.
  package let waits: Counter
  /// Attempts without a complete answer, by `ClientError.Kind`.
  package let failures: SignalFamily<Counter>
  /// Where the signals are declared and read.
  package let registry: SignalRegistry

  /// Declares the signals; once for each registry.
  package init(_ registry: SignalRegistry) throws(SignalFault) {
    self.registry = registry
    calls = try registry.counter("portico_client_calls_total", "Requests that were sent.")
    retries = try registry.counter(
      "portico_client_retries_total",
      "Requests that were sent again."
    )
    connectionsOpened = try registry.counter(
      "portico_client_connections_opened_total",
      "Connections that were opened."
    )
    connectionsReused = try registry.counter(
      "portico_client_connections_reused_total",
      "Calls that found an open connection."
    )
    connectionsClosed = try registry.counters(
      "portico_client_connections_closed_total",
      "Connections that have ended, by why they did.",
      labels: [SignalLabel("reason", ConnectionEnd.allCases.map(\.rawValue))]
    )
    waits = try registry.counter(
      "portico_client_waits_total",
      "Calls that had to wait for a connection."
    )
    failures = try registry.counters(
      "portico_client_failures_total",
      "Attempts without a complete answer, by what was wrong.",
      labels: [SignalLabel("kind", ClientError.Kind.allCases.map(\.rawValue))]
    )
  }
}

/// Records what the client of one loop does.
final class ClientCounters {
  private let signals: ClientSignals
  private let shard: SignalShard

  init(_ signals: ClientSignals) throws(SignalFault) {
    self.signals = signals
    shard = try signals.registry.makeShard()
  }

  func called() { shard.add(signals.calls) }

  func connectionClosed(_ end: ConnectionEnd) {
    guard let position = ConnectionEnd.allCases.firstIndex(of: end) else { return }
    shard.add(signals.connectionsClosed[position])
  }

  func retried() { shard.add(signals.retries) }
  func connectionOpened() { shard.add(signals.connectionsOpened) }
  func connectionReused() { shard.add(signals.connectionsReused) }
  func waited() { shard.add(signals.waits) }

  func failed(_ kind: ClientError.Kind) {
    guard let position = ClientError.Kind.allCases.firstIndex(of: kind) else { return }
    shard.add(signals.failures[position])
  }
}
