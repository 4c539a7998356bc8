// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Measure
import Monitor
import Signals

/// The history: any series over any span, beside yesterday, last week and four weeks ago, with the usual
/// range and the annotations of that time.
struct HistoryPage: Page {
  let title = "History"
  let chapter = Chapter.history
  let address: Address

  /// The spans that are offered, with their steps.
  private static let spans: [(from: String, step: String, text: String)] = [
    ("-1h", "60s", "an hour"), ("-6h", "60s", "6 hours"), ("-1d", "10m", "a day"),
    ("-7d", "1h", "a week"), ("-30d", "6h", "30 days"), ("-370d", "1d", "370 days"),
  ]
  /// The charts where no series is chosen.
  private static let usual = [
    MetricName.requestDurations, MetricName.routeAnswers, MetricName.callDurations,
    MetricName.processorTime, MetricName.residentMemory, MetricName.openDescriptors,
  ]

  init(_ address: Address) { self.address = address }

  /// The page of a series, by its name with labels.
  static func address(of series: String) -> Address { Address(.history, ["series": series]) }

  private var span: (from: String, step: String, text: String) {
    HistoryPage.spans.first { $0.from == address["from"] } ?? HistoryPage.spans[0]
  }

  private var chosen: String? { address["series"].flatMap { $0.isEmpty ? nil : $0 } }

  private func report(_ series: String, by labels: String?) -> Address {
    var report = Address(
      .history,
      ["series": series, "from": span.from, "step": span.step, "compare": "1d,7d,28d"]
    )
    if let labels { report = report.with("by", labels) }
    return hasBand ? report.with("usual", "") : report
  }

  /// The usual range is one of hours, which longer spans do not show.
  private var hasBand: Bool { !["-30d", "-370d"].contains(span.from) }

  private var charts: [Address] {
    if let chosen { return [report(chosen, by: address["by"])] }
    return HistoryPage.usual.map { report($0, by: $0 == MetricName.routeAnswers ? "result" : "") }
  }

  private static let findings = Address(.historyFindings)
  private static let series = Address(.historySeries)

  private var changes: Address { Address(.annotations, ["from": span.from]) }

  var reports: [Address] {
    charts + [HistoryPage.findings, HistoryPage.series, changes, Verdict.model]
  }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", chosen ?? title)
    spans(&html)
    choice(inspection, &html)
    html.element("div", [.class(chosen == nil ? "charts" : "")]) { html in
      for report in charts { html.charts(of: report, isUsedOnly: chosen == nil, hasBand: hasBand) }
    }
    if !hasBand {
      html.note("The usual range of each hour of the week is shown for spans of up to a week.")
    }
    if chosen != nil { files(&html) }
    html.section("Unusual in the last weeks") { findings(inspection, &$0) }
    html.section("Changes") { html in html.changes(inspection.annotations(changes).suffix(100)) }
    html.section("Note a change", for: .annotate) { AnnotationForm.write(to: &$0) }
  }

  private func spans(_ html: inout HTMLWriter) {
    html.element("p", [.class("spans")]) { html in
      for offered in HistoryPage.spans {
        let current: [HTMLWriter.Attribute] =
          offered.from == span.from ? [.set(.ariaCurrent, "true")] : []
        html.link(address.with("from", offered.from), offered.text, current)
      }
    }
  }

  private func choice(_ inspection: Inspection, _ html: inout HTMLWriter) {
    html.query(address) { html in
      html.wideField(
        "Series, with labels such as {site=shop}",
        "series",
        [.value(chosen ?? ""), .set(.list, "series")]
      )
      html.field("Added up by labels", "by", address["by"] ?? "", [.placeholder("http_route")])
      html.hidden("from", span.from)
      html.button("Show")
      html.element("datalist", [.set(.id, "series")]) { html in
        for name in names(inspection) { html.void("option", [.value(name)]) }
      }
    }
  }

  /// The names of all series, each once.
  private func names(_ inspection: Inspection) -> [String] {
    guard case .series(let all)? = inspection.answer(to: HistoryPage.series) else { return [] }
    return Set(all.map(\.name)).sorted()
  }

  /// The function that writes a value of a series with its unit.
  static func writing(of line: HistoryAnswer.Line, _ column: String) -> @Sendable (Double) -> Figure
  {
    let unit = line.unit
    if column == "rate" {
      // Seconds a second are a share of the time.
      return { unit == .seconds && !line.columns.contains("mean") ? .share($0) : .perSecond($0) }
    }
    return { value in
      switch unit {
      case .seconds: .seconds(value)
      case .bytes: .bytes(Int64(exactly: value.rounded()) ?? .max)
      case .ratio: .share(value)
      case .none: .count(Int64(exactly: value.rounded()) ?? .max)
      }
    }
  }

  private func files(_ html: inout HTMLWriter) {
    guard let report = charts.first else { return }
    html.links([
      (report.with("format", "csv"), "As CSV"), (report.with("format", "json"), "As JSON"),
    ])
  }

  private func findings(_ inspection: Inspection, _ html: inout HTMLWriter) {
    guard case .findings(let findings)? = inspection.answer(to: HistoryPage.findings),
      !findings.isEmpty
    else { return html.note("No day was unlike its weekday, and no figure changes slowly.") }
    html.element("ul") { html in
      for finding in findings.prefix(50) {
        html.element("li") { html in
          html.text("\(finding.text), ")
          html.link(HistoryPage.address(of: finding.series), finding.series)
        }
      }
    }
  }
}

extension HTMLWriter {
  /// Maximum number of series of an answer that are drawn.
  private static let mostSeries = 24

  /// Writes charts of the series of a history; or the reason why there is none.
  ///
  /// - Parameters:
  ///   - isUsedOnly: leaves out series without any figure but zero.
  ///   - hasBand: shows the usual range.
  mutating func charts(of report: Address, isUsedOnly: Bool, hasBand: Bool) {
    guard let answer = inspection.history(report) else {
      return note(inspection.refusal(of: report) ?? "There is no history.")
    }
    let model = ModelLimits(inspection)
    for line in answer.lines.prefix(Self.mostSeries) where !isUsedOnly || line.isUsed {
      for column in line.chartColumns {
        Chart(
          title: "\(line.text), \(column)",
          from: answer.from,
          to: answer.to,
          lines: HistoryLines.lines(of: line, column),
          band: hasBand ? HistoryLines.band(of: line, column) : nil,
          limits: model.limits(of: line.name, line.valuesOfLabels, column),
          annotations: answer.annotations,
          written: HistoryPage.writing(of: line, column)
        ).write(to: &self)
      }
    }
    if answer.lines.count > Self.mostSeries {
      note("\(answer.lines.count - Self.mostSeries) more series; labels choose among them.")
    }
    for (node, reason) in answer.silent { note("Without node \(node): \(reason)") }
  }
}

extension HistoryAnswer.Line {
  fileprivate var valuesOfLabels: [String: String] {
    Dictionary(labels.map { ($0.name, $0.value) }) { first, _ in first }
  }

  fileprivate var isUsed: Bool {
    points.contains { $0.points.contains { ($0.values.first ?? 0) ?? 0 > 0 } }
  }

  /// A histogram gets charts of its rate and of its usual and slowest values. Those of several nodes do not add up.
  fileprivate var chartColumns: [String] {
    columns.contains("p99") && !isOfAllNodes ? ["rate", "p50", "p99"] : Array(columns.prefix(1))
  }
}
