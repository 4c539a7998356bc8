// SPDX-License-Identifier: Apache-2.0

/// Somebody who needs what is fetched for a key, and who fetches it if nobody else does.
package struct Waiter: Sendable {
  let home: any WaiterHome
  let deadline: Int64
  let lead: @Sendable (FlightDuty) -> Void
  let resume: @Sendable (Arrival) -> Void

  /// `resume` is called once, `lead` before it if the fetch falls to this waiter; both at `home`.
  /// The fetch is to go on when its first client leaves, so `lead` starts it and does not wait.
  /// After `deadline` the waiter is let go.
  package init(
    at home: any WaiterHome,
    until deadline: Int64,
    lead: @escaping @Sendable (FlightDuty) -> Void,
    resume: @escaping @Sendable (Arrival) -> Void
  ) {
    self.home = home
    self.deadline = deadline
    self.lead = lead
    self.resume = resume
  }
}
