// SPDX-License-Identifier: Apache-2.0

/// A value of one of the five types that every engine of ours stores.
@usableFromInline package enum SQLValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  /// The name that SQLite's `typeof` gives, in capitals.
  @usableFromInline package var typeName: StaticString {
    switch self {
    case .null: "NULL"
    case .integer: "INTEGER"
    case .real: "REAL"
    case .text: "TEXT"
    case .blob: "BLOB"
    }
  }
}
