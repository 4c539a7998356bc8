// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import DataFiles

/// An entry of a fleet's log: something that has happened at one node and is to happen at all.
package struct FleetEntry: Sendable, Equatable {
  package let id: EntryID
  /// The node that made it.
  package let node: NodeID
  /// The time at which it was made, by the store's clock as far as the node knew it.
  package let made: FleetInstant
  package let content: Content
  /// The position that it had first, for an entry that a store lost and was given again.
  package var first: FleetPosition?
  /// The instant at which all nodes act on it; the store sets it for changes of what is served.
  package var activation: FleetInstant?
  /// The order of an operator that a purge obeys, in JSON: it says more of the gateways' own caches than the purge.
  package var order: String?
  /// The members of a later version, at the depth at which they came: they are passed on.
  package var unread: DataValue?

  package enum Content: Sendable, Equatable {
    /// An edition that all nodes load, so that its publication finds it ready.
    case edition(FleetEdition)
    case publication(FleetChange)
    /// The return to an edition that was served before.
    case rollback(FleetChange)
    /// An edition is given to a share of the installations, or that ends.
    case rollout(FleetChange, RolloutStep)
    /// Nobody has the edition of a rollout any more.
    case withdrawal(RolloutWithdrawal)
    case purge(Purge)
    case commit(CommitNotice)
    case edgePurge(EdgePurge)
    case edgeOutcome(EdgeOutcome)
    /// An operator has closed the site, with a maintenance in the words of the emergency file, or has opened it with
    /// `nil`. Of several the one that was made last holds.
    case closing(DataValue?)
    /// A node is gone for good.
    case removal(NodeID)
    /// An entry of a later version, by its kind or its body: it is passed on and counts as applied.
    case unknown(String, DataValue)
  }

  package init(
    _ content: Content,
    id: EntryID,
    node: NodeID,
    made: FleetInstant,
    first: FleetPosition? = nil,
    activation: FleetInstant? = nil,
    order: String? = nil
  ) {
    self.id = id
    self.node = node
    self.made = made
    self.content = content
    self.first = first
    self.activation = activation
    self.order = order
  }

  /// The change of what is served; `nil` for other entries.
  package var change: FleetChange? {
    switch content {
    case .publication(let change), .rollback(let change), .rollout(let change, _): change
    case .edition, .withdrawal, .purge, .commit, .edgePurge, .edgeOutcome, .closing, .removal,
      .unknown:
      nil
    }
  }

  /// The edition that nodes need for it; `nil` for other entries.
  package var edition: FleetEdition? {
    if case .edition(let edition) = content { edition } else { change?.edition }
  }

  /// True for a step of a rollout or its end.
  package var isStep: Bool { step != nil }

  /// The step of a rollout or its end; `nil` for other entries.
  package var step: RolloutStep? { if case .rollout(_, let step) = content { step } else { nil } }

  /// The edition that a node must have loaded to make the change; `nil` for none, as at the end of a rollout.
  var neededEdition: FleetEdition? {
    if case .rollout(_, let step) = content, step.isOver, step.share == 0 { return nil }
    return change?.edition
  }

  /// True for a purge, a commit, a withdrawal or a closing: nodes apply these entries on receipt, in any order, without
  /// waiting for the store. So they do with entries of a later version, which pushes no others before the store has them.
  package var isImmediate: Bool {
    switch content {
    case .purge, .commit, .withdrawal, .closing, .unknown: true
    case .edition, .publication, .rollback, .rollout, .edgePurge, .edgeOutcome, .removal: false
    }
  }

  /// True for an order to close the site or to open it.
  package var isClosing: Bool { if case .closing = content { true } else { false } }

  /// True for an entry that was made after another one, for those of which the last one holds.
  package func isLater(than other: FleetEntry?) -> Bool {
    other.map { (made, id) > ($0.made, $0.id) } ?? true
  }

  static let closingKind = "closing"

  /// True for a purge, also of a later version.
  var isPurge: Bool { if case .purge = content { true } else { isUnreadPurge } }

  /// True for a purge of a later version, of which this one cannot tell what it is of.
  package var isUnreadPurge: Bool {
    if case .unknown(Self.purgeKind, _) = content { true } else { false }
  }

  static let purgeKind = "purge"

  /// True for entries that nodes keep in their journal for a day, to restore them in a store that has lost them.
  package var isKept: Bool {
    switch content {
    case .commit: false
    case .edition, .publication, .rollback, .rollout, .withdrawal, .purge, .edgePurge, .edgeOutcome,
      .closing, .removal, .unknown:
      true
    }
  }
}

/// An edition by its name and the blob that says of which files it is made.
package struct FleetEdition: Sendable, Hashable {
  package let name: String
  package let manifest: BlobDigest

  package init(_ name: String, manifest: BlobDigest) {
    self.name = name
    self.manifest = manifest
  }
}

/// A change of what is served, to be made at the same instant everywhere.
package struct FleetChange: Sendable, Equatable {
  package let edition: FleetEdition
  /// The milliseconds from when the store takes it to the instant.
  package let lead: Int64
  /// The instant from which on the store does not take it any more, so that a write whose outcome was not known is
  /// not done long after.
  package let deadline: FleetInstant

  package init(_ edition: FleetEdition, lead: Int64, deadline: FleetInstant) {
    self.edition = edition
    self.lead = lead
    self.deadline = deadline
  }
}

/// The last commit of a zone of records.
package struct CommitNotice: Sendable, Hashable {
  package let zone: String
  /// The history of the records to which the version belongs.
  package let epoch: String
  package let version: Int64

  package init(zone: String, epoch: String, version: Int64) {
    self.zone = zone
    self.epoch = epoch
    self.version = version
  }
}

/// A purge that the one holder of the lease makes at the edges.
package struct EdgePurge: Sendable, Equatable {
  package let purge: Purge
  /// The cause, such as a publication; `nil` where an operator asked for it.
  package let reason: String?

  package init(_ purge: Purge, reason: String?) {
    self.purge = purge
    self.reason = reason
  }
}

/// The end of a purge at the edges.
package struct EdgeOutcome: Sendable, Equatable {
  /// The entry of the purge.
  package let job: EntryID
  /// The number of the lease under which it was made: the store takes the outcome from its present holder only.
  package let fence: Fence
  /// The error of the edges that could not be purged; `nil` for none.
  package let failure: String?

  package init(of job: EntryID, fence: Fence, failure: String?) {
    self.job = job
    self.fence = fence
    self.failure = failure
  }
}

/// The number of a lease, which rises with each holder.
package struct Fence: Sendable, Hashable, Comparable {
  package let epoch: FleetEpoch
  package let number: Int64

  package init(_ number: Int64, of epoch: FleetEpoch) {
    self.epoch = epoch
    self.number = number
  }

  package static func < (a: Fence, b: Fence) -> Bool {
    a.epoch == b.epoch ? a.number < b.number : a.epoch < b.epoch
  }
}

/// An entry with its place in the log.
package struct RecordedEntry: Sendable, Equatable {
  package let position: FleetPosition
  package let entry: FleetEntry
  /// The name of the entry before it, where that is known: a node that has another one there follows another log.
  package let predecessor: EntryID?

  package init(
    _ entry: FleetEntry,
    at position: FleetPosition,
    behind predecessor: EntryID? = nil
  ) {
    self.entry = entry
    self.position = position
    self.predecessor = predecessor
  }

  /// The place by which changes are ordered: the first that the entry had. So an entry that is given back to a store
  /// never undoes what was published since.
  package var order: FleetPosition { entry.first ?? position }
}
