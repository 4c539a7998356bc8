// SPDX-License-Identifier: Apache-2.0

import CSQLite
package import SQL

extension Database {
  /// The settings with which a database is opened.
  package struct Configuration: Sendable {
    package var access = Access.create
    /// The longest wait for another connection's lock.
    package var busyTimeout = Duration.seconds(5)
    /// The number of cached prepared statements.
    package var statements = 64
    /// The page cache, in KiB.
    package var cacheKilobytes = 2_048
    package var limits = Limits()
    /// Whether expressions of the schema may use every function: SQLite takes those of JSON for unsafe
    /// in indexes, which only a file that others made could turn against us.
    package var trustsSchema = false
    /// Whether the file has a WAL; a copy that is moved about has none.
    package var isLogged = true
    /// Where statements that take long are noted; `nil` for nowhere.
    package var slow: SlowStatements?

    package init() {}
  }

  /// The access to the file.
  package enum Access: Sendable {
    /// Read only; the file must exist.
    case read
    /// Read and write; the file must exist.
    case write
    /// Read and write; a missing file is created.
    case create

    var flags: Int32 {
      switch self {
      case .read: SQLITE_OPEN_READONLY
      case .write: SQLITE_OPEN_READWRITE
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    }
  }

  /// Limits of a statement; exceeding one is an error.
  package struct Limits: Sendable {
    /// Of one text, blob or row, in bytes: 16 MiB.
    package var valueBytes = 16_777_216
    /// Of one statement, in bytes: 256 KiB.
    package var statementBytes = 262_144
    /// Columns of a table, result or index; SQLite's own schema table has 5, so fewer do not work.
    package var columns = 200
    /// The deepest nesting of expressions.
    package var expressionDepth = 100
    /// SELECTs joined by UNION and its like.
    package var compoundSelects = 50
    /// Parameters of a statement.
    package var parameters = 1_000
    /// Of the pattern of a LIKE or GLOB, in bytes.
    package var patternBytes = 1_000
    /// Attached files.
    package var attachedFiles = 0
    /// Instructions of SQLite's virtual machine for one statement, approximately; `nil` without a
    /// limit. A million take some milliseconds.
    package var steps: Int?

    package init() {}

    /// The limits with SQLite's numbers for them.
    var numbered: [(kind: Int32, limit: Int)] {
      [
        (SQLITE_LIMIT_LENGTH, valueBytes), (SQLITE_LIMIT_SQL_LENGTH, statementBytes),
        (SQLITE_LIMIT_COLUMN, columns), (SQLITE_LIMIT_EXPR_DEPTH, expressionDepth),
        (SQLITE_LIMIT_COMPOUND_SELECT, compoundSelects),
        (SQLITE_LIMIT_VARIABLE_NUMBER, parameters),
        (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, patternBytes),
        (SQLITE_LIMIT_ATTACHED, attachedFiles), (SQLITE_LIMIT_TRIGGER_DEPTH, 10),
        (SQLITE_LIMIT_WORKER_THREADS, 0),
      ]
    }
  }
}
