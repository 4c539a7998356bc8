// SPDX-License-Identifier: Apache-2.0

package import PostgreSQL
import SQL
import SQLite

// A write takes one lock of the schema first, so that the writes of all processes are done one after the
// other, as SQLite's are: what a write has read stays so until it commits, and versions have the order of
// commits. Writes that wait in one process share a commit.

extension ResourceStore {
  /// The schema of the tables.
  package static var schema: String { "portico" }
  /// The longest time of a statement that changes or copies everything.
  private static var longWork: Duration { .seconds(900) }

  /// Reaches the server at an address of libpq.
  package convenience init(
    at address: String,
    password: String?,
    _ settings: StoreSettings = StoreSettings()
  ) throws {
    var configuration = PostgreSQLConnection.Configuration(address)
    configuration.password = password
    configuration.schema = ResourceStore.schema
    try self.init(configuration, settings)
  }

  /// Copies the records of a file of SQLite to a database that has none, and compares all of them in the
  /// same transaction; returns the number of records of each type.
  package static func fill(
    at address: String,
    password: String?,
    fromFileAt path: String
  ) throws -> [String: Int] {
    var settings = PostgreSQLConnection.Configuration(address)
    settings.password = password
    settings.schema = ResourceStore.schema
    return try fill(settings, fromFileAt: path)
  }

  package static func fill(
    _ configuration: PostgreSQLConnection.Configuration,
    fromFileAt path: String
  ) throws -> [String: Int] {
    // Opened as a store first, which brings the tables of an older backup up to date.
    let source = try ResourceStore(path)
    return try StoreError.translating {
      var configuration = configuration
      configuration.statementTimeout = ResourceStore.longWork
      configuration.answerTimeout = ResourceStore.longWork
      configuration.writesInTurn = true
      var target = PostgreSQLConnection(configuration)
      try target.migrate(StoreSchema(.postgreSQL).steps) { try StoreSchema.fill(&$0) }
      return try source.database.read { source in
        try target.transaction { target in
          try MoveReservation.checkNone(in: &target)
          let count: Int? = try target.value(
            "SELECT (SELECT count(*) FROM object) + (SELECT count(*) FROM type)"
          )
          guard count == 0 else {
            throw StoreError(.idTaken, "the database has records; expected one without any")
          }
          let types = try ResourceStore.readTypes(in: &source).types
          try StoreCopy(dialect: .postgreSQL).copy(types, from: &source, to: &target)
          let counts = try StoreCopy.compare(&source, &target)
          try StoreEpoch.begin(in: &target)
          return counts
        }
      }
    }
  }

  /// Moves the records of a file of SQLite to a database that has none, while a process serves them.
  ///
  /// - Parameters:
  ///   - schema: the schema of the tables.
  ///   - place: the name of the database that anybody may know.
  ///   - tell: called with each step.
  package static func move(
    fileAt path: String,
    to address: String,
    password: String?,
    schema: String = ResourceStore.schema,
    named place: String,
    _ settings: StoreMove.Settings,
    tell: @escaping (StoreMove.Event) throws -> Void
  ) throws -> StoreMove.Outcome {
    var configuration = PostgreSQLConnection.Configuration(address)
    configuration.password = password
    configuration.schema = schema
    return try StoreMove.run(
      fileAt: path,
      to: configuration,
      named: place,
      settings,
      tell: tell
    )
  }

  /// Reaches the server, and makes the tables in a schema that has none.
  package convenience init(
    _ configuration: PostgreSQLConnection.Configuration,
    _ settings: StoreSettings = StoreSettings()
  ) throws {
    var configuration = configuration
    var reading = configuration
    reading.statementTimeout = settings.statementTime
    reading.slow = settings.slow
    // An index of many records takes its time.
    configuration.statementTimeout = ResourceStore.longWork
    configuration.answerTimeout = ResourceStore.longWork
    let own = configuration
    configuration.writesInTurn = true
    let pool = try StoreError.translating {
      var opening = configuration
      if settings.opensAtOnce { opening.reconnectTimeout = .zero }
      var first = PostgreSQLConnection(opening)
      try first.migrate(StoreSchema(.postgreSQL).steps) { try StoreSchema.fill(&$0) }
      try MoveReservation.checkNone(in: &first)
      let writer = StoreConnection.postgreSQL(PostgreSQLConnection(configuration))
      return try ConnectionPool(writer: writer, readers: max(1, settings.readers)) {
        [reading] in StoreConnection.postgreSQL(PostgreSQLConnection(reading))
      }
    }
    try self.init(pool, .postgreSQL, settings) { path in
      try pool.read { try ResourceStore.copy(&$0, toFileAt: path) }
    } connecting: {
      PostgreSQLConnection(own)
    }
  }

  /// Copies the store as a reading transaction sees it to a new file of SQLite, which is a store, too.
  private static func copy<Connection: SQLConnection & ~Copyable>(
    _ source: inout Connection,
    toFileAt path: String
  ) throws {
    var configuration = ResourceStore.configuration
    // A copy is one file, without a log beside it.
    configuration.isLogged = false
    try ResourceStore.makePrivate(path)
    var target = try Database(path, configuration)
    try target.migrate(StoreSchema(.sqlite).steps)
    let types = try ResourceStore.readTypes(in: &source).types
    try target.transaction { target in
      try StoreCopy(dialect: .sqlite).copy(types, from: &source, to: &target)
      try StoreEpoch.begin(in: &target)
    }
  }
}
