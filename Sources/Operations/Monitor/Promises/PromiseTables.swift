// SPDX-License-Identifier: Apache-2.0

import ContentModel
package import Measure

/// The tables of `GET /slo`: the promises of all routes over the last 30 days, and the times in which
/// they were broken.
package enum PromiseTables {
  /// - Parameter minute: the requests of the last minute.
  package static func tables(
    _ history: PromiseHistory,
    _ minute: [SiteRoute: LiveTraffic.Requests]
  ) -> [FigureTable] {
    [promises(history, minute), breaches(history)]
  }

  private static func promises(
    _ history: PromiseHistory,
    _ requests: [SiteRoute: LiveTraffic.Requests]
  ) -> FigureTable {
    var table = FigureTable("promises", columns)
    for one in history.objectives {
      let objective = one.objective
      let minute = objective.counts(requests[objective.route] ?? LiveTraffic.Requests())
      let state = State(minute, allowed: objective.allowed)
      let signs = { (periods: [ObjectiveHistory.Period]) in
        Figure.text(String(periods.map { $0.state(allowed: objective.allowed).rawValue }))
      }
      table.add(
        [
          .text(objective.route.site), .text("\(objective.route.name)"),
          .text(objective.kind.rawValue), .share(objective.percent / 100),
          objective.within.figure { .seconds($0) },
          .text(objective.isStated ? "model" : "default"), .text(state.rawValue),
          minute.good.figure { .share($0) }, one.total.good.figure { .share($0) },
          one.budgetLeft.figure { .share($0) },
        ] + burnWindows.map { one.burnRate(over: $0.seconds).figure { .factor($0) } } + [
          Figure(one.total.judged), Figure(one.total.bad), signs(one.days), signs(one.hours),
          one.since.figure { .text("\(UnixTime(seconds: Int64($0)))") },
        ],
        tone: tone(one, state)
      )
    }
    return table
  }

  /// The state of a promise in the last minute.
  private enum State: String {
    case idle, kept, broken

    init(_ counts: BurnCounts, allowed: Double) {
      self = counts.judged == 0 ? .idle : counts.breaks(allowed: allowed) ? .broken : .kept
    }
  }

  private static func tone(_ one: ObjectiveHistory, _ state: State) -> FigureTable.Tone {
    if state == .broken || one.burning?.severity == .page { return .failure }
    return one.burning != nil || (one.budgetLeft ?? 1) <= 0 ? .warning : .usual
  }

  private static let burnWindows: [(seconds: Int, key: ColumnKey, title: String, help: String)] = [
    (300, .burn5m, "5m", "of the last 5 minutes"),
    (1_800, .burn30m, "30m", "of the last 30 minutes"),
    (3_600, .burn1h, "1h", "of the last hour; from 14.4 on, over 5 minutes too, an alert fires"),
    (21_600, .burn6h, "6h", "of the last 6 hours; from 6 on, over 30 minutes too, an alert fires"),
    (259_200, .burn3d, "3d", "of the last 3 days; from 1 on, over 6 hours too, an alert fires"),
  ]

  private static let signs =
    "+ kept, ! kept, but broken in some ten minutes of it, x broken, - no request, . not recorded."

  private static let columns: [FigureTable.Column] =
    [
      .init(.site, "The site."),
      .init(.route, "The method, and the document or the pass."),
      .init(
        .promise,
        "Whether the share is one of requests without an error of ours (availability) or of requests"
          + " in time (latency)."
      ), .init(.promised, "The share that is promised."),
      .init(.within, "The time within which that share is answered."),
      .init(
        .stated,
        "by",
        "model, or default: 99 of 100 requests without an error, for a route without a promise."
      ),
      .init(.state, "Whether the promise is kept in the last minute."),
      .init(.now, "The share in the last minute."),
      .init(.kept, "30d", "The share in the last 30 days, of UTC, with today."),
      .init(
        .budget,
        "The part that is left of the bad requests that the promise allows in these days, or how often that"
          + " number was spent."
      ),
    ]
    + burnWindows.map { window in
      .init(
        window.key,
        window.title,
        "The burn rate \(window.help): the share of bad requests, as a multiple of the allowed one."
      )
    } + [
      .init(.judged, "requests", "The requests of these days that count."),
      .init(.bad, "Those that failed or were late."),
      .init(.days, "by day", "A sign for each of the days, the oldest first: \(signs)"),
      .init(.hours, "by hour", "The same for the last 24 hours."),
      .init(.from, "known from", "The beginning of what the history has of these days."),
    ]

  private static func breaches(_ history: PromiseHistory) -> FigureTable {
    var table = FigureTable("breaches").columns([
      .init(.site, "The site."), .init(.route, "The method, and the document or the pass."),
      .init(.promise, "Which share was too small."),
      .init(.from, "The beginning of the first ten minutes that broke the promise."),
      .init(.for, "The time, in which each ten minutes broke it."),
      .init(.bad, "Requests of that time that failed or were late."),
      .init(.judged, "requests", "All requests of that time."),
      .init(.share, "The share of the bad ones."), .init(.within, "The promised time."),
    ])
    let all = history.objectives.flatMap { one in one.breaches.map { (one.objective, $0) } }
    let newest = all.enumerated().sorted {
      ($1.element.1.from, $0.offset) < ($0.element.1.from, $1.offset)
    }
    for (objective, breach) in newest.prefix(ObjectiveHistory.mostBreaches).map(\.element) {
      table.add([
        .text(objective.route.site), .text("\(objective.route.name)"),
        .text(objective.kind.rawValue), .text("\(UnixTime(seconds: Int64(breach.from)))"),
        .seconds(Double(breach.to - breach.from)), Figure(breach.counts.bad),
        Figure(breach.counts.judged), breach.counts.good.figure { .share(1 - $0) },
        objective.within.figure { .seconds($0) },
      ])
    }
    return table
  }
}
