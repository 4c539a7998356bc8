// SPDX-License-Identifier: Apache-2.0

package import SQL

/// The engine of a store, its size and its work, for operators.
package struct StoreFigures: Sendable {
  /// The engine with its version, such as `SQLite 3.40.1`.
  package let engine: String
  /// Whether a server of its own keeps it, and not a file.
  package let hasServer: Bool
  /// The database in bytes, and those in it that are free for new records.
  package let bytes: Int64
  package let freeBytes: Int64?
  /// Records that are not deleted.
  package let records: Int64
  /// The server's connections to the database, those of other processes too, and the ones among them
  /// that wait for a lock.
  package let connections: Int64?
  package let waitingForLocks: Int64?
  package let pool: PoolFigures
  /// Statements of reads that took long, those that took the most time first.
  package let slow: [SlowStatements.Entry]
}

extension ResourceStore {
  /// The engine, its size and its work, for operators.
  package func figures() throws -> StoreFigures {
    let slow = settings.slow.all
    return try read { database in
      func number(_ sql: String?) throws -> Int64? { try sql.flatMap { try database.value($0) } }
      let statements = dialect.figures
      return StoreFigures(
        engine: try database.value(statements.engine) ?? "",
        hasServer: dialect == .postgreSQL,
        bytes: try number(statements.bytes) ?? 0,
        freeBytes: try number(statements.freeBytes),
        records: try number("SELECT CAST(coalesce(sum(live), 0) AS bigint) FROM type") ?? 0,
        connections: try number(statements.connections),
        waitingForLocks: try number(statements.waitingForLocks),
        pool: self.database.figures,
        slow: slow
      )
    }
  }
}

extension StoreDialect {
  /// The statements that ask an engine for figures of its own.
  fileprivate var figures:
    (
      engine: String, bytes: String, freeBytes: String?, connections: String?,
      waitingForLocks: String?
    )
  {
    switch self {
    case .sqlite:
      (
        engine: "SELECT 'SQLite ' || sqlite_version()",
        bytes: "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size",
        freeBytes: "SELECT freelist_count * page_size FROM pragma_freelist_count, pragma_page_size",
        connections: nil,
        waitingForLocks: nil
      )
    case .postgreSQL:
      (
        engine: "SELECT 'PostgreSQL ' || current_setting('server_version')",
        bytes: "SELECT pg_database_size(current_database())",
        freeBytes: nil,
        connections: "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()",
        waitingForLocks: "SELECT count(*) FROM pg_locks WHERE NOT granted"
      )
    }
  }
}
