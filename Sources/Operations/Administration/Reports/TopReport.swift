// SPDX-License-Identifier: Apache-2.0

import Measure
import Serving
import Signals

/// The summary for `portico top`, in tables that are narrow enough for a terminal of 80 columns:
/// alerts, the routes that fail or are busiest, the services, waiting requests, and the caches.
enum TopReport {
  /// The window of the routes' figures, in seconds.
  static let seconds = 10.0
  static let mostRoutes = 50

  /// - Parameter hasSites: whether there are several sites, so that rows name theirs.
  static func tables(
    _ history: SignalHistory,
    _ inspections: [SiteInspection],
    _ troubles: Troubles,
    caches: FigureTable,
    alerts: FigureTable,
    hasSites: Bool
  ) -> [FigureTable] {
    let site: [ColumnKey] = hasSites ? [.site] : []
    return [
      alerts.worstFirst.showing([.state, .for, .alert, .text]),
      routes(
        RouteFigures.all(history, over: seconds),
        SlowestPhase.all(history, over: seconds),
        hasSites: hasSites
      ),
      SiteTables.backends(inspections, history, troubles).worstFirst
        .showing(
          site + [.backend, .state, .endpoints, .inflight, .failed, .why, .p50, .late]
        ),
      SiteTables.requests(inspections).showing([.seconds, .step, .waits, .route] + site),
      caches.showing(
        site + [.bytes, .limit, .answers, .fragments, .hits, .stale, .evicted]
      ),
    ]
  }

  static func routes(
    _ figures: [RouteFigures.Place: RouteFigures],
    _ phases: [RouteFigures.Place: SlowestPhase],
    hasSites: Bool
  ) -> FigureTable {
    var table = FigureTable("routes").columns([
      .init(.route, "The document, the documents of a folder, or the pass."),
      .init(.rate, "Requests per second over the last 10 s.", adds: true),
      .init(.errors, "Requests of the last 10 s with a 5xx or without an answer.", adds: true),
      .init(.hits, "The share of answers that were kept and fresh."),
      .init(.p50, "Half of the requests took at most this long."),
      .init(.p99, "99 of 100 requests took at most this long."),
      .init(.phase, "slowest", "The phase that takes longest, at the 99th of 100."),
      .init(.phaseSeconds, "p99", "The 99th percentile of the duration of that phase."),
    ])
    let shown = figures.filter { !$0.key.route.isEmpty && $0.value.count > 0 }.sorted { a, b in
      let (first, second) = (a.value.errors > 0, b.value.errors > 0)
      if first != second { return first }
      if a.value.count != b.value.count { return a.value.count > b.value.count }
      return (a.key.site, a.key.route) < (b.key.site, b.key.route)
    }
    for (place, recent) in shown.prefix(mostRoutes) {
      let phase = phases[place]
      func quantile(_ share: Double) -> Figure {
        recent.durations.quantile(share).figure { .seconds($0) }
      }
      table.add(
        [
          .text(hasSites ? place.site + place.route : place.route), .perSecond(recent.rate),
          .count(Int64(clamping: recent.errors)), recent.hitShare.figure { .share($0) },
          quantile(0.5), quantile(0.99), phase.map { .text($0.name) } ?? .none,
          (phase?.seconds).figure { .seconds($0) },
        ],
        tone: recent.tone
      )
    }
    return table
  }
}
