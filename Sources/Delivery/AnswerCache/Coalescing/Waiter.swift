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
