// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Measure
import Signals

/// The log: the events of a filter over time, by the values of a field, and one by one.
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

  /// The fields by which events are grouped, with their names in the form.
  static let groupings = [
    ("", "nothing"), ("route", "route"), ("status", "status"), ("source", "source"),
    ("site", "site"), ("audience", "audience"), ("language", "language"), ("country", "country"),
    ("device", "device"), ("host", "host"), ("method", "method"), ("edition", "edition"),
    ("problem", "problem"), ("error_message", "failure"), ("backends.name", "service"),
    ("backends.outcome", "outcome of calls"), ("event", "kind of event"), ("level", "level"),
    ("operator", "operator"),
  ]

  init(_ address: Address) { self.address = address }

  private var filter: String { address["q"] ?? "" }
  private var limit: String { address["limit"] ?? "100" }
  private var group: String { address["group"] ?? "" }
  private var columns: EventColumns {
    EventColumns(address.parameters.filter { $0.name == EventColumns.parameter }.map(\.value))
  }

  private var report: Address {
    let report = Address(.log, ["limit": limit])
    return filter.isEmpty ? report : report.with("q", filter)
  }

  private var summary: Address {
    let summary = Address(.logSummary).with("by", group.isEmpty ? nil : group)
    return filter.isEmpty ? summary : summary.with("q", filter)
  }

  var reports: [Address] { [report, summary] }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    form(&html)
    html.element("p", [.class("spans")]) { html in
      for (name, filter) in LogPage.examples {
        let current: [HTMLWriter.Attribute] =
          filter == self.filter ? [.set(.ariaCurrent, "true")] : []
        html.link(with(filter: filter), name, current)
      }
    }
    if let refusal = inspection.refusal(of: report) { return html.refusal(refusal) }
    volume(inspection, &html)
    if !group.isEmpty { groups(inspection, &html) }
    let (records, oldest) = inspection.events(report)
    html.events(records.reversed(), columns, empty: "No event matches.")
    html.element("p", [.class("note")]) { html in
      html.text(records.count == 1 ? "1 event" : "\(records.count) events")
      if let oldest {
        html.text("; the log reaches back to ")
        html.time(oldest / 1_000_000_000)
      }
    }
  }

  private func form(_ html: inout HTMLWriter) {
    html.query(address) { html in
      html.wideField(
        "Filter",
        "q",
        [.value(filter), .placeholder("status >= 500 AND time > ago(15m)")]
      )
      html.choice("Group by", "group", LogPage.groupings.map { ($0.0, $0.1) }, selected: group)
      html.choice(
        "Newest",
        "limit",
        ["20", "100", "500", "2000"].map { ($0, $0) },
        selected: limit
      )
      html.button("Show")
      columns.write(to: &html)
      LogGrammar.write(to: &html)
    }
  }

  /// The page with another filter.
  private func with(filter: String) -> Address { address.with("q", filter.isEmpty ? nil : filter) }

  // MARK: over time

  /// The filter without the span of time that a bar has added to it.
  private var filterOfAnyTime: String? {
    guard let found = filter.wholeMatch(of: /(?:\((.*)\) AND )?time >= \S+ AND time < \S+/) else {
      return nil
    }
    return found.1.map(String.init) ?? ""
  }

  private func narrowed(to times: Range<Int64>) -> Address {
    let rest = filterOfAnyTime ?? filter
    let during = LogLink.during(times)
    return with(filter: rest.isEmpty ? during : "(\(rest)) AND \(during)")
  }

  private static let kinds: [VolumeBars.Kind] = [
    .init(style: .failure, name: "errors"), .init(style: .warning, name: "warnings"),
    .init(style: .usual, name: "others"),
  ]

  /// `nil` for a row of another table.
  private static func bar(_ record: FigureTable.Record) -> VolumeBars.Bar? {
    guard let from = UnixTime(record.text(.from)), let to = UnixTime(record.text(.to)),
      from.seconds < to.seconds
    else { return nil }
    let counts = [ColumnKey.errors, .warnings, .info].map { Int(record.number($0) ?? 0) }
    return VolumeBars.Bar(times: from.seconds..<to.seconds, counts: counts)
  }

  private func volume(_ inspection: Inspection, _ html: inout HTMLWriter) {
    guard let table = inspection.table(summary, "volume") else {
      return html.note(inspection.refusal(of: summary) ?? "There is no event.")
    }
    let bars = table.records.compactMap { LogPage.bar($0) }
    guard let first = bars.first else { return }
    let step = SpanWords.text(first.times.upperBound - first.times.lowerBound)
    VolumeBars(title: "Events, each \(step)", kinds: LogPage.kinds, bars: bars, link: narrowed)
      .write(to: &html)
    html.element("p", [.class("spans")]) { html in
      if let filterOfAnyTime { html.link(with(filter: filterOfAnyTime), "All times") }
    }
    html.element("details", [.class("help")]) { html in
      html.element("summary", "The bars as a table")
      var view = TableView(table, empty: "", isSortable: false)
      view.linkOfRow = { row, key in
        key == .from && bars.indices.contains(row) ? narrowed(to: bars[row].times) : nil
      }
      view.write(to: &html)
    }
  }

  // MARK: by a field

  private func groups(_ inspection: Inspection, _ html: inout HTMLWriter) {
    let name = LogPage.groupings.first { $0.0 == group }?.1 ?? group
    html.section("By \(name)") { html in
      guard let table = inspection.table(summary, "groups") else {
        return html.note(inspection.refusal(of: summary) ?? "There is no event.")
      }
      var view = TableView(table, empty: "No event has the field.")
      view.link = { record, key in
        let condition = LogPage.condition(group, record.text(.value))
        let whole = filter.isEmpty ? condition : "(\(filter)) AND \(condition)"
        return switch key {
        case .value, .events: with(filter: whole)
        case .errors: with(filter: "\(whole) AND level = error")
        case .p50, .p99:
          with(
            filter: [whole, LogLink.slower(than: record.number(key))].filter { !$0.isEmpty }
              .joined(separator: " AND ")
          )
        default: nil
        }
      }
      view.write(to: &html)
    }
  }

  /// The condition for the events with a value of a field.
  static func condition(_ group: String, _ value: String) -> String {
    guard group == "route" else {
      let isNumber = EventField.definitions.contains { $0.path == group && $0.type != .text }
      return "\(group) = \(isNumber ? value : LogLink.quoted(value))"
    }
    let document = LogLink.quoted(String(value.drop { $0 == "/" }))
    return "(document = \(document) OR pass = \(LogLink.quoted(value)))"
  }
}
