// SPDX-License-Identifier: Apache-2.0

import CPostgreSQL
import SQL

/// A result of libpq: a row, the end of a result, or an error.
///
/// Safe: the pointer is what `PQgetResult` made, and is cleared once, by `deinit`.
@safe
final class PostgreSQLResult: RowSource {
  private let pointer: OpaquePointer
  let columnCount: Int

  init(_ result: OpaquePointer) {
    unsafe pointer = result
    columnCount = Int(unsafe PQnfields(result))
  }

  deinit { unsafe PQclear(pointer) }

  enum Status {
    /// A row of a result that comes row by row.
    case row
    /// The end of a result, or of a statement without one.
    case done
    /// The answer to a synchronization.
    case synchronized
    case failed
    /// Not done since a statement before it failed.
    case skipped
  }

  var status: Status {
    switch unsafe PQresultStatus(pointer) {
    case PGRES_SINGLE_TUPLE: .row
    case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: .done
    case PGRES_PIPELINE_SYNC: .synchronized
    case PGRES_PIPELINE_ABORTED: .skipped
    default: .failed
    }
  }

  /// The error of the result; `nil` where it is none.
  func failure(_ sql: String?) -> PostgreSQLError? {
    switch status {
    case .row, .done, .synchronized: return nil
    case .skipped:
      return PostgreSQLError(.misuse, "a statement before it failed", state: "25P02", sql: sql)
    case .failed:
      let state = unsafe Self.text(cpostgresql_state(pointer)) ?? ""
      return PostgreSQLError(
        state.isEmpty ? .connection : .statement,
        unsafe Self.text(cpostgresql_message(pointer)) ?? Self.text(PQresultErrorMessage(pointer))
          ?? "unknown",
        state: state,
        constraint: unsafe Self.text(cpostgresql_constraint(pointer)),
        sql: sql
      )
    }
  }

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    unsafe pointer.map { unsafe String(cString: $0) }
  }

  /// The number of rows that the statement changed or found.
  var count: Int {
    unsafe PQcmdTuples(pointer).flatMap { unsafe Int(String(cString: $0)) } ?? 0
  }

  /// The command that was done, such as `COMMIT`.
  var command: String { unsafe PQcmdStatus(pointer).map { unsafe String(cString: $0) } ?? "" }

  /// The bytes of the row's values.
  var byteCount: Int {
    (0..<columnCount).reduce(0) { sum, column in
      sum + Int(unsafe PQgetlength(pointer, 0, Int32(clamping: column)))
    }
  }

  func name(ofColumn column: Int) -> String {
    guard let place = Int32(exactly: column) else { return "" }
    return unsafe Self.text(PQfname(pointer, place)) ?? ""
  }

  func value(ofColumn column: Int) throws(RowError) -> SQLValue {
    let column = Int32(clamping: column)
    guard unsafe PQgetisnull(pointer, 0, column) == 0 else { return .null }
    let count = Int(unsafe PQgetlength(pointer, 0, column))
    // Safe: the server's value has so many bytes, and lives as long as the result.
    let bytes = unsafe UnsafeRawBufferPointer(start: PQgetvalue(pointer, 0, column), count: count)
    let type = unsafe PQftype(pointer, column)
    switch ColumnType(rawValue: type) {
    case .boolean, .short, .integer, .long:
      // Numbers are big-endian; the first byte has the sign.
      let first = unsafe Int64(Int8(bitPattern: bytes.first ?? 0))
      return .integer(unsafe bytes.dropFirst().reduce(first) { $0 << 8 | Int64($1) })
    case .double:
      return .real(Double(bitPattern: unsafe bytes.reduce(0) { $0 << 8 | UInt64($1) }))
    case .bytes: return .blob(unsafe [UInt8](bytes))
    case .void: return .null
    case .text, .name, .json, .varying, .unknown:
      guard let text = unsafe String(validating: bytes, as: UTF8.self) else {
        throw RowError(.mismatch, "column \(column) is not UTF-8")
      }
      return .text(text)
    case nil:
      throw RowError(
        .mismatch,
        "column \(column) has the type \(type) of pg_type; expected a number, text or bytea"
      )
    }
  }

  /// The types that are read, by their numbers in `pg_type`.
  private enum ColumnType: UInt32 {
    case boolean = 16
    case bytes = 17
    case name = 19
    case long = 20
    case short = 21
    case integer = 23
    case text = 25
    case json = 114
    case double = 701
    case unknown = 705
    case varying = 1043
    case void = 2278
  }
}
