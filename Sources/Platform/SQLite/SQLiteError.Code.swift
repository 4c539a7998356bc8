// SPDX-License-Identifier: Apache-2.0

import CSQLite

extension SQLiteError {
  /// An extended result code of SQLite.
  package struct Code: Sendable, Hashable {
    /// The number, whose low byte is the primary code.
    package let number: Int32

    package init(_ number: Int32) { self.number = number }

    /// The code without its extension.
    package var primary: Code { Code(number & 0xFF) }

    /// Another connection held the write lock for longer than the busy timeout.
    package static let busy = Code(SQLITE_BUSY)
    /// A constraint of the schema was violated.
    package static let constraint = Code(SQLITE_CONSTRAINT)
    package static let unique = Code(SQLITE_CONSTRAINT | 8 << 8)
    package static let primaryKey = Code(SQLITE_CONSTRAINT | 6 << 8)
    package static let foreignKey = Code(SQLITE_CONSTRAINT | 3 << 8)
    package static let notNull = Code(SQLITE_CONSTRAINT | 5 << 8)
    package static let check = Code(SQLITE_CONSTRAINT | 1 << 8)
    /// A trigger that refuses a change.
    package static let trigger = Code(SQLITE_CONSTRAINT | 7 << 8)
    /// A syntax error or an unknown name in a statement.
    package static let statement = Code(SQLITE_ERROR)
    /// A value of another type than the one asked for.
    package static let mismatch = Code(SQLITE_MISMATCH)
    /// A misuse of SQLite's interface.
    package static let misuse = Code(SQLITE_MISUSE)
    /// A parameter or column that does not exist.
    package static let range = Code(SQLITE_RANGE)
    /// A text, blob or statement over its limit.
    package static let tooLarge = Code(SQLITE_TOOBIG)
    /// A statement that was interrupted or took too many steps.
    package static let interrupted = Code(SQLITE_INTERRUPT)
    package static let readOnly = Code(SQLITE_READONLY)
    package static let cannotOpen = Code(SQLITE_CANTOPEN)
    package static let notADatabase = Code(SQLITE_NOTADB)
    package static let corrupt = Code(SQLITE_CORRUPT)
    package static let full = Code(SQLITE_FULL)
    package static let outOfMemory = Code(SQLITE_NOMEM)
  }

  /// Whether the disk has no room left, or none for this user.
  package var isFull: Bool { code.primary == .full }

  /// Whether a retry may succeed, since another connection holds the lock.
  package var isBusy: Bool { code.primary == .busy || code.primary.number == SQLITE_LOCKED }
}

extension SQLiteError.Code: CustomStringConvertible {
  /// The number with SQLite's text for it.
  package var description: String {
    // Safe: the text is static.
    let words = unsafe sqlite3_errstr(number).map { unsafe String(cString: $0) }
    return "\(number) (\(words ?? "unknown"))"
  }
}
