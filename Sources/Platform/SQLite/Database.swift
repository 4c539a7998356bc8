// SPDX-License-Identifier: Apache-2.0

import CSQLite
import SQL

/// One connection to a database file, closed at the end of its owner.
///
/// It has one owner and every use is exclusive (`mutating`), so it may move between threads without
/// ever being used by two at once. Therefore it is `Sendable`, and SQLite's own locks are turned
/// off. Calls block, so they do not belong on an event loop.
///
/// Files are in WAL mode: readers and the writer do not wait for each other.
package struct Database: ~Copyable, SQLConnection, @unchecked Sendable {
  let opened: Connection
  var statements: StatementCache
  let meter: StepMeter?
  let slow: SlowStatements?
  /// The number of nested transactions.
  var depth = 0
  /// The error by which SQLite has ended the transaction, since the disk was full; `nil` for none.
  var end: SQLiteError?

  /// Opens the file at `path`; `:memory:` is a database that ends with the connection.
  package init(
    _ path: String,
    _ configuration: Configuration = Configuration()
  ) throws(SQLiteError) {
    opened = try Connection(path, configuration)
    slow = configuration.slow
    statements = StatementCache(limit: configuration.statements)
    meter = configuration.limits.steps.map { StepMeter(limit: $0) }
    unsafe meter?.watch(opened.pointer)
  }

  var connection: OpaquePointer { unsafe opened.pointer }

  /// The number of rows that the last INSERT, UPDATE or DELETE changed.
  var changes: Int { Int(unsafe sqlite3_changes64(connection)) }

  /// The number of rows changed since the connection was opened.
  var totalChanges: Int64 { unsafe sqlite3_total_changes64(connection) }
}
