// SPDX-License-Identifier: Apache-2.0

import FourM

/// The services, a line each.
struct BackendLines {
  private static let durations = "http_client_request_duration_seconds"

  private static func minutes(by labels: String) -> Address {
    Address(
      "/history",
      ["series": durations, "by": labels, "from": "-10m", "step": "10s", "quantile": "0.99"]
    )
  }

  /// The last ten minutes of each service.
  private static let history = minutes(by: "site,backend")
  /// The same by what failed.
  private static let errors = minutes(by: "site,backend,error_type")

  static let reports = [history, errors]

  private let inspection: Inspection
  private let address: Address
  private let lines: HistoryLines?
  private let failures: HistoryLines?

  init(_ inspection: Inspection, on address: Address) {
    self.inspection = inspection
    self.address = address
    lines = inspection.history(BackendLines.history).map { HistoryLines($0) }
    failures = inspection.history(BackendLines.errors).map { HistoryLines($0) }
  }

  func write(to html: inout HTMLWriter) {
    guard let table = inspection.table(Verdict.backends) else {
      return html.note(inspection.refusal(of: Verdict.backends) ?? "There are no services.")
    }
    var view = TableView(table, on: address, empty: "No site calls a service.")
    if inspection.sites.count == 1 { view.hidden = ["site"] }
    view.link = BackendLines.link
    view.pictures = [rate, trend, load, failed]
    view.write(to: &html)
  }

  private func calls(_ record: FigureTable.Record) -> [Chart.Line] {
    let labels = ["site": record.text("site"), "backend": record.text("backend")]
    return lines?.lines(BackendLines.durations, labels, "rate") ?? []
  }

  private func last(_ lines: [Chart.Line]) -> Double? {
    lines.first { $0.kind == .now }?.points.last { $0.value != nil }?.value
  }

  private var rate: TableView.Picture {
    .init(behind: "endpoints", title: "calls", help: "Calls a second in the last ten seconds.") {
      record,
      html in
      let site = LogLink.backend(record.text("backend"), site: record.text("site"))
      guard let rate = last(calls(record)) else { return html.text("–") }
      html.link(LogLink.events(site, LogLink.minute), Figure.perSecond(rate).shown)
    }
  }

  private var trend: TableView.Picture {
    .init(
      behind: "endpoints",
      title: "10 minutes",
      help: "Calls a second over the last ten minutes."
    ) { record, html in
      let found = calls(record)
      guard let lines, !found.isEmpty else { return }
      Chart(
        title: "Calls a second",
        from: lines.from,
        to: lines.to,
        lines: found,
        written: Figure.perSecond
      ).writeSmall(to: &html)
    }
  }

  private var load: TableView.Picture {
    .init(
      behind: "endpoints",
      title: "of capacity",
      help: "The calls as a bar up to the capacity that the model declares."
    ) { record, html in
      let model = inspection.table(Verdict.model, "calls")?.records.first {
        $0.text("site") == record.text("site") && $0.text("backend") == record.text("backend")
      }
      guard let capacity = model?.number("capacity"), capacity > 0, let rate = last(calls(record))
      else { return html.text("–") }
      html.load(rate, steady: capacity, peak: capacity)
    }
  }

  private var failed: TableView.Picture {
    .init(
      behind: "late",
      title: "failed",
      help: "The share of calls without a usable answer in the last ten seconds."
    ) { record, html in
      func isOwn(_ labels: [HistorySeries.Label]) -> Bool {
        [("site", record.text("site")), ("backend", record.text("backend"))].allSatisfy { wanted in
          labels.contains { $0.name == wanted.0 && $0.value == wanted.1 }
        }
      }
      guard let failures else { return html.text("–") }
      let bad = failures.rates { labels in
        isOwn(labels) && labels.contains { $0.name == "error_type" && !$0.value.isEmpty }
      }
      let share = last(HistoryLines.share(bad, of: failures.rates { isOwn($0) }))
      guard let share else { return html.text("–") }
      let text = Figure.share(share).shown
      guard share > 0 else { return html.text(text) }
      let site = LogLink.backend(record.text("backend"), site: record.text("site"))
      html.mark(.failure)
      html.link(LogLink.events(site, "backends.outcome = failed", LogLink.minute), text)
    }
  }

  /// The page of a service, or the requests behind its figures.
  static func link(_ record: FigureTable.Record, _ key: String) -> Address? {
    let (site, name) = (record.text("site"), record.text("backend"))
    let calls = LogLink.backend(name, site: site)
    return switch key {
    case "backend", "state", "endpoints": PageLink.backend(name, site: site)
    case "inflight", "waiting": Chapter.inflight.address
    case "p50", "late":
      LogLink.events(
        calls,
        "time > ago(15m)",
        LogLink.slower(than: record.number(key), "backends.duration")
      )
    default: nil
    }
  }
}
