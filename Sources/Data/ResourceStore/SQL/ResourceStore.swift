// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Digests
import PostgreSQL
package import ResourceModel
import SQL
import Synchronization

/// A store in tables of SQL, on any engine.
///
/// One connection writes, and all waiting writes share a commit, which waits for the disk. Further
/// connections read, each statement under a limit of its engine.
package final class ResourceStore: Sendable {
  let database: ConnectionPool<StoreConnection>
  let dialect: StoreDialect
  let settings: StoreSettings
  /// The key of page tokens.
  let secret: [UInt8]
  let ids = Mutex(IDGenerator())
  private let known: Mutex<KnownTypes>
  private let copy: @Sendable (String) throws -> Void
  private let findMoved: @Sendable () throws -> String?
  /// Makes a connection for work beside the writes of all, which take turns; `nil` for a file of SQLite.
  let connect: (@Sendable () -> PostgreSQLConnection)?

  /// The types as this process last read them.
  struct KnownTypes {
    var types: TypeSet
    /// Names this state of the types; another process may have stored a later one.
    var revision: [UInt8]
    var read: ContinuousClock.Instant
  }

  /// - Parameters:
  ///   - copying: copies the last commit to a new file.
  ///   - findMoved: returns where the records were moved to; `nil` while they are here.
  ///   - connecting: makes a connection for work beside the writes of all.
  init(
    _ database: ConnectionPool<StoreConnection>,
    _ dialect: StoreDialect,
    _ settings: StoreSettings,
    copying: @escaping @Sendable (String) throws -> Void,
    findMoved: @escaping @Sendable () throws -> String? = { nil },
    connecting connect: (@Sendable () -> PostgreSQLConnection)? = nil
  ) throws {
    self.database = database
    self.dialect = dialect
    self.settings = settings
    copy = copying
    self.findMoved = findMoved
    self.connect = connect
    let (secret, types) = try database.read { database in
      (try ResourceStore.readSecret(in: &database), try ResourceStore.readTypes(in: &database))
    }
    self.secret = secret
    known = Mutex(types)
  }

  package var accounts: StoreAccounts { StoreAccounts(store: self) }
  package var outbox: StoreOutbox { StoreOutbox(store: self) }
  package var history: StoreHistory { StoreHistory(store: self) }
  package var grants: StoreGrants { StoreGrants(store: self) }
  package var aggregates: StoreAggregates { StoreAggregates(store: self) }
  package var indexes: StoreIndexes { StoreIndexes(store: self) }
  /// The bytes of records' files, where the processes that share the store need not share a folder.
  package var files: StoreFiles? { connect.map(StoreFiles.init) }

  /// The types as of the last change.
  package var types: TypeSet { known.withLock(\.types) }

  /// A digest that stays with the records when they are moved or copied to another store.
  package var identity: [UInt8] { ResourceStore.identity(of: secret) }

  /// Copies the last commit to a new file.
  package func backUp(to path: String) throws { try StoreError.translating { try copy(path) } }

  /// Returns where the records were moved to; `nil` while they are here.
  package func movedPlace() throws -> String? { try StoreError.translating { try findMoved() } }

  /// Finds out whether there is room for writes, by writing something and removing it; throws if there is none.
  package func findRoom() throws {
    // A log has some room that a small write would find.
    try write { database in
      try database.run("DELETE FROM meta WHERE name = 'room'")
      try database.run(
        "INSERT INTO meta VALUES ('room', ?)",
        [[UInt8](repeating: 0, count: 262_144)]
      )
    }
    try write { try $0.run("DELETE FROM meta WHERE name = 'room'") }
  }

  /// Forgets deleted records, old changes and idempotency keys.
  package func purge(deletedBefore: Timestamp, keysBefore: Timestamp) throws -> Int {
    try write { database in
      let before = deletedBefore.milliseconds
      try database.run(
        """
        UPDATE zone SET horizon = (
          SELECT max(version) FROM object WHERE deleted < ?1 AND object.zone = zone.name
        ) WHERE horizon < (
          SELECT max(version) FROM object WHERE deleted < ?1 AND object.zone = zone.name
        )
        """,
        [before]
      )
      for (table, column) in [
        ("edge", "src"), ("access_grant", "record"), ("record_file", "record"),
      ] {
        try database.run(
          "DELETE FROM \(table) WHERE \(column) IN (SELECT uuid FROM object WHERE deleted < ?)",
          [before]
        )
      }
      let count = try database.run("DELETE FROM object WHERE deleted < ?", [before])
      try database.run(
        """
        DELETE FROM change WHERE at < ? AND NOT EXISTS (
          SELECT 1 FROM object
          WHERE object.uuid = change.uuid AND object.version = change.version
        )
        """,
        [before]
      )
      try database.run("DELETE FROM idem WHERE at < ?", [keysBefore.milliseconds])
      return count
    }
  }
}

/// The limits of a store.
package struct StoreSettings: Sendable {
  package var readers = 4
  /// The most records that a filter may look at without an index.
  package var scannedRecords = 10_000
  /// The most records that are counted, unless an exact count is asked for.
  package var countedRecords = 10_000
  /// The most records that one deletion may delete or change through references.
  package var cascadedRecords = 1_000
  /// Steps of SQLite's machine for one statement of a reader.
  package var steps = 50_000_000
  /// The longest time of a statement in PostgreSQL.
  package var statementTime = Duration.seconds(10)
  /// Whether opening a database that is not there fails at once, for whoever tries again later.
  package var opensAtOnce = false
  /// Where statements of reads that take long are noted.
  let slow = SlowStatements()

  package init() {}
}

extension ResourceStore {
  /// Runs `body` in a transaction that may write.
  ///
  /// - Parameter committed: is called with the value once it is committed, before anybody else writes.
  @discardableResult
  func write<Value: Sendable>(
    _ body: (inout StoreConnection) throws -> Value,
    committed: (Value) -> Void = { _ in }
  ) throws -> Value {
    try StoreError.translating {
      try database.write(
        { database in
          try renewTypes(in: &database)
          return try body(&database)
        },
        committed: committed
      )
    }
  }

  /// Runs `body` in a transaction that reads.
  func read<Value: Sendable>(_ body: (inout StoreConnection) throws -> Value) throws -> Value {
    try StoreError.translating {
      try database.read { database in
        if isRenewalDue { try renewTypes(in: &database) }
        return try body(&database)
      }
    }
  }

  func replaceTypes(_ types: TypeSet, revision: [UInt8]) {
    known.withLock { $0 = KnownTypes(types: types, revision: revision, read: .now) }
  }

  /// The time after which types are asked for again, since other processes may change them: gateways with the same
  /// database, and the process that one with the same file is replacing.
  private static var renewalTime: Duration { .seconds(1) }

  private var isRenewalDue: Bool {
    known.withLock { $0.read + Self.renewalTime < .now }
  }

  /// Takes over the types that another process has stored.
  func renewTypes(in database: inout StoreConnection) throws {
    let stored: [UInt8]? = try database.value("SELECT value FROM meta WHERE name = 'types'")
    let isCurrent = known.withLock { known in
      known.read = .now
      return known.revision == stored ?? []
    }
    guard !isCurrent else { return }
    let types = try ResourceStore.readTypes(in: &database)
    known.withLock { $0 = types }
  }

  static func readSecret<Connection: SQLConnection & ~Copyable>(
    in database: inout Connection
  ) throws -> [UInt8] {
    let secret: [UInt8]? = try database.value("SELECT value FROM meta WHERE name = 'secret'")
    guard let secret else { throw StoreError(.damaged, "the store has lost its secret") }
    return secret
  }

  static func identity(of secret: [UInt8]) -> [UInt8] { SHA256.digest(of: secret.span) }

  static func readTypes<Connection: SQLConnection & ~Copyable>(
    in database: inout Connection
  ) throws -> KnownTypes {
    let revision: [UInt8]? = try database.value("SELECT value FROM meta WHERE name = 'types'")
    let declarations = try database.rows("SELECT declaration FROM type") {
      (row: borrowing Row) throws(RowError) in try row[0] as String
    }
    let values = try declarations.map { try DataValue(reading: $0.utf8Span.span, as: .json) }
    let types = try TypeSet(.list(values), in: "the store")
    return KnownTypes(types: types, revision: revision ?? [], read: .now)
  }
}
