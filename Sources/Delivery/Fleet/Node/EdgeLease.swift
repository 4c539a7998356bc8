// SPDX-License-Identifier: Apache-2.0

import Reactor

// The holder stops by its own clock, a second before the store may give the lease to another node: the time counts
// from when it asked. What it has sent until then comes with the number of its lease, which the store checks.

/// The lease of the edges, as a node knows it.
struct EdgeLease: Sendable {
  /// The number of the own lease; `nil` for none.
  private(set) var fence: Fence?
  /// The local moment at which the own lease ends.
  private(set) var end: Instant?
  /// The holder that the store named last.
  private(set) var holder: NodeID?
  /// The local moment at which that holder's lease ends, as far as is known.
  private var over = Instant(nanoseconds: 0)

  /// The wish of a node for the lease: only where it can be had, so that other beats change nothing in the store.
  func wish(of node: NodeID, _ now: Instant) -> LeaseWish {
    fence != nil || holder == nil || holder == node || over <= now ? .wanted : .none
  }

  /// Takes the lease that the store named in the answer to a beat.
  ///
  /// - Parameters:
  ///   - node: the node itself; `nil` for one that does not want the lease any more.
  ///   - margin: the nanoseconds before the end at which it stops.
  mutating func learn(
    _ present: FleetLease?,
    sent: Instant,
    for node: NodeID?,
    margin: Int64,
    _ jobs: [FleetEntry],
    _ actions: inout [FleetAction]
  ) {
    holder = present?.holder
    let rest = FleetLease.milliseconds * 1_000_000
    over = sent.later(rest)
    guard let present, present.holder == node else { return lose(&actions) }
    end = sent.later(rest - margin)
    guard fence != present.fence else { return }
    if fence != nil { actions.append(.endEdges) }
    fence = present.fence
    actions.append(.beginEdges(present.fence, jobs))
  }

  /// Stops at the end of the own lease.
  mutating func stop(_ now: Instant, _ actions: inout [FleetAction]) {
    if let end, end <= now { lose(&actions) }
  }

  private mutating func lose(_ actions: inout [FleetAction]) {
    end = nil
    guard fence != nil else { return }
    fence = nil
    actions.append(.endEdges)
  }
}
