// SPDX-License-Identifier: Apache-2.0

import CSQLite

extension SQLiteError {
  /// A result code of SQLite, with its extension.
  package struct Code: Sendable, Hashable {
    /// The extended code; its low byte is the primary one.
    package let number: Int32

    package init(_ number: Int32) { self.number = number }

    /// The code without its extension.
    package var primary: Code { Code(number & 0xFF) }

    /// Another connection is writing, for longer than the busy timeout.
    package static let busy = Code(SQLITE_BUSY)
    /// A rule of the schema would be broken.
    package static let constraint = Code(SQLITE_CONSTRAINT)
    package static let unique = Code(SQLITE_CONSTRAINT | 8 << 8)
    package static let primaryKey = Code(SQLITE_CONSTRAINT | 6 << 8)
    package static let foreignKey = Code(SQLITE_CONSTRAINT | 3 << 8)
    package static let notNull = Code(SQLITE_CONSTRAINT | 5 << 8)
    package static let check = Code(SQLITE_CONSTRAINT | 1 << 8)
    /// The statement is no SQL, or names what is not there.
    package static let statement = Code(SQLITE_ERROR)
    /// A value is of another type than was asked for.
    package static let mismatch = Code(SQLITE_MISMATCH)
    /// The interface was used in a way that makes no sense.
    package static let misuse = Code(SQLITE_MISUSE)
    /// There is no parameter or column at a place.
    package static let range = Code(SQLITE_RANGE)
    /// A text, a blob or a statement is longer than its limit.
    package static let tooLarge = Code(SQLITE_TOOBIG)
    /// The statement took more steps than it may, or was interrupted.
    package static let interrupted = Code(SQLITE_INTERRUPT)
    package static let readOnly = Code(SQLITE_READONLY)
    package static let cannotOpen = Code(SQLITE_CANTOPEN)
    package static let notADatabase = Code(SQLITE_NOTADB)
    package static let corrupt = Code(SQLITE_CORRUPT)
    package static let full = Code(SQLITE_FULL)
    package static let outOfMemory = Code(SQLITE_NOMEM)
  }

  /// Whether trying again later may help: another connection holds the lock.
  package var isBusy: Bool { code.primary == .busy || code.primary.number == SQLITE_LOCKED }
}

extension SQLiteError.Code: CustomStringConvertible {
  /// The number, and the words that SQLite has for it.
  package var description: String {
    // Safe: the text is static.
    let words = unsafe sqlite3_errstr(number).map { unsafe String(cString: $0) }
    return "\(number) (\(words ?? "unknown"))"
  }
}
