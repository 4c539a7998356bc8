// SPDX-License-Identifier: Apache-2.0

package import Reactor
package import ResourceModel
import ResourceStore

/// Removes expired data once an hour.
package final class RecordHousekeeping: DeadlineHandler {
  private static let interval = Duration.seconds(3_600)

  private let service: ResourceService
  private let pool: WorkerPool
  private let core: LoopCore

  package init(_ service: ResourceService, pool: WorkerPool, on core: LoopCore) {
    self.service = service
    self.pool = pool
    self.core = core
  }

  /// Begins, and continues for as long as the loop runs.
  package func begin() { deadlineReached() }

  package func deadlineReached() {
    let now = Timestamp(nanoseconds: core.wallNanoseconds)
    // If the pool's queue is full, the next hour will do.
    _ = pool.submit { [service] in service.forgetOld(at: now) }
    _ = core.schedule(self, at: core.now + RecordHousekeeping.interval)
  }
}

extension ResourceService {
  /// The milliseconds for which a deleted record can be undeleted and its deletion is among the
  /// changes.
  package static let deletedLifetime: Int64 = 30 * 86_400_000
  /// The milliseconds for which a repeated idempotency key is recognized.
  private static let keyLifetime: Int64 = 86_400_000

  /// Throws if the store cannot be reached.
  package func reachStore() throws { _ = try store.zones() }

  /// Removes expired data: deleted records, their changes, idempotency keys, sessions, codes, messages,
  /// and files that no record has.
  package func forgetOld(at now: Timestamp) {
    do {
      _ = try store.purge(
        deletedBefore: now.advanced(byMilliseconds: -Self.deletedLifetime),
        keysBefore: now.advanced(byMilliseconds: -Self.keyLifetime)
      )
      try store.purgeAccounts(expiredBefore: now)
      try store.purgeMessages(expiredBefore: now)
      try settings.files?.sweep(at: now, unused: store.unusedFiles)
    } catch {
      settings.failed(error)
    }
  }
}
