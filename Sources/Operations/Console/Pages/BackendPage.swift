// SPDX-License-Identifier: Apache-2.0

import Measure
import Signals

/// One service: its state, its last hour, and the calls that failed.
struct BackendPage: Page {
  let chapter = Chapter.backends
  let liveSeconds: Int? = 5
  private let address: Address
  private let site: String
  private let backend: String

  init(_ address: Address) {
    self.address = address
    site = address["site"] ?? ""
    backend = address["backend"] ?? ""
  }

  var title: String { backend.isEmpty ? "Backend" : backend }

  private func hour(_ series: String, by labels: String) -> Address {
    LastHour.report(of: series, where: ["site": site, "backend": backend], by: labels)
  }

  private var calls: Address { hour(MetricName.backendCalls, by: "") }
  /// The times of calls without an error: those that were not sent would count as fast ones.
  private var durations: Address {
    LastHour.report(
      of: MetricName.callDurations,
      where: ["site": site, "backend": backend, "error_type": ""],
      by: ""
    )
  }
  private var failures: Address {
    hour(MetricName.callDurations, by: "error_type,http_response_status_code")
  }
  private var inFlight: Address { hour(MetricName.backendInFlight, by: "") }
  private var stats: Address {
    Address(.stats, ["usedonly": "", "filter": "backend=\(backend)"])
  }
  private var failed: Address {
    Address(
      .log,
      ["q": "\(LogLink.backend(backend, site: site)) AND level != info", "limit": "20"]
    )
  }
  private var states: Address { BackendLines.changes(of: backend, site: site).with("limit", "20") }

  var reports: [Address] {
    [
      Verdict.backends, Verdict.health, Verdict.model, calls, durations, failures, inFlight, failed,
      states, stats, RouteCalls.report,
    ]
  }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    let checks = (inspection.table(Verdict.health)?.records ?? []).filter {
      $0.text(.site) == site && $0.text(.check) == "backend \(backend)"
    }
    for check in checks {
      html.element("p") { html in
        html.mark(check.tone, always: true)
        html.text(check.text(.reason))
      }
    }
    html.section("Now") { html in
      guard let own = own("backends", inspection) else {
        return html.note(inspection.refusal(of: Verdict.backends) ?? "There is no such service.")
      }
      var view = TableView(own, empty: "There is no such service.")
      view.link = { record, key in
        key == .p50 || key == .late ? BackendLines.link(record, key) : nil
      }
      view.write(to: &html)
    }
    part("outages", "Downtime and last error", BackendLines.linkOfOutage, &html)
    part("durations", "Connect, first byte, total", BackendLines.linkOfDuration, &html)
    if let endpoints = own("endpoints", inspection) {
      part("endpoints", "Endpoints", { _, _ in nil }, &html)
      html.section("Eject", for: .eject) {
        EjectionForm.write(endpoints.records, of: (site, backend), to: &$0)
      }
    }
    html.section("The last hour") { html in
      html.element("div", [.class("charts")]) { charts(inspection, &$0) }
    }
    html.section("Routes that called it in the last minute") { html in
      RouteCalls(inspection, on: address).write(
        hiding: [.site, .backend],
        where: { $0.text(.site) == site && $0.text(.backend) == backend },
        to: &html
      )
    }
    html.section("Changes of its circuit and its endpoints") { html in
      html.events(
        inspection.events(states).records.reversed(),
        empty: "None, as far as the log reaches back."
      )
    }
    html.section("Requests that it failed or held up") { html in
      html.events(
        inspection.events(failed).records.reversed(),
        empty: "None, as far as the log reaches back."
      )
      html.element("p") { html in
        html.link(
          LogLink.events(LogLink.backend(backend, site: site)),
          "All requests with a call to it"
        )
      }
    }
    html.section("All that is counted of it") { html in
      guard let stats = inspection.table(stats) else { return }
      TableView(stats, empty: "Nothing is counted of it.").write(to: &html)
    }
  }

  /// The rows of one of the tables of all services that are about this one.
  private func own(_ table: String, _ inspection: Inspection) -> FigureTable? {
    inspection.table(Verdict.backends, table)?.only {
      $0.text(.site) == site && $0.text(.backend) == backend
    }
  }

  private func part(
    _ name: String,
    _ heading: String,
    _ link: @escaping ReportPage.Link,
    _ html: inout HTMLWriter
  ) {
    guard let table = own(name, html.inspection) else { return }
    html.section(heading) { html in
      var view = TableView(table, empty: "Nothing is known of it.")
      view.hidden = [.site, .backend]
      view.link = link
      view.write(to: &html)
    }
  }

  private func charts(_ inspection: Inspection, _ html: inout HTMLWriter) {
    let model = ModelLimits(inspection)
    func limits(of series: String, _ figure: String) -> [Chart.Limit] {
      model.limits(of: series, ["site": site, "backend": backend], figure)
    }
    guard let answer = inspection.history(calls) else {
      return html.note(inspection.refusal(of: calls) ?? "There is no history.")
    }
    let hour = LastHour(answer)
    let rate = hour.lines.lines(MetricName.backendCalls, "rate")
    let most = limits(of: MetricName.backendCalls, "rate")
    hour.chart("Calls", rate, limits: most, Figure.perSecond, to: &html)
    if let durations = inspection.history(durations) {
      let lines = HistoryLines(durations)
      let (slow, half) = (
        lines.lines(MetricName.callDurations, "p99"), lines.lines(MetricName.callDurations, "p50")
      )
      let promised = limits(of: MetricName.callDurations, "p99")
      hour.chart("99 of 100 take at most", slow, limits: promised, Figure.seconds, to: &html)
      hour.chart("Half take at most", half, Figure.seconds, to: &html)
    }
    if let failures = inspection.history(failures) {
      hour.chart("Failed calls", HistoryLines(failures).failedShare(), Figure.share, to: &html)
    }
    if let inFlight = inspection.history(inFlight) {
      let most = HistoryLines(inFlight).lines(MetricName.backendInFlight, "max")
      hour.chart("Most in flight", most, { .count(Int64($0.rounded())) }, to: &html)
    }
  }
}
