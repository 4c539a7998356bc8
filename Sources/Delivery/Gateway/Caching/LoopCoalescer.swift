// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Reactor

/// Request coalescing on a loop: many requests wait for one fetch.
final class LoopCoalescer {
  let store: AnswerStore
  let core: LoopCore
  private let executor: LoopExecutor
  private let late: LateWaiters

  init(_ store: AnswerStore, on core: LoopCore) {
    self.store = store
    self.core = core
    executor = LoopExecutor(core.loop)
    late = LateWaiters(store, on: core)
  }

  /// The time of day in milliseconds by which freshness is decided.
  var now: Int64 { core.wallMilliseconds }

  /// Joins the waiters of a key; the fetch may fall to this one.
  ///
  /// `lead` and `resume` are called later, when the caller has the ticket: the store may call a newcomer
  /// before it returns.
  @discardableResult
  func enqueue(
    _ key: CacheKey,
    patience: Int64,
    lead: @escaping @Sendable (FetchLease) -> Void,
    resume: @escaping @Sendable (WaitResult) -> Void
  ) -> WaiterTicket {
    late.look()
    let loop = core.loop
    let waiter = Waiter(
      at: executor,
      until: core.monotonicMilliseconds + patience,
      lead: { lease in loop.execute { lead(lease) } },
      resume: { result in loop.execute { resume(result) } }
    )
    return store.join(key, waiter, at: now)
  }
}

extension LoopCore {
  /// The loop's monotonic time in milliseconds, by which waits end however the time of day is set.
  fileprivate var monotonicMilliseconds: Int64 { now.nanoseconds / 1_000_000 }
}

/// Executor of the waiters of a loop.
final class LoopExecutor: WaiterExecutor {
  private let loop: EventLoop

  init(_ loop: EventLoop) { self.loop = loop }

  func run(_ body: @escaping @Sendable () -> Void) { loop.execute(body) }
}

/// Releases, once a second, the waiters whose deadline has passed. It belongs to a loop and has no
/// timer while nobody waits.
final class LateWaiters: DeadlineHandler {
  private static let interval = Duration.seconds(1)

  private let store: AnswerStore
  private let core: LoopCore
  private var isLooking = false

  init(_ store: AnswerStore, on core: LoopCore) {
    self.store = store
    self.core = core
  }

  /// Starts the timer, since somebody has begun to wait.
  func look() {
    guard !isLooking else { return }
    isLooking = true
    _ = core.schedule(self, at: core.now + LateWaiters.interval)
  }

  func deadlineReached() {
    isLooking = false
    store.releaseLate(at: core.monotonicMilliseconds)
    if store.coalescingStatistics.waiters > 0 { look() }
  }
}
