// SPDX-License-Identifier: Apache-2.0

/// A type that can be bound to a parameter and read from a column.
///
/// Reading never converts silently: a text that looks like a number is no number. Only an integer
/// may be read as a `Double`, since SQLite stores whole reals so.
package protocol SQLiteConvertible {
  /// The type's name in errors.
  static var sqliteType: StaticString { get }

  /// The value as SQLite stores it.
  var sqliteValue: SQLiteValue { get }

  /// Converts a value; `nil` when it is of another type or out of range.
  init?(sqliteValue: SQLiteValue)
}

extension SQLiteValue: SQLiteConvertible {
  package static var sqliteType: StaticString { "any type" }
  package var sqliteValue: SQLiteValue { self }
  package init?(sqliteValue: SQLiteValue) { self = sqliteValue }
}

extension Int64: SQLiteConvertible {
  package static var sqliteType: StaticString { "INTEGER" }
  package var sqliteValue: SQLiteValue { .integer(self) }

  package init?(sqliteValue: SQLiteValue) {
    guard case .integer(let number) = sqliteValue else { return nil }
    self = number
  }
}

extension Int: SQLiteConvertible {
  package static var sqliteType: StaticString { "INTEGER" }
  package var sqliteValue: SQLiteValue { .integer(Int64(self)) }

  package init?(sqliteValue: SQLiteValue) {
    guard case .integer(let number) = sqliteValue else { return nil }
    self.init(exactly: number)
  }
}

extension Bool: SQLiteConvertible {
  package static var sqliteType: StaticString { "INTEGER 0 or 1" }
  package var sqliteValue: SQLiteValue { .integer(self ? 1 : 0) }

  package init?(sqliteValue: SQLiteValue) {
    switch sqliteValue {
    case .integer(0): self = false
    case .integer(1): self = true
    default: return nil
    }
  }
}

extension Double: SQLiteConvertible {
  package static var sqliteType: StaticString { "REAL" }
  package var sqliteValue: SQLiteValue { .real(self) }

  package init?(sqliteValue: SQLiteValue) {
    switch sqliteValue {
    case .real(let number): self = number
    case .integer(let number): self.init(exactly: number)
    default: return nil
    }
  }
}

extension String: SQLiteConvertible {
  package static var sqliteType: StaticString { "TEXT" }
  package var sqliteValue: SQLiteValue { .text(self) }

  package init?(sqliteValue: SQLiteValue) {
    guard case .text(let text) = sqliteValue else { return nil }
    self = text
  }
}

extension [UInt8]: SQLiteConvertible {
  package static var sqliteType: StaticString { "BLOB" }
  package var sqliteValue: SQLiteValue { .blob(self) }

  package init?(sqliteValue: SQLiteValue) {
    guard case .blob(let bytes) = sqliteValue else { return nil }
    self = bytes
  }
}

extension Optional: SQLiteConvertible where Wrapped: SQLiteConvertible {
  package static var sqliteType: StaticString { Wrapped.sqliteType }
  package var sqliteValue: SQLiteValue { map(\.sqliteValue) ?? .null }

  package init?(sqliteValue: SQLiteValue) {
    guard sqliteValue != .null else {
      self = .none
      return
    }
    guard let value = Wrapped(sqliteValue: sqliteValue) else { return nil }
    self = .some(value)
  }
}
