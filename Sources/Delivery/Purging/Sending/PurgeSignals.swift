// SPDX-License-Identifier: Apache-2.0

package import Edges
package import Signals

/// The metrics of purges.
package struct PurgeSignals: Sendable {
  /// Requests that were sent, by kind of edge and outcome.
  package let requests: SignalFamily<Counter>
  /// Times from a purge to the first probe that found only newer answers, by kind of edge.
  package let consistency: SignalFamily<Histogram>
  let registry: SignalRegistry

  static let outcomes = ["done", "failed"]

  package init(_ registry: SignalRegistry) throws(SignalFault) {
    self.registry = registry
    let kinds = SignalLabel("kind", EdgeKind.allCases.map(\.rawValue))
    let outcomes = SignalLabel("outcome", PurgeSignals.outcomes)
    requests = try registry.counters(
      "portico_edge_purge_requests_total",
      "Requests to edges to purge something, by the kind of edge and what came of them.",
      labels: [kinds, outcomes]
    )
    consistency = try registry.histograms(
      "portico_edge_purge_consistency_seconds",
      "Times from purges to answers that were all newer, by the kind of edge.",
      unit: .seconds,
      labels: [kinds]
    )
  }

  /// Finished purges of one edge, by outcome. Edges come and go with the editions of a site, so the metric
  /// of each is declared when it is first counted.
  package func purges(
    at edge: String,
    _ kind: EdgeKind
  ) throws(SignalFault) -> SignalFamily<Counter> {
    try registry.counters(
      "portico_edge_purges_total",
      "Purges at edges, by the edge, its kind and what came of them.",
      labels: [
        SignalLabel("edge", [edge]), SignalLabel("kind", [kind.rawValue]),
        SignalLabel("outcome", PurgeSignals.outcomes),
      ]
    )
  }
}

/// Records the outcomes of purges.
final class PurgeCounters {
  private let signals: PurgeSignals
  private let shard: SignalShard

  init(_ signals: PurgeSignals) throws(SignalFault) {
    self.signals = signals
    shard = try signals.registry.makeShard()
  }

  func attempted(_ kind: EdgeKind, isDone: Bool) {
    shard.add(signals.requests[PurgeCounters.position(kind), isDone ? 0 : 1])
  }

  func ended(_ leg: PurgeLeg) {
    let position = PurgeCounters.position(leg.kind)
    // Edges beyond the registry's limit are in events only.
    if let purges = try? signals.purges(at: leg.edge, leg.kind) {
      shard.add(purges[positions: [0, 0, leg.state == .done ? 0 : 1]])
    }
    if let milliseconds = leg.consistentAfterMilliseconds {
      shard.record(signals.consistency[position], Int(clamping: milliseconds) * 1_000_000)
    }
  }

  private static func position(_ kind: EdgeKind) -> Int {
    EdgeKind.allCases.firstIndex(of: kind) ?? 0
  }
}
