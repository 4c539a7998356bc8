// SPDX-License-Identifier: Apache-2.0

/// The current row of a statement's result.
@usableFromInline package struct Row: ~Copyable {
  @usableFromInline let source: any RowSource

  package init(_ source: any RowSource) { self.source = source }

  /// The number of columns.
  package var count: Int { source.columnCount }

  /// Returns the name of a column, counted from 0.
  package func name(of column: Int) -> String { source.name(ofColumn: column) }

  /// The value of a column, counted from 0, as the type that the caller asks for; a value of
  /// another type is an error that names the column.
  @inlinable package subscript<Value: SQLConvertible>(_ column: Int) -> Value {
    get throws(RowError) {
      guard (0..<source.columnCount).contains(column) else {
        throw error(.range, column, "is not there, the row has \(source.columnCount)")
      }
      let stored = try source.value(ofColumn: column)
      do throws(RowError) {
        return try Value(sqlValue: stored)
      } catch {
        throw self.error(.mismatch, column, "is \(stored.typeName), expected \(Value.sqlType)")
      }
    }
  }

  @usableFromInline func error(_ kind: RowError.Kind, _ column: Int, _ what: String) -> RowError {
    RowError(kind, "column \(column) (\(name(of: column))) \(what)")
  }
}

/// The result of a statement, at one of its rows.
@usableFromInline package protocol RowSource: AnyObject {
  var columnCount: Int { get }

  /// Returns the name of a column; empty for one that is not there.
  func name(ofColumn column: Int) -> String

  /// Returns the value of a column that is there.
  func value(ofColumn column: Int) throws(RowError) -> SQLValue
}

/// A row that is not as its reader expects; engines report it with the statement.
@usableFromInline package struct RowError: Error, Sendable, Equatable {
  @usableFromInline package enum Kind: Sendable {
    /// There is no such column.
    case range
    /// The column has a value of another type.
    case mismatch
    /// The row's content contradicts itself.
    case corrupt
    case outOfMemory
  }

  package let kind: Kind
  package let message: String

  /// The error of a value that is not of the type that was asked for.
  @usableFromInline static var otherType: RowError {
    RowError(.mismatch, "the value is of another type")
  }

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}

extension RowError: CustomStringConvertible {
  @usableFromInline package var description: String { message }
}
