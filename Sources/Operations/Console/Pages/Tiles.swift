// SPDX-License-Identifier: Apache-2.0

import Measure
import Monitor
import Signals

/// The figures of the whole instance: their values now, and their last hour beside yesterday's and last
/// week's.
struct Tiles {

  private static let status = "http_response_status_code"

  /// The last hour in steps of a minute.
  private static func hour(_ series: String, by labels: String) -> Address {
    LastHour.report(of: series, by: labels)
  }
  /// The last seconds.
  private static func recent(_ series: String, by labels: String) -> Address {
    Address(.history, ["series": series, "by": labels, "from": "-10s", "step": "10s"])
  }

  private static let all = [
    (MetricName.requestDurations, ""), (MetricName.requestDurations, status),
    (MetricName.routeAnswers, "result"), (MetricName.activeRequests, ""),
  ]

  static var reports: [Address] {
    all.map { hour($0.0, by: $0.1) } + all.map { recent($0.0, by: $0.1) } + [PromisesPage.report]
  }

  /// One tile.
  private struct Tile {
    let name: String
    let help: String
    let value: Figure
    let lines: [Chart.Line]
    let written: (Double) -> Figure
    let link: Address
    var limits: [Chart.Limit] = []
    var most: Double?
    var tone = FigureTable.Tone.usual
    /// The text in place of earlier figures, for a tile without a line.
    var said: String?

    /// The last figures of the days before.
    var earlier: [String] {
      lines.filter { $0.kind != .now }.compactMap { line in
        line.points.last { $0.value != nil }?.value.map { "\(line.name) \(written($0).shown)" }
      }
    }
  }

  private let inspection: Inspection

  init(_ inspection: Inspection) { self.inspection = inspection }

  func write(to html: inout HTMLWriter) {
    let tiles = tiles
    html.element("section", [.class("tiles"), .set(.aria, "Figures of all sites")]) { html in
      for tile in tiles { write(tile, to: &html) }
    }
    // A service of today has no yesterday, which is said once and not by every tile.
    if !tiles.contains(where: { !$0.earlier.isEmpty }), hour != nil {
      html.note("Nothing is recorded of yesterday and last week, to compare with.")
    }
  }

  private func write(_ tile: Tile, to html: inout HTMLWriter) {
    html.element("div", [.class("tile")]) { html in
      html.element("p", [.class("name"), .title(tile.help)], tile.name)
      html.element("p", [.class("value")]) { html in
        html.mark(tile.tone)
        html.link(tile.link, tile.value.shown)
      }
      if let said = tile.said { return html.element("p", [.class("then")], said) }
      if let hour {
        Chart(
          title: tile.name,
          from: hour.from,
          to: hour.to,
          lines: tile.lines,
          limits: tile.limits,
          annotations: hour.annotations,
          written: tile.written,
          most: tile.most
        ).writeSmall(to: &html)
      }
      let earlier = tile.earlier
      if !earlier.isEmpty { html.element("p", [.class("then")], earlier.joined(separator: " · ")) }
    }
  }

  /// The last hour of any figure.
  private var hour: HistoryAnswer? {
    Tiles.all.lazy.compactMap { inspection.history(Tiles.hour($0.0, by: $0.1)) }.first
  }

  private func lines(
    _ series: String,
    by labels: String,
    _ column: String,
    _ wanted: [String: String] = [:]
  ) -> (hour: [Chart.Line], now: Double?) {
    let hour = inspection.history(Tiles.hour(series, by: labels)).map {
      HistoryLines($0).lines(series, wanted, column)
    }
    let recent = inspection.history(Tiles.recent(series, by: labels)).map {
      HistoryLines($0).lines(series, wanted, column)
    }
    return (hour ?? [], recent?.first?.points.last { $0.value != nil }?.value)
  }

  /// The share of a series that has some label.
  private func share(
    _ series: String,
    of label: String,
    where isPart: (String) -> Bool,
    among isAll: (String) -> Bool
  ) -> (hour: [Chart.Line], now: Double?) {
    func lines(_ report: Address) -> [Chart.Line] {
      guard let found = inspection.history(report).map({ HistoryLines($0) }) else { return [] }
      func rates(_ isWanted: (String) -> Bool) -> [Chart.Line] {
        found.rates { labels in isWanted(labels.first { $0.name == label }?.value ?? "") }
      }
      return HistoryLines.share(rates(isPart), of: rates(isAll))
    }
    let recent = lines(Tiles.recent(series, by: label))
    return (
      lines(Tiles.hour(series, by: label)),
      recent.first?.points.last { $0.value != nil }?.value
    )
  }

  private var tiles: [Tile] {
    let rate = lines(MetricName.requestDurations, by: "", "rate")
    let (half, most) = (
      lines(MetricName.requestDurations, by: "", "p50"),
      lines(MetricName.requestDurations, by: "", "p99")
    )
    let active = lines(MetricName.activeRequests, by: "", "last")
    let (errors, refused) = (
      share(
        MetricName.requestDurations,
        of: Tiles.status,
        where: { $0.hasPrefix("5") },
        among: { _ in true }
      ),
      share(
        MetricName.requestDurations,
        of: Tiles.status,
        where: { $0.hasPrefix("4") },
        among: { _ in true }
      )
    )
    let hits = share(
      MetricName.routeAnswers,
      of: "result",
      where: { $0 == "hit" },
      among: { $0 != "none" }
    )
    func figure(_ value: Double?, _ written: (Double) -> Figure) -> Figure {
      value.map(written) ?? .none
    }
    return [
      Tile(
        name: "Requests",
        help: "Requests a second in the last 10 s; the line is the last hour.",
        value: figure(rate.now, Figure.perSecond),
        lines: rate.hour,
        written: Figure.perSecond,
        link: LogLink.events(LogLink.minute),
        limits: ModelLimits(inspection).limits(of: MetricName.requestDurations, [:], "rate")
      ),
      Tile(
        name: "Errors",
        help: "The share of requests that ended with an error of ours.",
        value: figure(errors.now, Figure.share),
        lines: errors.hour,
        written: Figure.share,
        link: LogLink.events(LogLink.failed, "time > ago(1h)"),
        tone: (errors.now ?? 0) >= 0.01 ? .failure : .usual
      ),
      Tile(
        name: "Refused",
        help: "The share of requests that ended with a 4xx.",
        value: figure(refused.now, Figure.share),
        lines: refused.hour,
        written: Figure.share,
        link: LogLink.events(LogLink.refused, "time > ago(1h)"),
        tone: (refused.now ?? 0) >= 0.2 ? .warning : .usual
      ),
      Tile(
        name: "Half take at most",
        help: "The median time from reading a request to the end of its answer.",
        value: figure(half.now, Figure.seconds),
        lines: half.hour,
        written: Figure.seconds,
        link: LogLink.events(LogLink.minute, LogLink.slower(than: half.now))
      ),
      Tile(
        name: "99 of 100 take at most",
        help: "The 99th percentile of the time from reading a request to the end of its answer.",
        value: figure(most.now, Figure.seconds),
        lines: most.hour,
        written: Figure.seconds,
        link: LogLink.events(LogLink.minute, LogLink.slower(than: most.now))
      ),
      Tile(
        name: "Kept and fresh",
        help: "The share of answers that a cache had fresh, of those that caches have to do with.",
        value: figure(hits.now, Figure.share),
        lines: hits.hour,
        written: Figure.share,
        link: Chapter.cache.address,
        most: 1
      ),
      Tile(
        name: "In flight",
        help: "Requests that wait for a service, a body or each other.",
        value: figure(active.now) { .count(Int64($0.rounded())) },
        lines: active.hour,
        written: { .count(Int64($0.rounded())) },
        link: Chapter.inflight.address
      ), budget,
    ]
  }

  /// The promise with the least of its error budget left.
  private var budget: Tile {
    let promises = inspection.table(PromisesPage.report, "promises")?.records ?? []
    let tightest = promises.filter { $0[.budget] != .none }
      .min { ($0.number(.budget) ?? 0) < ($1.number(.budget) ?? 0) }
    let said =
      if let tightest {
        "\(tightest.text(.promise)) of \(tightest.text(.route))"
          + (inspection.sites.count > 1 ? " at \(tightest.text(.site))" : "")
      } else {
        promises.isEmpty
          ? inspection.refusal(of: PromisesPage.report) ?? "nothing is promised"
          : "no request was judged yet"
      }
    return Tile(
      name: "Error budget left",
      help:
        "The part that is left of the bad requests that the tightest promise allows in 30 days.",
      value: tightest?[.budget] ?? .none,
      lines: [],
      written: Figure.share,
      link: Chapter.promises.address,
      tone: (tightest?.number(.budget) ?? 1) <= 0 ? .warning : .usual,
      said: said
    )
  }
}
