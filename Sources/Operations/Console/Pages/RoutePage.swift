// SPDX-License-Identifier: Apache-2.0

import Measure
import Monitor
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

  private var table: Address { Address(.routes, ["filter": route]) }

  private func hour(_ series: String, by labels: String) -> Address {
    LastHour.report(of: series, where: ["site": site, "http_route": route], by: labels)
  }

  private var requests: Address { hour(MetricName.requestDurations, by: "") }
  private var failures: Address { hour(MetricName.requestDurations, by: "error_type") }
  private var results: Address { hour(MetricName.routeAnswers, by: "result") }
  private var density: Address {
    LastHour.density(of: MetricName.requestDurations, where: ["site": site, "http_route": route])
  }
  private var timers: Address { Address(.timers, ["filter": "http_route=\(route)"]) }
  private var phases: Address { timers.with("window", "1h") }
  private var statuses: Address {
    hour(MetricName.requestDurations, by: "http_response_status_code")
  }
  private var events: Address { LogLink.events(LogLink.route(route, site: site), "time > ago(1h)") }
  private var examples: RouteExamples { RouteExamples(route, site: site) }
  private var slowest: Address { events.with("order", "duration").with("limit", "20") }

  var reports: [Address] {
    [
      table, Verdict.model, Verdict.health, requests, density, failures, results, timers, phases,
      statuses, slowest, examples.report, RouteCalls.report,
    ]
  }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    let models = (inspection.table(Verdict.model, "routes")?.records ?? []).filter {
      $0.text(.site) == site && Verdict.label(of: $0.text(.route)) == route
    }
    promise(models, &html)
    html.section("The last minute") { html in
      guard let all = inspection.table(table) else {
        return html.note(inspection.refusal(of: table) ?? "There is no such route.")
      }
      let own = all.only { $0.text(.site) == site && $0.text(.route) == route }
      var view = TableView(own, empty: "There is no such route.")
      view.link = { record, key in key == .route ? nil : RouteLines.link(record, key) }
      view.write(to: &html)
    }
    html.section("The last hour") { html in
      heatMap(inspection, &html)
      statusBars(inspection, &html)
      html.element("div", [.class("charts")]) { charts(inspection, &$0) }
    }
    html.section("The phases of a request in the last hour") { html in
      guard let timers = inspection.table(phases) else {
        return html.note(inspection.refusal(of: phases) ?? "Nothing was measured.")
      }
      PhaseBars(timers, site: site, route: route).write(to: &html)
    }
    html.section("Calls to services in the last minute") { html in
      RouteCalls(inspection, on: address).write(
        hiding: [.site, .route],
        where: { $0.text(.site) == site && $0.text(.route) == route },
        to: &html
      )
    }
    html.section("Examples of the last hour") { examples.write(inspection, to: &$0) }
    html.section("Slowest of the last hour") { slowest(inspection, &$0) }
    html.section("By method, status and version") { html in
      guard let timers = inspection.table(timers) else { return }
      // Phases have a table of their own.
      let requests = timers.only { !$0.text(.name).hasPrefix("portico_request_phase_") }
      TableView(requests, empty: "No request in the last minute.").write(to: &html)
    }
  }

  private func promise(_ models: [FigureTable.Record], _ html: inout HTMLWriter) {
    let checks = Verdict.checks(ofRoute: route, site: site, in: html.inspection)
    for check in checks {
      html.element("p") { html in
        html.mark(check.tone, always: true)
        html.text(check.text(.reason) + " · ")
        html.link(
          LogLink.differences(of: LogLink.route(route, site: site), site: site),
          "what differs"
        )
      }
    }
    guard !models.isEmpty else { return html.note("The model does not name this route.") }
    for model in models {
      html.element("p") { html in
        html.mark(model.tone, always: checks.isEmpty)
        html.text("\(model.text(.route)): \(model.text(.state).replacing("_", with: " ")), ")
        html.text(
          "\(model[.rate].shown) of steady \(model[.steady].shown), peak \(model[.peak].shown)"
        )
        if model[.within] != .none {
          html.text("; promised \(model[.within].shown), took \(model[.latency].shown)")
        }
      }
    }
  }

  private var labels: [String: String] { ["site": site, "http_route": route] }

  private func heatMap(_ inspection: Inspection, _ html: inout HTMLWriter) {
    guard let density = inspection.density(density), let answer = inspection.history(requests)
    else { return }
    HeatMap(
      title: "Times of all requests",
      density: density,
      lines: HistoryLines(answer).lines(MetricName.requestDurations, "p99"),
      limits: ModelLimits(inspection).limits(of: MetricName.requestDurations, labels, "p99"),
      annotations: answer.annotations,
      written: Figure.seconds
    ).write(to: &html)
  }

  private static let kinds: [VolumeBars.Kind] = [
    .init(style: .failure, name: "5xx"), .init(style: .warning, name: "4xx"),
    .init(style: .second, name: "3xx"), .init(style: .usual, name: "2xx"),
  ]

  /// The statuses of the answers, minute by minute.
  private func statusBars(_ inspection: Inspection, _ html: inout HTMLWriter) {
    guard let answer = inspection.history(statuses) else { return }
    let lines = HistoryLines(answer)
    let rates = ["5", "4", "3", "2"].map { digit in
      let line = lines.rates { labels in
        labels.contains { $0.name == "http_response_status_code" && $0.value.hasPrefix(digit) }
      }.first { $0.kind == .now }
      return Dictionary((line?.points ?? []).map { ($0.time, $0.value ?? 0) }) { first, _ in first }
    }
    guard let known = rates.flatMap(\.keys).min() else { return }
    let minutes = stride(from: known - (known - lines.from) / 60 * 60, to: lines.to, by: 60)
    let bars = minutes.map { minute in
      let counts = rates.map { Int((($0[minute] ?? 0) * 60).rounded()) }
      return VolumeBars.Bar(times: Int64(minute)..<Int64(minute) + 60, counts: counts)
    }
    VolumeBars(title: "Statuses, each minute", kinds: RoutePage.kinds, bars: bars) { times in
      LogLink.events(LogLink.route(route, site: site), LogLink.during(times))
    }.write(to: &html)
  }

  private func charts(_ inspection: Inspection, _ html: inout HTMLWriter) {
    guard let answer = inspection.history(requests) else {
      return html.note(inspection.refusal(of: requests) ?? "There is no history.")
    }
    let (hour, model) = (LastHour(answer), ModelLimits(inspection))
    let lines = hour.lines
    func limits(_ figure: String) -> [Chart.Limit] {
      model.limits(of: MetricName.requestDurations, labels, figure)
    }
    let (rate, slow) = (
      lines.lines(MetricName.requestDurations, "rate"),
      lines.lines(MetricName.requestDurations, "p99")
    )
    hour.chart("Requests", rate, limits: limits("rate"), Figure.perSecond, to: &html)
    hour.chart("99 of 100 take at most", slow, limits: limits("p99"), Figure.seconds, to: &html)
    let half = lines.lines(MetricName.requestDurations, "p50")
    hour.chart("Half take at most", half, Figure.seconds, to: &html)
    if let failures = inspection.history(failures) {
      let share = HistoryLines(failures).failedShare
      hour.chart("Errors", share, limits: limits("failed"), Figure.share, to: &html)
    }
    if let results = inspection.history(results) {
      let all = HistoryLines(results).rates {
        !$0.contains { $0.name == "result" && $0.value == "none" }
      }
      let hits = HistoryLines(results).rates {
        $0.contains { $0.name == "result" && $0.value == "hit" }
      }
      let share = HistoryLines.share(hits, of: all)
      hour.chart("Kept and fresh", share, most: 1, Figure.share, to: &html)
    }
  }

  private func slowest(_ inspection: Inspection, _ html: inout HTMLWriter) {
    let timed = inspection.events(slowest).records.filter { $0[.duration] != nil }
    html.events(timed, empty: "Every answer of the last hour was kept, or there was none.")
    html.element("p") { $0.link(events, "All requests of this route") }
  }
}
