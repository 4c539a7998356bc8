// SPDX-License-Identifier: Apache-2.0

import CSQLite

extension Database {
  /// How a database is opened.
  package struct Configuration: Sendable {
    package var access = Access.create
    /// How long a statement waits for another connection's lock.
    package var busyTimeout = Duration.seconds(5)
    /// How many prepared statements are kept.
    package var statements = 64
    /// How many KiB of pages are kept in memory.
    package var cacheKilobytes = 2_048
    package var limits = Limits()

    package init() {}
  }

  /// What may be done with the file.
  package enum Access: Sendable {
    /// Reading only; the file must be there.
    case read
    /// Reading and writing; the file must be there.
    case write
    /// Reading and writing; the file is made when it is not there.
    case create

    var flags: Int32 {
      switch self {
      case .read: SQLITE_OPEN_READONLY
      case .write: SQLITE_OPEN_READWRITE
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    }
  }

  /// What a statement may ask for; more is an error.
  package struct Limits: Sendable {
    /// Of one text, blob or row, in bytes: 16 MiB.
    package var valueBytes = 16_777_216
    /// Of one statement, in bytes: 256 KiB.
    package var statementBytes = 262_144
    /// Of a table, a result or an index; SQLite's own table has 5, so fewer do not work.
    package var columns = 200
    /// How deep expressions go.
    package var expressionDepth = 100
    /// How many SELECTs are joined by UNION and its like.
    package var compoundSelects = 50
    /// How many parameters a statement has.
    package var parameters = 1_000
    /// Of the pattern of a LIKE or GLOB, in bytes.
    package var patternBytes = 1_000
    /// How many other files are attached.
    package var attachedFiles = 0
    /// How many steps of SQLite's machine a statement takes, roughly; `nil` without a limit. A
    /// million take some milliseconds.
    package var steps: Int?

    package init() {}

    /// The limits with the numbers that SQLite has for their kinds.
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
