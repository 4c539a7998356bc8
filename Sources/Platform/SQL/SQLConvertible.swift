// SPDX-License-Identifier: Apache-2.0

/// A type that can be bound to a parameter and read from a column.
///
/// Reading never converts silently: a text that looks like a number is no number. Only an integer
/// may be read as a `Double`, since SQLite stores whole reals so.
@usableFromInline package protocol SQLConvertible {
  /// The type's name in errors.
  static var sqlType: StaticString { get }

  /// The value as it is stored.
  var sqlValue: SQLValue { get }

  /// Converts a value; one of another type or out of range is a mismatch, to which the row adds the column.
  ///
  /// It is no failable initializer: looking up the type of an optional at run time takes longer than
  /// reading a column.
  init(sqlValue: SQLValue) throws(RowError)
}

extension SQLValue: SQLConvertible {
  @inlinable package static var sqlType: StaticString { "any type" }
  @inlinable package var sqlValue: SQLValue { self }
  @inlinable package init(sqlValue: SQLValue) { self = sqlValue }
}

extension Int64: SQLConvertible {
  @inlinable package static var sqlType: StaticString { "INTEGER" }
  @inlinable package var sqlValue: SQLValue { .integer(self) }

  @inlinable package init(sqlValue: SQLValue) throws(RowError) {
    guard case .integer(let number) = sqlValue else { throw .otherType }
    self = number
  }
}

extension Int: SQLConvertible {
  @inlinable package static var sqlType: StaticString { "INTEGER" }
  @inlinable package var sqlValue: SQLValue { .integer(Int64(self)) }

  @inlinable package init(sqlValue: SQLValue) throws(RowError) {
    guard case .integer(let integer) = sqlValue, let number = Int(exactly: integer) else {
      throw .otherType
    }
    self = number
  }
}

extension Bool: SQLConvertible {
  @inlinable package static var sqlType: StaticString { "INTEGER 0 or 1" }
  @inlinable package var sqlValue: SQLValue { .integer(self ? 1 : 0) }

  @inlinable package init(sqlValue: SQLValue) throws(RowError) {
    switch sqlValue {
    case .integer(0): self = false
    case .integer(1): self = true
    default: throw .otherType
    }
  }
}

extension Double: SQLConvertible {
  @inlinable package static var sqlType: StaticString { "REAL" }
  @inlinable package var sqlValue: SQLValue { .real(self) }

  @inlinable package init(sqlValue: SQLValue) throws(RowError) {
    switch sqlValue {
    case .real(let number): self = number
    case .integer(let integer):
      guard let number = Double(exactly: integer) else { throw .otherType }
      self = number
    default: throw .otherType
    }
  }
}

extension String: SQLConvertible {
  @inlinable package static var sqlType: StaticString { "TEXT" }
  @inlinable package var sqlValue: SQLValue { .text(self) }

  @inlinable package init(sqlValue: SQLValue) throws(RowError) {
    guard case .text(let text) = sqlValue else { throw .otherType }
    self = text
  }
}

extension [UInt8]: SQLConvertible {
  @inlinable package static var sqlType: StaticString { "BLOB" }
  @inlinable package var sqlValue: SQLValue { .blob(self) }

  @inlinable package init(sqlValue: SQLValue) throws(RowError) {
    guard case .blob(let bytes) = sqlValue else { throw .otherType }
    self = bytes
  }
}

extension Optional: SQLConvertible where Wrapped: SQLConvertible {
  @inlinable package static var sqlType: StaticString { Wrapped.sqlType }
  @inlinable package var sqlValue: SQLValue {
    switch self {
    case .some(let value): value.sqlValue
    case .none: .null
    }
  }

  @inlinable package init(sqlValue: SQLValue) throws(RowError) {
    if case .null = sqlValue {
      self = .none
    } else {
      self = .some(try Wrapped(sqlValue: sqlValue))
    }
  }
}
