// SPDX-License-Identifier: Apache-2.0

import Glibc
import LoopTesting
import Reactor
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Pools of work that blocks` {
  /// Work that begins and waits until it may end.
  private final class Blocked: Sendable {
    private let may: ThreadSemaphore
    private let state = Mutex((running: 0, most: 0, done: 0))

    init() throws { may = try ThreadSemaphore() }

    var running: Int { state.withLock(\.running) }
    var most: Int { state.withLock(\.most) }
    var done: Int { state.withLock(\.done) }

    func work() {
      state.withLock { state in
        state.running += 1
        state.most = max(state.most, state.running)
      }
      may.wait()
      state.withLock { state in
        state.running -= 1
        state.done += 1
      }
    }

    func end(_ count: Int) { for _ in 0..<count { may.signal() } }
  }

  private final class Counter: Sendable {
    private let value = Mutex(0)

    var count: Int { value.withLock(\.self) }

    func add() { value.withLock { $0 += 1 } }
  }

  @Test func `Pools without work have no threads`() async throws {
    let threads = WorkerThreads()
    let pools = (0..<50).map { WorkerPool("pool \($0)", threads: 16, on: threads) }
    #expect(threads.counts.all == 0)
    for pool in pools { pool.close() }
  }

  @Test func `Pools share the threads that have no work`() async throws {
    let threads = WorkerThreads(patience: .seconds(3600))
    var numbers: Set<pthread_t> = []
    for index in 0..<20 {
      let pool = WorkerPool("pool \(index)", threads: 4, on: threads)
      numbers.insert(try await pool.run { pthread_self() })
      try await waitUntil("a thread waits for work") { threads.counts.idle == 1 }
    }
    #expect(numbers.count == 1)
    #expect(threads.counts.all == 1)
  }

  @Test func `A pool does no more at once than it may, and refuses what is more than may wait`()
    async throws
  {
    let pool = WorkerPool("narrow", threads: 2, capacity: 3, on: WorkerThreads())
    let blocked = try Blocked()
    for _ in 0..<5 { #expect(pool.submit(blocked.work)) }
    #expect(!pool.submit(blocked.work))
    try await waitUntil("two run") { blocked.running == 2 }
    blocked.end(5)
    try await waitUntil("all are done") { blocked.done == 5 }
    #expect(blocked.most == 2)
    await #expect(throws: Never.self) { try await pool.run {} }
  }

  @Test func `A closed pool does what waits, and takes no more`() async throws {
    let pool = WorkerPool("closing", threads: 1, on: WorkerThreads())
    let blocked = try Blocked()
    for _ in 0..<3 { #expect(pool.submit(blocked.work)) }
    #expect(!pool.close(waiting: .zero))
    #expect(!pool.submit(blocked.work))
    await #expect(throws: WorkerPool.Overloaded.self) { try await pool.run {} }
    blocked.end(3)
    #expect(pool.close(waiting: .seconds(60)))
    #expect(blocked.done == 3)
  }

  @Test func `A thread ends when it had no work for a while`() async throws {
    let threads = WorkerThreads(patience: .milliseconds(1))
    let pool = WorkerPool("seldom", threads: 4, on: threads)
    for _ in 0..<3 {
      try await pool.run {}
      try await waitUntil("the threads have ended") { threads.counts.all == 0 }
    }
  }

  @Test func `All work is done whatever ends and begins meanwhile`() async throws {
    let threads = WorkerThreads(patience: .zero)
    let pools = (0..<4).map { WorkerPool("pool \($0)", threads: 2, on: threads) }
    let done = Counter()
    await withTaskGroup { group in
      for index in 0..<2_000 {
        group.addTask { _ = try? await pools[index % 4].run { done.add() } }
      }
    }
    #expect(done.count == 2_000)
    for pool in pools { #expect(pool.close(waiting: .seconds(60))) }
  }
}
