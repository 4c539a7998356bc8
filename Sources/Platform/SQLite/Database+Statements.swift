// SPDX-License-Identifier: Apache-2.0

extension Database {
  /// Runs one statement, and answers how many rows it touched. Values are only ever bound: a
  /// statement is never put together from them.
  @discardableResult
  package mutating func run(
    _ sql: String,
    _ values: [any SQLiteConvertible] = []
  ) throws(SQLiteError) -> Int {
    let before = totalChanges
    try visit(sql, values) { (_: borrowing Row) throws(SQLiteError) in true }
    return totalChanges == before ? 0 : changes
  }

  /// All rows of a result, each made into something by `body`.
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

  /// The first row of a result; `nil` when it has none.
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

  /// The one value in the first row of a result; `nil` when it has none.
  package mutating func value<Value: SQLiteConvertible>(
    _ sql: String,
    _ values: [any SQLiteConvertible] = []
  ) throws(SQLiteError) -> Value? {
    try first(sql, values) { (row: borrowing Row) throws(SQLiteError) -> Value in try row[0] }
  }

  /// Hands `body` row after row, until it answers `false`.
  package mutating func visit(
    _ sql: String,
    _ values: [any SQLiteConvertible] = [],
    _ body: (borrowing Row) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) {
    guard depth == 0 || isInTransaction else {
      throw SQLiteError(.misuse, "the transaction was undone by an error before", sql: sql)
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
