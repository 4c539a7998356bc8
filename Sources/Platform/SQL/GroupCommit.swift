// SPDX-License-Identifier: Apache-2.0

import Bytes
import Glibc
import Synchronization

/// A write that waits for the writer, and shares its transaction with all that wait beside it.
///
/// The thread that gets the writer commits every write that waits by then, each in a savepoint of
/// its own, so that a hundred writers wait for a disk a few times instead of a hundred. A write
/// that throws is undone alone; a commit that fails fails all of them.
package final class PendingWrite<Connection: SQLConnection & ~Copyable, Value: Sendable>: Sendable {
  private let body: @Sendable (inout Connection) throws -> Value
  private let outcome = Mutex<Result<Value, any Error>?>(nil)

  init(_ body: @escaping @Sendable (inout Connection) throws -> Value) { self.body = body }

  /// Performs the write among others, so that its failure undoes it alone.
  @Sendable func run(on connection: inout Connection) {
    let result = Result { try connection.transaction(.writing, body) }
    outcome.withLock { $0 = result }
  }

  /// Performs the write as the whole of a transaction, which its failure undoes.
  @Sendable func runAlone(on connection: inout Connection) throws {
    let value = try body(&connection)
    outcome.withLock { $0 = .success(value) }
  }

  @Sendable func fail(_ error: any Error) { outcome.withLock { $0 = .failure(error) } }

  var result: Result<Value, any Error>? { outcome.withLock(\.self) }
}

/// A write of any value.
struct WaitingWrite<Connection: SQLConnection & ~Copyable>: Sendable {
  let run: @Sendable (inout Connection) -> Void
  let runAlone: @Sendable (inout Connection) throws -> Void
  let fail: @Sendable (any Error) -> Void
}

extension ConnectionPool where Connection: ~Copyable {
  /// Lets a write wait for the next commit; `complete` performs it.
  package func enqueue<Value: Sendable>(
    _ body: @escaping @Sendable (inout Connection) throws -> Value
  ) -> PendingWrite<Connection, Value> {
    let write = PendingWrite(body)
    waiting.withLock {
      $0.append(WaitingWrite(run: write.run, runAlone: write.runAlone, fail: write.fail))
    }
    return write
  }

  /// Returns the value of a write once it is committed. Commits it with all others that wait, unless
  /// another thread has.
  package func complete<Value: Sendable>(
    _ write: PendingWrite<Connection, Value>
  ) throws -> Value {
    // The writer is free again only after a commit, so a result that is there now is committed.
    try writer.withLock { connection in
      if write.result == nil {
        // Threads that are about to write queue their writes now: the more share a commit, the fewer wait for the disk.
        sched_yield()
        commitWaiting(&connection)
      }
      guard let result = write.result else {
        throw PlainError("the write waits at another database")
      }
      return try result.get()
    }
  }

  private func commitWaiting(_ connection: inout Connection) {
    let writes = waiting.withLock { waiting in
      defer { waiting.removeAll() }
      return waiting
    }
    do {
      try commit(writes.count) {
        try connection.transaction(.writing) { connection in
          guard writes.count > 1 else { return try writes.first?.runAlone(&connection) ?? () }
          for write in writes { write.run(&connection) }
        }
      }
    } catch {
      for write in writes { write.fail(error) }
    }
  }
}
