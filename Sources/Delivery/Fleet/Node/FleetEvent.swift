// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import DataFiles
package import Reactor

/// Something that a node has to handle.
package enum FleetEvent: Sendable {
  /// The deadline that the machine named is there.
  case due
  /// The store answered a beat that was sent at a moment of the local clock.
  case beaten(Result<BeatAnswer, FleetStoreError>, sent: Instant)
  case read(Result<ReadAnswer, FleetStoreError>)
  case appended(Result<AppendAnswer, FleetStoreError>)
  /// The store has heard a hint.
  case woken(FleetWake)
  /// Another node has sent something.
  case message(PeerMessage, from: NodeID)
  /// Entries are on the disk.
  case kept([EntryID])
  /// An edition was loaded, or could not be.
  case loaded(String, LoadOutcome)
  case ordered(FleetOrder)
}

package enum LoadOutcome: Sendable, Equatable {
  case ready
  /// It cannot be loaded, for a reason that will not go by itself.
  case refused(String)
  /// A part of it could not be fetched.
  case later
}

/// An order of an operator or of another part of the gateway.
package enum FleetOrder: Sendable {
  /// Make a purge everywhere; the entry has this name, and the order of an operator in JSON, if one gave it.
  case purge(Purge, EntryID, order: String? = nil)
  /// Tell all nodes of a commit of records.
  case notice(CommitNotice, EntryID)
  case change(ChangeOrder)
  /// Let nobody have the edition of a rollout any more, with or without the store.
  case withdraw(RolloutWithdrawal, EntryID)
  /// Let the holder of the lease purge the edges.
  case edgePurge(EdgePurge, EntryID)
  /// The holder of the lease has ended a purge at the edges.
  case edgeOutcome(job: EntryID, failure: String?, EntryID)
  /// Try an edition again that could not be loaded.
  case retry(edition: String)
  case drain(Bool)
  /// Close the site everywhere, or open it with `nil`.
  case close(DataValue?, EntryID)
  /// Let all nodes forget one that is gone for good.
  case remove(NodeID, EntryID)
  /// This node wants so much of shared limits, as shares of them.
  case demand([String: Double])
  /// Tell the other nodes what was counted here of a rollout.
  case counts(DataValue)
  /// End: give up the lease.
  case leave
}

/// The order to serve an edition everywhere.
package struct ChangeOrder: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    case publication
    case rollback
    case rollout(RolloutStep)
  }

  /// The name of the entry of the change.
  package let id: EntryID
  /// The name of the entry by which all nodes are told to load it.
  package let offer: EntryID
  package let kind: Kind
  package let edition: FleetEdition
  /// The percentage of known nodes that must have loaded it; with 0 the change is made at once, and nodes that do not
  /// have the edition load it then.
  package var quorum = 100
  /// The time to wait for them.
  package var patience = Duration.seconds(30)
  /// True to activate the change after that time also without the quorum.
  package var goesOn = false
  /// The milliseconds from the change's record to its instant.
  package var lead: Int64 = 200

  package init(_ kind: Kind, _ edition: FleetEdition, id: EntryID, offer: EntryID) {
    self.kind = kind
    self.edition = edition
    self.id = id
    self.offer = offer
  }
}

/// An effect that the machine asks for. All of one call are done in their order.
package enum FleetAction: Sendable {
  case beat(Beat)
  case read(from: Int64, limit: Int)
  case append([FleetEntry])
  case send(PeerMessage, to: NodeID)
  /// Write entries to the journal, and report `kept` when they are on the disk.
  case keep([JournalEntry])
  /// Write the known nodes down, for a start while the store is away.
  case keepPeers([NodeReport])
  /// Load an edition and report `loaded`.
  case load(FleetEdition)
  /// Serve what an entry says from now on; of a rollout that was withdrawn, give the edition to nobody.
  case activate(FleetEntry, withdrawal: RolloutWithdrawal?)
  /// Purge the caches of this node, tell them of a commit, or close the site or open it.
  case apply(FleetEntry)
  /// This node makes the edges' purges from now on; these are open.
  case beginEdges(Fence, [FleetEntry])
  case purgeEdges(FleetEntry)
  /// Remove old editions from the store.
  case tidy
  /// Another node may make the edges' purges from now on: stop at once.
  case endEdges
  /// Take the parts of shared limits that others leave, and order `demand`. For the next moments edges may keep
  /// answers of a node that is current.
  case share([String: Double], nodes: Int, isCurrent: Bool)
  /// Take what another node has counted of a rollout.
  case counted(DataValue)
  case tell(FleetReport)
}

/// An entry as the journal has it.
package struct JournalEntry: Sendable, Equatable {
  package let entry: FleetEntry
  /// Its place in the log; `nil` for one that the store does not have yet.
  package let position: FleetPosition?
  /// The history of the log in which the node found it at that place.
  package let history: FleetEpoch?

  package init(_ entry: FleetEntry, at position: FleetPosition?, in history: FleetEpoch?) {
    self.entry = entry
    self.position = position
    self.history = history
  }
}

/// A message between nodes. It may be lost, come late or twice.
package enum PeerMessage: Sendable, Equatable {
  /// The sender as the store lists it, for a node that may not have read that yet.
  case greeting(NodeReport)
  /// Entries that the store does not have yet.
  case entries([FleetEntry])
  /// Entries of the log in a history of it.
  case recorded([RecordedEntry], in: FleetEpoch)
  /// Entries that the node has applied, and has on its disk if it keeps them.
  case received([EntryID])
  case loaded(edition: String, failure: String?)
  /// A sign of life, with what the node wants of shared limits, as shares of them.
  case pulse([String: Double])
  /// The counts of a rollout at the node, in the form of the site.
  case counts(DataValue)
}

/// A fact for operators and the audit.
package enum FleetReport: Sendable, Equatable {
  /// Where an entry has arrived; told when all have it, or when the time for that is over.
  case acknowledged(Acknowledgement)
  /// A change was not made.
  case failed(EntryID, reason: String)
  /// The store answers, or does not any more.
  case store(isAway: Bool, reason: String)
  /// The store is of an older history than this node: a former primary, or a backup that was restored unmarked.
  case olderStore(FleetEpoch)
  /// The store began another history; so many entries are given back to it.
  case epoch(FleetEpoch, offered: Int)
  /// The node cannot load an edition.
  case refused(edition: String, reason: String)
  /// Changes are made on receipt, since the clock is not known well enough.
  case clock(errorMicroseconds: Int64)
  /// The notifications of the store are heard, or are not any more.
  case hearing(Bool)
  /// An outcome came from a node that had lost the lease.
  case fenced(EntryID)
  /// An entry of a kind that this version does not know.
  case unknown(kind: String)
}

/// The promise that an acknowledgement makes.
package struct Acknowledgement: Sendable, Equatable {
  package let entry: EntryID
  /// The place in the store; `nil` while the store does not have it.
  package let position: FleetPosition?
  /// The number of nodes that have it, this one among them.
  package let nodes: Int
  /// The nodes that were expected to have it and have not said so.
  package let missing: [NodeID]

  package init(entry: EntryID, position: FleetPosition?, nodes: Int, missing: [NodeID]) {
    self.entry = entry
    self.position = position
    self.nodes = nodes
    self.missing = missing
  }

  package var isComplete: Bool { position != nil && missing.isEmpty }
}

extension Acknowledgement: CustomStringConvertible {
  package var description: String {
    let known = nodes + missing.count
    guard position != nil else {
      return "confirmed by \(nodes) of \(known) nodes, not recorded yet"
    }
    return missing.isEmpty
      ? "kept by the store and by \(nodes) node\(nodes == 1 ? "" : "s")"
      : "kept by the store and by \(nodes) of \(known) nodes"
  }
}
