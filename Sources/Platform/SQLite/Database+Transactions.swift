// SPDX-License-Identifier: Apache-2.0

import CSQLite
package import SQL

extension Database {
  package mutating func transaction<Value>(
    _ kind: TransactionKind,
    _ body: (inout Database) throws -> Value
  ) throws -> Value {
    let level = depth
    if level == 0 { end = nil }
    try run(level == 0 ? Self.beginning(kind) : "SAVEPOINT level_\(level)")
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

  /// A reading transaction takes the lock at its first statement, a writing one at once.
  private static func beginning(_ kind: TransactionKind) -> String {
    switch kind {
    case .reading: "BEGIN DEFERRED"
    case .writing: "BEGIN IMMEDIATE"
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
