// SPDX-License-Identifier: Apache-2.0

import PostgreSQL
import ResourceModel
import SQL

/// The indexes of records' own columns, which older versions did not make.
package struct StoreIndexes {
  let store: ResourceStore

  /// Makes the indexes that types lack which an older version has declared, and counts their records anew.
  ///
  /// In SQLite, writes wait for one index at a time; in PostgreSQL they go on. Until an index is there, a list
  /// sorted by its column takes as long as it did before, within the limits of a statement.
  package func makeMissing() throws {
    for type in store.types.types {
      let names = Set(try store.read { try StoreSchema(store.dialect).indexNames(in: &$0) })
      let missing = StoreSchema(store.dialect).columnIndexes(of: type).filter {
        !names.contains($0.name)
      }
      guard !missing.isEmpty else { continue }
      try store.write { database in
        if store.types[type.name] == type { try RecordCounts.renew(type, in: &database) }
      }
      for index in missing {
        guard let connect = store.connect else {
          try store.write { database in
            guard store.types[type.name] == type else { return }
            try database.execute("CREATE INDEX IF NOT EXISTS \(index.definition)")
          }
          continue
        }
        try StoreError.translating { try Self.build(index.name, index.definition, in: connect()) }
      }
    }
  }

  /// Builds an index of PostgreSQL while others write, unless another process is at it.
  static func build(
    _ name: String,
    _ definition: String,
    in database: consuming PostgreSQLConnection
  ) throws {
    // The lock ends with the connection.
    let isOurs: Bool? = try database.value(
      "SELECT pg_try_advisory_lock(hashtext(current_schema()::text || CAST(? AS text)))",
      [name]
    )
    guard isOurs == true else { return }
    // What was left unfinished is there, and not valid.
    try database.execute("DROP INDEX CONCURRENTLY IF EXISTS \"\(name)\"")
    try database.execute("CREATE INDEX CONCURRENTLY \(definition)")
  }
}

extension StoreSchema {
  /// The names of the indexes that are in use.
  fileprivate func indexNames(in database: inout StoreConnection) throws -> [String] {
    try database.rows(
      dialect == .sqlite
        ? "SELECT name FROM sqlite_master WHERE type = 'index'"
        : """
        SELECT c.relname::text FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
        WHERE i.indisvalid AND c.relnamespace = current_schema()::regnamespace
        """
    ) { (row: borrowing Row) throws(RowError) in try row[0] as String }
  }
}
