// SPDX-License-Identifier: Apache-2.0

import Reactor

// The holder stops by its own clock, a second before the store may give the lease to another node: the time counts
// from when it asked. What it has sent until then comes with the number of its lease, which the store checks.

extension FleetMachine {
  struct LeaseState: Sendable {
    /// The number of the own lease; `nil` for none.
    var fence: Fence?
    /// The local moment at which the own lease ends.
    var end: Instant?
    /// The holder that the store named last.
    var holder: NodeID?
    /// The local moment at which that holder's lease ends, as far as is known.
    var over = Instant(nanoseconds: 0)
  }

  /// The wish for the lease: only where it can be had, so that other beats change nothing in the store.
  func wish(_ now: Instant) -> LeaseWish {
    if isLeaving || report.isDraining { return lease.fence == nil ? .none : .release }
    guard wantsEdges else { return .none }
    return lease.fence != nil || lease.holder == nil || lease.holder == report.id
      || lease.over <= now
      ? .wanted : .none
  }

  mutating func learn(
    _ present: FleetLease?,
    sent: Instant,
    _ now: Instant,
    _ actions: inout [FleetAction]
  ) {
    lease.holder = present?.holder
    let rest = FleetLease.milliseconds * 1_000_000
    lease.over = sent.later(rest)
    guard let present, present.holder == report.id, !isLeaving, !report.isDraining else {
      return loseLease(&actions)
    }
    let end = sent.later(rest - times.leaseMargin)
    guard end > now else { return loseLease(&actions) }
    lease.end = end
    guard lease.fence != present.fence else { return }
    if lease.fence != nil { actions.append(.endEdges) }
    lease.fence = present.fence
    actions.append(.beginEdges(present.fence, edgeJobs))
  }

  mutating func endLease(_ now: Instant, _ actions: inout [FleetAction]) {
    if let end = lease.end, end <= now { loseLease(&actions) }
  }

  private mutating func loseLease(_ actions: inout [FleetAction]) {
    lease.end = nil
    guard lease.fence != nil else { return }
    lease.fence = nil
    actions.append(.endEdges)
  }
}
