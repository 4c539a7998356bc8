// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Reactor

/// Request coalescing for what lives on a loop: many wait for one fetch.
final class LoopCoalescer {
  /// How a wait ended.
  struct Outcome {
    let result: WaitResult
    /// Whether it was this waiter's own fetch.
    let isOwn: Bool
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

  /// Waits for what somebody fetches under a key, at most so many milliseconds, or until the client
  /// leaves. `lead` begins the fetch if it falls to this waiter.
  func join(
    _ key: CacheKey,
    patience: Int64,
    lead: @escaping @Sendable (FetchLease) -> Void
  ) async -> Outcome {
    let leader = LoopConfined(Leader(), to: core.loop.number)
    let result = await wait(orElse: .failed(FetchAbandoned())) { waiting in
      enqueue(
        key,
        patience: patience,
        lead: { lease in
          // A lease that nobody takes passes to who waits next.
          guard !waiting.value.isResumed else { return }
          leader.value.isOwn = true
          lead(lease)
        },
        resume: { waiting.value.resume($0) }
      )
    }
    return Outcome(result: result, isOwn: leader.value.isOwn)
  }

  /// Whether the fetch fell to a waiter.
  private final class Leader {
    var isOwn = false
  }

  /// Suspends the task until the `WaitingTask` that `enqueue` was given is resumed. A task that is
  /// cancelled, since its client has left, stops waiting and gets `left`.
  func wait<Outcome: Sendable>(
    orElse left: Outcome,
    _ enqueue: (LoopConfined<WaitingTask<Outcome>>) -> WaiterTicket
  ) async -> Outcome {
    let waiting = LoopConfined(WaitingTask<Outcome>(), to: core.loop.number)
    let loop = core.loop
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiting.value.suspend(continuation)
        waiting.value.ticket = enqueue(waiting)
      }
    } onCancel: {
      loop.execute { waiting.value.leave(left) }
    }
  }

  /// The same with a callback in place of a task.
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

/// A suspended task that is resumed once, with one value. It lives on a loop.
final class WaitingTask<Outcome: Sendable> {
  private var continuation: CheckedContinuation<Outcome, Never>?
  var ticket: WaiterTicket?

  /// Whether it was resumed.
  var isResumed: Bool { continuation == nil }

  func suspend(_ continuation: CheckedContinuation<Outcome, Never>) {
    self.continuation = continuation
  }

  /// Resumes the task.
  func resume(_ outcome: Outcome) { continuation.take()?.resume(returning: outcome) }

  /// Resumes the task before its time, unless its result is on the way.
  func leave(_ outcome: Outcome) {
    guard !isResumed, ticket?.leave() == true else { return }
    resume(outcome)
  }
}
