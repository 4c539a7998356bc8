// SPDX-License-Identifier: Apache-2.0

import HTTP2
import HTTPValues
import Reactor
import Signals

/// Records what the server of one loop does.
final class ServerCounters {
  private let signals: ServerSignals
  private let shard: SignalShard

  init(_ signals: ServerSignals) throws(SignalFault) {
    self.signals = signals
    shard = try signals.registry.makeShard()
  }

  func connectionOpened() { shard.add(signals.connectionsOpened) }

  func began(_ standing: ConnectionStanding) {
    shard.adjust(signals.connections[standing.position], by: 1)
  }

  func ended(_ standing: ConnectionStanding) {
    shard.adjust(signals.connections[standing.position], by: -1)
  }

  /// Says on one loop what holds for all.
  func setLimits(_ limits: ServerLimits) {
    shard.set(signals.connectionLimits[0], limits.connections)
    shard.set(signals.connectionLimits[1], limits.connectionsPerClient)
  }

  func handshakeDone() { shard.add(signals.handshakes) }

  func handshakeFailed(of client: SocketAddress) {
    shard.add(signals.handshakesFailed)
    signals.refused.note(client, for: "handshake_failed")
  }

  func requestReceived(_ version: Version) {
    shard.add(signals.requests[Int(version.rawValue)])
  }

  func answered(_ status: Status) {
    shard.add(signals.responses[Int(status.code / 100) - 1])
  }

  /// Counts a refusal. Refusals are rare, or an attack that has its limits: the reason is looked
  /// up.
  func refused(_ label: StaticString, of client: SocketAddress) {
    guard let position = ServerSignals.reasons.firstIndex(of: label.description) else { return }
    shard.add(signals.refusals[position])
    signals.refused.note(client, for: ServerSignals.reasons[position])
  }

  func timedOut(_ patience: Patience, of client: SocketAddress) {
    guard let position = Patience.allCases.firstIndex(of: patience) else { return }
    shard.add(signals.timeouts[position])
    signals.refused.note(client, for: "timeout_\(patience.rawValue)")
  }

  func faulted(_ kind: HTTP2Fault.Kind, of client: SocketAddress) {
    guard let position = HTTP2Fault.Kind.allCases.firstIndex(of: kind) else { return }
    shard.add(signals.faults[position])
    signals.refused.note(client, for: "http2_\(kind.label.description)")
  }

  /// Counts a mistake of a handler and reports it.
  func found(_ bug: ServerBug, at target: String, _ cause: String) {
    shard.add(signals.bugs[bug.rawValue])
    signals.bugReports.found(bug.label, at: target, cause)
  }

  func received(_ count: Int) { shard.add(signals.received, count) }

  func sent(_ count: Int) { shard.add(signals.sent, count) }
}
