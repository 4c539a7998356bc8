// SPDX-License-Identifier: Apache-2.0

import DataFiles
import SQL

extension FleetTables {
  /// Appends entries in a transaction that writes.
  func append<Connection: SQLConnection & ~Copyable>(
    _ entries: [FleetEntry],
    _ moment: (inout Connection) throws -> Moment,
    in database: inout Connection
  ) throws -> AppendAnswer {
    // The lock comes before the time, so that times have the order of numbers.
    var state = try state(in: &database, isLocked: true)
    let moment = try moment(&database)
    if state.identity != moment.identity {
      try beginEpoch(behind: nil, &state, moment, in: &database)
    }
    let first = state.number
    var outcomes: [AppendOutcome] = []
    var last: EntryID?
    for entry in entries {
      outcomes.append(try append(entry, behind: &last, &state, moment, in: &database))
    }
    if state.number > first {
      try database.post("UPDATE fleet_state SET number = ? WHERE id = 1", [state.number])
    }
    return AppendAnswer(time: moment.time, epoch: state.epoch, outcomes: outcomes)
  }

  /// - Parameter last: the name of the last entry of the log, once it was read.
  private func append<Connection: SQLConnection & ~Copyable>(
    _ entry: FleetEntry,
    behind last: inout EntryID?,
    _ state: inout State,
    _ moment: Moment,
    in database: inout Connection
  ) throws -> AppendOutcome {
    let found = try recorded(entry.id, orAt: state.number, in: &database)
    if let known = found.first(where: { $0.entry.id == entry.id }) {
      return .recorded(known.position, activation: known.entry.activation)
    }
    last = last ?? found.first?.entry.id
    var entry = entry
    if let change = entry.change, entry.first == nil {
      guard moment.time <= change.deadline else { return .late }
      entry.activation = moment.time.later(byMilliseconds: max(0, change.lead))
    }
    if case .edgeOutcome(let outcome) = entry.content, entry.first == nil {
      guard let lease = state.lease(at: moment.time), lease.holder == entry.node,
        lease.fence == outcome.fence
      else { return .fenced }
    }
    let (number, isOver) = state.number.addingReportingOverflow(1)
    guard !isOver else { throw FleetStoreError(.damaged, "no number follows the last one") }
    state.number = number
    try database.post(
      """
      INSERT INTO fleet_log (number, began, mark, entry_id, kind, recorded, entry)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        number, state.epoch.began, state.epoch.mark, "\(entry.id)", entry.kind,
        moment.time.microseconds, entry.text,
      ]
    )
    if let edition = entry.edition { try note(edition, moment, in: &database) }
    if case .removal(let node) = entry.content, entry.first == nil {
      try forget(node, moment, in: &database)
    }
    defer { last = entry.id }
    return .recorded(state.head, activation: entry.activation, behind: last)
  }

  /// Removes a node from the list, unless it lives.
  private func forget<Connection: SQLConnection & ~Copyable>(
    _ node: NodeID,
    _ moment: Moment,
    in database: inout Connection
  ) throws {
    try database.post(
      "DELETE FROM fleet_node WHERE node = ? AND beaten < ?",
      ["\(node)", moment.time.microseconds - Self.livingTime]
    )
  }

  /// The entry of a name, and the one at a number.
  private func recorded<Connection: SQLConnection & ~Copyable>(
    _ id: EntryID,
    orAt number: Int64,
    in database: inout Connection
  ) throws -> [RecordedEntry] {
    try database.rows(
      "SELECT number, began, mark, entry FROM fleet_log WHERE entry_id = ? OR number = ?",
      ["\(id)", number],
      Self.entry
    )
  }

  /// Reads entries in a transaction that reads.
  func read<Connection: SQLConnection & ~Copyable>(
    from number: Int64,
    limit: Int,
    in database: inout Connection
  ) throws -> ReadAnswer {
    let state = try state(in: &database, isLocked: false)
    let entries = try database.rows(
      "SELECT number, began, mark, entry FROM fleet_log WHERE number >= ? ORDER BY number LIMIT ?",
      [number, limit],
      Self.entry
    )
    return ReadAnswer(epoch: state.epoch, entries: entries, floor: state.floor)
  }

  static func entry(_ row: borrowing Row) throws(RowError) -> RecordedEntry {
    let text: String = try row[3]
    guard let entry = FleetEntry(text: text) else {
      throw RowError(.corrupt, "the log has an entry that cannot be read")
    }
    let epoch = FleetEpoch(began: try row[1], mark: try row[2])
    return RecordedEntry(entry, at: FleetPosition(try row[0], of: epoch))
  }
}

extension FleetEntry {
  /// The name of the entry's kind.
  fileprivate var kind: String { data["kind"]?.string ?? "" }
}
