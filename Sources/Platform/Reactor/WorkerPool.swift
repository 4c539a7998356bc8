// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A kind of work that blocks or computes for long: files, host names, passwords, compression. Its pieces are done
/// by the threads that all pools share, and a pool without work has none.
///
/// The pool is bounded: when `capacity` pieces of work wait, more is refused at once, so that a
/// slow disk becomes a clear answer and not a queue without end.
package final class WorkerPool: Sendable {
  /// The pool had as much waiting work as it takes.
  package struct Overloaded: Error, Sendable {}

  /// Maximum amount of work that may wait for a thread.
  package let capacity: Int
  private let name: String
  /// Maximum amount of work that is done at once.
  private let width: Int
  private let threads: WorkerThreads
  private let queue = Mutex(Queue())

  private struct Queue {
    var work: [@Sendable () -> Void] = []
    var first = 0
    /// The number of all that was taken from it.
    var taken = 0
    /// The threads that do work of the pool, and those of them that have yet to begin.
    var running = 0
    var starting = 0
    var isClosed = false
    /// Is told of the end of the last work of a closed pool.
    var end: ThreadSemaphore?

    /// The work that no thread is meant for.
    var waiting: Int { max(0, work.count - first - starting) }

    mutating func next() -> (@Sendable () -> Void)? {
      guard first < work.count else { return nil }
      let body = work[first]
      first += 1
      taken += 1
      if first > 64 && first * 2 > work.count {
        work.removeFirst(first)
        first = 0
      }
      return body
    }
  }

  /// - Parameters:
  ///   - name: what its threads are called while they do its work.
  ///   - count: maximum amount of work that is done at once.
  package init(
    _ name: String,
    threads count: Int,
    capacity: Int = 1024,
    on threads: WorkerThreads = .normal
  ) {
    self.name = name
    width = count
    self.capacity = capacity
    self.threads = threads
  }

  /// Runs `work` on a thread; `false` when too much waits already, or no thread can be started for it.
  package func submit(_ work: @escaping @Sendable () -> Void) -> Bool {
    let (number, needsThread) = queue.withLock { queue -> (Int?, Bool) in
      let needsThread = queue.running < width
      guard !queue.isClosed, needsThread || queue.waiting < capacity else { return (nil, false) }
      queue.work.append(work)
      if needsThread {
        queue.running += 1
        queue.starting += 1
      }
      return (queue.taken + queue.work.count - queue.first, needsThread)
    }
    guard let number else { return false }
    guard needsThread, !threads.run(name, { [self] in workOff() }) else { return true }
    return queue.withLock { queue in
      queue.running -= 1
      queue.starting -= 1
      // Those that run do it, or have done it.
      guard queue.running == 0, number > queue.taken else { return true }
      queue.work.remove(at: queue.first + number - queue.taken - 1)
      return false
    }
  }

  /// Runs `work` on a thread; the caller goes on where it was.
  package func run<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let isTaken = submit { continuation.resume(with: Result(catching: work)) }
      if !isTaken { continuation.resume(throwing: Overloaded()) }
    }
  }

  /// Takes no more work; what waits is still done.
  package func close() { queue.withLock { $0.isClosed = true } }

  /// The same, and waits until all is done; `false` where that takes longer than `patience`.
  package func close(waiting patience: Duration) -> Bool {
    let end = try? ThreadSemaphore()
    let isDone = queue.withLock { queue in
      queue.isClosed = true
      queue.end = end
      return queue.running == 0
    }
    return isDone || end?.wait(upTo: patience) ?? false
  }

  private func workOff() {
    var next = next(isFirst: true)
    while let work = next {
      work()
      next = self.next()
    }
  }

  private func next(isFirst: Bool = false) -> (@Sendable () -> Void)? {
    queue.withLock { queue in
      if isFirst { queue.starting -= 1 }
      if let work = queue.next() { return work }
      queue.running -= 1
      if queue.isClosed, queue.running == 0 { queue.end?.signal() }
      return nil
    }
  }
}

extension WorkerPool.Overloaded: CustomStringConvertible {
  package var description: String { "more work waits for a thread than may" }
}
