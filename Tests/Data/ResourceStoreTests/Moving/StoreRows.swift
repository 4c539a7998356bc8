// SPDX-License-Identifier: Apache-2.0

import PostgreSQL
import SQL
import SQLite

/// The rows of all tables of a store, read by statements of the tests' own. What a type adds is left out,
/// and is tried by queries.
struct StoreRows: Equatable {
  private(set) var tables: [String: Set<[SQLValue]>] = [:]

  /// Leases are of running processes, and a file of SQLite has the files of records beside it.
  private static let left: Set<String> = [
    "lease", "commit_receipt", "schema_version", "file_piece",
  ]

  /// Reads a file of SQLite.
  init(fileAt path: String) throws {
    var configuration = Database.Configuration()
    configuration.trustsSchema = true
    var database = try Database(path, configuration)
    let names = try database.rows(
      """
      SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
        AND name NOT LIKE 'text~_%' ESCAPE '~' AND name NOT LIKE 'point~_%' ESCAPE '~'
      """
    ) { (row: borrowing Row) throws(RowError) in try row[0] as String }
    for name in names where !Self.left.contains(name) {
      let columns = try database.rows(
        "SELECT name FROM pragma_table_info('\(name)') WHERE '\(name)' <> 'object' OR name <> 'id'"
      ) { (row: borrowing Row) throws(RowError) in try row[0] as String }
      try read(name, columns, in: &database)
    }
    tables["meta"] = tables["meta"]?.filter { !$0.contains(.text("moved")) }
  }

  /// Reads the same tables and columns as another dump has, from a schema of PostgreSQL.
  init(_ configuration: PostgreSQLConnection.Configuration) throws {
    var database = PostgreSQLConnection(configuration)
    let names = try database.rows(
      """
      SELECT table_name::text FROM information_schema.tables WHERE table_schema = ?
        AND table_name NOT LIKE 'text~_%' ESCAPE '~' AND table_name NOT LIKE 'point~_%' ESCAPE '~'
      """,
      [configuration.schema]
    ) { (row: borrowing Row) throws(RowError) in try row[0] as String }
    for name in names where !Self.left.contains(name) {
      let columns = try database.rows(
        """
        SELECT column_name::text FROM information_schema.columns
        WHERE table_schema = ? AND table_name = ? AND (table_name <> 'object' OR column_name <> 'id')
        """,
        [configuration.schema, name]
      ) { (row: borrowing Row) throws(RowError) in try row[0] as String }
      try read(name, columns, in: &database)
    }
  }

  private mutating func read<Connection: SQLConnection & ~Copyable>(
    _ table: String,
    _ columns: [String],
    in database: inout Connection
  ) throws {
    let names = columns.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
    let rows = try database.rows("SELECT \(names) FROM \"\(table)\"") {
      (row: borrowing Row) throws(RowError) in
      var values: [SQLValue] = []
      for column in 0..<row.count { values.append(try row[column]) }
      return values
    }
    // A copy begins an epoch of its own.
    tables[table] = Set(rows.filter { table != "meta" || !$0.contains(.text("epoch")) })
  }

  /// The tables in which another store has other rows.
  func differences(from other: StoreRows) -> [String] {
    Set(tables.keys).union(other.tables.keys).filter { tables[$0] != other.tables[$0] }.sorted()
  }
}
