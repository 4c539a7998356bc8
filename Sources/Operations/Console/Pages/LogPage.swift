// SPDX-License-Identifier: Apache-2.0

import Filters
import FourM
import Signals

/// The log: the newest events of a filter, by minute and one by one.
struct LogPage: Page {
  let title = "Log"
  let chapter = Chapter.log
  let liveSeconds: Int? = 3
  private let address: Address

  /// Filters that are often used.
  private static let examples = [
    ("Failed", "status >= 500"), ("Warnings", "level != info AND time > ago(1h)"),
    ("Slow", "duration > 100ms"), ("Degraded", "degraded = true"),
    ("Failed calls", "backends.outcome = failed"),
    ("Changes", "event != request"), ("By operators", "operator:*"),
    ("Circuits", "event = circuit OR event = health"),
  ]

  init(_ address: Address) { self.address = address }

  private var filter: String { address["q"] ?? "" }
  private var limit: String { address["limit"] ?? "100" }

  private var report: Address {
    let report = Address("/log", ["limit": limit])
    return filter.isEmpty ? report : report.with("q", filter)
  }

  var reports: [Address] { [report] }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    html.query(address) { html in
      html.element("label", [.class("wide")]) { html in
        html.element("span", "Filter")
        html.void(
          "input",
          [
            .set(.name, "q"), .value(filter),
            .set(.placeholder, "status >= 500 AND time > ago(15m)"),
          ]
        )
      }
      html.choice(
        "Newest",
        "limit",
        ["20", "100", "500", "2000"].map { ($0, $0) },
        selected: limit
      )
      html.button("Show")
    }
    html.element("p", [.class("spans")]) { html in
      for (name, filter) in LogPage.examples {
        let current: [HTMLWriter.Attribute] =
          filter == self.filter ? [.set(.ariaCurrent, "true")] : []
        html.link(Address("/log", ["q": filter]), name, current)
      }
    }
    if let refusal = inspection.refusal(of: report) { return html.refusal(refusal) }
    let (records, oldest) = inspection.events(report)
    volume(records, &html)
    html.events(records.reversed(), empty: "No event matches.")
    html.element("p", [.class("note")]) { html in
      html.text(records.count == 1 ? "1 event" : "\(records.count) events")
      if let oldest {
        html.text("; the log reaches back to ")
        html.time(oldest / 1_000_000_000)
      }
    }
    grammar(&html)
  }

  /// The number of shown events in each part of their time.
  private func volume(_ records: [EventRecord], _ html: inout HTMLWriter) {
    let times = records.map { Int($0.time / 1_000_000_000) }
    guard let first = times.min(), let last = times.max(), last > first else { return }
    let parts = 60
    let step = max(1, (last - first + parts) / parts)
    var (counts, failed) = ([Int: Double](), [Int: Double]())
    for (record, time) in zip(records, times) {
      let place = first + (time - first) / step * step
      counts[place, default: 0] += 1
      if record.level == .error { failed[place, default: 0] += 1 }
    }
    func line(_ name: String, _ kind: Chart.Line.Kind, _ counts: [Int: Double]) -> Chart.Line {
      let places = stride(from: first, through: last, by: step)
      return Chart.Line(
        name: name,
        kind: kind,
        points: places.map { .init(time: $0, value: counts[$0] ?? 0) }
      )
    }
    let errors = failed.isEmpty ? [] : [line("errors", .second, failed)]
    Chart(
      title: "Shown events, each \(SpanWords.text(Int64(step)))",
      from: first,
      to: last,
      lines: [line("all", .now, counts)] + errors,
      written: { .count(Int64($0.rounded())) }
    ).write(to: &html)
  }

  private func grammar(_ html: inout HTMLWriter) {
    html.element("details", [.class("help")]) { html in
      html.element("summary", "How filters are written")
      html.element("p") { html in
        html.text("A field, a comparison and a value, such as ")
        html.element("code", "status >= 500")
        html.text(", ")
        html.element("code", "path = \"/items/*\"")
        html.text(" or ")
        html.element("code", "duration > 80ms")
        html.text(
          "; with AND, OR, NOT and parentheses. A colon finds a part of a text; ago(15m) is a time ago."
        )
      }
      html.element("dl") { html in
        for definition in EventField.definitions where definition.type != .group {
          html.element("dt") { $0.element("code", definition.path) }
          html.element("dd", definition.sentence)
        }
      }
    }
  }
}
