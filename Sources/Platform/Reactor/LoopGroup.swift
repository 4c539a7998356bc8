// SPDX-License-Identifier: Apache-2.0

import CLinux
import Synchronization

/// Loops on threads of their own, usually one for each processor.
package final class LoopGroup: Sendable {
  package let loops: [EventLoop]
  private let threads: Mutex<[Thread]>

  /// An array cannot hold what has one owner.
  private final class Thread: Sendable {
    private let thread: Mutex<LoopThread?>
    init(_ thread: consuming LoopThread) { self.thread = Mutex(consume thread) }
    func join() { if let thread = thread.withLock({ $0.take() }) { thread.join() } }
  }

  /// Number of processors that this process may use.
  package static var processors: Int { Int(clinux_processors()) }

  /// Starts `count` loops.
  package init(
    count: Int = LoopGroup.processors,
    name: String = "loop",
    clock: LoopClock = .system
  ) throws(SystemError) {
    var loops: [EventLoop] = []
    var threads: [Thread] = []
    for index in 0..<max(1, count) {
      let loop = try EventLoop(clock: clock)
      threads.append(Thread(try LoopThread(name: "\(name)-\(index)") { loop.run() }))
      loops.append(loop)
    }
    self.loops = loops
    self.threads = Mutex(threads)
  }

  /// Stops the loops and waits for their threads. What still runs on them is lost.
  package func stop() {
    for loop in loops { loop.stop() }
    let threads = threads.withLock { threads in
      defer { threads = [] }
      return threads
    }
    for thread in threads { thread.join() }
  }
}

extension EventLoop {
  /// Runs `body` on the loop and gives its result to the caller, wherever that runs.
  package func perform<Value: Sendable>(
    _ body: @escaping @Sendable (LoopCore) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      execute { continuation.resume(with: Result { try body(self.core) }) }
    }
  }
}
