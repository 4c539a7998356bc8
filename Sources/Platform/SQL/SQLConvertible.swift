// SPDX-License-Identifier: Apache-2.0

/// A type that can be bound to a parameter and read from a column.
///
/// Reading never converts silently: a text that looks like a number is no number. Only an integer
/// may be read as a `Double`, since SQLite stores whole reals so.
package protocol SQLConvertible {
  /// The type's name in errors.
  static var sqlType: StaticString { get }

  /// The value as it is stored.
  var sqlValue: SQLValue { get }

  /// Converts a value; one of another type or out of range is a mismatch.
  ///
  /// It is no failable initializer: looking up the type of an optional at run time takes longer than
  /// reading a column.
  init(sqlValue: SQLValue) throws(SQLMismatch)
}

/// A value that is not of the type that was asked for.
package struct SQLMismatch: Error, CustomStringConvertible {
  package var description: String { "the value is of another type" }
}

extension SQLValue: SQLConvertible {
  package static var sqlType: StaticString { "any type" }
  package var sqlValue: SQLValue { self }
  package init(sqlValue: SQLValue) { self = sqlValue }
}

extension Int64: SQLConvertible {
  package static var sqlType: StaticString { "INTEGER" }
  package var sqlValue: SQLValue { .integer(self) }

  package init(sqlValue: SQLValue) throws(SQLMismatch) {
    guard case .integer(let number) = sqlValue else { throw SQLMismatch() }
    self = number
  }
}

extension Int: SQLConvertible {
  package static var sqlType: StaticString { "INTEGER" }
  package var sqlValue: SQLValue { .integer(Int64(self)) }

  package init(sqlValue: SQLValue) throws(SQLMismatch) {
    guard case .integer(let integer) = sqlValue, let number = Int(exactly: integer) else {
      throw SQLMismatch()
    }
    self = number
  }
}

extension Bool: SQLConvertible {
  package static var sqlType: StaticString { "INTEGER 0 or 1" }
  package var sqlValue: SQLValue { .integer(self ? 1 : 0) }

  package init(sqlValue: SQLValue) throws(SQLMismatch) {
    switch sqlValue {
    case .integer(0): self = false
    case .integer(1): self = true
    default: throw SQLMismatch()
    }
  }
}

extension Double: SQLConvertible {
  package static var sqlType: StaticString { "REAL" }
  package var sqlValue: SQLValue { .real(self) }

  package init(sqlValue: SQLValue) throws(SQLMismatch) {
    switch sqlValue {
    case .real(let number): self = number
    case .integer(let integer):
      guard let number = Double(exactly: integer) else { throw SQLMismatch() }
      self = number
    default: throw SQLMismatch()
    }
  }
}

extension String: SQLConvertible {
  package static var sqlType: StaticString { "TEXT" }
  package var sqlValue: SQLValue { .text(self) }

  package init(sqlValue: SQLValue) throws(SQLMismatch) {
    guard case .text(let text) = sqlValue else { throw SQLMismatch() }
    self = text
  }
}

extension [UInt8]: SQLConvertible {
  package static var sqlType: StaticString { "BLOB" }
  package var sqlValue: SQLValue { .blob(self) }

  package init(sqlValue: SQLValue) throws(SQLMismatch) {
    guard case .blob(let bytes) = sqlValue else { throw SQLMismatch() }
    self = bytes
  }
}

extension Optional: SQLConvertible where Wrapped: SQLConvertible {
  package static var sqlType: StaticString { Wrapped.sqlType }
  package var sqlValue: SQLValue {
    switch self {
    case .some(let value): value.sqlValue
    case .none: .null
    }
  }

  package init(sqlValue: SQLValue) throws(SQLMismatch) {
    if case .null = sqlValue {
      self = .none
    } else {
      self = .some(try Wrapped(sqlValue: sqlValue))
    }
  }
}
