// SPDX-License-Identifier: Apache-2.0

import Measure

/// A table of figures on a page: sorted by any column, with links, and with a sentence for each column.
struct TableView {
  /// A column that a page adds, such as a picture.
  struct Picture {
    /// The key of the column that it stands behind.
    let behind: ColumnKey
    let title: String
    let help: String
    let write: (FigureTable.Record, inout HTMLWriter) -> Void
  }

  let table: FigureTable
  /// The text in place of an empty table.
  var empty: String
  /// Columns that are not shown.
  var hidden: Set<ColumnKey> = []
  var pictures: [Picture] = []
  /// The most rows that are shown.
  var limit = 200
  /// Whether a column's title sorts by it.
  let isSortable: Bool
  /// The address behind a figure by the number of its row, for a table that is not sorted.
  var linkOfRow: (Int, ColumnKey) -> Address? = { _, _ in nil }
  /// The address behind a figure: the log of the requests that it counts, or the page of the thing
  /// that it names.
  var link: (FigureTable.Record, ColumnKey) -> Address? = { _, _ in nil }
  /// The address behind a figure of a column that data names.
  var linkOfName: (FigureTable.Record, String) -> Address? = { _, _ in nil }

  init(_ table: FigureTable, empty: String, isSortable: Bool = true) {
    (self.isSortable, self.table, self.empty) = (isSortable, table, empty)
  }

  func write(to html: inout HTMLWriter) {
    guard !table.rows.isEmpty else { return html.note(empty) }
    let records = sorted(by: html.address)
    let columns = columns
    html.element(
      "div",
      [
        .class("scroll"), .set(.tabindex, "0"), .set(.role, "region"),
        .set(.aria, html.landmark(table.name)),
      ]
    ) { html in
      html.element("table") { html in
        html.element("thead") { html in html.element("tr") { head(columns, &$0) } }
        html.element("tbody") { html in
          for (number, record) in records.prefix(limit).enumerated() {
            row(record, number, columns, &html)
          }
        }
      }
    }
    if records.count > limit {
      html.note("\(records.count - limit) more rows are not shown; a filter finds them.")
    }
    help(columns, &html)
  }

  /// A column that is shown, with its place among those of the table.
  private struct Shown {
    let column: FigureTable.Column
    let place: Int
    let isNumber: Bool
  }

  private var columns: [Shown] {
    table.columns.enumerated().compactMap { place, column in
      if let key = column.known, hidden.contains(key) { return nil }
      let isNumber = table.rows.contains { $0.figures[place].number != nil }
      return Shown(column: column, place: place, isNumber: isNumber)
    }
  }

  /// The place of the column that the rows are sorted by.
  private func sort(by address: Address) -> (place: Int, isDown: Bool)? {
    guard isSortable, let text = address["sort"] else { return nil }
    let isDown = text.hasPrefix("-")
    let name = isDown ? text.dropFirst() : text[...]
    guard name.hasPrefix("\(table.name).") else { return nil }
    let key = name.dropFirst(table.name.count + 1)
    return table.columns.firstIndex { $0.key == key }.map { ($0, isDown) }
  }

  private func sorted(by address: Address) -> [FigureTable.Record] {
    let records = table.records
    guard let (place, isDown) = sort(by: address) else { return records }
    return records.enumerated().sorted { first, second in
      let order = TableView.order(
        first.element.row.figures[place],
        second.element.row.figures[place]
      )
      return order == 0 ? first.offset < second.offset : (order < 0) != isDown
    }.map(\.element)
  }

  private static func order(_ first: Figure, _ second: Figure) -> Int {
    switch (first.number, second.number) {
    case (let one?, let other?): one < other ? -1 : one > other ? 1 : 0
    case (_?, nil): 1
    case (nil, _?): -1
    case (nil, nil): first.text < second.text ? -1 : first.text > second.text ? 1 : 0
    }
  }

  private func head(_ columns: [Shown], _ html: inout HTMLWriter) {
    let sort = sort(by: html.address)
    for shown in columns {
      let column = shown.column
      let isSorted = sort?.place == shown.place
      let isDown = sort?.isDown ?? false
      // Numbers are sorted with the largest first.
      let next = isSorted ? (isDown ? "" : "-") : shown.isNumber ? "-" : ""
      let direction: [HTMLWriter.Attribute] =
        isSorted ? [.set(.ariaSort, isDown ? "descending" : "ascending")] : []
      html.element(
        "th",
        [.set(.scope, "col"), .class(shown.isNumber ? "n" : ""), .title(column.help)] + direction
      ) { html in
        guard isSortable else { return html.text(column.title) }
        html.link(html.address.with("sort", "\(next)\(table.name).\(column.key)"), column.title)
        if isSorted { html.element("span", [.set(.ariaHidden, "true")], isDown ? " ↓" : " ↑") }
      }
      for picture in pictures where picture.behind == column.known {
        html.element("th", [.set(.scope, "col"), .title(picture.help)], picture.title)
      }
    }
  }

  private func row(
    _ record: FigureTable.Record,
    _ rowNumber: Int,
    _ columns: [Shown],
    _ html: inout HTMLWriter
  ) {
    html.element("tr", [.class(record.tone.name)]) { html in
      for (number, shown) in columns.enumerated() {
        let column = shown.column
        let figure = record.row.figures[shown.place]
        let isZero = figure.number == 0 || figure == .none
        let names = [
          shown.isNumber ? "n" : nil, isZero ? "z" : nil, TableView.width(of: figure),
        ].compactMap { $0 }.joined(separator: " ")
        html.element("td", [.class(names), .set(.dataLabel, column.title)]) { html in
          if number == 0 { html.mark(record.tone) }
          let text = figure.shown
          if let address = target(of: column, record, rowNumber), figure != .none {
            html.link(address, text)
          } else {
            html.text(text)
          }
        }
        for picture in pictures where picture.behind == column.known {
          html.element("td", [.class("pic"), .set(.dataLabel, picture.title)]) {
            picture.write(record, &$0)
          }
        }
      }
    }
  }

  private func target(
    of column: FigureTable.Column,
    _ record: FigureTable.Record,
    _ rowNumber: Int
  ) -> Address? {
    guard let key = column.known else { return linkOfName(record, column.key) }
    return link(record, key) ?? linkOfRow(rowNumber, key)
  }

  /// The class of a text by its length: a short one stays in one line.
  private static func width(of figure: Figure) -> String? {
    switch figure.shown.utf8.count {
    case ...26: "w"
    case 49...: "long"
    default: nil
    }
  }

  private func help(_ columns: [Shown], _ html: inout HTMLWriter) {
    html.element("details", [.class("help")]) { html in
      html.element("summary", "What the columns mean")
      html.element("dl") { html in
        let added = pictures.map { ($0.title, $0.help) }
        for (title, sentence) in columns.map({ ($0.column.title, $0.column.help) }) + added {
          html.element("dt", title)
          html.element("dd", sentence)
        }
      }
    }
  }
}

extension FigureTable.Tone {
  /// The CSS class of the tone.
  var name: String {
    switch self {
    case .usual: ""
    case .warning: "warn"
    case .failure: "bad"
    }
  }

  /// A sign that is understood without colour.
  var sign: String {
    switch self {
    case .usual: "●"
    case .warning: "▲"
    case .failure: "✕"
    }
  }

  var word: String {
    switch self {
    case .usual: "well"
    case .warning: "warning"
    case .failure: "failure"
    }
  }
}

extension HTMLWriter {
  /// A tone as a sign with its word; nothing for the usual one.
  mutating func mark(_ tone: FigureTable.Tone, always: Bool = false) {
    guard tone != .usual || always else { return }
    element(
      "span",
      [.class("sign \(tone.name)"), .set(.role, "img"), .set(.aria, tone.word)],
      tone.sign
    )
    text("\u{A0}")
  }
}
