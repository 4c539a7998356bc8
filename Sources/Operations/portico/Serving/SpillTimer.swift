// SPDX-License-Identifier: Apache-2.0

import Reactor

/// Has the cache written down now and then, so that little is lost with a process that cannot end in
/// peace.
final class SpillTimer: DeadlineHandler {
  private static let interval = Duration.seconds(300)

  private let spill: CacheSpill
  private let pool: WorkerPool
  private let core: LoopCore

  init(_ spill: CacheSpill, on core: LoopCore) throws(SystemError) {
    self.spill = spill
    pool = try WorkerPool(threads: 1)
    self.core = core
    wait()
  }

  func deadlineReached() {
    let (spill, now) = (spill, core.wallSeconds &* 1_000)
    _ = pool.submit {
      do {
        try spill.write(at: now)
      } catch {
        StandardStream.errors.write("portico: the cache is not kept: \(error)\n")
      }
    }
    wait()
  }

  private func wait() { _ = core.schedule(self, at: core.now + SpillTimer.interval) }
}
