// SPDX-License-Identifier: Apache-2.0

package import Reactor
package import ResourceModel
import ResourceStore

/// Work on records that is done again and again: the removal of expired data, and the look at what other
/// processes have committed.
package final class RecordHousekeeping: DeadlineHandler {
  private let interval: Duration
  private let work: @Sendable (Timestamp) -> Void
  private let pool: WorkerPool
  private let core: LoopCore

  private init(
    every interval: Duration,
    _ pool: WorkerPool,
    on core: LoopCore,
    _ work: @escaping @Sendable (Timestamp) -> Void
  ) {
    self.interval = interval
    self.work = work
    self.pool = pool
    self.core = core
  }

  /// Begins, and continues for as long as the loop runs.
  package static func begin(_ service: ResourceService, pool: WorkerPool, on core: LoopCore) {
    let tasks = [
      RecordHousekeeping(every: .seconds(3_600), pool, on: core) { service.forgetOld(at: $0) },
      RecordHousekeeping(every: .seconds(1), pool, on: core) { _ in service.context.notices.look()
      },
    ]
    for task in tasks { task.deadlineReached() }
  }

  package func deadlineReached() {
    let now = Timestamp(nanoseconds: core.wallNanoseconds)
    let confined = LoopConfined(self, to: core.loop.number)
    let isTaken = pool.submit { [work, loop = core.loop] in
      work(now)
      loop.execute { confined.value.wait() }
    }
    // If the pool's queue is full, the next time will do.
    if !isTaken { wait() }
  }

  private func wait() { _ = core.schedule(self, at: core.now + interval) }
}

extension ResourceService {
  /// The milliseconds for which a deleted record can be undeleted and its deletion is among the
  /// changes.
  package static let deletedLifetime: Int64 = 30 * 86_400_000
  /// The milliseconds for which a repeated idempotency key is recognized.
  private static let keyLifetime: Int64 = 86_400_000

  /// Throws if the store cannot be reached.
  ///
  /// - Parameter needsRoom: whether it has to have room for writes too.
  package func reachStore(needsRoom: Bool) throws {
    _ = try store.history.zones()
    if needsRoom { try store.findRoom() }
  }

  /// Announces what other processes have committed since the last call.
  package func announceForeignCommits() throws { try context.notices.announceForeignCommits() }

  /// Removes expired data: deleted records, their changes, idempotency keys, sessions, codes, messages,
  /// and files that no record has. Makes the indexes that a store of an older version lacks.
  package func forgetOld(at now: Timestamp) {
    do {
      _ = try store.purge(
        deletedBefore: now.advanced(byMilliseconds: -Self.deletedLifetime),
        keysBefore: now.advanced(byMilliseconds: -Self.keyLifetime)
      )
      try store.accounts.purgeAccounts(expiredBefore: now)
      try mails.giveUpExpired(at: now)
      try store.outbox.purgeMessages(expiredBefore: now)
      try context.settings.files?.sweep(at: now, unused: store.unusedFiles)
      try store.indexes.makeMissing()
    } catch {
      context.settings.failed(error)
    }
  }
}
