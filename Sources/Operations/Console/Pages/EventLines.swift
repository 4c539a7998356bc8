// SPDX-License-Identifier: Apache-2.0

import Filters
import Measure
import Message
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
  mutating func events(
    _ records: [EventRecord],
    _ columns: EventColumns = EventColumns([]),
    empty: String
  ) {
    guard !records.isEmpty else { return note(empty) }
    var table = FigureTable("events", columns.all)
    for record in records { table.add(columns.figures(of: record), tone: record.level.tone) }
    var view = TableView(table, empty: empty, isSortable: false)
    view.limit = records.count
    let pages = records.map(\.page)
    view.linkOfRow = { row, key in key == .time || key == .what ? pages[row] : nil }
    view.write(to: &self)
  }
}

/// The columns of a table of events: the usual ones, or those that were chosen.
struct EventColumns {
  /// The name of the parameter; it is repeated.
  static let parameter = "column"
  /// The columns that every table of events has.
  private static let fixed: Set = ["time", "what"]

  private let chosen: Set<String>
  /// The chosen fields that are no usual columns.
  private let fields: [EventField.Definition]

  /// - Parameter names: the keys of the columns; the usual ones if none of them is known.
  init(_ names: [String]) {
    let wanted = Set(names)
    let usual = Set(EventLines.columns.map(\.key))
    fields = EventColumns.choices.filter { wanted.contains($0.name) }
    let known = usual.intersection(wanted)
    chosen = known.isEmpty && fields.isEmpty ? usual : known.union(EventColumns.fixed)
  }

  /// The fields of events beside those of the usual columns.
  private static let choices = EventField.definitions.filter { definition in
    definition.type != .group && definition.group == nil
      && !EventLines.columns.contains { $0.key == definition.name }
  }

  var all: [FigureTable.Column] {
    EventLines.columns.filter { chosen.contains($0.key) }
      + fields.map { .init(named: $0.name, $0.sentence) }
  }

  func figures(of record: EventRecord) -> [Figure] {
    zip(EventLines.columns, EventLines.figures(of: record)).filter { chosen.contains($0.0.key) }
      .map(\.1)
      + fields.map { definition in
        if let seconds = record.seconds(definition.field) { return .seconds(seconds) }
        let text = record.text(definition.field)
        return text.isEmpty ? .none : .text(text)
      }
  }

  /// A box for each column, as a part of a form.
  func write(to html: inout HTMLWriter) {
    html.element("details", [.class("help whole")]) { html in
      html.element("summary", "Columns")
      html.element("div", [.class("boxes")]) { html in
        for column in EventLines.columns where !EventColumns.fixed.contains(column.key) {
          box(column.key, column.title, column.help, isSet: chosen.contains(column.key), &html)
        }
        for field in EventColumns.choices {
          let isSet = fields.contains { $0.name == field.name }
          box(field.name, field.name, field.sentence, isSet: isSet, &html)
        }
      }
    }
  }

  private func box(
    _ key: String,
    _ title: String,
    _ help: String,
    isSet: Bool,
    _ html: inout HTMLWriter
  ) {
    html.element("label", [.title(help)]) { html in
      html.void(
        "input",
        [
          .set(.type, "checkbox"), .set(.name, EventColumns.parameter), .value(key),
          .flag(.checked, if: isSet),
        ]
      )
      html.text(" \(title)")
    }
  }
}

/// The rows of events.
enum EventLines {
  static let columns: [FigureTable.Column] = [
    .init(.time, "When it was over, in UTC."),
    .init(.what, "The request, or the kind of the event."),
    .init(.status, "The status of the answer."),
    .init(
      .duration,
      "took",
      "The time spent on calls to services; none where an answer was kept."
    ),
    .init(.source, "from", "Where the answer came from."),
    .init(.route, "The document or the pass."),
    .init(.audience, "The audience of the answer."),
    .init(.calls, "The calls to services that were made for it."),
    .init(.said, "The failure, or the message of the event."),
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
