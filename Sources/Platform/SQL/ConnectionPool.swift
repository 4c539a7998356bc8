// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The connections of many threads to one database: one that writes and several that read.
///
/// Calls block, so they belong on a worker pool. One thread writes at a time; readers see the last
/// commit and wait only when all reading connections are in use.
package final class ConnectionPool<Connection: SQLConnection & ~Copyable>: Sendable {
  let writer: Mutex<Connection>
  /// Writes that wait for the next commit.
  let waiting = Mutex<[WaitingWrite<Connection>]>([])
  private let readers: [Reader]
  private let turn = Atomic(0)
  /// Reads that waited for a connection.
  let waits = Atomic(0)
  /// The commits so far.
  let committed = Mutex(PoolFigures())

  /// A reading connection, boxed for an array.
  private final class Reader: Sendable {
    let connection: Mutex<Connection>

    init(_ connection: consuming sending Connection) { self.connection = Mutex(connection) }
  }

  /// - Parameters:
  ///   - count: the number of connections that read; without any the writer reads, too.
  ///   - open: makes a connection of the kind that it is given.
  package init(
    writer: consuming sending Connection,
    readers count: Int,
    opening open: () throws -> sending Connection
  ) throws {
    self.writer = Mutex(writer)
    readers = try (0..<max(0, count)).map { _ in Reader(try open()) }
  }

  var readerCount: Int { readers.count }

  /// Runs `body` in a transaction that may write, which is rolled back if it throws.
  ///
  /// - Parameter committed: is called with the value once it is committed, before anybody else writes.
  @discardableResult
  package func write<Value: Sendable>(
    _ body: (inout Connection) throws -> Value,
    committed: (Value) -> Void = { _ in }
  ) throws -> Value {
    try withWriter { connection in
      let value = try commit(1) { try connection.transaction(.writing, body) }
      committed(value)
      return value
    }
  }

  /// Runs `body` with the connection that writes, outside a transaction.
  package func withWriter<Value: Sendable>(
    _ body: (inout Connection) throws -> Value
  ) throws -> Value {
    try writer.withLock { try body(&$0) }
  }

  /// Runs `body` in a transaction that reads a consistent snapshot.
  package func read<Value: Sendable>(
    _ body: (inout Connection) throws -> Value
  ) throws -> Value {
    guard !readers.isEmpty else {
      return try writer.withLock { try $0.transaction(.reading, body) }
    }
    if let value = try readIfFree({ try $0.transaction(.reading, body) }) { return value }
    waits.wrappingAdd(1, ordering: .relaxed)
    let next = turn.wrappingAdd(1, ordering: .relaxed).oldValue
    let reader = readers[Int(UInt(bitPattern: next) % UInt(readers.count))]
    return try reader.connection.withLock { try $0.transaction(.reading, body) }
  }

  /// Runs `body`, which reads with one statement, with a connection that nobody uses; `nil` if there is none.
  ///
  /// It is the first such connection, so that few of them are in use, with their statements and pages at hand.
  package func readIfFree<Value: Sendable>(
    _ body: (inout Connection) throws -> Value
  ) throws -> Value? {
    for reader in readers {
      if let value = try reader.connection.withLockIfAvailable({ try body(&$0) }) { return value }
    }
    return nil
  }
}
