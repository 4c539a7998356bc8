// SPDX-License-Identifier: Apache-2.0

/// The place that all nodes of a fleet share: a log, blobs, and the list of nodes.
///
/// Every store calls back with a `FleetWake` when it hears that something may be new; that is a hint which may be lost
/// or late. Calls block, so they do not belong on an event loop; any thread may make them.
package protocol FleetStore: Sendable {
  /// Keeps a blob under its digest; one that is there already stays, and counts as new.
  func keep(_ blob: [UInt8]) throws(FleetStoreError) -> BlobDigest

  /// Returns the editions whose blobs a node may still need: the last twenty, those of the last day, and those that nodes
  /// serve or have loaded.
  func editions() throws(FleetStoreError) -> [FleetEdition]

  /// Removes the blobs that nobody has kept for a day, other than those of these editions.
  ///
  /// - Parameter needed: their blobs.
  /// - Returns: The number of removed blobs.
  func removeBlobs(
    besides needed: Set<BlobDigest>,
    of editions: [FleetEdition]
  ) throws(FleetStoreError) -> Int

  /// Returns a blob; `nil` for one that is not kept.
  func fetch(_ digest: BlobDigest) throws(FleetStoreError) -> [UInt8]?

  /// Appends entries in their order and in one transaction, and gives them numbers without gaps. An entry that is
  /// there already stays where it is, so that a write whose outcome is not known is repeated.
  func append(_ entries: [FleetEntry]) throws(FleetStoreError) -> AppendAnswer

  /// Returns entries from a number on, in the order of their numbers.
  func read(from number: Int64, limit: Int) throws(FleetStoreError) -> ReadAnswer

  /// Tells the store of a node that lives, and returns the present position of the log.
  func beat(_ beat: Beat) throws(FleetStoreError) -> BeatAnswer
}

/// A hint that a store has something new.
package struct FleetWake: Sendable, Hashable {
  /// The node that gave it.
  package let node: NodeID
  /// The last entry that it knew of.
  package let head: FleetPosition

  package init(from node: NodeID, head: FleetPosition) {
    self.node = node
    self.head = head
  }
}

/// The sign of life of a node.
package struct Beat: Sendable, Equatable {
  package let report: NodeReport
  /// The last entry that the node has applied; `nil` for a node that has none.
  package var position: FleetPosition?
  /// The name of that entry, by which the store finds out that it lost it.
  package var last: EntryID?
  /// True to have all nodes listed in the answer.
  package var wantsNodes = false
  package var lease = LeaseWish.none
  /// True to send a notification to all nodes, this one included.
  package var isAnnounced = false

  package init(_ report: NodeReport) { self.report = report }
}

/// The wish of a node for the lease of the edges.
package enum LeaseWish: Sendable, Hashable {
  /// It does not want the lease; one that it holds runs out.
  case none
  /// It takes the lease where nobody has it, and renews its own.
  case wanted
  /// It gives up its own.
  case release
}

package struct BeatAnswer: Sendable, Equatable {
  /// The store's time.
  package var time: FleetInstant
  /// The last entry of the log; number 0 for an empty log.
  package var head: FleetPosition
  /// The number behind which the node reads again, since its position is of another history than the store's;
  /// `nil` where the position is still right.
  package var branch: Int64?
  package var nodes: [ListedNode]?
  package var lease: FleetLease?

  package init(
    time: FleetInstant,
    head: FleetPosition,
    branch: Int64? = nil,
    nodes: [ListedNode]? = nil,
    lease: FleetLease? = nil
  ) {
    self.time = time
    self.head = head
    self.branch = branch
    self.nodes = nodes
    self.lease = lease
  }
}

/// The right of one node to purge the edges, until an instant of the store's clock.
package struct FleetLease: Sendable, Hashable {
  /// The time for which it is given.
  package static let milliseconds: Int64 = 15_000

  package let holder: NodeID
  package let fence: Fence
  package let until: FleetInstant

  package init(holder: NodeID, fence: Fence, until: FleetInstant) {
    self.holder = holder
    self.fence = fence
    self.until = until
  }
}

package struct ListedNode: Sendable, Equatable {
  package let report: NodeReport
  package let beaten: FleetInstant

  package init(_ report: NodeReport, beaten: FleetInstant) {
    self.report = report
    self.beaten = beaten
  }
}

package struct AppendAnswer: Sendable, Equatable {
  package var time: FleetInstant
  package var epoch: FleetEpoch
  /// The outcome of each entry, in their order.
  package var outcomes: [AppendOutcome]

  package init(time: FleetInstant, epoch: FleetEpoch, outcomes: [AppendOutcome]) {
    self.time = time
    self.epoch = epoch
    self.outcomes = outcomes
  }
}

package enum AppendOutcome: Sendable, Equatable {
  /// The entry stands at this position, from now on or since before. An entry that is new may know the one before it.
  case recorded(FleetPosition, activation: FleetInstant?, behind: EntryID? = nil)
  /// The entry came behind its deadline, and never will be recorded.
  case late
  /// The entry was made under a lease that another node has by now.
  case fenced
}

package struct ReadAnswer: Sendable, Equatable {
  package var epoch: FleetEpoch
  package var entries: [RecordedEntry]
  /// Of the entries up to this number some are gone since they were old; behind it there are no gaps.
  package var floor: Int64

  package init(epoch: FleetEpoch, entries: [RecordedEntry], floor: Int64) {
    self.epoch = epoch
    self.entries = entries
    self.floor = floor
  }
}

/// A store cannot do what it was asked.
package struct FleetStoreError: Error, Sendable, Equatable {
  package enum Kind: Sendable, Hashable {
    /// It cannot be reached, or does not answer; nothing was done.
    case away
    /// It went away while it wrote, so that it is not known whether that was done.
    case unknown
    /// It refuses what it was asked, or holds what it cannot read.
    case damaged
  }

  package let kind: Kind
  package let message: String

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}

extension FleetStoreError: CustomStringConvertible {
  package var description: String { "the fleet's store: \(message)" }
}
