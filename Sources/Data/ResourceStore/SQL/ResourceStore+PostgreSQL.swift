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
  static var longWork: Duration { .seconds(900) }

  /// Reaches the server at an address of libpq.
  package convenience init(
    at address: String,
    password: String?,
    _ settings: StoreSettings = StoreSettings()
  ) throws {
    try self.init(.store(at: address, password: password), settings)
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
      try pool.read { try StoreCopy.copy(&$0, toFileAt: path) }
    } connecting: {
      PostgreSQLConnection(own)
    }
  }
}

extension PostgreSQLConnection.Configuration {
  /// The configuration of connections to a store at an address of libpq.
  package static func store(
    at address: String,
    password: String?,
    schema: String = ResourceStore.schema
  ) -> PostgreSQLConnection.Configuration {
    var configuration = PostgreSQLConnection.Configuration(address)
    configuration.password = password
    configuration.schema = schema
    return configuration
  }
}
