// SPDX-License-Identifier: Apache-2.0

import Measure
import Signals

/// The routes with traffic or a promise, a line each: failing ones first, then the busiest.
struct RouteLines {
  /// The last ten minutes of each route.
  static let history = LastHour.report(
    of: MetricName.requestDurations,
    by: "site,http_route",
    from: "-10m"
  )
  .with("quantile", "0.99")

  static let reports = [history]

  private let inspection: Inspection
  private let address: Address
  private let lines: HistoryLines?
  /// The model's figures for the path of a route: those of its busiest method.
  private let modelled: [Place: FigureTable.Record]

  private struct Place: Hashable {
    let site: String
    let route: String
  }

  init(_ inspection: Inspection, on address: Address) {
    (self.inspection, self.address) = (inspection, address)
    lines = inspection.history(RouteLines.history).map { HistoryLines($0) }
    let known = (inspection.table(Verdict.model, "routes")?.records ?? []).map { record in
      let route = Verdict.label(of: record.text(.route))
      return (Place(site: record.text(.site), route: route), record)
    }
    modelled = Dictionary(known) { first, second in
      (first.number(.rate) ?? 0) >= (second.number(.rate) ?? 0) ? first : second
    }
  }

  func write(to html: inout HTMLWriter) {
    guard let all = inspection.table(NowPage.routes) else {
      return html.note(inspection.refusal(of: NowPage.routes) ?? "There are no routes.")
    }
    var table = FigureTable(all.name, all.columns)
    for record in order(all.records.filter { isShown($0) }) {
      table.add(record.row.figures, tone: tone(of: record))
    }
    var view = TableView(table, empty: "No route had a request in the last minute.")
    view.hidden = [
      .kind, .backends, .ttl, .staleWhileRevalidate, .staleIfError, .kept, .file,
    ]
    if inspection.sites.count == 1 { view.hidden.insert(.site) }
    view.link = RouteLines.link
    view.pictures = [state, trend, load, promise]
    view.write(to: &html)
    html.element("p") { html in html.link(Chapter.routes.address, "All \(all.rows.count) routes") }
  }

  private func model(of record: FigureTable.Record) -> FigureTable.Record? {
    modelled[Place(site: record.text(.site), route: record.text(.route))]
  }

  private func isShown(_ record: FigureTable.Record) -> Bool {
    (record.number(.rate) ?? 0) > 0 || model(of: record) != nil
  }

  private func tone(of record: FigureTable.Record) -> FigureTable.Tone {
    let tones = [
      record.tone, model(of: record)?.tone ?? .usual,
      Verdict.tone(ofRoute: record.text(.route), site: record.text(.site), in: inspection),
    ]
    return tones.max() ?? .usual
  }

  private func order(_ records: [FigureTable.Record]) -> [FigureTable.Record] {
    let ranks: [FigureTable.Tone: Int] = [.failure: 0, .warning: 1, .usual: 2]
    return records.map { ($0, ranks[tone(of: $0)] ?? 2, $0.number(.rate) ?? 0) }
      .sorted { ($0.1, $1.2, $0.0.text(.route)) < ($1.1, $0.2, $1.0.text(.route)) }.map(\.0)
  }

  /// The page of a route, or the requests behind its figures.
  static func link(_ record: FigureTable.Record, _ key: ColumnKey) -> Address? {
    let (site, label) = (record.text(.site), record.text(.route))
    let route = LogLink.route(label, site: site, kind: record.text(.kind))
    return switch key {
    case .route: PageLink.route(label, site: site)
    case .rate: LogLink.events(route, LogLink.minute)
    case .errors: LogLink.events(route, LogLink.failed, LogLink.minute)
    case .refused: LogLink.events(route, LogLink.refused, LogLink.minute)
    case .hits: LogLink.events(route, LogLink.minute, "source = hit")
    case .p50, .p99:
      LogLink.events(route, LogLink.minute, LogLink.slower(than: record.number(key)))
    default: nil
    }
  }

  private var state: TableView.Picture {
    .init(
      behind: .route,
      title: "state",
      help: "How the traffic fits the model, and whether the promise is kept."
    ) {
      record,
      html in
      let state = model(of: record).map { $0.text(.state).replacing("_", with: " ") }
      let (route, site) = (record.text(.route), record.text(.site))
      let isWell = Verdict.checks(ofRoute: route, site: site, in: inspection).isEmpty
      html.text(isWell || state == "out of sla" ? state ?? "unmodelled" : "failing")
    }
  }

  private var trend: TableView.Picture {
    .init(
      behind: .rate,
      title: "10 minutes",
      help: "Requests a second over the last ten minutes, yesterday and last week."
    ) {
      record,
      html in
      let labels = ["site": record.text(.site), "http_route": record.text(.route)]
      lines?.writeSmallRate("Requests a second", of: MetricName.requestDurations, labels, to: &html)
    }
  }

  private var load: TableView.Picture {
    .init(
      behind: .rate,
      title: "of steady and peak",
      help: "The rate as a bar up to the peak of the model; the stroke is the steady rate."
    ) { record, html in
      guard let model = model(of: record), let rate = model.number(.rate),
        let peak = model.number(.peak),
        peak > 0
      else { return html.text("–") }
      html.load(rate, steady: model.number(.steady) ?? 0, peak: peak)
    }
  }

  private var promise: TableView.Picture {
    .init(
      behind: .p99,
      title: "promised",
      help: "The time that is promised, and in brackets what the promised share of requests took."
    ) { record, html in
      guard let model = model(of: record), model[.within] != .none else { return html.text("–") }
      html.text("\(model[.within].shown) (\(model[.latency].shown))")
    }
  }
}

extension HTMLWriter {
  /// A rate as a bar, with a stroke at the steady rate and an end at the peak.
  mutating func load(_ rate: Double, steady: Double, peak: Double, says words: String? = nil) {
    let share = min(1, rate / peak)
    let says =
      words
      ?? "\(Figure.perSecond(rate).shown) of steady \(Figure.perSecond(steady).shown), peak \(Figure.perSecond(peak).shown)"
    let tone = rate > peak ? " bad" : rate > steady ? " warn" : ""
    picture("load\(tone)", (100, 12), says: says) { html in
      html.element("title", says)
      html.element("rect", [.class("ground"), .set(.width, "100"), .set(.height, "12")]) { _ in }
      let bar = "\(max(1, Int(share * 100)))"
      html.element("rect", [.class("bar"), .set(.width, bar), .set(.height, "12")]) { _ in }
      let mark = Int(min(1, steady / peak) * 100)
      html.path("stroke", "M\(mark) 0V12")
    }
  }
}
