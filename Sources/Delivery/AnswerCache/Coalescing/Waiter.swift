// SPDX-License-Identifier: Apache-2.0

/// Somebody who needs what is fetched for a key, and who fetches it if nobody else does.
package struct Waiter: Sendable {
  let executor: any WaiterExecutor
  let deadline: Int64
  let lead: @Sendable (FetchLease) -> Void
  let resume: @Sendable (WaitResult) -> Void

  /// `resume` is called once, `lead` before it if the fetch falls to this waiter; both at `executor`.
  /// The fetch is to go on when its first client leaves, so `lead` starts it and does not wait.
  /// After `deadline` the waiter is let go.
  package init(
    at executor: any WaiterExecutor,
    until deadline: Int64,
    lead: @escaping @Sendable (FetchLease) -> Void,
    resume: @escaping @Sendable (WaitResult) -> Void
  ) {
    self.executor = executor
    self.deadline = deadline
    self.lead = lead
    self.resume = resume
  }
}

/// Where a waiter is resumed: a loop, as far as the cache knows of loops.
package protocol WaiterExecutor: AnyObject, Sendable {
  /// Runs `body` there, soon; called from any thread.
  func run(_ body: @escaping @Sendable () -> Void)
}

/// With which a waiter leaves before its time: its client has gone.
package struct WaiterTicket: Sendable {
  let key: CacheKey
  let number: Int
  let store: AnswerStore

  /// Leaves; the fetch goes on. Answers whether the waiter was still waiting: then it is not resumed
  /// any more.
  @discardableResult
  package func leave() -> Bool {
    !store.coalescing.handle({ .leave(number: number) }, for: key).ended.isEmpty
  }
}
