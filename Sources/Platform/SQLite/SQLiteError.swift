// SPDX-License-Identifier: Apache-2.0

import CSQLite

/// What SQLite could not do, and with which statement.
package struct SQLiteError: Error, Sendable, Equatable {
  /// Which kind of failure.
  package let code: Code
  /// SQLite's own words, or ours where we found the fault.
  package let message: String
  /// The statement, without the values that were bound to it; `nil` where there was none.
  package let sql: String?

  package init(_ code: Code, _ message: String, sql: String? = nil) {
    self.code = code
    self.message = message
    self.sql = sql
  }

  /// How much of a statement a description shows.
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
