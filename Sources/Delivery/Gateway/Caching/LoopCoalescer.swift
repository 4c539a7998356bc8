// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Reactor

/// Request coalescing for what lives on a loop: many wait for one fetch.
final class LoopCoalescer {
  /// The role of a task among those that want the same key: it fetches, or it waits.
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

  /// The time of day by which answers are fresh, in milliseconds.
  var now: Int64 { core.wallMilliseconds }

  /// Gets the lease to fetch what a key stands for; or waits for what somebody else fetches, at most so
  /// many milliseconds, or until the task is cancelled, since its client has left.
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
          // A lease that comes too late passes to who waits next.
          lead: { waiting.value.resume(.lead($0)) },
          resume: { waiting.value.resume(.result($0)) }
        )
      }
    } onCancel: {
      loop.execute { waiting.value.cancel() }
    }
    // Who fetches does not wait.
    if case .lead = turn { waiting.value.ticket?.leave() }
    return turn
  }

  /// Waits for what somebody fetches under a key, and fetches it if it falls to this waiter.
  @discardableResult
  func enqueue(
    _ key: CacheKey,
    patience: Int64,
    lead: @escaping @Sendable (FetchLease) -> Void,
    resume: @escaping @Sendable (WaitResult) -> Void
  ) -> WaiterTicket {
    late.look()
    let waiter = Waiter(at: executor, until: now + patience, lead: lead, resume: resume)
    return store.join(key, waiter, at: now)
  }
}

/// A task that waits for its turn. It lives on a loop.
private final class WaitingTask {
  private var continuation: CheckedContinuation<LoopCoalescer.Turn, Never>?
  var ticket: WaiterTicket?

  func suspend(_ continuation: CheckedContinuation<LoopCoalescer.Turn, Never>) {
    self.continuation = continuation
  }

  /// Resumes the task, unless it was resumed already.
  func resume(_ turn: LoopCoalescer.Turn) { continuation.take()?.resume(returning: turn) }

  /// Resumes the task before its turn, unless that is on the way.
  func cancel() {
    guard continuation != nil, ticket?.leave() == true else { return }
    resume(.result(.failed(FetchAbandoned())))
  }
}

/// Where those wait who belong to a loop.
final class LoopExecutor: WaiterExecutor {
  private let loop: EventLoop

  init(_ loop: EventLoop) { self.loop = loop }

  func run(_ body: @escaping @Sendable () -> Void) { loop.execute(body) }
}

/// Lets those go, once a second, who have waited for a fetch until their deadline. It lives on a loop
/// and sleeps while nobody waits.
final class LateWaiters: DeadlineHandler {
  private static let interval = Duration.seconds(1)

  private let store: AnswerStore
  private let core: LoopCore
  private var isLooking = false

  init(_ store: AnswerStore, on core: LoopCore) {
    self.store = store
    self.core = core
  }

  /// Somebody has begun to wait.
  func look() {
    guard !isLooking else { return }
    isLooking = true
    _ = core.schedule(self, at: core.now + LateWaiters.interval)
  }

  func deadlineReached() {
    isLooking = false
    store.releaseLate(at: core.wallMilliseconds)
    if store.coalescingStatistics.waiters > 0 { look() }
  }
}
