// SPDX-License-Identifier: Apache-2.0

package import Reactor

/// Writes the cache's snapshot periodically, so that little is lost if the process is killed.
package final class CacheSaveTimer: DeadlineHandler {
  private static let interval = Duration.seconds(300)

  private let persistence: CachePersistence
  private let pool: WorkerPool
  private let core: LoopCore

  package init(_ persistence: CachePersistence, on core: LoopCore) throws(SystemError) {
    self.persistence = persistence
    pool = WorkerPool("cache files", threads: 1, on: .background)
    self.core = core
    wait()
  }

  package func deadlineReached() {
    let (persistence, now) = (persistence, core.wallSeconds &* 1_000)
    _ = pool.submit {
      do {
        try persistence.write(at: now)
      } catch {
        StandardStream.errors.write("portico: the cache is not saved: \(error)\n")
      }
    }
    wait()
  }

  private func wait() { _ = core.schedule(self, at: core.now + CacheSaveTimer.interval) }
}
