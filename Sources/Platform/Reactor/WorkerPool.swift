// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Synchronization

/// Threads for work that blocks or computes for long: files, host names, passwords, compression.
///
/// The pool is bounded: when `capacity` pieces of work wait, more is refused at once, so that a
/// slow disk becomes a clear answer and not a queue without end.
package final class WorkerPool: Sendable {
  /// The pool had as much waiting work as it takes.
  package struct Overloaded: Error, Sendable {}

  /// Maximum amount of work that may wait for a thread.
  package let capacity: Int
  private let queue = Mutex(Queue())
  /// For each thread a semaphore on which it waits while it is idle.
  private let wakeups: [ThreadSemaphore]
  /// Counts the threads that have ended.
  private let ends: Descriptor
  private let threads: Mutex<Int>

  private struct Queue {
    var work: [@Sendable () -> Void] = []
    var first = 0
    var isClosed = false
    /// The threads without work. The last one goes first: its stack, and what it used, is still in the
    /// processor's caches.
    var idle: [Int] = []

    mutating func next() -> (@Sendable () -> Void)? {
      guard first < work.count else { return nil }
      let body = work[first]
      first += 1
      if first > 64 && first * 2 > work.count {
        work.removeFirst(first)
        first = 0
      }
      return body
    }
  }

  package init(
    threads count: Int = 4,
    capacity: Int = 1024,
    priority: ThreadPriority = .normal
  ) throws(SystemError) {
    var wakeups: [ThreadSemaphore] = []
    for _ in 0..<count { wakeups.append(try ThreadSemaphore()) }
    self.wakeups = wakeups
    ends = try ThreadSemaphore.descriptor()
    self.capacity = capacity
    threads = Mutex(count)
    for index in 0..<count {
      // A worker is never joined: `close` ends it when its work is done.
      let thread = try LoopThread(name: "worker-\(index)", priority: priority) { [self] in
        run(index)
      }
      thread.detach()
    }
  }

  /// Runs `work` on a thread of the pool; `false` when too much waits already.
  package func submit(_ work: @escaping @Sendable () -> Void) -> Bool {
    let (isTaken, idle) = queue.withLock { queue -> (Bool, Int?) in
      guard !queue.isClosed, queue.work.count - queue.first < capacity else { return (false, nil) }
      queue.work.append(work)
      return (true, queue.idle.popLast())
    }
    if let idle { wakeups[idle].signal() }
    return isTaken
  }

  /// Runs `work` on a thread of the pool; the caller goes on where it was.
  package func run<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let isTaken = submit { continuation.resume(with: Result(catching: work)) }
      if !isTaken { continuation.resume(throwing: Overloaded()) }
    }
  }

  /// Lets the threads end once the work that waits is done.
  package func close() { endThreads() }

  /// The same, and waits until they have ended; `false` where that takes longer than `patience`.
  package func close(waiting patience: Duration) -> Bool {
    let deadline = ContinuousClock.now + patience
    for _ in 0..<endThreads() {
      var ended: eventfd_t = 0
      guard hasEnd(before: deadline), unsafe eventfd_read(ends.number, &ended) == 0 else {
        return false
      }
    }
    return true
  }

  /// Ends all threads and returns how many there were.
  @discardableResult
  private func endThreads() -> Int {
    let count = threads.withLock { count in
      defer { count = 0 }
      return count
    }
    let idle = queue.withLock { queue in
      queue.isClosed = true
      defer { queue.idle = [] }
      return queue.idle
    }
    for index in idle { wakeups[index].signal() }
    return count
  }

  private func hasEnd(before deadline: ContinuousClock.Instant) -> Bool {
    var request = pollfd(fd: ends.number, events: Int16(POLLIN), revents: 0)
    while true {
      let rest = ContinuousClock.now.duration(to: deadline)
      guard rest > .zero else { return false }
      // A deadline is seconds away; a part of a millisecond is waited for as a whole one.
      let milliseconds = min(rest / .milliseconds(1), 60_000).rounded(.up)
      // Safe: the kernel writes to the one structure and keeps no pointer to it.
      let count = unsafe poll(&request, 1, Int32(milliseconds))
      if count > 0 { return true }
      guard count == 0 || clinux_errno() == EINTR else { return false }
    }
  }

  private func run(_ index: Int) {
    while true {
      let (work, isClosed) = queue.withLock { queue in
        let work = queue.next()
        if work == nil, !queue.isClosed { queue.idle.append(index) }
        return (work, queue.isClosed)
      }
      if let work {
        work()
      } else if isClosed {
        eventfd_write(ends.number, 1)
        return
      } else {
        wakeups[index].wait()
      }
    }
  }
}

extension WorkerPool.Overloaded: CustomStringConvertible {
  package var description: String { "more work waits for a thread than may" }
}
