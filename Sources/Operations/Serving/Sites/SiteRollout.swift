// SPDX-License-Identifier: Apache-2.0

import Files
import Glibc
package import Learning
package import Reactor
import Synchronization

/// A site's rollout, and the thread on which it goes on.
package final class SiteRollout: Sendable {

  let machine = Mutex<RolloutMachine?>(nil)
  /// The answers without a rollout.
  let window = Mutex(BaselineWindow())
  /// The answers that the nodes of a fleet have counted.
  let counts = Mutex(RolloutCounts(process: .random(in: .min ... .max)))
  /// True while this node has an order about the rollout on its way to the others.
  let isOrdering = Atomic(false)
  let journal: RolloutJournal
  /// Performs one thing after the other: editions are compiled, which takes long.
  package let worker: WorkerPool
  private let isStopped = Atomic(false)
  private let lockPath: String
  /// The right to decide about the rollout. During a takeover two processes serve the site, and one decides.
  private let lock = Mutex<FileLock?>(nil)

  /// - Parameter folder: where the site keeps its state.
  init(in folder: String) throws(SystemError) {
    lockPath = "\(folder)/\(SiteRollout.lockName)"
    journal = RolloutJournal(in: folder)
    worker = WorkerPool("rollout", threads: 1, capacity: 16)
  }

  deinit { worker.close() }

  package static let lockName = "rollout.lock"
  /// The pause between two attempts to get the right to decide.
  private static let pause: useconds_t = 50_000

  /// The rollout as it is now; `nil` where there was none yet.
  package var current: RolloutMachine? { machine.withLock { $0 } }

  /// Whether the process goes on with it.
  var isRunning: Bool {
    !isStopped.load(ordering: .relaxed) && machine.withLock { $0?.isRunning ?? false }
  }

  /// Whether this process holds the rollout's lock, and so takes its steps.
  var isOurs: Bool { lock.withLock { $0 != nil } }

  /// Tries to take the rollout's lock; `false` while another process holds it.
  func take() throws -> Bool {
    try lock.withLock { lock throws -> Bool in
      guard lock == nil else { return true }
      do {
        lock = try FileLock(lockPath) { _ in nil }
        return true
      } catch is FileLock.Held {
        return false
      }
    }
  }

  /// Waits for the right to decide, on a thread that may block; `false` where this process stops before.
  func waitForTurn() throws -> Bool {
    while !isStopped.load(ordering: .relaxed) {
      if try take() { return true }
      usleep(SiteRollout.pause)
    }
    return false
  }

  /// Leaves it to the process that takes over, once what is being decided is done.
  package func stop() {
    isStopped.store(true, ordering: .relaxed)
    // Where the queue has no room, what waits there leaves it.
    _ = worker.submit { [self] in leaveIfStopped() }
  }

  func leaveIfStopped() { if isStopped.load(ordering: .relaxed) { lock.withLock { $0 = nil } } }
}
