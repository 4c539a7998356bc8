// SPDX-License-Identifier: Apache-2.0

import Measure
import Testing

@Suite struct `Tables of several nodes` {
  private static let columns: [FigureTable.Column] = [
    .init(.route, "route", ""), .init(.rate, "rate", "", adds: true),
    .init(.errors, "errors", "", adds: true), .init(.p99, "p99", ""), .init(.file, "file", ""),
  ]

  private static func table(
    _ rows: [(String, Double, Int64, String)],
    tone: FigureTable.Tone = .usual
  ) -> FigureTable {
    var table = FigureTable("routes", columns)
    for (route, rate, errors, file) in rows {
      table.add(
        [.text(route), .perSecond(rate), .count(errors), .seconds(1), .text(file)],
        tone: tone
      )
    }
    return table
  }

  private static func texts(_ table: FigureTable?) -> [String] {
    table?.rows.map { $0.figures.map(\.text).joined(separator: " ") } ?? []
  }

  @Test func `Rows about the same stand below their sum, and what does not add up is left out`() {
    let joined = FigureTable.joined([
      ("a", Self.table([("/x", 1.5, 1, "f"), ("/y", 1, 0, "g")])),
      ("b", Self.table([("/x", 2, 3, "f"), ("/z", 9, 0, "h")], tone: .failure)),
    ])
    #expect(joined?.columns.map(\.key) == ["node", "route", "rate", "errors", "p99", "file"])
    #expect(
      Self.texts(joined) == [
        "* /x 3.5/s 4 - f", "a /x 1.5/s 1 1s f", "b /x 2/s 3 1s f", "a /y 1/s 0 1s g",
        "b /z 9/s 0 1s h",
      ]
    )
    #expect(joined?.rows.map(\.tone) == [.failure, .usual, .failure, .usual, .failure])
  }

  @Test func `A text that nodes do not agree on is left out of the sum`() {
    let joined = FigureTable.joined([
      ("a", Self.table([("/x", 1, 1, "f")])), ("b", Self.table([("/x", 2, 3, "g")])),
    ])
    #expect(Self.texts(joined).first == "* /x 3/s 4 - -")
  }

  @Test func `Rows that a node has twice are not added up`() {
    let joined = FigureTable.joined([
      ("a", Self.table([("/x", 1, 1, "f"), ("/x", 1, 1, "f")])),
      ("b", Self.table([("/x", 2, 3, "f")])),
    ])
    #expect(joined?.rows.count == 3)
  }

  @Test func `A table says how many columns name its rows where the next one is a text, too`() {
    func table(_ state: String) -> FigureTable {
      var table = FigureTable(
        "backends",
        about: 1,
        [
          .init(.name, "name", ""), .init(.state, "state", ""),
          .init(.calls, "calls", "", adds: true),
        ]
      )
      table.add([.text("stock"), .text(state), .count(2)])
      return table
    }
    let joined = FigureTable.joined([("a", table("open")), ("b", table("closed"))])
    #expect(Self.texts(joined).first == "* stock - 4")
  }

  @Test func `Nodes of two releases have the columns of both`() {
    var older = FigureTable("routes", [Self.columns[0]])
    older.add([.text("/x")])
    let joined = FigureTable.joined([("a", older), ("b", Self.table([("/x", 2, 3, "f")]))])
    #expect(
      Self.texts(joined) == ["* /x 2/s 3 - f", "a /x - - - -", "b /x 2/s 3 1s f"]
    )
  }

  @Test func `A table that names nodes itself has another column for the node that tells`() {
    var table = FigureTable("nodes", [.init(.node, "node", "")])
    table.add([.text("a")])
    #expect(FigureTable.joined([("b", table)])?.columns.map(\.key) == ["at", "node"])
  }

  @Test func `Sums do not overflow`() {
    let joined = FigureTable.joined([
      ("a", Self.table([("/x", 1, .max, "f")])), ("b", Self.table([("/x", 2, 3, "f")])),
    ])
    #expect(joined?.rows.first?.figures[3] == .count(.max))
  }
}
