// SPDX-License-Identifier: Apache-2.0
//
// The calls of the system's SQLite, which takes pointers. Each `unsafe` passes a connection or a statement that
// lives as long as its owner here, a string that lives as long as the call, or bytes that SQLite copies.

package import PorticoClient

#if canImport(SQLite3)
import SQLite3
#else
import CSQLite
#endif

/// A connection to a database file, closed at its end.
@safe
package final class SQLiteFile: @unchecked Sendable {
  // `@unchecked` is sound because SQLite is opened in its serialized mode, and each use of a statement, from
  // its binding to its reset, is one call under the lock of the persistence.

  private let path: String
  private let connection: OpaquePointer

  /// Opens a file, or makes an empty one.
  package init(_ path: String) throws(PersistenceFault) {
    self.path = path
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX
    let code = unsafe sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let opened = unsafe opened else {
      let reason = unsafe String(cString: sqlite3_errstr(code))
      unsafe sqlite3_close_v2(opened)
      throw PersistenceFault("opening", at: path, reason)
    }
    unsafe connection = opened
  }

  deinit { unsafe sqlite3_close_v2(connection) }

  /// Whether the last failure says that the file is no database, or a broken one.
  var isBroken: Bool {
    let code = unsafe sqlite3_errcode(connection) & 0xFF
    return code == SQLITE_NOTADB || code == SQLITE_CORRUPT
  }

  private func fault(_ operation: String) -> PersistenceFault {
    PersistenceFault(operation, at: path, unsafe String(cString: sqlite3_errmsg(connection)))
  }

  /// Runs statements without values and rows.
  package func run(_ text: String) throws(PersistenceFault) {
    guard unsafe sqlite3_exec(connection, text, nil, nil, nil) == SQLITE_OK else {
      throw fault("using")
    }
  }

  /// Prepares a statement.
  func statement(_ text: String) throws(PersistenceFault) -> SQLiteStatement {
    var prepared: OpaquePointer?
    let code = unsafe sqlite3_prepare_v2(connection, text, -1, &prepared, nil)
    guard code == SQLITE_OK, let prepared = unsafe prepared else { throw fault("preparing") }
    return unsafe SQLiteStatement(prepared, of: self)
  }

  /// A prepared statement, finalized at its end.
  @safe
  final class SQLiteStatement: @unchecked Sendable {
    // `@unchecked` for the same reason as its file.
    private let file: SQLiteFile
    private let statement: OpaquePointer

    fileprivate init(_ statement: OpaquePointer, of file: SQLiteFile) {
      unsafe self.statement = statement
      self.file = file
    }

    deinit { unsafe sqlite3_finalize(statement) }

    /// Runs the statement with some values, and calls `row` with the first column of each row until it returns
    /// `false`.
    func run(
      _ values: [ArraySlice<UInt8>] = [],
      row: (ContiguousArray<UInt8>) throws(PersistenceFault) -> Bool = { _ in true }
    ) throws(PersistenceFault) {
      defer {
        unsafe sqlite3_reset(statement)
        unsafe sqlite3_clear_bindings(statement)
      }
      for (place, value) in values.enumerated() { try bind(value, at: Int32(place) + 1) }
      while true {
        switch unsafe sqlite3_step(statement) {
        case SQLITE_DONE: return
        case SQLITE_ROW: guard try row(column) else { return }
        default: throw file.fault("using")
        }
      }
    }

    private func bind(_ value: ArraySlice<UInt8>, at place: Int32) throws(PersistenceFault) {
      // SQLite copies the bytes: -1 stands for "transient".
      let transient = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      let code = unsafe value.withUnsafeBytes { bytes in
        unsafe sqlite3_bind_blob64(
          statement,
          place,
          bytes.baseAddress,
          UInt64(bytes.count),
          transient
        )
      }
      guard code == SQLITE_OK else { throw file.fault("binding") }
    }

    private var column: ContiguousArray<UInt8> {
      let count = Int(unsafe sqlite3_column_bytes(statement, 0))
      guard let bytes = unsafe sqlite3_column_blob(statement, 0) else { return [] }
      return unsafe ContiguousArray(UnsafeRawBufferPointer(start: bytes, count: count))
    }
  }
}
