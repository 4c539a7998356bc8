// SPDX-License-Identifier: Apache-2.0

import CSQLite
import Glibc
import SQL

/// A prepared statement. It belongs to one database, and so to one thread at a time.
///
/// Safe: the pointer is what `sqlite3_prepare_v3` made; it is finalised once, by `deinit`, and
/// every call below hands it, and memory that outlives the call, to SQLite. A database that closes
/// while a statement lives stays open until it is finalised (`sqlite3_close_v2`).
@safe
final class Statement: RowSource {
  private let pointer: OpaquePointer
  let sql: String
  let columnCount: Int
  private let parameterCount: Int

  /// Prepares one statement; text after it is an error.
  init(_ sql: String, on connection: OpaquePointer) throws(SQLiteError) {
    var text = sql
    var prepared: OpaquePointer?
    var used = 0
    let code = text.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
        var tail: UnsafePointer<CChar>?
        let code = unsafe sqlite3_prepare_v3(
          connection,
          bytes.baseAddress,
          Int32(clamping: bytes.count),
          UInt32(SQLITE_PREPARE_PERSISTENT),
          &prepared,
          &tail
        )
        if let tail = unsafe tail, let start = bytes.baseAddress { used = unsafe tail - start }
        return code
      }
    }
    guard code == SQLITE_OK else { throw unsafe .last(of: connection, sql: sql) }
    guard let prepared = unsafe prepared else {
      throw SQLiteError(.misuse, "no statement", sql: sql)
    }
    unsafe pointer = prepared
    self.sql = sql
    columnCount = Int(unsafe sqlite3_column_count(prepared))
    parameterCount = Int(unsafe sqlite3_bind_parameter_count(prepared))
    guard sql.utf8.dropFirst(used).allSatisfy({ $0 <= 0x20 || $0 == UInt8(ascii: ";") }) else {
      throw SQLiteError(.misuse, "more than one statement, expected one", sql: sql)
    }
  }

  deinit { unsafe sqlite3_finalize(pointer) }

  /// Binds a value to every parameter.
  func bind(_ values: [any SQLConvertible]) throws(SQLiteError) {
    guard values.count == parameterCount else {
      throw SQLiteError(
        .range,
        "\(values.count) values for parameters, expected \(parameterCount)",
        sql: sql
      )
    }
    for index in values.indices {
      let code = bind(values[index].sqlValue, at: Int32(clamping: index + 1))
      guard code == SQLITE_OK else {
        throw SQLiteError(.init(code), "parameter \(index + 1) was refused", sql: sql)
      }
    }
  }

  private func bind(_ value: SQLValue, at place: Int32) -> Int32 {
    switch value {
    case .null: return unsafe sqlite3_bind_null(pointer, place)
    case .integer(let number): return unsafe sqlite3_bind_int64(pointer, place, number)
    case .real(let number): return unsafe sqlite3_bind_double(pointer, place, number)
    case .text(var text):
      return text.withUTF8 { bytes in
        // A null pointer would bind NULL, and an empty text may have one.
        guard let start = bytes.baseAddress else {
          return unsafe csqlite_bind_text(pointer, place, "", 0)
        }
        return unsafe csqlite_bind_text(pointer, place, start, UInt64(bytes.count))
      }
    case .blob(let bytes):
      guard !bytes.isEmpty else { return unsafe sqlite3_bind_zeroblob(pointer, place, 0) }
      return unsafe bytes.withUnsafeBytes { bytes in
        unsafe csqlite_bind_blob(pointer, place, bytes.baseAddress, UInt64(bytes.count))
      }
    }
  }

  /// Moves to the next row; `false` at the end.
  func step() throws(SQLiteError) -> Bool {
    switch unsafe sqlite3_step(pointer) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw unsafe .last(of: sqlite3_db_handle(pointer), sql: sql)
    }
  }

  /// Resets the statement and its bindings for the next use.
  func reset() {
    // `step` reported the error already.
    _ = unsafe sqlite3_reset(pointer)
    _ = unsafe sqlite3_clear_bindings(pointer)
  }

  /// Returns the name of a column.
  func name(ofColumn column: Int) -> String {
    guard let place = Int32(exactly: column),
      let name = unsafe sqlite3_column_name(pointer, place)
    else { return "" }
    return unsafe String(cString: name)
  }

  /// Returns the value of a column of the current row.
  func value(ofColumn column: Int) throws(RowError) -> SQLValue {
    let place = Int32(clamping: column)
    switch unsafe sqlite3_column_type(pointer, place) {
    case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(pointer, place))
    case SQLITE_FLOAT: return .real(unsafe sqlite3_column_double(pointer, place))
    case SQLITE_TEXT:
      // The text before its length: `sqlite3_column_text` may convert it.
      guard let start = unsafe sqlite3_column_text(pointer, place) else { throw noMemory(column) }
      let count = Int(unsafe sqlite3_column_bytes(pointer, place))
      // Safe: the bytes live until the next step, and are copied before it.
      let bytes = unsafe Span(_unsafeStart: start, count: count)
      guard let text = try? UTF8Span(validating: bytes) else {
        throw RowError(.mismatch, "column \(column) (\(name(ofColumn: column))) is not UTF-8")
      }
      return .text(String(copying: text))
    case SQLITE_BLOB:
      let count = Int(unsafe sqlite3_column_bytes(pointer, place))
      guard count > 0 else { return .blob([]) }
      guard let start = unsafe sqlite3_column_blob(pointer, place) else { throw noMemory(column) }
      return .blob(unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count)))
    default: return .null
    }
  }

  private func noMemory(_ column: Int) -> RowError {
    RowError(.outOfMemory, "no memory for column \(column)")
  }
}

extension SQLiteError {
  /// Returns the error of the last call on a connection.
  static func last(of connection: OpaquePointer?, sql: String?) -> SQLiteError {
    // Safe: the text lives until the next call, and is copied before it.
    let words = unsafe sqlite3_errmsg(connection).map { unsafe String(cString: $0) }
    let code = Code(unsafe sqlite3_extended_errcode(connection))
    // For SQLite a used up quota, and a disk that is full as a file is flushed, are failures of any kind.
    let isFull =
      code.primary.number == SQLITE_IOERR
      && [ENOSPC, EDQUOT].contains(unsafe sqlite3_system_errno(connection))
    return SQLiteError(isFull ? .full : code, words ?? "unknown", sql: sql)
  }
}
