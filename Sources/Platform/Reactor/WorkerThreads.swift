// SPDX-License-Identifier: Apache-2.0

import CLinux
import Synchronization

/// The threads of the process for work that blocks, which all pools of one priority share: started when all others
/// are busy, and ended when they had no work for a while.
package final class WorkerThreads: Sendable {
  package static let normal = WorkerThreads()
  package static let background = WorkerThreads(.background)

  /// The time after which a thread without work ends.
  private let patience: Duration
  private let priority: ThreadPriority
  private let state = Mutex(State())

  private struct State {
    /// The threads without work. The last one goes first: its stack, and what it used, is still in the
    /// processor's caches.
    var idle: [Worker] = []
    var count = 0
  }

  private final class Worker: Sendable {
    let wakeup: ThreadSemaphore
    /// The work that it was handed while it was idle, under the lock of the threads.
    let work = Mutex<(name: String, body: @Sendable () -> Void)?>(nil)

    init() throws(SystemError) { wakeup = try ThreadSemaphore() }
  }

  package init(_ priority: ThreadPriority = .normal, patience: Duration = .seconds(10)) {
    self.priority = priority
    self.patience = patience
  }

  /// The number of threads, and of those without work.
  package var counts: (all: Int, idle: Int) { state.withLock { ($0.count, $0.idle.count) } }

  /// Runs `body` on a thread, which the kernel shows by the first fifteen letters of `name` meanwhile; `false` where
  /// none is idle and no other can be started.
  func run(_ name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
    let idle = state.withLock { state in
      let idle = state.idle.popLast()
      if idle == nil { state.count += 1 }
      return idle
    }
    if let idle {
      idle.work.withLock { $0 = (name, body) }
      idle.wakeup.signal()
      return true
    }
    do throws(SystemError) {
      let worker = try Worker()
      // Never joined: it ends by itself.
      let thread = try LoopThread(name: name, priority: priority) { [self] in
        body()
        work(worker, name)
      }
      thread.detach()
      return true
    } catch {
      state.withLock { $0.count -= 1 }
      return false
    }
  }

  private func work(_ worker: Worker, _ name: String) {
    var known = name
    while let (name, body) = next(worker) {
      if name != known { _ = unsafe clinux_name_thread(String(name.prefix(15))) }
      known = name
      body()
    }
  }

  /// Waits for work; `nil` when none came.
  private func next(_ worker: Worker) -> (name: String, body: @Sendable () -> Void)? {
    state.withLock { $0.idle.append(worker) }
    if !worker.wakeup.wait(upTo: patience) {
      let ends = state.withLock { state in
        guard let index = state.idle.firstIndex(where: { $0 === worker }) else { return false }
        state.idle.remove(at: index)
        state.count -= 1
        return true
      }
      if ends { return nil }
      // It was taken a moment before it would have ended.
      worker.wakeup.wait()
    }
    return worker.work.withLock { $0.take() }
  }
}
