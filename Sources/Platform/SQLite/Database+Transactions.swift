// SPDX-License-Identifier: Apache-2.0

import CSQLite

extension Database {
  /// When a transaction takes its lock.
  package enum Transaction: String, Sendable {
    /// With its first statement: for reading, where all statements see the same moment.
    case reading = "BEGIN DEFERRED"
    /// At once: for writing, so that nobody writes between what it reads and what it writes.
    case writing = "BEGIN IMMEDIATE"
  }

  /// Runs `body` as a whole or not at all: an error that leaves it undoes what it did.
  ///
  /// Within another transaction it is a part that can be undone by itself.
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

  /// Whether SQLite itself has a transaction open; it ends one after some errors.
  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(connection) == 0 }

  private mutating func undo(_ level: Int) {
    guard isInTransaction else { return }
    // Who fails here fails at the next statement again, and reports it then; the error on its way
    // is the one that tells more.
    if level == 0 {
      _ = try? run("ROLLBACK")
    } else {
      _ = try? run("ROLLBACK TO level_\(level)")
      _ = try? run("RELEASE level_\(level)")
    }
  }
}
