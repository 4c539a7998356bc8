// SPDX-License-Identifier: Apache-2.0

import PostgreSQL
import ResourceModel
import SQLite

extension StoreError {
  /// Returns what an error of an engine means to whoever uses the store; `nil` for one that only tells
  /// of a fault in the store or its file.
  static func ofEngine(_ error: any Error) -> StoreError? {
    switch error {
    case let error as SQLiteError where error.code.primary == .interrupted:
      return StoreError(.costly, "the query takes too many steps; expected a filter with an index")
    case let error as SQLiteError where error.code == .trigger:
      // The only triggers that refuse anything are those of a file whose records were moved.
      return StoreError(.moved, error.message)
    case let error as SQLiteError where error.isFull:
      return StoreError(.full, "the disk has no room left: \(error.message)")
    case let error as PostgreSQLError where error.isFull:
      return StoreError(.full, "the disk has no room left: \(error.message)")
    case let error as SQLiteError where error.isBusy:
      return StoreError(.unavailable, "the store is busy: \(error.message)")
    case let error as PostgreSQLError:
      switch error.kind {
      case .connection where error.isUnauthorized:
        return StoreError(
          .unavailable,
          "the store refuses the user or password: \(error.message); expected those of the database"
        )
      case .connection: return StoreError(.unavailable, "the store is not there: \(error.message)")
      case .outcomeUnknown: return StoreError(.outcomeUnknown, error.message)
      case .limit:
        return StoreError(.costly, "\(error.message); expected a smaller page or a filter")
      case .statement where error.isTimeout:
        return StoreError(.costly, "the store stopped the work: \(error.message)")
      case .statement where error.isLocked:
        return StoreError(.unavailable, "the store is busy: \(error.message)")
      case .statement, .row, .misuse: return nil
      }
    default: return nil
    }
  }

  /// Runs `body`, and throws errors of engines as those of the store.
  static func translating<Value: ~Copyable>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch {
      throw ofEngine(error) ?? error
    }
  }
}

extension ValidationError {
  /// The error of a value that another record has, together with those of other attributes if there are some.
  static func taken(
    _ name: String,
    among names: [String],
    _ expectation: String = ""
  ) -> ValidationError {
    let others = names.filter { $0 != name }.joined(separator: " and ")
    let place = others.isEmpty ? "is" : "and \(others) are together"
    let what = others.isEmpty ? "the value" : "values"
    return ValidationError(name, .unique, "\(place) \(what) of another record\(expectation)")
  }
}
