// SPDX-License-Identifier: Apache-2.0

import FourM
import Signals

/// One route: its figures, its last hour, and its slowest and failed requests.
struct RoutePage: Page {
  let chapter = Chapter.routes
  let liveSeconds: Int? = 10
  private let address: Address
  private let site: String
  private let route: String

  init(_ address: Address) {
    self.address = address
    site = address["site"] ?? ""
    route = address["route"] ?? ""
  }

  var title: String { route.isEmpty ? "Route" : route }

  private var table: Address { Address("/routes", ["filter": route]) }

  private func hour(_ series: String, by labels: String) -> Address {
    let selector = "\(series){site=\(SeriesText.value(site)),http_route=\(SeriesText.value(route))}"
    return Address(
      "/history",
      [
        "series": selector, "by": labels, "from": "-1h", "step": "60s", "compare": "1d,7d",
        "quantile": "0.5,0.99",
      ]
    )
  }

  private var requests: Address { hour(Tiles.durations, by: "") }
  private var failures: Address { hour(Tiles.durations, by: "error_type") }
  private var results: Address { hour(Tiles.results, by: "result") }
  private var timers: Address { Address("/timers", ["filter": "http_route=\(route)"]) }
  private var newest: Address {
    LogLink.events(LogLink.route(route, site: site), "time > ago(1h)").with("limit", "1000")
  }

  var reports: [Address] {
    [table, Verdict.model, requests, failures, results, timers, newest]
  }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    let models = (inspection.table(Verdict.model, "routes")?.records ?? []).filter {
      $0.text("site") == site && Verdict.label(of: $0.text("route")) == route
    }
    promise(models, &html)
    html.section("The last minute") { html in
      guard let all = inspection.table(table) else {
        return html.note(inspection.refusal(of: table) ?? "There is no such route.")
      }
      var own = FigureTable(all.name, all.columns)
      for record in all.records where record.text("site") == site && record.text("route") == route {
        own.add(record.row.figures, tone: record.tone)
      }
      var view = TableView(own, on: address, empty: "There is no such route.")
      view.link = { record, key in key == "route" ? nil : RouteLines.link(record, key) }
      view.write(to: &html)
    }
    html.section("The last hour") { html in
      html.element("div", [.class("charts")]) { charts(inspection, models, &$0) }
    }
    html.section("Slowest of the last hour") { slowest(inspection, &$0) }
    html.section("By method, status and version") { html in
      guard let timers = inspection.table(timers) else { return }
      TableView(timers, on: address, empty: "No request in the last minute.").write(to: &html)
    }
  }

  private func promise(_ models: [FigureTable.Record], _ html: inout HTMLWriter) {
    guard !models.isEmpty else { return html.note("The model does not name this route.") }
    for model in models {
      html.element("p") { html in
        html.mark(model.tone, always: true)
        html.text("\(model.text("route")): \(model.text("state").replacing("_", with: " ")), ")
        html.text(
          "\(model["rate"].shown) of steady \(model["steady"].shown), peak \(model["peak"].shown)"
        )
        if model["within"] != .none {
          html.text("; promised \(model["within"].shown), took \(model["latency"].shown)")
        }
      }
    }
  }

  private func charts(
    _ inspection: Inspection,
    _ models: [FigureTable.Record],
    _ html: inout HTMLWriter
  ) {
    guard let answer = inspection.history(requests) else {
      return html.note(inspection.refusal(of: requests) ?? "There is no history.")
    }
    let lines = HistoryLines(answer)
    func chart(
      _ title: String,
      _ found: [Chart.Line],
      _ limits: [Chart.Limit] = [],
      most: Double? = nil,
      _ written: @escaping (Double) -> Figure
    ) {
      Chart(
        title: title,
        from: lines.from,
        to: lines.to,
        lines: found,
        limits: limits,
        annotations: answer.annotations,
        written: written,
        most: most
      ).write(to: &html)
    }
    func sum(_ key: String) -> Double? {
      let values = models.compactMap { $0.number(key) }
      return values.isEmpty ? nil : values.reduce(0, +)
    }
    let rates: [Chart.Limit] = [
      sum("steady").map { .init(name: "steady", kind: .steady, value: $0) },
      sum("peak").map { .init(name: "peak", kind: .peak, value: $0) },
    ].compactMap { $0 }
    let promised = models.compactMap { $0.number("within") }.min()
    let sla = promised.map { [Chart.Limit(name: "SLA", kind: .sla, value: $0)] } ?? []
    chart("Requests", lines.lines(Tiles.durations, "rate"), rates, Figure.perSecond)
    chart("99 of 100 take at most", lines.lines(Tiles.durations, "p99"), sla, Figure.seconds)
    chart("Half take at most", lines.lines(Tiles.durations, "p50"), [], Figure.seconds)
    if let failures = inspection.history(failures) {
      let all = HistoryLines(failures).rates { _ in true }
      let bad = HistoryLines(failures).rates {
        $0.contains { $0.name == "error_type" && !$0.value.isEmpty }
      }
      chart("Errors", HistoryLines.share(bad, of: all), [], Figure.share)
    }
    if let results = inspection.history(results) {
      let all = HistoryLines(results).rates {
        !$0.contains { $0.name == "result" && $0.value == "none" }
      }
      let hits = HistoryLines(results).rates {
        $0.contains { $0.name == "result" && $0.value == "hit" }
      }
      chart("Kept and fresh", HistoryLines.share(hits, of: all), [], most: 1, Figure.share)
    }
  }

  private func slowest(_ inspection: Inspection, _ html: inout HTMLWriter) {
    let timed = inspection.events(newest).records.compactMap { record -> (EventRecord, Int64)? in
      guard case .duration(let duration)? = record[.duration] else { return nil }
      return (record, duration)
    }
    let slowest = timed.sorted { $0.1 > $1.1 }.prefix(20).map(\.0)
    html.events(Array(slowest), empty: "Every answer of the last hour was kept, or there was none.")
    html.element("p") { html in
      html.link(newest.with("limit", nil), "All requests of this route")
    }
  }
}

/// Values of labels as the history's queries have them.
enum SeriesText {
  static func value(_ text: String) -> String { text.contains("\"") ? text : "\"\(text)\"" }
}
