// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Reactor

/// Request coalescing on a loop: many requests wait for one fetch.
final class LoopCoalescer {
  /// Role of a task among those that want the same key.
  enum Turn: Sendable {
    /// Fetch, and deliver the result through the lease.
    case lead(FetchLease)
    /// The result of another request's fetch.
    case result(WaitResult)
  }

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

  /// Returns the lease to fetch a key, or the result of another request's fetch, waited for until
  /// the patience in milliseconds is over or the task is cancelled, since its client has left.
  func turn(for key: CacheKey, patience: Int64) async -> Turn {
    if let lease = store.claim(key, at: now) { return .lead(lease) }
    let waiting = LoopConfined(WaitingTask(), to: core.loop.number)
    let loop = core.loop
    let turn = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiting.value.suspend(continuation)
        waiting.value.ticket = enqueue(
          key,
          patience: patience,
          // A lease that comes too late passes to the next waiter.
          lead: { waiting.value.resume(.lead($0)) },
          resume: { waiting.value.resume(.result($0)) }
        )
      }
    } onCancel: {
      loop.execute { waiting.value.cancel() }
    }
    // The leader of a fetch does not wait for it.
    if case .lead = turn { waiting.value.ticket?.leave() }
    return turn
  }

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

/// A task that waits for its turn. It belongs to a loop.
private final class WaitingTask {
  private var continuation: CheckedContinuation<LoopCoalescer.Turn, Never>?
  var ticket: WaiterTicket?

  func suspend(_ continuation: CheckedContinuation<LoopCoalescer.Turn, Never>) {
    self.continuation = continuation
  }

  /// Resumes the task, if it is still suspended.
  func resume(_ turn: LoopCoalescer.Turn) { continuation.take()?.resume(returning: turn) }

  /// Resumes the task early, if it is still suspended.
  func cancel() {
    guard continuation != nil, ticket?.leave() == true else { return }
    resume(.result(.failed(FetchAbandoned())))
  }
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
