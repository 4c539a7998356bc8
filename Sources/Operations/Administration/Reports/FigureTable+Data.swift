// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Measure

// The form in which tables travel between nodes, which may be of two releases: members that are not known are
// ignored, and a figure of a kind that is not known is none.

extension FigureTable {
  /// The media type of tables between nodes.
  static let mediaType = "application/vnd.portico.tables+json"

  static func data(of tables: [FigureTable]) -> [UInt8] {
    DataValue.members([("tables", .list(tables.map(\.data)))]).json
  }

  /// Reads tables; `nil` for what is none.
  static func tables(_ bytes: [UInt8]) -> [FigureTable]? {
    guard let data = try? DataValue(reading: bytes.span, as: .json),
      let tables = data["tables"]?.elements
    else { return nil }
    return tables.compactMap { FigureTable($0) }
  }

  private var data: DataValue {
    let columns = columns.map { column in
      DataValue.members([
        ("key", .text(column.key)), ("title", .text(column.title)), ("help", .text(column.help)),
        ("adds", DataValue(.bool(column.adds))),
      ])
    }
    let rows = rows.map { row in
      DataValue.members([
        ("tone", row.tone == .usual ? .null : .text("\(row.tone)")),
        ("figures", .list(row.figures.map(\.data))),
      ])
    }
    return .members([
      ("name", .text(name)), ("subject", subject.map { .number($0) } ?? .null),
      ("columns", .list(columns)), ("rows", .list(rows)),
    ])
  }

  private init?(_ data: DataValue) {
    guard let name = data["name"]?.string, let columns = data["columns"]?.elements,
      let rows = data["rows"]?.elements
    else { return nil }
    self.init(
      name,
      about: data["subject"]?.integer.map { Int(clamping: min($0, 1_000)) },
      columns.map { column in
        Column(
          named: column["key"]?.string ?? "",
          titled: column["title"]?.string ?? "",
          column["help"]?.string ?? "",
          adds: column["adds"] == DataValue(.bool(true))
        )
      }
    )
    for row in rows {
      guard let figures = row["figures"]?.elements, figures.count == columns.count else { continue }
      let tone = row["tone"]?.string
      add(
        figures.map { Figure($0) },
        tone: tone == "failure" ? .failure : tone == "warning" ? .warning : .usual
      )
    }
  }
}

extension Figure {
  /// The figure as an object of its kind and its value.
  fileprivate var data: DataValue {
    func decimal(_ kind: String, _ number: Double) -> DataValue {
      number.isFinite ? .members([(kind, DataValue(.decimal(DataDecimal(number))))]) : .null
    }
    return switch self {
    case .text(let text): .text(text)
    case .code(let word): .members([("code", .text(word))])
    case .count(let number): .members([("count", DataValue(.integer(number)))])
    case .bytes(let number): .members([("bytes", DataValue(.integer(number)))])
    case .perSecond(let number): decimal("perSecond", number)
    case .seconds(let number): decimal("seconds", number)
    case .share(let number): decimal("share", number)
    case .factor(let number): decimal("factor", number)
    case .number(let number): decimal("number", number)
    case .none: .null
    }
  }

  fileprivate init(_ data: DataValue) {
    if let text = data.string {
      self = .text(text)
      return
    }
    guard case .dictionary(let members) = data.content, let member = members.members.first else {
      self = .none
      return
    }
    self =
      switch (member.key, member.value.content, member.value.number) {
      case ("code", .string(let word), _): .code(word)
      case ("count", .integer(let number), _): .count(number)
      case ("bytes", .integer(let number), _): .bytes(number)
      case ("perSecond", _, let number?): .perSecond(number)
      case ("seconds", _, let number?): .seconds(number)
      case ("share", _, let number?): .share(number)
      case ("factor", _, let number?): .factor(number)
      case ("number", _, let number?): .number(number)
      default: .none
      }
  }
}
