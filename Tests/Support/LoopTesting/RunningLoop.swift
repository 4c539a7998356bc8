// SPDX-License-Identifier: Apache-2.0

package import Reactor
import Synchronization

/// A loop on a thread of its own, stopped with the last reference.
package final class RunningLoop: Sendable {
  package let loop: EventLoop
  private let thread: Mutex<LoopThread?>

  package init(clock: LoopClock = .system) throws {
    let loop = try EventLoop(clock: clock)
    self.loop = loop
    thread = Mutex(try LoopThread(name: "test-loop") { loop.run() })
  }

  /// Stops the loop and waits for its end.
  package func stop() {
    loop.stop()
    if let thread = thread.withLock({ $0.take() }) { thread.join() }
  }

  deinit { stop() }

  /// Runs `body` on the loop, after the turn in which what is due now has fired.
  package func perform<Value: Sendable>(
    _ body: @escaping @Sendable (LoopCore) -> Value
  ) async -> Value {
    // The first closure may still run in a turn that began before the clock moved.
    await withCheckedContinuation { continuation in
      loop.execute { continuation.resume() }
    }
    return await withCheckedContinuation { continuation in
      let loop = loop
      loop.execute { loop.execute { continuation.resume(returning: body(loop.core)) } }
    }
  }
}
