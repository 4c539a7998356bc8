// SPDX-License-Identifier: Apache-2.0

// A loop is one thread around epoll, a list of jobs and nothing else. It is a `TaskExecutor`: a
// task that prefers it parks and resumes on this thread for a fraction of a microsecond. It is
// deliberately not a `SerialExecutor`: actors pinned to a loop would send every resume through the
// global pool first, twenty times the price.

import CLinux
import Glibc
import Synchronization

/// One thread that waits for sockets and deadlines and runs what they make ready.
package final class EventLoop: TaskExecutor, Sendable {
  package let number: LoopNumber
  private let confined: LoopConfined<LoopCore>
  private let inbox = Mutex(Inbox())
  private let wakeup: Descriptor
  /// Whether `wakeup` was written to since the loop last emptied its inbox.
  private let isWoken = Atomic(false)

  /// Work for the loop, from whatever thread it was handed over.
  enum Work {
    case job(UnownedJob)
    case closure(@Sendable () -> Void)
  }

  private struct Inbox {
    var work: [Work] = []
    var isStopping = false
  }

  private static let loopsMade = Atomic(0)
  /// Number of jobs that run before the loop looks at its sockets again.
  private static let jobsATurn = 1024
  /// Number of events in a batch. First all sockets of a batch are read, then their input is processed, then
  /// output is written, so that code, the kernel's too, stays in the instruction cache. Larger batches add
  /// latency.
  private static let batchSize = 16

  /// Creates a loop that does not run yet.
  package init(clock: LoopClock = .system) throws(SystemError) {
    let descriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    guard descriptor >= 0 else { throw .last("eventfd") }
    wakeup = Descriptor(owning: descriptor)
    number = LoopNumber(number: EventLoop.loopsMade.add(1, ordering: .relaxed).newValue)
    let core = try LoopCore(clock: clock, wakeup: descriptor)
    confined = LoopConfined(core, to: number)
    core.belong(to: self)
    if case .manual(let clock) = clock { clock.attach(self) }
  }

  /// The inside of the loop, for code that runs on it.
  package var core: LoopCore { confined.value }

  /// Runs the loop on the calling thread until `stop`.
  package func run() {
    clinux_set_current_loop(number.number)
    defer { clinux_set_current_loop(0) }
    let core = self.core
    var isStopping = false
    while !isStopping || core.hasWork {
      core.poll(hasWork: isStopping || core.hasWork)
      for order in ReadyOrder.allCases { handleEvents(order, core) }
      core.takePostponed()
      core.fireTimers()
      if core.takeWakeup() { isStopping = emptyInbox(into: core) || isStopping }
      runReady(core)
      core.endBatch()
    }
    core.releaseAll()
    if case .manual(let clock) = core.clock { clock.detach(self) }
  }

  /// Lets `run` return once everything that was handed over so far has run.
  package func stop() {
    inbox.withLock { $0.isStopping = true }
    wake()
  }

  /// Runs `body` on the loop: from its own thread in this turn, from another as soon as it wakes.
  package func execute(_ body: @escaping @Sendable () -> Void) { submit(.closure(body)) }

  package func enqueue(_ job: consuming ExecutorJob) { submit(.job(UnownedJob(job))) }

  /// Starts a task that stays on this loop; called on the loop, it runs up to its first wait at
  /// once.
  @discardableResult
  package func start(_ body: sending @escaping () async -> Void) -> Task<Void, Never> {
    Task.immediate(executorPreference: self) { await body() }
  }

  /// Makes the loop look at its inbox and its clock.
  func wake() {
    guard !isWoken.exchange(true, ordering: .acquiringAndReleasing) else { return }
    eventfd_write(wakeup.number, 1)
  }

  private func submit(_ work: Work) {
    if number.isCurrent {
      core.ready.append(.work(work))
    } else {
      inbox.withLock { $0.work.append(work) }
      wake()
    }
  }

  /// Takes over what other threads handed in; answers whether the loop is to stop.
  private func emptyInbox(into core: LoopCore) -> Bool {
    var count: eventfd_t = 0
    _ = unsafe eventfd_read(wakeup.number, &count)
    isWoken.store(false, ordering: .sequentiallyConsistent)
    return inbox.withLock { inbox in
      for work in inbox.work { core.ready.append(.work(work)) }
      inbox.work.removeAll(keepingCapacity: true)
      return inbox.isStopping
    }
  }

  /// Handles the events of one priority, in batches.
  private func handleEvents(_ order: ReadyOrder, _ core: LoopCore) {
    var place = 0
    while place < core.eventCount {
      place = core.handleEvents(order, from: place, atMost: EventLoop.batchSize)
      runReady(core)
      core.endBatch()
    }
  }

  private func runReady(_ core: LoopCore) {
    let executor = unsafe asUnownedTaskExecutor()
    var done = 0
    while !core.ready.isEmpty && done < EventLoop.jobsATurn {
      var ready = core.takeReady()
      for item in ready {
        switch item {
        case .work(.job(let job)): unsafe job.runSynchronously(on: executor)
        case .work(.closure(let body)): body()
        case .wake(let handler): handler.woken()
        }
      }
      done += ready.count
      core.recycle(&ready)
    }
  }
}
