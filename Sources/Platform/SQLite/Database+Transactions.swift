// SPDX-License-Identifier: Apache-2.0

import CSQLite

extension Database {
  /// The moment at which a transaction takes its lock.
  package enum Transaction: String, Sendable {
    /// At the first statement: for reading a consistent snapshot.
    case reading = "BEGIN DEFERRED"
    /// At once: for writing, so that nobody else writes between its reads and its writes.
    case writing = "BEGIN IMMEDIATE"
  }

  /// Runs `body` in a transaction, which is rolled back if it throws.
  ///
  /// Inside another transaction it is a savepoint.
  package mutating func transaction<Value>(
    _ kind: Transaction = .writing,
    _ body: (inout Database) throws -> Value
  ) throws -> Value {
    let level = depth
    try run(level == 0 ? kind.rawValue : "SAVEPOINT level_\(level)")
    depth = level + 1
    defer { depth = level }
    do {
      let value = try body(&self)
      try run(level == 0 ? "COMMIT" : "RELEASE level_\(level)")
      return value
    } catch {
      undo(level)
      throw error
    }
  }

  /// Whether SQLite has a transaction open; some errors end it.
  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(connection) == 0 }

  private mutating func undo(_ level: Int) {
    guard isInTransaction else { return }
    // A failure here repeats at the next statement and is reported then; the first error is more
    // useful.
    if level == 0 {
      _ = try? run("ROLLBACK")
    } else {
      _ = try? run("ROLLBACK TO level_\(level)")
      _ = try? run("RELEASE level_\(level)")
    }
  }
}
