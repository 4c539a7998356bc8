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

  /// Converts a value; `nil` when it is of another type or out of range.
  init?(sqlValue: SQLValue)
}

extension SQLValue: SQLConvertible {
  package static var sqlType: StaticString { "any type" }
  package var sqlValue: SQLValue { self }
  package init?(sqlValue: SQLValue) { self = sqlValue }
}

extension Int64: SQLConvertible {
  package static var sqlType: StaticString { "INTEGER" }
  package var sqlValue: SQLValue { .integer(self) }

  package init?(sqlValue: SQLValue) {
    guard case .integer(let number) = sqlValue else { return nil }
    self = number
  }
}

extension Int: SQLConvertible {
  package static var sqlType: StaticString { "INTEGER" }
  package var sqlValue: SQLValue { .integer(Int64(self)) }

  package init?(sqlValue: SQLValue) {
    guard case .integer(let number) = sqlValue else { return nil }
    self.init(exactly: number)
  }
}

extension Bool: SQLConvertible {
  package static var sqlType: StaticString { "INTEGER 0 or 1" }
  package var sqlValue: SQLValue { .integer(self ? 1 : 0) }

  package init?(sqlValue: SQLValue) {
    switch sqlValue {
    case .integer(0): self = false
    case .integer(1): self = true
    default: return nil
    }
  }
}

extension Double: SQLConvertible {
  package static var sqlType: StaticString { "REAL" }
  package var sqlValue: SQLValue { .real(self) }

  package init?(sqlValue: SQLValue) {
    switch sqlValue {
    case .real(let number): self = number
    case .integer(let number): self.init(exactly: number)
    default: return nil
    }
  }
}

extension String: SQLConvertible {
  package static var sqlType: StaticString { "TEXT" }
  package var sqlValue: SQLValue { .text(self) }

  package init?(sqlValue: SQLValue) {
    guard case .text(let text) = sqlValue else { return nil }
    self = text
  }
}

extension [UInt8]: SQLConvertible {
  package static var sqlType: StaticString { "BLOB" }
  package var sqlValue: SQLValue { .blob(self) }

  package init?(sqlValue: SQLValue) {
    guard case .blob(let bytes) = sqlValue else { return nil }
    self = bytes
  }
}

extension Optional: SQLConvertible where Wrapped: SQLConvertible {
  package static var sqlType: StaticString { Wrapped.sqlType }
  package var sqlValue: SQLValue { map(\.sqlValue) ?? .null }

  package init?(sqlValue: SQLValue) {
    guard sqlValue != .null else {
      self = .none
      return
    }
    guard let value = Wrapped(sqlValue: sqlValue) else { return nil }
    self = .some(value)
  }
}
