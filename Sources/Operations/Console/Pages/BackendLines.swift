// SPDX-License-Identifier: Apache-2.0

import Measure
import Monitor
import Signals

/// The services, a line each.
struct BackendLines {
  /// The sentence of a page without any.
  static let none = "No site calls a service; \"backends\" in Content/site.json5 declares them."

  /// The last ten seconds of a series.
  private static func recent(_ series: String, by labels: String) -> Address {
    Address(.history, ["series": series, "by": labels, "from": "-10s", "step": "10s"])
  }

  /// The calls of the last ten minutes to each service, and those of the last ten seconds.
  private static let history = LastHour.report(
    of: MetricName.backendCalls,
    by: "site,backend",
    from: "-10m"
  )
  private static let lately = recent(MetricName.backendCalls, by: "site,backend")
  /// The calls of the last ten seconds by what failed.
  private static let errors = recent(
    MetricName.callDurations,
    by: "site,backend,error_type,http_response_status_code"
  )

  static let reports = [history, lately, errors]

  private let inspection: Inspection
  private let address: Address
  private let lines: HistoryLines?
  private let lately: HistoryLines?
  private let errors: HistoryLines?

  init(_ inspection: Inspection, on address: Address) {
    (self.inspection, self.address) = (inspection, address)
    lines = inspection.history(BackendLines.history).map { HistoryLines($0) }
    lately = inspection.history(BackendLines.lately).map { HistoryLines($0) }
    errors = inspection.history(BackendLines.errors).map { HistoryLines($0) }
  }

  func write(to html: inout HTMLWriter) {
    guard let table = inspection.table(Verdict.backends) else {
      return html.note(inspection.refusal(of: Verdict.backends) ?? "There are no services.")
    }
    var view = TableView(table, empty: BackendLines.none)
    if inspection.sites.count == 1 { view.hidden = [.site] }
    // Only an open circuit has a next try.
    if table.records.allSatisfy({ $0[.retry] == .none }) { view.hidden.insert(.retry) }
    view.link = BackendLines.link
    view.pictures = [rate, trend, load, failed]
    view.write(to: &html)
  }

  private static func labels(_ record: FigureTable.Record) -> [String: String] {
    ["site": record.text(.site), "backend": record.text(.backend)]
  }

  /// Calls a second to a service.
  private func callRate(_ record: FigureTable.Record) -> Double? {
    last(lately?.lines(MetricName.backendCalls, BackendLines.labels(record), "rate") ?? [])
  }

  private func last(_ lines: [Chart.Line]) -> Double? {
    lines.first { $0.kind == .now }?.points.last { $0.value != nil }?.value
  }

  private var rate: TableView.Picture {
    .init(behind: .endpoints, title: "calls", help: "Calls a second in the last ten seconds.") {
      record,
      html in
      let site = LogLink.backend(record.text(.backend), site: record.text(.site))
      guard let rate = callRate(record) else { return html.text("–") }
      html.link(LogLink.events(site, LogLink.minute), Figure.perSecond(rate).shown)
    }
  }

  private var trend: TableView.Picture {
    .init(
      behind: .endpoints,
      title: "10 minutes",
      help: "Calls a second over the last ten minutes, yesterday and last week."
    ) { record, html in
      lines?.writeSmallRate(
        "Calls a second",
        of: MetricName.backendCalls,
        BackendLines.labels(record),
        to: &html
      )
    }
  }

  private var load: TableView.Picture {
    .init(
      behind: .endpoints,
      title: "of capacity",
      help: "The calls as a bar up to the capacity that the model declares."
    ) { record, html in
      let limits = ModelLimits(inspection)
        .limits(of: MetricName.backendCalls, BackendLines.labels(record), "rate")
      guard let capacity = limits.first?.value, capacity > 0, let rate = callRate(record)
      else { return html.text("–") }
      html.load(rate, steady: capacity, peak: capacity)
    }
  }

  private var failed: TableView.Picture {
    .init(
      behind: .late,
      title: "share failed",
      help: "The share of calls without a usable answer in the last ten seconds, but those that the"
        + " service refused with a 4xx and those whose callers gave up."
    ) { record, html in
      let labels = BackendLines.labels(record)
      func isOwn(_ found: [HistorySeries.Label]) -> Bool {
        labels.allSatisfy { wanted in
          found.contains { $0.name == wanted.key && $0.value == wanted.value }
        }
      }
      guard let errors else { return html.text("–") }
      let share = last(errors.failedShare(of: isOwn))
      guard let share else { return html.text("–") }
      let text = Figure.share(share).shown
      guard share > 0 else { return html.text(text) }
      let site = LogLink.backend(record.text(.backend), site: record.text(.site))
      html.mark(.failure)
      html.link(LogLink.events(site, "backends.outcome = failed", LogLink.minute), text)
    }
  }

  /// The event of the last error, the failed requests, or the page of a service.
  static func linkOfOutage(_ record: FigureTable.Record, _ key: ColumnKey) -> Address? {
    let (site, name) = (record.text(.site), record.text(.backend))
    return switch key {
    case .backend: PageLink.backend(name, site: site)
    case .errorTime, .request: PageLink.request(record.text(.request))
    case .error: LogLink.events(LogLink.backend(name, site: site), "backends.outcome = failed")
    case .downHour, .downDay: changes(of: name, site: site)
    default: nil
    }
  }

  /// The calls behind a time, or the page of a service.
  static func linkOfDuration(_ record: FigureTable.Record, _ key: ColumnKey) -> Address? {
    let (site, name) = (record.text(.site), record.text(.backend))
    guard key != .backend else { return PageLink.backend(name, site: site) }
    guard record.text(.part) == "total" else { return nil }
    let (calls, duration) = (LogLink.backend(name, site: site), "backends.duration")
    return switch key {
    case .p50, .p99:
      LogLink.events(calls, LogLink.minute, LogLink.slower(than: record.number(key), duration))
    case .hourP50, .hourP99:
      LogLink.events(calls, "time > ago(1h)", LogLink.slower(than: record.number(key), duration))
    default: nil
    }
  }

  /// The changes of the circuit of a service and of its endpoints.
  static func changes(of backend: String, site: String) -> Address {
    LogLink.events("(event = circuit OR event = health)", LogLink.backend(backend, site: site))
  }

  /// The page of a service, or the requests behind its figures.
  static func link(_ record: FigureTable.Record, _ key: ColumnKey) -> Address? {
    let (site, name) = (record.text(.site), record.text(.backend))
    let calls = LogLink.backend(name, site: site)
    return switch key {
    case .backend, .state, .endpoints: PageLink.backend(name, site: site)
    case .inflight, .waiting: Chapter.inflight.address
    case .p50, .late:
      LogLink.events(
        calls,
        "time > ago(15m)",
        LogLink.slower(than: record.number(key), "backends.duration")
      )
    default: nil
    }
  }
}
