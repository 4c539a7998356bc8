// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// One database file for many threads: a connection that writes and some that read.
///
/// Calls block, for a disk or for each other, so they belong on a worker pool. One writes at a
/// time; readers see the last commit and wait only when there are more of them than connections.
package final class SharedDatabase: Sendable {
  private let writer: Mutex<Database>
  private let readers: [Reader]
  private let turn = Atomic(0)

  /// A connection that an array can hold.
  private final class Reader: Sendable {
    let database: Mutex<Database>

    init(_ path: String, _ configuration: Database.Configuration) throws(SQLiteError) {
      database = Mutex(try Database(path, configuration))
    }
  }

  /// Opens the file at `path` and brings its schema to the last of `steps`; `fill` puts
  /// into a new file what it begins with. A database in memory has one connection, which reads too.
  package init(
    _ path: String,
    _ configuration: Database.Configuration = Database.Configuration(),
    readers count: Int = 4,
    migrating steps: [String] = [],
    filling fill: (inout Database) throws -> Void = { _ in }
  ) throws {
    var database = try Database(path, configuration)
    try database.migrate(steps, filling: fill)
    writer = Mutex(database)
    var reading = configuration
    reading.access = .read
    readers =
      try path == ":memory:" ? [] : (0..<max(0, count)).map { _ in try Reader(path, reading) }
  }

  /// Runs `body` as one transaction that may write: as a whole, or not at all if it throws.
  @discardableResult
  package func write<Value: Sendable>(
    _ body: (inout Database) throws -> Value
  ) throws -> Value {
    try writer.withLock { try $0.transaction(.writing, body) }
  }

  /// Moves what was written into the file itself, so that the file alone holds everything; as far as
  /// readers that are under way let it.
  package func checkpoint() throws(SQLiteError) {
    try writer.withLock { (database) throws(SQLiteError) in
      try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }

  /// Runs `body` as one transaction that only reads: everything in it is of the same moment.
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
