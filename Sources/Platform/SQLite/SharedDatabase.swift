// SPDX-License-Identifier: Apache-2.0

package import SQL

/// One database file for many threads.
package typealias SharedDatabase = ConnectionPool<Database>

extension ConnectionPool where Connection == Database {
  /// Opens the file at `path` and migrates its schema; `fill` adds the initial content of a new
  /// file. A database in memory has one connection, which also reads.
  ///
  /// - Parameter reading: the settings of connections that read; those of the writer unless given.
  package convenience init(
    _ path: String,
    _ configuration: Database.Configuration = Database.Configuration(),
    reading: Database.Configuration? = nil,
    readers count: Int = 4,
    migrating steps: [String] = [],
    filling fill: (inout Database) throws -> Void = { _ in }
  ) throws {
    var database = try Database(path, configuration)
    try database.migrate(steps, filling: fill)
    var reading = reading ?? configuration
    reading.access = .read
    try self.init(writer: database, readers: path == ":memory:" ? 0 : count) { [reading] in
      try Database(path, reading)
    }
  }

  /// Writes the WAL back into the database file, as far as readers in progress allow.
  package func checkpoint() throws {
    try withWriter { try $0.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
  }
}
