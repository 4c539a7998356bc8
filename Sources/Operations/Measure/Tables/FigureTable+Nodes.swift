// SPDX-License-Identifier: Apache-2.0

extension FigureTable {
  /// The name that stands for all nodes.
  package static let allNodes = "*"
  /// The name of the table of the nodes that have not answered, beside the tables of the others.
  package static let silentNodes = "missing"

  /// A table of the rows of several nodes. Rows that are about the same, which is what their first texts say, stand
  /// below each other, with their sums above them.
  ///
  /// ```swift
  /// let all = FigureTable.joined([("berlin-1", routes), ("berlin-2", otherRoutes)])
  /// ```
  ///
  /// - Parameter tables: a table of each node, whose columns may differ where nodes are of two releases.
  package static func joined(_ tables: [(node: String, table: FigureTable)]) -> FigureTable? {
    guard let first = tables.first?.table else { return nil }
    var columns: [Column] = []
    for (_, table) in tables {
      columns += table.columns.filter { column in !columns.contains { $0.key == column.key } }
    }
    let isNamed = columns.contains { $0.known == .node }
    let node = Column(isNamed ? .at : .node, "The node; * for all.")
    var joined = FigureTable(first.name, [node] + columns)
    var subjects: [[Figure]] = []
    var rows: [[Figure]: [(node: String, figures: [Figure], tone: Tone)]] = [:]
    for (node, table) in tables {
      let places = columns.map { column in table.columns.firstIndex { $0.key == column.key } }
      for row in table.rows {
        let figures = places.map { $0.map { row.figures[$0] } ?? .none }
        let subject =
          table.subject.map { Array(figures.prefix($0)) }
          ?? Array(figures.prefix { if case .text = $0 { true } else { false } })
        if rows[subject] == nil { subjects.append(subject) }
        rows[subject, default: []].append((node, figures, row.tone))
      }
    }
    for subject in subjects {
      let same = rows[subject] ?? []
      if same.count > 1, Set(same.map(\.node)).count == same.count,
        let sums = sums(of: same.map(\.figures), columns)
      {
        joined.add([.text(allNodes)] + sums, tone: same.map(\.tone).max() ?? .usual)
      }
      for row in same { joined.add([.text(row.node)] + row.figures, tone: row.tone) }
    }
    return joined
  }

  /// The sums of those columns that add up, and what all rows agree on; `nil` where nothing adds up.
  private static func sums(of rows: [[Figure]], _ columns: [Column]) -> [Figure]? {
    guard columns.contains(where: \.adds) else { return nil }
    return columns.indices.map { place in
      let figures = rows.map { $0[place] }
      if columns[place].adds { return figures.reduce(.none) { $0.adding($1) } }
      let told = Set(figures.filter { $0 != .none })
      if told.count == 1, case .text(let text)? = told.first { return .text(text) }
      return .none
    }
  }
}

extension Figure {
  /// The sum of two figures of one kind; that of amounts only.
  fileprivate func adding(_ other: Figure) -> Figure {
    switch (self, other) {
    case (.count(let one), .count(let other)): .count(Figure.sum(one, other))
    case (.bytes(let one), .bytes(let other)): .bytes(Figure.sum(one, other))
    case (.perSecond(let one), .perSecond(let other)): .perSecond(one + other)
    case (.none, .count), (.none, .bytes), (.none, .perSecond): other
    case (_, .none): self
    default: .none
    }
  }

  private static func sum(_ one: Int64, _ other: Int64) -> Int64 {
    let (sum, isOver) = one.addingReportingOverflow(other)
    return isOver ? (one < 0 ? .min : .max) : sum
  }
}
