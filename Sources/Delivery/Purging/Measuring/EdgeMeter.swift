// SPDX-License-Identifier: Apache-2.0

import Edges
package import HTTPClient
import HTTPValues
import Reactor
package import Signals
import Synchronization

// What a CDN promises and what it does are two things. So each edge is asked, as an app would ask it, at the
// public URL that the site declares, and its own answers are held against what the site promises.

/// The metrics of edges as probes see them.
package struct EdgeSignals: Sendable {
  let probes: GrowingFamily<Counter>
  let stale: GrowingFamily<Histogram>
  let registry: SignalRegistry

  package init(_ registry: SignalRegistry) throws(SignalFault) {
    self.registry = registry
    probes = try registry.growing(
      "portico_edge_probes_total",
      "Probes of edges at the public URL, by edge and by who has answered.",
      labels: ["edge", "kind", "result"],
      folding: ["edge"]
    )
    stale = try registry.growing(
      "portico_edge_stale_seconds",
      "Time between the end of an answer's freshness and its arrival from an edge; 0 while it is fresh.",
      unit: .seconds,
      labels: ["edge", "kind"],
      folding: ["edge"]
    )
  }
}

/// Probes the edges of a site at their public URLs, and sums up what they answer.
package final class EdgeMeter: Sendable {
  private let site: @Sendable () -> PurgeSite
  private let probes = Mutex<[String: EdgeProbes]>([:])
  private let purges: @Sendable () -> [PurgeJob]

  /// Begins to probe, on the loop of a client, which must be the current one.
  ///
  /// - Parameters:
  ///   - site: the settings of the site at the moment of the call.
  ///   - purges: the newest purges, which tell how long they took.
  package init(
    site: @escaping @Sendable () -> PurgeSite,
    purges: @escaping @Sendable () -> [PurgeJob],
    client: HTTPClient,
    signals: EdgeSignals
  ) throws(SignalFault) {
    self.site = site
    self.purges = purges
    EdgeProber(self, client, signals, try signals.registry.makeShard()).wait()
  }

  /// The edges that are measured now.
  fileprivate var measured: [(edge: EdgeSettings, settings: MeasureSettings)] {
    site().edges.compactMap { edge in edge.measure.map { (edge, $0) } }
  }

  fileprivate func add(_ observation: EdgeObservation, of edge: String, at seconds: Int64) {
    probes.withLock { $0[edge, default: EdgeProbes()].add(observation, at: seconds) }
  }

  /// Returns the figures of each edge that is measured.
  package func figures(at seconds: Int64) -> [EdgeFigures] {
    let (probes, jobs) = (probes.withLock { $0 }, purges())
    return measured.map { edge, settings in
      var figures = EdgeFigures(edge, settings)
      probes[edge.name]?.sum(into: &figures, at: seconds)
      figures.worstPurge =
        jobs.filter { seconds - $0.submitted < EdgeFigures.purgeWindow }.flatMap(\.legs)
        .filter { $0.edge == edge.name }.compactMap(\.consistentAfterMilliseconds).max()
      return figures
    }
  }
}

/// Asks at public URLs when it is time to. It lives on its loop.
private final class EdgeProber: DeadlineHandler {
  private static let tick = Duration.seconds(1)
  private static let patience = Duration.seconds(10)

  private struct Turn {
    /// When the next probe is due, and which of the paths is asked for.
    var due: Int64
    var path = 0
    var isUnderWay = false
  }

  private let meter: EdgeMeter
  private let sender: PublicProbe
  private let signals: EdgeSignals
  private let shard: SignalShard
  private let core: LoopCore
  private var turns: [String: Turn] = [:]

  init(_ meter: EdgeMeter, _ client: HTTPClient, _ signals: EdgeSignals, _ shard: SignalShard) {
    self.meter = meter
    self.signals = signals
    self.shard = shard
    core = client.core
    sender = PublicProbe(client, timeout: EdgeProber.patience)
  }

  func wait() { _ = core.schedule(self, at: core.now + EdgeProber.tick) }

  func deadlineReached() {
    let now = core.wallSeconds
    for (edge, settings) in meter.measured {
      guard let address = settings.address, !settings.paths.isEmpty else { continue }
      var turn = turns[edge.name] ?? Turn(due: now)
      if now >= turn.due, !turn.isUnderWay {
        let path = settings.paths[turn.path % settings.paths.count]
        turn.path += 1
        turn.due = now + Int64(settings.interval)
        turn.isUnderWay = true
        probe(edge, path, at: address)
      }
      turns[edge.name] = turn
    }
    wait()
  }

  private func probe(_ edge: EdgeSettings, _ path: String, at address: Origin) {
    let prober = LoopConfined(self, to: core.loop.number)
    core.loop.start {
      let prober = prober.value
      let observation = await prober.sender.observation(of: path, at: address)
      prober.took(observation, edge)
    }
  }

  private func took(_ observation: EdgeObservation, _ edge: EdgeSettings) {
    turns[edge.name]?.isUnderWay = false
    let labels = [edge.name, edge.kind.rawValue]
    shard.add(signals.probes.series(labels + [observation.result.rawValue]))
    if let stale = observation.staleSeconds {
      shard.record(
        signals.stale.series(labels),
        Int(clamping: min(stale, .max / 1_000_000_000) * 1_000_000_000)
      )
    }
    meter.add(observation, of: edge.name, at: core.wallSeconds)
  }
}
