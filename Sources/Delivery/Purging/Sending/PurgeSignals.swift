// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Edges
package import Signals

/// The metrics of purges. Edges come and go with the editions of a site, so the series of each begin when
/// something is first counted at it.
package struct PurgeSignals: Sendable {
  /// Purges that were accepted, by scope, strength and cause.
  package let accepted: SignalFamily<Counter>
  /// Requests that were sent, by edge, kind of edge and outcome.
  package let requests: GrowingFamily<Counter>
  /// Purges that are over, by edge, kind of edge and outcome.
  package let purges: GrowingFamily<Counter>
  /// Times from a purge to the first probe that found only newer answers, by edge and kind of edge.
  package let consistency: GrowingFamily<Histogram>
  let registry: SignalRegistry

  package init(_ registry: SignalRegistry) throws(SignalFault) {
    self.registry = registry
    accepted = try registry.counters(
      "portico_purges_total",
      "Purges that were accepted, by scope, strength and cause: an operator's order or a change.",
      labels: [
        SignalLabel("scope", Purge.Target.Kind.allCases.map(\.rawValue)),
        SignalLabel("strength", ["soft", "hard"]), SignalLabel("cause", ["order", "change"]),
      ]
    )
    requests = try PurgeSignals.counters(
      "portico_edge_purge_requests_total",
      "Requests to edges to purge something, by edge and outcome.",
      registry
    )
    purges = try PurgeSignals.counters(
      "portico_edge_purges_total",
      "Purges at edges, by edge and outcome.",
      registry
    )
    consistency = try registry.growing(
      "portico_edge_purge_consistency_seconds",
      "Time from a purge until a probe proved that an edge has only newer answers.",
      unit: .seconds,
      labels: ["edge", "kind"],
      folding: ["edge"]
    )
  }

  private static func counters(
    _ name: String,
    _ help: String,
    _ registry: SignalRegistry
  ) throws(SignalFault) -> GrowingFamily<Counter> {
    try registry.growing(name, help, labels: ["edge", "kind", "outcome"], folding: ["edge"])
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

  func accepted(_ job: PurgeJob) {
    let scope = Purge.Target.Kind.allCases.firstIndex(of: job.purge.target.kind) ?? 0
    let positions = [scope, job.purge.isSoft ? 0 : 1, job.reason == nil ? 0 : 1]
    shard.add(signals.accepted[positions: positions])
  }

  func attempted(_ leg: PurgeJob.Leg, isDone: Bool) {
    shard.add(signals.requests.series(PurgeCounters.labels(leg, isDone: isDone)))
  }

  func ended(_ leg: PurgeJob.Leg) {
    shard.add(signals.purges.series(PurgeCounters.labels(leg, isDone: leg.state == .done)))
    guard let milliseconds = leg.consistentAfterMilliseconds else { return }
    let consistency = signals.consistency.series([leg.edge, leg.kind.rawValue])
    shard.record(consistency, Int(clamping: min(milliseconds, .max / 1_000_000) * 1_000_000))
  }

  private static func labels(_ leg: PurgeJob.Leg, isDone: Bool) -> [String] {
    [leg.edge, leg.kind.rawValue, isDone ? "done" : "failed"]
  }
}
