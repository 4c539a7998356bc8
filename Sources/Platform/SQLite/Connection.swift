// SPDX-License-Identifier: Apache-2.0

import CSQLite

/// A C handle of a database, closed at the end of its owner.
///
/// Safe: the pointer is what `sqlite3_open_v2` made, and is closed once: by `init` when it cannot
/// be used, by `deinit` otherwise.
@safe
struct Connection: ~Copyable {
  let pointer: OpaquePointer

  /// Sets SQLite up for this process, once and before the first connection; where it is in use already,
  /// it goes on as it is.
  private static let setUp: Void = { _ = csqlite_leave_memory_uncounted() }()

  init(_ path: String, _ configuration: Database.Configuration) throws(SQLiteError) {
    Connection.setUp
    var opened: OpaquePointer?
    let flags = configuration.access.flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = unsafe sqlite3_open_v2(path, &opened, flags, nil)
    guard let connection = unsafe opened else {
      throw SQLiteError(.outOfMemory, "no memory for a connection to \(path)")
    }
    do throws(SQLiteError) {
      guard code == SQLITE_OK else { throw unsafe .last(of: connection, sql: nil) }
      try unsafe Connection.configure(connection, configuration)
    } catch {
      _ = unsafe sqlite3_close_v2(connection)
      throw SQLiteError(error.code, "\(error.message): \(path)", sql: error.sql)
    }
    unsafe pointer = connection
  }

  deinit {
    // `_v2` allows the cached statements to be finalised afterwards.
    _ = unsafe sqlite3_close_v2(pointer)
  }

  private static func configure(
    _ connection: OpaquePointer,
    _ configuration: Database.Configuration
  ) throws(SQLiteError) {
    unsafe sqlite3_busy_timeout(connection, configuration.busyTimeout.milliseconds)
    let switches: [(Int32, Int32)] = [
      (SQLITE_DBCONFIG_DEFENSIVE, 1),
      (SQLITE_DBCONFIG_TRUSTED_SCHEMA, configuration.trustsSchema ? 1 : 0),
      (SQLITE_DBCONFIG_DQS_DML, 0), (SQLITE_DBCONFIG_DQS_DDL, 0),
      (SQLITE_DBCONFIG_ENABLE_FKEY, 1),
    ]
    for (kind, isOn) in switches { _ = unsafe csqlite_switch(connection, kind, isOn) }
    // The limits apply to the pragmas too, which are short.
    for (kind, limit) in configuration.limits.numbered {
      _ = unsafe sqlite3_limit(connection, kind, Int32(clamping: limit))
    }
    if configuration.access != .read, configuration.isLogged {
      try unsafe execute("PRAGMA journal_mode = WAL", connection)
    }
    let pages = "PRAGMA cache_size = -\(max(0, configuration.cacheKilobytes))"
    try unsafe execute(pages, connection)
    // What savepoints and sorting put aside stays in memory.
    try unsafe execute("PRAGMA temp_store = MEMORY", connection)
    // A commit survives a power failure: it waits for the disk.
    try unsafe execute("PRAGMA synchronous = FULL", connection)
  }

  private static func execute(
    _ script: String,
    _ connection: OpaquePointer
  ) throws(SQLiteError) {
    let code = unsafe sqlite3_exec(connection, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw unsafe .last(of: connection, sql: script) }
  }

  /// Runs the statements of a script in order.
  func execute(_ script: String) throws(SQLiteError) {
    try unsafe Connection.execute(script, pointer)
  }
}

extension Duration {
  fileprivate var milliseconds: Int32 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
    if overflow { return seconds < 0 ? 0 : .max }
    return Int32(clamping: whole &+ attoseconds / 1_000_000_000_000_000)
  }
}
