// SPDX-License-Identifier: Apache-2.0

import CSQLite

/// A failure of SQLite, with the statement that caused it.
package struct SQLiteError: Error, Sendable, Equatable {
  package let code: Code
  /// SQLite's message, or ours where we found the fault.
  package let message: String
  /// The statement without its bound values; `nil` where there was none.
  package let sql: String?

  package init(_ code: Code, _ message: String, sql: String? = nil) {
    self.code = code
    self.message = message
    self.sql = sql
  }

  /// The characters of a statement that a description shows.
  private static let shownCharacters = 200
}

extension SQLiteError: CustomStringConvertible {
  package var description: String {
    let head = "SQLite \(code): \(message)"
    guard let sql else { return head }
    let shown = sql.prefix(SQLiteError.shownCharacters)
    return head + " in: \(shown)" + (shown.endIndex < sql.endIndex ? "..." : "")
  }
}
