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
  /// Purges of edges without an outcome, in their order.
  private(set) var jobs: [FleetEntry] = []
  /// The moment at which the holder removes old editions from the store.
  private var nextTidy: Instant

  init(at now: Instant) { nextTidy = now }

  /// The moment at which the holder has something to do.
  var due: Instant {
    min(end ?? .distantFuture, fence == nil ? .distantFuture : nextTidy)
  }

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

  /// Takes note of a purge of the edges or of its outcome, and has the holder make it.
  mutating func note(_ entry: FleetEntry, _ actions: inout [FleetAction]) {
    switch entry.content {
    case .edgePurge:
      jobs.append(entry)
      if fence != nil { actions.append(.purgeEdges(entry)) }
    case .edgeOutcome(let outcome): jobs.removeAll { $0.id == outcome.job }
    default: break
    }
  }

  /// Has the holder remove old editions from the store, after a pause each time.
  mutating func tidy(_ now: Instant, pause: Int64, _ actions: inout [FleetAction]) {
    guard fence != nil, nextTidy <= now else { return }
    nextTidy = now.later(pause)
    actions.append(.tidy)
  }

  private mutating func lose(_ actions: inout [FleetAction]) {
    end = nil
    guard fence != nil else { return }
    fence = nil
    actions.append(.endEdges)
  }
}
