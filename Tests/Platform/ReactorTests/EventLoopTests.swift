// SPDX-License-Identifier: Apache-2.0

import Glibc
import LoopTesting
import Reactor
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `An event loop` {
  @Test func `An event loop runs work from other threads in order, on its own thread`()
    async throws
  {
    let running = try RunningLoop()
    let seen = Mutex<[Int]>([])
    await withCheckedContinuation { continuation in
      for number in 0..<100 {
        running.loop.execute {
          #expect(running.loop.number.isCurrent)
          seen.withLock { $0.append(number) }
          if number == 99 { continuation.resume() }
        }
      }
    }
    #expect(seen.withLock { $0 } == Array(0..<100))
  }

  @Test func `An event loop keeps a task on its thread across waits and children`() async throws {
    let running = try RunningLoop()
    let loop = running.loop
    let sum = await withTaskExecutorPreference(loop) {
      await Task.yield()
      #expect(loop.number.isCurrent)
      async let one = onLoop(loop, 1)
      async let two = onLoop(loop, 2)
      return await one + two
    }
    #expect(sum == 3)
  }

  private func onLoop(_ loop: EventLoop, _ value: Int) async -> Int {
    await Task.yield()
    #expect(loop.number.isCurrent)
    return value
  }

  @Test func `An event loop fires deadlines by its clock, in the order of their instants`()
    async throws
  {
    let clock = ManualClock()
    let running = try RunningLoop(clock: .manual(clock))
    let fired = Mutex<[Int]>([])
    await running.perform { core in
      for seconds in [3, 1, 2] {
        _ = core.schedule(
          Alarm { fired.withLock { $0.append(seconds) } },
          at: core.now + .seconds(seconds)
        )
      }
    }
    clock.advance(by: .milliseconds(999))
    await running.perform { _ in }
    #expect(fired.withLock { $0 } == [])
    clock.advance(by: .milliseconds(1))
    await running.perform { _ in }
    #expect(fired.withLock { $0 } == [1])
    clock.advance(by: .seconds(5))
    await running.perform { _ in }
    #expect(fired.withLock { $0 } == [1, 2, 3])
  }

  @Test func `An event loop runs all work that it was given before it stops`() throws {
    let count = Mutex(0)
    var running = try RunningLoop()
    for _ in 0..<1000 { running.loop.execute { count.withLock { $0 += 1 } } }
    running.stop()
    #expect(count.withLock { $0 } == 1000)
    running = try RunningLoop()
  }

  /// Has more to do in every turn, until it is told to stop.
  private final class Busy: WakeHandler, Sendable {
    let loop: EventLoop
    let isOver = Mutex(false)

    init(_ loop: EventLoop) { self.loop = loop }

    func woken() { if !isOver.withLock({ $0 }) { loop.core.wakeInNextTurn(self) } }
  }

  @Test func `An event loop runs other work between two turns of a handler that is never done`()
    async throws
  {
    let running = try RunningLoop()
    let busy = Busy(running.loop)
    await running.perform { $0.wakeInNextTurn(busy) }
    for _ in 0..<3 { await running.perform { _ in } }
    busy.isOver.withLock { $0 = true }
    running.stop()
  }

  /// Watches a descriptor that is ready already, and tells of its event and of the end of the batch.
  private final class Watched: ReadyHandler, BatchHandler {
    private let descriptor: Int32
    private let core: LoopCore
    private let name: String
    private let told: (String) -> Void
    private var watch: WatchID?

    init(
      _ name: String,
      _ order: ReadyOrder,
      on core: LoopCore,
      _ told: @escaping (String) -> Void
    ) throws {
      self.core = core
      self.name = name
      self.told = told
      // A pipe whose other end is closed.
      var ends: [Int32] = [0, 0]
      #expect(unsafe pipe(&ends) == 0)
      close(ends[1])
      descriptor = ends[0]
      watch = try core.watch(descriptor, for: .readable, self, order: order)
    }

    func ready(_ events: ReadyEvents) {
      if let watch { core.unwatch(watch, descriptor) }
      close(descriptor)
      told(name)
      core.atEndOfBatch(self)
    }

    func batchEnded() { told("end of \(name)") }
  }

  @Test func `An event loop handles answers first, and events in batches of sixteen`()
    async throws
  {
    let running = try RunningLoop()
    let told = Mutex<[String]>([])
    await running.perform { core in
      for order in [ReadyOrder.others, .answers] {
        for number in 0..<20 {
          let name = "\(order) \(number)"
          #expect(throws: Never.self) {
            _ = try Watched(name, order, on: core) { said in told.withLock { $0.append(said) } }
          }
        }
      }
    }
    await running.perform { _ in }
    var expected: [String] = []
    for order in [ReadyOrder.answers, .others] {
      for numbers in [0..<16, 16..<20] {
        expected += numbers.map { "\(order) \($0)" } + numbers.map { "end of \(order) \($0)" }
      }
    }
    #expect(told.withLock { $0 } == expected)
    running.stop()
  }

  @Test func `The core of an event loop traps when it is used on another thread`() async {
    await #expect(processExitsWith: .failure) {
      let running = try RunningLoop()
      _ = running.loop.core
    }
  }

  private final class Alarm: DeadlineHandler {
    private let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
    func deadlineReached() { body() }
  }
}
