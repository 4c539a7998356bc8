// SPDX-License-Identifier: Apache-2.0

import DataFiles
import SQL

extension FleetTables {
  /// Takes a beat in a transaction that writes. The row of the state is only locked where the beat changes it.
  func beat<Connection: SQLConnection & ~Copyable>(
    _ beat: Beat,
    _ moment: (inout Connection) throws -> Moment,
    in database: inout Connection
  ) throws -> BeatAnswer {
    let now = try moment(&database)
    try database.post(
      """
      INSERT INTO fleet_node (node, beaten, report) VALUES (?, ?, ?)
      ON CONFLICT (node) DO UPDATE SET beaten = excluded.beaten, report = excluded.report
      """,
      [
        "\(beat.report.id)", now.time.microseconds,
        String(decoding: beat.report.data.json, as: UTF8.self),
      ]
    )
    var state = try state(in: &database, isLocked: false)
    let hasMoved = try state.identity != now.identity || isLost(beat, state, in: &database)
    if hasMoved || concernsLease(beat, state, now) || isTrimDue(state, now) {
      state = try self.state(in: &database, isLocked: true)
      if try state.identity != now.identity || isLost(beat, state, in: &database) {
        try beginEpoch(behind: beat.position?.epoch, &state, now, in: &database)
      }
      try changeLease(beat, &state, now, in: &database)
      try trim(&state, now, in: &database)
    }
    return BeatAnswer(
      time: now.time,
      head: state.head,
      branch: try branch(beat, state, in: &database),
      nodes: beat.wantsNodes ? try nodes(in: &database) : nil,
      lease: state.lease(at: now.time)
    )
  }

  /// True for a beat that changes nothing but the row of its node.
  ///
  /// - Parameters:
  ///   - last: the name of the entry at the position of the node, if the log has one there.
  ///   - isRenewed: true where the lease that the beat is about was renewed.
  func isPlain(
    _ beat: Beat,
    _ state: State,
    _ moment: Moment,
    last: String?,
    isRenewed: Bool
  ) -> Bool {
    guard state.identity == moment.identity, !isTrimDue(state, moment),
      isRenewed || !concernsLease(beat, state, moment)
    else { return false }
    guard let position = beat.position else { return true }
    let isKnown = beat.last.map { last == "\($0)" } ?? true
    return position.epoch == state.epoch && position.number <= state.number
      && (isKnown || position.number <= state.floor)
  }

  func isTrimDue(_ state: State, _ moment: Moment) -> Bool {
    moment.time.microseconds - state.trimmed > Self.trimPause
  }

  /// Whether the node has an entry of the present epoch that the store does not have: it went back without
  /// another server or timeline.
  private func isLost<Connection: SQLConnection & ~Copyable>(
    _ beat: Beat,
    _ state: State,
    in database: inout Connection
  ) throws -> Bool {
    guard let position = beat.position, position.epoch == state.epoch else { return false }
    return try position.number > state.number
      || !isSame(beat.last, at: position.number, state, in: &database)
  }

  /// Whether the log has this entry at a number, as far as it goes back.
  private func isSame<Connection: SQLConnection & ~Copyable>(
    _ id: EntryID?,
    at number: Int64,
    _ state: State,
    in database: inout Connection
  ) throws -> Bool {
    guard let id, number > state.floor else { return true }
    let found: String? = try database.value(
      "SELECT entry_id FROM fleet_log WHERE number = ?",
      [number]
    )
    return found == "\(id)"
  }

  private func branch<Connection: SQLConnection & ~Copyable>(
    _ beat: Beat,
    _ state: State,
    in database: inout Connection
  ) throws -> Int64? {
    guard let position = beat.position, position.epoch < state.epoch else { return nil }
    let own = position.epoch
    let isKnown: Int64? = try database.value(
      "SELECT start FROM fleet_epoch WHERE began = ? AND mark = ?",
      [own.began, own.mark]
    )
    let start: Int64? = try database.value(
      """
      SELECT start FROM fleet_epoch WHERE began > ?1 OR (began = ?1 AND mark > ?2)
      ORDER BY start LIMIT 1
      """,
      [own.began, own.mark]
    )
    guard isKnown != nil, let start else { return 0 }
    guard position.number <= start else { return start }
    return try isSame(beat.last, at: position.number, state, in: &database) ? position.number : 0
  }

  func nodes<Connection: SQLConnection & ~Copyable>(
    in database: inout Connection
  ) throws -> [ListedNode] {
    let rows = try database.rows("SELECT report, beaten FROM fleet_node ORDER BY node") {
      (row: borrowing Row) throws(RowError) in
      (try row[0] as String, FleetInstant(microseconds: try row[1]))
    }
    return rows.compactMap { ListedNode($0, beaten: $1) }
  }

  private func concernsLease(_ beat: Beat, _ state: State, _ moment: Moment) -> Bool {
    let holder = state.lease(at: moment.time)?.holder
    return switch beat.lease {
    case .none: false
    case .wanted:
      holder == beat.report.id || holder == nil && state.until <= moment.time.microseconds
    case .release: holder == beat.report.id
    }
  }

  private func changeLease<Connection: SQLConnection & ~Copyable>(
    _ beat: Beat,
    _ state: inout State,
    _ moment: Moment,
    in database: inout Connection
  ) throws {
    guard concernsLease(beat, state, moment) else { return }
    switch beat.lease {
    case .none: return
    case .wanted:
      if state.lease(at: moment.time) == nil {
        state.holder = beat.report.id
        state.fence += 1
      }
      state.until = moment.time.later(byMilliseconds: FleetLease.milliseconds).microseconds
    case .release:
      state.holder = nil
      state.until = moment.time.microseconds
    }
    try database.post(
      "UPDATE fleet_state SET holder = ?, fence = ?, until = ? WHERE id = 1",
      [state.holder.map { "\($0)" }, state.fence, state.until]
    )
  }
}

extension ListedNode {
  /// Reads a node from its row; `nil` for a report that cannot be read.
  init?(_ report: String, beaten: FleetInstant) {
    guard let data = try? DataValue(reading: report.utf8Span.span, as: .json),
      let report = NodeReport(data)
    else { return nil }
    self.init(report, beaten: beaten)
  }
}
