// SPDX-License-Identifier: Apache-2.0

import DataFiles
package import PostgreSQL
import SQL
import Synchronization

// Beats, appended entries, and all reading have a connection each, so that none waits for another. A commit whose
// outcome is not known is told as such: the entries have names, and are appended again under them.

/// A store in PostgreSQL, for nodes on any number of machines.
package final class PostgreSQLFleetStore: FleetStore {
  package static let schema = "portico_fleet"

  private let beats: Mutex<PostgreSQLConnection>
  private let writer: Mutex<RestedConnection>
  private let reader: Mutex<RestedConnection>
  private let tables = FleetTables.postgreSQL
  private let wakes: PostgreSQLWakes

  /// - Parameters:
  ///   - configuration: reaches the primary; its schema is that of the fleet's tables.
  ///   - listening: reaches it for LISTEN and NOTIFY, past a pooler; `nil` for the same.
  ///   - rest: the time behind which a connection that nothing uses is ended.
  ///   - wake: called for each notification that is heard.
  package init(
    _ configuration: PostgreSQLConnection.Configuration,
    listening: PostgreSQLConnection.Configuration? = nil,
    rest: Duration = .seconds(60),
    wake: @escaping @Sendable (FleetWake) -> Void = { _ in }
  ) throws(FleetStoreError) {
    var configuration = configuration
    configuration.writesInTurn = false
    // A node asks again by itself, and is not to wait for a server that is gone.
    configuration.reconnectTimeout = .milliseconds(100)
    configuration.statementTimeout = min(configuration.statementTimeout, .seconds(10))
    configuration.answerTimeout = min(configuration.answerTimeout, .seconds(12))
    do {
      var first = PostgreSQLConnection(configuration)
      try first.migrate(FleetTables.postgreSQL.steps, allowsLater: true)
      beats = Mutex(first)
      writer = Mutex(RestedConnection(configuration, rest))
      reader = Mutex(RestedConnection(configuration, rest))
      wakes = try PostgreSQLWakes(
        listening ?? configuration,
        channel: configuration.schema,
        rest: rest,
        wake: wake
      )
    } catch {
      throw FleetStoreError(error)
    }
  }

  /// Ends the threads that listen and notify, within a second.
  package func close() { wakes.close() }

  package func keep(_ blob: [UInt8]) throws(FleetStoreError) -> BlobDigest {
    try ask { [tables] in try tables.keep(blob, Self.moment(&$0), in: &$0) }
  }

  package func editions() throws(FleetStoreError) -> [FleetEdition] {
    try ask { [tables] in
      try $0.transaction(.reading) { try tables.editions(Self.moment(&$0), in: &$0) }
    }
  }

  package func removeBlobs(
    besides needed: Set<BlobDigest>,
    of editions: [FleetEdition]
  ) throws(FleetStoreError) -> Int {
    try use(reader) { [tables] in
      try $0.transaction(.writing) {
        try tables.removeBlobs(besides: needed, of: editions, Self.moment(&$0), in: &$0)
      }
    }
  }

  package func fetch(_ digest: BlobDigest) throws(FleetStoreError) -> [UInt8]? {
    try ask { [tables] in try tables.fetch(digest, in: &$0) }
  }

  package func append(_ entries: [FleetEntry]) throws(FleetStoreError) -> AppendAnswer {
    let answer = try use(writer) { [tables] in
      try $0.transaction(.writing) { try tables.append(entries, Self.moment, in: &$0) }
    }
    if let entry = entries.first, case .recorded(let head, _, _) = answer.outcomes.last {
      wakes.announce(FleetWake(from: entry.node, head: head))
    }
    return answer
  }

  package func read(from number: Int64, limit: Int) throws(FleetStoreError) -> ReadAnswer {
    try ask { [tables] in
      try $0.transaction(.reading) { try tables.read(from: number, limit: limit, in: &$0) }
    }
  }

  package func beat(_ beat: Beat) throws(FleetStoreError) -> BeatAnswer {
    if beat.lease != .release, let answer = try plainBeat(beat) { return answer }
    let answer = try useBeats { [tables] in
      try $0.transaction(.writing) { database in
        try tables.beat(beat, Self.moment, in: &database)
      }
    }
    if beat.isAnnounced { wakes.announce(FleetWake(from: beat.report.id, head: answer.head)) }
    return answer
  }

  /// A beat in one statement, which is all that nodes ask most of the time; `nil` where it finds something to change. A
  /// beat that a failing server forgets comes again, and so waits for no disk; the renewal of a lease does.
  private func plainBeat(_ beat: Beat) throws(FleetStoreError) -> BeatAnswer? {
    let listed =
      beat.wantsNodes
      ? ("other.report, other.beaten", "LEFT JOIN fleet_node AS other ON true ORDER BY other.node")
      : ("NULL::text, NULL::bigint", "")
    let (renewal, waits) =
      beat.lease == .wanted
      ? (
        """
        , renewed AS (
          UPDATE fleet_state SET until = own.beaten + \(FleetLease.milliseconds * 1_000) FROM own
          WHERE id = 1 AND holder = ?1 AND until > own.beaten AND identity = \(Self.identity)
          RETURNING until
        )
        """, "(SELECT until FROM renewed), NULL"
      ) : ("", "NULL::bigint, set_config('synchronous_commit', 'off', true)")
    return try useBeats { [tables, wakes] database in
      var found: (state: FleetTables.State, moment: FleetTables.Moment, last: String?)?
      var renewed: Int64?
      let rows = try database.rows(
        """
        WITH own AS (
          INSERT INTO fleet_node (node, beaten, report) VALUES (?1, \(Self.time), ?2)
          ON CONFLICT (node) DO UPDATE SET beaten = excluded.beaten, report = excluded.report
          RETURNING beaten
        )\(renewal)
        SELECT \(FleetTables.State.columns), own.beaten, \(Self.identity),
          (SELECT entry_id FROM fleet_log AS last WHERE last.number = ?3),
          \(waits), \(listed.0)
        FROM fleet_state CROSS JOIN own \(listed.1)
        """,
        [
          "\(beat.report.id)", String(decoding: beat.report.data.json, as: UTF8.self),
          beat.position?.number ?? 0,
        ]
      ) { (row: borrowing Row) throws(RowError) -> ListedNode? in
        let time = FleetInstant(microseconds: try row[9])
        let moment = FleetTables.Moment(time: time, identity: try row[10])
        found = (try FleetTables.State(row), moment, try row[11])
        renewed = try row[12]
        guard let report: String = try row[14] else { return nil }
        return ListedNode(report, beaten: FleetInstant(microseconds: try row[15]))
      }
      _ = writer.withLockIfAvailable { $0.rest() }
      _ = reader.withLockIfAvailable { $0.rest() }
      guard let found,
        tables.isPlain(
          beat,
          found.state,
          found.moment,
          last: found.last,
          isRenewed: renewed != nil
        )
      else { return nil }
      var state = found.state
      state.until = renewed ?? state.until
      if beat.isAnnounced {
        wakes.give(FleetWake(from: beat.report.id, head: state.head), over: &database)
      }
      return BeatAnswer(
        time: found.moment.time,
        head: state.head,
        branch: nil,
        nodes: beat.wantsNodes ? Self.nodes(rows, beat.report, found.moment.time) : nil,
        lease: state.lease(at: found.moment.time)
      )
    }
  }

  /// The nodes of a list, of which the row of the own one is as it was before the statement.
  private static func nodes(
    _ rows: [ListedNode?],
    _ own: NodeReport,
    _ time: FleetInstant
  ) -> [ListedNode] {
    let others = rows.compactMap(\.self).filter { $0.report.id != own.id }
    return (others + [ListedNode(own, beaten: time)]).sorted { $0.report.id < $1.report.id }
  }

  private static let time = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
  /// The server by its cluster and timeline, which another one has after a failover or a restore to a point in time.
  private static let identity = """
    (SELECT system_identifier::text FROM pg_control_system()) || ' '
      || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8)
    """

  private static func moment(
    _ database: inout PostgreSQLConnection
  ) throws -> FleetTables.Moment {
    let moment = try database.first("SELECT \(time), \(identity)", []) {
      (row: borrowing Row) throws(RowError) in
      FleetTables.Moment(time: FleetInstant(microseconds: try row[0]), identity: try row[1])
    }
    guard let moment else { throw FleetStoreError(.damaged, "the server does not tell its time") }
    return moment
  }

  /// Uses the reader for what may be done twice: once more where the server has ended the connection, as after its
  /// restart. An operator's publication is not to fail for that.
  private func ask<Value: Sendable>(
    _ body: (inout PostgreSQLConnection) throws -> Value
  ) throws(FleetStoreError) -> Value {
    do {
      return try reader.withLock { connection in
        do {
          return try connection.use(body)
        } catch let error as PostgreSQLError where error.kind == .connection || error.endsConnection
        {
          return try connection.use(body)
        }
      }
    } catch {
      throw FleetStoreError(error)
    }
  }

  private func use<Value: Sendable>(
    _ connection: borrowing Mutex<RestedConnection>,
    _ body: (inout PostgreSQLConnection) throws -> Value
  ) throws(FleetStoreError) -> Value {
    do {
      return try connection.withLock { try $0.use(body) }
    } catch {
      throw FleetStoreError(error)
    }
  }

  private func useBeats<Value: Sendable>(
    _ body: (inout PostgreSQLConnection) throws -> Value
  ) throws(FleetStoreError) -> Value {
    do {
      return try beats.withLock { try body(&$0) }
    } catch {
      throw FleetStoreError(error)
    }
  }
}

extension FleetStoreError {
  /// The failure of a store on PostgreSQL.
  fileprivate init(_ error: any Error) {
    switch error {
    case let error as FleetStoreError: self = error
    case let error as PostgreSQLError:
      let kind: Kind =
        switch error.kind {
        case .connection: .away
        case .outcomeUnknown: .unknown
        case .statement:
          error.isLocked || error.isTimeout || error.isFull || error.endsConnection
            ? .away : .damaged
        case .limit, .row, .misuse: .damaged
        }
      self.init(kind, "\(error)")
    default: self.init(.away, "\(error)")
    }
  }
}
