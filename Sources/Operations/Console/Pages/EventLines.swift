// SPDX-License-Identifier: Apache-2.0

import Filters
import FourM
import Signals

extension EventLevel {
  var tone: FigureTable.Tone {
    switch self {
    case .info: .usual
    case .warning: .warning
    case .error: .failure
    }
  }
}

extension EventRecord {
  /// The text of a field; empty where the event has none.
  func text(_ field: EventField) -> String {
    switch self[field] {
    case .text(let text)?: text
    case let value?: value.filterValue.description
    case nil: ""
    }
  }

  /// The name of the event's page; `nil` where it has none.
  var page: Address? {
    let id = text(.requestID)
    return id.isEmpty ? nil : PageLink.request(id)
  }

  /// The duration in a field, in seconds; `nil` where it is no duration.
  func seconds(_ field: EventField) -> Double? {
    if case .duration(let nanoseconds)? = self[field] { Double(nanoseconds) / 1e9 } else { nil }
  }
}

extension HTMLWriter {
  /// Writes events in the given order, a row each.
  mutating func events(_ records: [EventRecord], empty: String) {
    guard !records.isEmpty else { return note(empty) }
    var table = FigureTable("events", EventLines.columns)
    for record in records { table.add(EventLines.figures(of: record), tone: record.level.tone) }
    var view = TableView(table, on: Address("/log"), empty: empty, isSortable: false)
    view.limit = records.count
    let pages = records.map(\.page)
    view.linkOfRow = { row, key in key == "time" || key == "what" ? pages[row] : nil }
    view.write(to: &self)
  }
}

/// The rows of events.
enum EventLines {
  static let columns: [FigureTable.Column] = [
    .init("time", "time", "When it was over, in UTC."),
    .init("what", "what", "The request, or the kind of the event."),
    .init("status", "status", "The status of the answer."),
    .init(
      "duration",
      "took",
      "The time spent on calls to services; none where an answer was kept."
    ),
    .init("source", "from", "Where the answer came from."),
    .init("route", "route", "The document or the pass."),
    .init("audience", "audience", "The audience of the answer."),
    .init("calls", "calls", "The calls to services that were made for it."),
    .init("said", "said", "The failure, or the message of the event."),
  ]

  static func figures(of record: EventRecord) -> [Figure] {
    func text(_ text: String) -> Figure { text.isEmpty ? .none : .text(text) }
    let query = record.text(.query)
    let isRequest = record.kind == .request
    let path = record.text(.path) + (query.isEmpty ? "" : "?\(query)")
    let what = isRequest ? "\(record.text(.method)) \(path)" : record.kind?.name ?? "event"
    var calls: Int64 = 0
    record.forEachField { field in
      if field.number == EventField.backends.rawValue { calls += 1 }
      return true
    }
    let route = record.text(.document).isEmpty ? record.text(.pass) : "/\(record.text(.document))"
    let said =
      [record.text(.errorMessage), record.text(.annotation), record.text(.scope)]
      + (isRequest ? [] : [record.text(.state), record.text(.edition), record.text(.version)])
    return [
      text(String(FilterValue.text(ofInstant: record.time).dropFirst(11).prefix(12))), text(what),
      text(record.text(.status)), record.seconds(.duration).map { .seconds($0) } ?? .none,
      text(record.text(.source)), text(route), text(record.text(.audience)),
      isRequest ? .count(calls) : .none, text(said.filter { !$0.isEmpty }.joined(separator: "; ")),
    ]
  }
}
