// SPDX-License-Identifier: Apache-2.0

import CSQLite
package import SQL

extension Database {
  @discardableResult
  package mutating func run(
    _ sql: String,
    _ values: [any SQLConvertible]
  ) throws(SQLiteError) -> Int {
    let before = totalChanges
    try visit(sql, values) { (_: borrowing Row) throws(RowError) in true }
    return totalChanges == before ? 0 : changes
  }

  /// SQLite knows the last key without RETURNING, which would make it write a statement's changes to the
  /// full text twice.
  package mutating func insert(
    _ sql: String,
    _ values: [any SQLConvertible],
    key: String
  ) throws(SQLiteError) -> Int64? {
    guard try run(sql, values) == 1 else { return nil }
    return unsafe sqlite3_last_insert_rowid(connection)
  }

  /// Runs one statement at once: nothing has to travel here.
  package mutating func post(
    _ sql: String,
    _ values: [any SQLConvertible]
  ) throws(SQLiteError) {
    try visit(sql, values) { (_: borrowing Row) throws(RowError) in true }
  }

  package mutating func visit(
    _ sql: String,
    _ values: [any SQLConvertible],
    _ body: (borrowing Row) throws(RowError) -> Bool
  ) throws(SQLiteError) {
    guard depth == 0 || isInTransaction else {
      // All writes of the transaction fail for the same reason.
      throw end ?? SQLiteError(.misuse, "an earlier error rolled the transaction back", sql: sql)
    }
    let statement = try prepared(sql)
    defer { statement.reset() }
    try statement.bind(values)
    meter?.start()
    let start = slow.map { _ in ContinuousClock.now }
    defer { if let start { slow?.note(sql, since: start) } }
    while try stepped(statement) {
      do throws(RowError) {
        guard try body(Row(statement)) else { return }
      } catch {
        throw SQLiteError(error, sql: sql)
      }
    }
  }

  private mutating func stepped(_ statement: Statement) throws(SQLiteError) -> Bool {
    do throws(SQLiteError) {
      return try statement.step()
    } catch {
      if error.isFull, depth > 0, !isInTransaction { end = error }
      throw error
    }
  }

  private mutating func prepared(_ sql: String) throws(SQLiteError) -> Statement {
    if let statement = statements.statement(sql) { return statement }
    let statement = unsafe try Statement(sql, on: connection)
    statements.keep(statement)
    return statement
  }
}

extension SQLiteError {
  /// The error of a row, with the statement that found it.
  init(_ error: RowError, sql: String) {
    let code: Code =
      switch error.kind {
      case .range: .range
      case .mismatch: .mismatch
      case .corrupt: .corrupt
      case .outOfMemory: .outOfMemory
      }
    self.init(code, error.message, sql: sql)
  }
}
