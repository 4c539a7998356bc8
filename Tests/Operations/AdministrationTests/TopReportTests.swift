// SPDX-License-Identifier: Apache-2.0

import Administration
import Measure
import Testing

@Suite struct `A table for a narrow terminal` {
  private func table() -> FigureTable {
    var table = FigureTable(
      "things",
      [.init(.name, "name", "Its name."), .init(.size, "size", "Its size.")]
    )
    table.add([.text("well"), .count(1)])
    table.add([.text("late"), .count(2)], tone: .warning)
    table.add([.text("gone"), .count(3)], tone: .failure)
    table.add([.text("good"), .count(4)])
    return table
  }

  @Test func `A table sorted by failures keeps the order of the other rows`() {
    #expect(table().worstFirst.showing([.name]).text() == "name\ngone\nlate\nwell\ngood\n")
  }

  @Test func `A table shows only the columns asked for that exist`() {
    let shown = table().showing([.size, .zone, .name])
    #expect(shown.columns.map(\.key) == ["size", "name"])
    #expect(shown.rows[2].figures == [.count(3), .text("gone")] && shown.rows[2].tone == .failure)
  }
}
