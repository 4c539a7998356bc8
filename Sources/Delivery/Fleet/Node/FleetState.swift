// SPDX-License-Identifier: Apache-2.0

package import Reactor

/// The state of a fleet as one node sees it, for operators.
package struct FleetState: Sendable, Equatable {
  package struct Node: Sendable, Equatable {
    package let report: NodeReport
    /// The milliseconds since the last sign of life.
    package let silence: Int64

    package init(report: NodeReport, silence: Int64) {
      self.report = report
      self.silence = silence
    }
  }

  package let own: NodeReport
  /// The other nodes in the order of their numbers.
  package let nodes: [Node]
  package let position: FleetPosition?
  /// The number of entries of the log that this node has not applied.
  package let lag: Int64
  /// The number of entries that the store does not have.
  package let unrecorded: Int
  package let isStoreAway: Bool
  /// Whether the store's notifications are heard.
  package let isHearing: Bool
  /// The history of the store, where that is older than this node's.
  package let olderEpoch: FleetEpoch?
  /// The uncertainty of the clock in microseconds.
  package let clockError: Int64?
  /// The holder of the lease of the edges, as the store named it last.
  package let holder: NodeID?
  package let openEdgeJobs: Int
  /// The edition that was published and is served in a moment; `nil` for none.
  package let next: String?

  /// - Parameter now: a moment of the local clock.
  package init(_ machine: borrowing FleetMachine, at now: Instant) {
    own = machine.report
    nodes = machine.targets.compactMap { machine.peers[$0] }.map {
      Node(report: $0.report, silence: max(0, now.nanoseconds(since: $0.seen)) / 1_000_000)
    }
    position = machine.position
    lag = max(0, machine.store.head - (machine.position?.number ?? 0))
    unrecorded = machine.unrecorded
    isStoreAway = machine.store.isAway
    isHearing = machine.store.isHearing
    olderEpoch = machine.store.olderEpoch
    clockError = machine.clock.error(at: now)
    holder = machine.lease.holder
    openEdgeJobs = machine.lease.jobs.count
    next = machine.changes.next
  }
}

/// A purge at the edges, as a node knows it.
package struct FleetEdgeJob: Sendable, Equatable {
  package let job: EdgePurge
  /// Whether the holder of the lease has ended it.
  package let isOver: Bool
  /// The error of the edges that could not be purged; `nil` for none.
  package let failure: String?
}

extension FleetMachine {
  /// Whether the node has applied the whole log, and serves what it says.
  package var isCurrent: Bool {
    guard let position, !store.isAway else { return false }
    return position.number >= store.head && changes.next == nil && !changes.awaitsStep
  }

  /// True for the node that has the lease of the edges, by its own clock.
  var hasLease: Bool { lease.fence != nil }

  /// The order to close the site or to open it that holds.
  package var closing: FleetEntry? { changes.closing }

  /// A node that is known.
  package func peer(_ id: NodeID) -> NodeReport? { peers[id]?.report }
}
