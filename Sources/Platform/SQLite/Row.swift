// SPDX-License-Identifier: Apache-2.0

/// The current row of a statement's result.
package struct Row: ~Copyable {
  private let statement: Statement

  init(_ statement: Statement) { self.statement = statement }

  /// The number of columns.
  package var count: Int { statement.columnCount }

  /// Returns the name of a column, counted from 0.
  package func name(of column: Int) -> String { statement.name(ofColumn: column) }

  /// The value of a column, counted from 0, as the type that the caller asks for; a value of
  /// another type is an error that names the column.
  package subscript<Value: SQLiteConvertible>(_ column: Int) -> Value {
    get throws(SQLiteError) {
      guard (0..<statement.columnCount).contains(column) else {
        throw error(.range, column, "is not there, the row has \(statement.columnCount)")
      }
      guard let stored = try statement.value(ofColumn: Int32(clamping: column)) else {
        throw error(.mismatch, column, "is not UTF-8")
      }
      guard let value = Value(sqliteValue: stored) else {
        throw error(.mismatch, column, "is \(stored.typeName), expected \(Value.sqliteType)")
      }
      return value
    }
  }

  private func error(_ code: SQLiteError.Code, _ column: Int, _ what: String) -> SQLiteError {
    SQLiteError(code, "column \(column) (\(name(of: column))) \(what)", sql: statement.sql)
  }
}
