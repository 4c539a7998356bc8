// SPDX-License-Identifier: Apache-2.0

/// A table of figures for operators: the one source of the JSON, of the terminal's text and of the
/// console's pages.
package struct FigureTable: Sendable {
  /// A column: its key in JSON, its title, and a sentence that explains it.
  package struct Column: Sendable {
    package let key: String
    /// The key as pages know it; `nil` for a column that data names, such as an attribute of a record.
    package let known: ColumnKey?
    package let title: String
    package let help: String
    /// True where the figures of several nodes add up to that of all.
    package let adds: Bool

    package init(_ key: ColumnKey, _ title: String, _ help: String, adds: Bool = false) {
      (self.key, known, self.title, self.help, self.adds) = (key.rawValue, key, title, help, adds)
    }

    /// A column whose title is its key.
    package init(_ key: ColumnKey, _ help: String, adds: Bool = false) {
      self.init(key, key.rawValue, help, adds: adds)
    }

    /// A column that data names: an attribute of a record, or a column of a table of another node.
    ///
    /// - Parameter title: the title, where it is not the key.
    package init(named key: String, titled title: String? = nil, _ help: String, adds: Bool = false)
    {
      (self.key, known, self.title) = (key, ColumnKey(rawValue: key), title ?? key)
      (self.help, self.adds) = (help, adds)
    }
  }

  /// A row with a figure for each column.
  package struct Row: Sendable {
    package let figures: [Figure]
    package let tone: Tone
    package let group: Group?
  }

  /// The heading that a row stands below in a terminal, and its short name there in place of its first figure.
  package struct Group: Sendable {
    package let heading: String
    package let name: String

    package init(_ heading: String, _ name: String) { (self.heading, self.name) = (heading, name) }
  }

  /// The urgency of a row; a failure is the largest.
  package enum Tone: Sendable, Comparable {
    case usual, warning, failure
  }

  /// The name, as in the address of the table.
  package let name: String
  package let columns: [Column]
  /// The number of columns that say what a row is about; `nil` for the texts before the first figure.
  package let subject: Int?
  package private(set) var rows: [Row] = []

  package init(_ name: String, about subject: Int? = nil, _ columns: [Column] = []) {
    (self.name, self.subject, self.columns) = (name, subject, columns)
  }

  /// Returns an empty table of these columns.
  package func columns(_ columns: [Column]) -> FigureTable {
    FigureTable(name, about: subject, columns)
  }

  /// Returns the table with some of its columns, by their keys, in another order.
  package func showing(_ keys: [ColumnKey]) -> FigureTable {
    showing(places: keys.compactMap { key in columns.firstIndex { $0.known == key } })
  }

  /// Returns the table with the columns at some places.
  func showing(places: [Int]) -> FigureTable {
    var table = FigureTable(name, places.map { columns[$0] })
    for row in rows { table.add(places.map { row.figures[$0] }, tone: row.tone, in: row.group) }
    return table
  }

  /// The table with its failures first, then the warnings, and otherwise in the same order.
  package var worstFirst: FigureTable {
    var table = FigureTable(name, about: subject, columns)
    for tone in [Tone.failure, .warning, .usual] { table.rows += rows.filter { $0.tone == tone } }
    return table
  }

  /// Adds a row with a figure for each column.
  package mutating func add(_ figures: [Figure], tone: Tone = .usual, in group: Group? = nil) {
    precondition(figures.count == columns.count, "a row of \(name) with \(figures.count) figures")
    rows.append(Row(figures: figures, tone: tone, group: group))
  }
}

/// A figure of a table, in base units.
package enum Figure: Sendable, Hashable {
  case text(String)
  /// A word of programs, such as `wrong_status`: JSON has it as it is, people read `wrong status`.
  case code(String)
  case count(Int64)
  case perSecond(Double)
  case seconds(Double)
  case bytes(Int64)
  /// A fraction of one; below zero that of a budget that is left where more than all of it was spent.
  case share(Double)
  /// A multiple of something.
  case factor(Double)
  /// A number without a unit.
  case number(Double)
  case none

  package init(_ count: UInt64) { self = .count(Int64(clamping: count)) }
}

extension Optional {
  /// The figure of a value; `.none` without one.
  package func figure(_ make: (Wrapped) -> Figure) -> Figure { map(make) ?? .none }
}
