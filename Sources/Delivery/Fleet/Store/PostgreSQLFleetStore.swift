// SPDX-License-Identifier: Apache-2.0

package import PostgreSQL
import SQL
import Synchronization

// Beats, appended entries, and all reading have a connection each, so that none waits for another. A commit whose
// outcome is not known is told as such: the entries have names, and are appended again under them.

/// A store in PostgreSQL, for nodes on any number of machines.
package final class PostgreSQLFleetStore: FleetStore {
  package static let schema = "portico_fleet"

  private let beats: Mutex<PostgreSQLConnection>
  private let writer: Mutex<PostgreSQLConnection>
  private let reader: Mutex<PostgreSQLConnection>
  private let tables = FleetTables.postgreSQL
  private let wakes: PostgreSQLWakes

  /// - Parameters:
  ///   - configuration: reaches the primary; its schema is that of the fleet's tables.
  ///   - listening: reaches it for LISTEN and NOTIFY, past a pooler; `nil` for the same.
  ///   - wake: called for each notification that is heard.
  package init(
    _ configuration: PostgreSQLConnection.Configuration,
    listening: PostgreSQLConnection.Configuration? = nil,
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
      writer = Mutex(PostgreSQLConnection(configuration))
      reader = Mutex(PostgreSQLConnection(configuration))
      wakes = try PostgreSQLWakes(
        listening ?? configuration,
        channel: configuration.schema,
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
    if let entry = entries.first, case .recorded(let head, _) = answer.outcomes.last {
      wakes.announce(FleetWake(from: entry.node, head: head))
    }
    return answer
  }

  package func read(after number: Int64, limit: Int) throws(FleetStoreError) -> ReadAnswer {
    try ask { [tables] in
      try $0.transaction(.reading) { try tables.read(after: number, limit: limit, in: &$0) }
    }
  }

  package func beat(_ beat: Beat) throws(FleetStoreError) -> BeatAnswer {
    let answer = try use(beats) { [tables] in
      try $0.transaction(.writing) { database in
        // A beat that a failing server forgets comes again; the lease must not be forgotten.
        if beat.lease == .none { try database.post("SET LOCAL synchronous_commit = off", []) }
        return try tables.beat(beat, Self.moment, in: &database)
      }
    }
    if beat.isAnnounced { wakes.announce(FleetWake(from: beat.report.id, head: answer.head)) }
    return answer
  }

  /// The server by its cluster and timeline, which another one has after a failover or a restore to a point in time.
  private static func moment(
    _ database: inout PostgreSQLConnection
  ) throws -> FleetTables.Moment {
    let moment = try database.first(
      """
      SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint,
        (SELECT system_identifier::text FROM pg_control_system()) || ' '
          || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8)
      """,
      []
    ) { (row: borrowing Row) throws(RowError) in
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
          return try body(&connection)
        } catch let error as PostgreSQLError where error.kind == .connection || error.endsConnection
        {
          return try body(&connection)
        }
      }
    } catch {
      throw FleetStoreError(error)
    }
  }

  private func use<Value: Sendable>(
    _ connection: borrowing Mutex<PostgreSQLConnection>,
    _ body: (inout PostgreSQLConnection) throws -> Value
  ) throws(FleetStoreError) -> Value {
    do {
      return try connection.withLock { try body(&$0) }
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
