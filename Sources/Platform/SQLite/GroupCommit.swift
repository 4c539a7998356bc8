// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A write that waits for the writer, and shares its transaction with all that wait beside it.
///
/// The thread that gets the writer commits every write that waits by then, each in a savepoint of
/// its own, so that a hundred writers wait for a disk a few times instead of a hundred. A write
/// that throws is undone alone; a commit that fails fails all of them.
package final class PendingWrite<Value: Sendable>: WaitingWrite, Sendable {
  private let body: @Sendable (inout Database) throws -> Value
  private let outcome = Mutex<Result<Value, any Error>?>(nil)

  init(_ body: @escaping @Sendable (inout Database) throws -> Value) { self.body = body }

  func run(on database: inout Database) {
    let result = Result { try database.transaction(.writing, body) }
    outcome.withLock { $0 = result }
  }

  func fail(_ error: any Error) { outcome.withLock { $0 = .failure(error) } }

  var result: Result<Value, any Error>? { outcome.withLock(\.self) }
}

/// A write of any value.
protocol WaitingWrite: Sendable {
  func run(on database: inout Database)
  func fail(_ error: any Error)
}

extension SharedDatabase {
  /// Lets a write wait for the next commit; `complete` performs it.
  package func enqueue<Value: Sendable>(
    _ body: @escaping @Sendable (inout Database) throws -> Value
  ) -> PendingWrite<Value> {
    let write = PendingWrite(body)
    waiting.withLock { $0.append(write) }
    return write
  }

  /// Returns the value of a write once it is committed. Commits it with all others that wait, unless
  /// another thread has.
  package func complete<Value: Sendable>(_ write: PendingWrite<Value>) throws -> Value {
    // The writer is free again only after a commit, so a result that is there now is committed.
    try writer.withLock { database in
      if write.result == nil { commitWaiting(&database) }
      guard let result = write.result else {
        throw SQLiteError(.misuse, "the write waits at another database")
      }
      return try result.get()
    }
  }

  private func commitWaiting(_ database: inout Database) {
    let writes = waiting.withLock { waiting in
      defer { waiting.removeAll() }
      return waiting
    }
    do {
      try database.transaction(.writing) { database in
        for write in writes { write.run(on: &database) }
      }
    } catch {
      for write in writes { write.fail(error) }
    }
  }
}
