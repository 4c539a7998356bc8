// SPDX-License-Identifier: Apache-2.0

package import Measure
package import Monitor
package import Signals

/// The data of a page: the answers to the reports that it needs, at one instant. It is a value
/// without any reference to the sources that it was read from.
package struct Inspection: Sendable {
  /// The answer to a report.
  package enum Answer: Sendable {
    case tables([FigureTable])
    case history(HistoryAnswer)
    case density(HistoryDensity)
    case series([HistorySeries])
    case annotations([Annotation])
    case findings([HistoryFinding])
    /// Events, the oldest first, and how far the log reaches back, in nanoseconds of Unix time.
    case events([EventRecord], oldest: Int64?)
    /// There is no answer, for a reason.
    case refused(String)
  }

  /// The operator who looks at the page, as far as pages show it.
  package struct Operator: Sendable {
    /// The name and the role; `nil` where everybody is trusted.
    package let name: String?
    /// The token that proves that a page of the console sent a form.
    package let formToken: String
    /// Whether there is a session that the operator can end.
    package let hasSession: Bool
    /// The actions that the operator is allowed; pages offer no others.
    package let actions: Set<ConsoleOrder>

    package init(name: String?, formToken: String, hasSession: Bool, actions: Set<ConsoleOrder>) {
      (self.name, self.formToken) = (name, formToken)
      (self.hasSession, self.actions) = (hasSession, actions)
    }
  }

  /// The nodes of a fleet, between which pages can be switched.
  package struct Nodes: Sendable {
    package let own: String
    package let others: [String]

    package init(own: String, others: [String]) { (self.own, self.others) = (own, others) }
  }

  /// Seconds since 1970.
  package let now: Int64
  package let version: String
  package let sites: [String]
  /// The listeners for visitors.
  package let listeners: [VisitorListener]
  package let reader: Operator
  /// The nodes of the fleet; `nil` for a gateway that is in none.
  package let nodes: Nodes?
  /// The node whose page is read at another one; `nil` for a page of the node that is asked.
  package let node: String?
  private let answers: [Address: Answer]

  package init(
    at now: Int64,
    version: String,
    sites: [String],
    listeners: [VisitorListener] = [],
    reader: Operator,
    nodes: Nodes? = nil,
    of node: String? = nil,
    _ answers: [Address: Answer]
  ) {
    (self.now, self.version, self.sites, self.listeners) = (now, version, sites, listeners)
    (self.reader, self.nodes, self.node, self.answers) = (reader, nodes, node, answers)
  }

  /// The data of a page that shows none.
  package static let nothing = Inspection(
    at: 0,
    version: "",
    sites: [],
    reader: Operator(name: nil, formToken: "", hasSession: false, actions: []),
    [:]
  )

  /// True for a page of the figures of all nodes of a fleet.
  var isOfAllNodes: Bool { node == FigureTable.allNodes }

  func answer(to report: Address) -> Answer? { answers[report] }

  /// The tables of a report; none where there is no answer.
  func tables(_ report: Address) -> [FigureTable] {
    if case .tables(let tables)? = answers[report] { tables } else { [] }
  }

  /// One of the tables of a report, the first one by default.
  func table(_ report: Address, _ name: String? = nil) -> FigureTable? {
    tables(report).first { name == nil || $0.name == name }
  }

  func history(_ report: Address) -> HistoryAnswer? {
    if case .history(let answer)? = answers[report] { answer } else { nil }
  }

  func density(_ report: Address) -> HistoryDensity? {
    if case .density(let density)? = answers[report] { density } else { nil }
  }

  func annotations(_ report: Address) -> [Annotation] {
    if case .annotations(let annotations)? = answers[report] { annotations } else { [] }
  }

  func events(_ report: Address) -> (records: [EventRecord], oldest: Int64?) {
    if case .events(let records, let oldest)? = answers[report] {
      (records, oldest)
    } else {
      ([], nil)
    }
  }

  /// The reason why a report has no answer; `nil` where it has one.
  func refusal(of report: Address) -> String? {
    if case .refused(let reason)? = answers[report] { reason } else { nil }
  }
}

extension FigureTable {
  /// The rows by the keys of their columns.
  var records: [Record] {
    let keys = columns.enumerated().compactMap { place, column in column.known.map { ($0, place) } }
    let places = Dictionary(keys) { first, _ in first }
    return rows.map { Record(row: $0, columns: columns, places: places) }
  }

  /// The table with only the rows that are wanted.
  func only(_ isWanted: (Record) -> Bool) -> FigureTable {
    var table = FigureTable(name, columns)
    for record in records where isWanted(record) {
      table.add(record.row.figures, tone: record.tone)
    }
    return table
  }

  /// A row whose figures are found by the keys of their columns.
  package struct Record {
    let row: Row
    let columns: [Column]
    fileprivate let places: [ColumnKey: Int]

    /// The figure of a column; none for a column that is not there.
    subscript(_ key: ColumnKey) -> Figure { places[key].map { row.figures[$0] } ?? .none }

    func text(_ key: ColumnKey) -> String {
      switch self[key] {
      case .text(let text), .code(let text): text
      default: ""
      }
    }

    func number(_ key: ColumnKey) -> Double? { self[key].number }

    var tone: Tone { row.tone }
  }
}

extension Figure {
  /// The figure as a page shows it.
  var shown: String {
    switch self {
    case .none: "–"
    case .text(let text): text
    case .seconds: text.replacing("us", with: "µs")
    case .factor, .share: text.replacing("x", with: "×")
    default: text
    }
  }

  /// The number in base units; `nil` for a text or none.
  var number: Double? {
    switch self {
    case .text, .code, .none: nil
    case .count(let number), .bytes(let number): Double(number)
    case .perSecond(let number), .seconds(let number), .share(let number), .factor(let number),
      .number(let number):
      number
    }
  }
}
