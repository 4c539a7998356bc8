// SPDX-License-Identifier: Apache-2.0

/// One connection to a database of any engine.
///
/// It has one owner and every use is exclusive (`mutating`). Calls block, so they do not belong on an
/// event loop. Parameters stand as `?` in a statement, or as `?1` where one is used twice.
package protocol SQLConnection: ~Copyable, Sendable {
  associatedtype Failure: Error

  /// Runs one statement, and returns how many rows it changed.
  @discardableResult
  mutating func run(
    _ sql: String,
    _ values: [any SQLConvertible]
  ) throws(Failure) -> Int

  /// Runs an INSERT of one row, and returns the number that the engine gave it as its key.
  ///
  /// - Parameter key: the column of the number, the table's primary key.
  mutating func insert(
    _ sql: String,
    _ values: [any SQLConvertible],
    key: String
  ) throws(Failure) -> Int64?

  /// Runs one statement whose outcome is not needed yet: where answers travel, the next statement
  /// brings this one's along, with its error if it fails.
  mutating func post(_ sql: String, _ values: [any SQLConvertible]) throws(Failure)

  /// Calls `body` for each row of a result, until it returns `false`.
  mutating func visit(
    _ sql: String,
    _ values: [any SQLConvertible],
    _ body: (borrowing Row) throws(RowError) -> Bool
  ) throws(Failure)

  /// Runs a script of the program's own, such as a schema.
  mutating func execute(_ script: String) throws(Failure)

  /// Runs `body` in a transaction, which is rolled back if it throws. Inside another transaction it is
  /// a savepoint.
  mutating func transaction<Value>(
    _ kind: TransactionKind,
    _ body: (inout Self) throws -> Value
  ) throws -> Value
}

/// The use of a transaction, which decides about its locks.
package enum TransactionKind: Sendable {
  /// Reads a consistent snapshot.
  case reading
  /// Writes, and nobody else writes between its reads and its writes.
  case writing
}

extension SQLConnection where Self: ~Copyable {
  /// Runs one statement without parameters, and returns how many rows it changed.
  @discardableResult
  package mutating func run(_ sql: String) throws(Failure) -> Int { try run(sql, []) }

  /// Runs `body` in a transaction that writes.
  package mutating func transaction<Value>(
    _ body: (inout Self) throws -> Value
  ) throws -> Value {
    try transaction(.writing, body)
  }

  /// Returns all rows of a result, each converted by `body`.
  package mutating func rows<Value>(
    _ sql: String,
    _ values: [any SQLConvertible] = [],
    _ body: (borrowing Row) throws(RowError) -> Value
  ) throws(Failure) -> [Value] {
    var all: [Value] = []
    try visit(sql, values) { (row: borrowing Row) throws(RowError) in
      all.append(try body(row))
      return true
    }
    return all
  }

  /// Returns the first row of a result; `nil` when it has none.
  package mutating func first<Value>(
    _ sql: String,
    _ values: [any SQLConvertible] = [],
    _ body: (borrowing Row) throws(RowError) -> Value
  ) throws(Failure) -> Value? {
    var first: Value?
    try visit(sql, values) { (row: borrowing Row) throws(RowError) in
      first = try body(row)
      return false
    }
    return first
  }

  /// Returns the only value of the first row; `nil` when there is no row.
  package mutating func value<Value: SQLConvertible>(
    _ sql: String,
    _ values: [any SQLConvertible] = []
  ) throws(Failure) -> Value? {
    try first(sql, values) { (row: borrowing Row) throws(RowError) -> Value in try row[0] }
  }
}
