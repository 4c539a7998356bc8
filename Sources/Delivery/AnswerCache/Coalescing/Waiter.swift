// SPDX-License-Identifier: Apache-2.0

/// A caller who needs the answer of a key and fetches it if nobody else does.
package struct Waiter: Sendable {
  let executor: any WaiterExecutor
  let deadline: Int64
  let lead: @Sendable (FetchLease) -> Void
  let resume: @Sendable (WaitResult) -> Void

  /// `lead` is called if the fetch falls to this waiter, and afterwards `resume` once; both on
  /// `executor`. The fetch goes on when its first client leaves, so `lead` starts it and does not
  /// wait. The wait ends at `deadline`.
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

/// Executor on which a waiter is resumed, such as a loop.
package protocol WaiterExecutor: AnyObject, Sendable {
  /// Schedules `body`; called from any thread.
  func run(_ body: @escaping @Sendable () -> Void)
}

/// Ticket with which a waiter leaves early because its client has gone.
package struct WaiterTicket: Sendable {
  let key: CacheKey
  let number: Int
  let store: AnswerStore

  /// Leaves; the fetch goes on. Returns true if the wait had not ended: then the waiter is not
  /// resumed.
  @discardableResult
  package func leave() -> Bool {
    !store.shard(of: key).handle({ .leave(number: number) }, for: key).ended.isEmpty
  }
}
