// SPDX-License-Identifier: Apache-2.0

import CSQLite

/// One connection to a database file, closed at the end of its owner.
///
/// It has one owner, and every use is exclusive, so it may move between threads but is never used
/// by two at once: whatever touches SQLite's state is `mutating`. That is why it may be `Sendable`,
/// and why SQLite's own locks are turned off. Its calls block, so none is for a loop.
///
/// Files are in WAL mode: readers never wait for the writer, and the writer not for them.
package struct Database: ~Copyable, @unchecked Sendable {
  let opened: Connection
  var statements: StatementCache
  let meter: StepMeter?
  /// How many transactions are open inside each other.
  var depth = 0

  /// Opens the file at `path`; `:memory:` is a database of its own that goes with the connection.
  package init(
    _ path: String,
    _ configuration: Configuration = Configuration()
  ) throws(SQLiteError) {
    opened = try Connection(path, configuration)
    statements = StatementCache(limit: configuration.statements)
    meter = configuration.limits.steps.map { StepMeter(limit: $0) }
    unsafe meter?.watch(opened.pointer)
  }

  var connection: OpaquePointer { unsafe opened.pointer }

  /// How many rows the last INSERT, UPDATE or DELETE touched.
  var changes: Int { Int(unsafe sqlite3_changes64(connection)) }

  /// How many rows were touched since the connection was opened.
  var totalChanges: Int64 { unsafe sqlite3_total_changes64(connection) }
}
