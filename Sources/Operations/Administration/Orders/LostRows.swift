// SPDX-License-Identifier: Apache-2.0

import Commands
package import DataFiles
import Measure

/// The rows that are lost with a type, as the service of records reports them.
package struct LostRows {
  private typealias Row = (noun: String, count: Int)

  let answer: DataValue
  /// Live records, and deleted ones that could be restored.
  private let records: [Row]
  private let others: [Row]

  package init(_ answer: DataValue, of type: String) {
    self.answer = answer
    let lost = answer["lost"]?[type]
    func row(_ noun: String, _ key: String) -> Row {
      (noun, Int(clamping: lost?[key]?.integer ?? 0))
    }
    records = [row("record", "records"), row("deleted record", "deletedRecords")]
    others = [row("reference", "references"), row("grant", "grants"), row("file", "files")]
  }

  private var counts: [Row] { records + others }

  /// Whether there are records among them.
  package var hasRecords: Bool { records.contains { $0.count > 0 } }

  /// The rows in one line.
  package var summary: String {
    let parts = counts.enumerated().filter { $0.offset == 0 || $0.element.count > 0 }
    return parts.map { Counted.text($0.element.count, $0.element.noun) }.joined(separator: ", ")
  }

  var table: FigureTable {
    var table = FigureTable("lost").columns([
      .init(.rows, "what is lost", "What is removed with the type."),
      .init(.count, "how many", "How many of them there are."),
    ])
    for (noun, count) in counts { table.add([.text("\(noun)s"), .count(Int64(count))]) }
    return table
  }
}
