// SPDX-License-Identifier: Apache-2.0

extension Database {
  /// Runs one statement, and returns how many rows it changed. Values are always bound as
  /// parameters.
  @discardableResult
  package mutating func run(
    _ sql: String,
    _ values: [any SQLiteConvertible] = []
  ) throws(SQLiteError) -> Int {
    let before = totalChanges
    try visit(sql, values) { (_: borrowing Row) throws(SQLiteError) in true }
    return totalChanges == before ? 0 : changes
  }

  /// Returns all rows of a result, each converted by `body`.
  package mutating func rows<Value>(
    _ sql: String,
    _ values: [any SQLiteConvertible] = [],
    _ body: (borrowing Row) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> [Value] {
    var all: [Value] = []
    try visit(sql, values) { (row: borrowing Row) throws(SQLiteError) in
      all.append(try body(row))
      return true
    }
    return all
  }

  /// Returns the first row of a result; `nil` when it has none.
  package mutating func first<Value>(
    _ sql: String,
    _ values: [any SQLiteConvertible] = [],
    _ body: (borrowing Row) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value? {
    var first: Value?
    try visit(sql, values) { (row: borrowing Row) throws(SQLiteError) in
      first = try body(row)
      return false
    }
    return first
  }

  /// Returns the only value of the first row; `nil` when there is no row.
  package mutating func value<Value: SQLiteConvertible>(
    _ sql: String,
    _ values: [any SQLiteConvertible] = []
  ) throws(SQLiteError) -> Value? {
    try first(sql, values) { (row: borrowing Row) throws(SQLiteError) -> Value in try row[0] }
  }

  /// Calls `body` for each row, until it returns `false`.
  package mutating func visit(
    _ sql: String,
    _ values: [any SQLiteConvertible] = [],
    _ body: (borrowing Row) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) {
    guard depth == 0 || isInTransaction else {
      throw SQLiteError(.misuse, "an earlier error rolled the transaction back", sql: sql)
    }
    let statement = try prepared(sql)
    defer { statement.reset() }
    try statement.bind(values)
    meter?.start()
    while try statement.step() {
      guard try body(Row(statement)) else { return }
    }
  }

  private mutating func prepared(_ sql: String) throws(SQLiteError) -> Statement {
    if let statement = statements.statement(sql) { return statement }
    let statement = unsafe try Statement(sql, on: connection)
    statements.keep(statement)
    return statement
  }
}
