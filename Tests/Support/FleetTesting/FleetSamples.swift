// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
package import Fleet

/// Entries and nodes for tests.
package enum FleetSamples {
  package static let edition = FleetEdition("0123456789abcdef", manifest: BlobDigest(of: [1]))

  package static func change(
    _ edition: FleetEdition = edition,
    lead: Int64 = 1_000,
    deadline: Int64 = .max
  ) -> FleetChange {
    FleetChange(edition, lead: lead, deadline: FleetInstant(microseconds: deadline))
  }

  package static func step(
    _ number: Int64,
    of began: Int64 = 1_795_000_000,
    share: Int = 0,
    isOver: Bool = false
  ) -> RolloutStep {
    RolloutStep(
      began: began,
      number: number,
      share: share,
      isOver: isOver,
      details: .members([("state", .text("running"))])
    )
  }

  /// The return of the rollout of `step`.
  package static let withdrawal = RolloutWithdrawal(
    began: 1_795_000_000,
    edition: edition.name,
    reason: "a test"
  )

  package static let purge = FleetEntry.Content.purge(Purge(.tags(["d-items"])))

  package static var contents: [FleetEntry.Content] {
    let fence = Fence(3, of: FleetEpoch(began: 5, mark: 6))
    return [
      .edition(edition), .publication(change()), .rollback(change()),
      .rollout(change(), step(3, share: 2_500)), .rollout(change(), step(4, isOver: true)), purge,
      .purge(Purge(.paths(["/a"], tags: ["b"]), .hard, samples: ["/c"])),
      .purge(Purge(.prefix("/a/"), .hard)), .purge(Purge(.everything)),
      .commit(CommitNotice(zone: "shop", epoch: "00ff", version: 12)),
      .edgePurge(EdgePurge(Purge(.tags(["x"])), reason: "edition published")),
      .edgeOutcome(EdgeOutcome(of: EntryID(1, 2), fence: fence, failure: "cdn: 500")),
      .withdrawal(withdrawal), .closing(nil),
      .closing(.members([("message", .text("Back at noon"))])), .removal(NodeID(7)),
      .unknown("greeting", .members([("to", .text("all"))])),
    ]
  }

  package static func entry(
    _ content: FleetEntry.Content = purge,
    _ number: UInt64 = 1,
    by node: UInt64 = 1
  ) -> FleetEntry {
    FleetEntry(
      content,
      id: EntryID(node, number),
      node: NodeID(node),
      made: FleetInstant(microseconds: 1)
    )
  }

  package static func beat(_ node: UInt64 = 1, at position: FleetPosition? = nil) -> Beat {
    var beat = Beat(NodeReport(NodeID(node), name: "node-\(node)"))
    beat.position = position
    return beat
  }
}
