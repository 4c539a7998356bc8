// SPDX-License-Identifier: Apache-2.0

package import DataFiles
package import Reactor

/// The way of messages to other nodes. A message may be lost, come late or twice.
package protocol FleetTransport: Sendable {
  /// Sends a message to a node, and does not wait. Called on the loop of the sender.
  func send(_ message: PeerMessage, to node: NodeReport)
}

/// The part of a gateway that a fleet acts upon. Called on the loop of the node, in order; nothing of it blocks.
package protocol FleetMember: AnyObject, Sendable {
  /// Loads an edition out of the store's blobs beside what is served, and says how that went.
  func load(_ edition: FleetEdition, isOver: @escaping @Sendable (LoadOutcome) -> Void)

  /// Serves what a change says from now on; its edition was loaded. With a withdrawal the change is a step of a
  /// rollout whose edition nobody has any more, and comes again if it was made before.
  func activate(_ entry: FleetEntry, _ withdrawal: RolloutWithdrawal?)

  /// Makes a purge in the caches of this node, tells them of a commit of records, or closes the site or opens it.
  func apply(_ entry: FleetEntry)

  /// Makes the edges' purges from now on; these are open.
  func beginEdges(_ fence: Fence, _ jobs: [FleetEntry])

  func purgeEdges(_ job: FleetEntry)

  /// Stops to make the edges' purges at once.
  func endEdges()

  /// Removes old editions from the store.
  func tidy()

  /// Takes the parts of shared limits that are left to this node, and returns what it wants of them, as shares.
  func share(_ parts: [String: Double], among nodes: Int, at now: Instant) -> [String: Double]

  /// Takes what another node has counted of a rollout.
  func counted(_ counts: DataValue)

  /// Lets edges keep answers of this node as usual until a moment, since no purge is missing.
  func vouch(until moment: Instant)

  /// Tells operators and the audit.
  func report(_ report: FleetReport)
}
