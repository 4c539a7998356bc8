// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// One database file for many threads: one connection that writes and several that read.
///
/// Calls block, so they belong on a worker pool. One thread writes at a time; readers see the last
/// commit and wait only when all reading connections are in use.
package final class SharedDatabase: Sendable {
  let writer: Mutex<Database>
  /// Writes that wait for the next commit.
  let waiting = Mutex<[any WaitingWrite]>([])
  private let readers: [Reader]
  private let turn = Atomic(0)

  /// A reading connection, boxed for an array.
  private final class Reader: Sendable {
    let database: Mutex<Database>

    init(_ path: String, _ configuration: Database.Configuration) throws(SQLiteError) {
      database = Mutex(try Database(path, configuration))
    }
  }

  /// Opens the file at `path` and migrates its schema; `fill` adds the initial content of a new
  /// file. A database in memory has one connection, which also reads.
  ///
  /// - Parameter reading: the settings of connections that read; those of the writer unless given.
  package init(
    _ path: String,
    _ configuration: Database.Configuration = Database.Configuration(),
    reading: Database.Configuration? = nil,
    readers count: Int = 4,
    migrating steps: [String] = [],
    filling fill: (inout Database) throws -> Void = { _ in }
  ) throws {
    var database = try Database(path, configuration)
    try database.migrate(steps, filling: fill)
    writer = Mutex(database)
    var reading = reading ?? configuration
    reading.access = .read
    readers =
      try path == ":memory:" ? [] : (0..<max(0, count)).map { _ in try Reader(path, reading) }
  }

  /// Runs `body` in a transaction that may write, which is rolled back if it throws.
  @discardableResult
  package func write<Value: Sendable>(
    _ body: (inout Database) throws -> Value
  ) throws -> Value {
    try writer.withLock { try $0.transaction(.writing, body) }
  }

  /// Writes the WAL back into the database file, as far as readers in progress allow.
  package func checkpoint() throws(SQLiteError) {
    try writer.withLock { (database) throws(SQLiteError) in
      try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }

  /// Runs `body` in a transaction that reads a consistent snapshot.
  package func read<Value: Sendable>(
    _ body: (inout Database) throws -> Value
  ) throws -> Value {
    guard !readers.isEmpty else {
      return try writer.withLock { try $0.transaction(.reading, body) }
    }
    let start = turn.wrappingAdd(1, ordering: .relaxed).oldValue
    for step in readers.indices {
      let reader = readers[Int(UInt(bitPattern: start &+ step) % UInt(readers.count))]
      let value = try reader.database.withLockIfAvailable { try $0.transaction(.reading, body) }
      if let value { return value }
    }
    let reader = readers[Int(UInt(bitPattern: start) % UInt(readers.count))]
    return try reader.database.withLock { try $0.transaction(.reading, body) }
  }
}
