// SPDX-License-Identifier: Apache-2.0

import Fleet
import Measure
import Serving

/// The tables of the nodes of fleets, and of what they share.
enum NodesReport {
  static func tables(of sites: [SiteService]) -> [FigureTable] {
    let joined = sites.compactMap { site in
      site.fleet.flatMap { fleet in fleet.node.map { (site: site, fleet: fleet, state: $0.state) } }
    }
    return [nodes(joined), stores(joined)]
  }

  private typealias Joined = [(site: SiteService, fleet: SiteFleet, state: FleetState)]

  private static func nodes(_ joined: Joined) -> FigureTable {
    var table = FigureTable("nodes").columns([
      .init(.site, "The site."), .init(.node, "The name of the node."),
      .init(.state, "What the node does, or why it is not reached."),
      .init(.edition, "The edition that it serves."),
      .init(.rollout, "The share of installations that have another edition there."),
      .init(.lag, "Entries of the log that it has not applied."),
      .init(.unrecorded, "Entries that it has and the store does not."),
      .init(.clock, "The uncertainty of its clock against the store's."),
      .init(.silence, "The time since its last sign of life."),
      .init(.edges, "Whether it purges the edges."),
      .init(.version, "The version of its program."),
      .init(.address, "The address at which other nodes reach it."),
      .init(.id, "Its number, as long as its state folder lives."),
    ])
    for (site, fleet, state) in joined {
      let head = (state.position?.number ?? 0) + state.lag
      let own = FleetState.Node(report: state.own, silence: 0)
      let served = fleet.served
      for node in [own] + state.nodes.sorted(by: { $0.report.name < $1.report.name }) {
        let report = node.report
        let isOwn = report.id == state.own.id
        let place = isOwn ? state.position : report.position
        let lag = max(0, head - (place?.number ?? 0))
        let standing = NodeStanding(node, isOwn: isOwn, fleet.failures[report.id])
        let isOther = report.edition != nil && served != nil && report.edition != served
        table.add(
          [
            .text(site.name), .text(report.name), .text(standing.text),
            report.edition.figure { .text($0) }, report.rollout.figure { .text($0) }, .count(lag),
            .count(Int64(report.unrecorded)),
            (isOwn ? state.clockError : report.clockError).figure {
              .seconds(Double($0) / 1_000_000)
            },
            isOwn ? .none : .seconds(Double(node.silence) / 1_000),
            report.id == state.holder ? .text("yes") : .none, .text(report.version),
            report.address.figure { .text($0) }, .text("\(report.id)"),
          ],
          tone: standing.isLost
            ? .failure : isOther || lag > 0 || standing.isTrouble ? .warning : .usual
        )
      }
    }
    return table
  }

  private static func stores(_ joined: Joined) -> FigureTable {
    var table = FigureTable("stores").columns([
      .init(.site, "The site."), .init(.store, "Whether this node reaches what the nodes share."),
      .init(.wakes, "Whether this node hears of what is new, or has to look."),
      .init(.edition, "The edition that the fleet serves."),
      .init(.next, "The edition that was published and is served in a moment."),
      .init(.change, "since", "The last change: a publication, or a return to an edition."),
      .init(.position, "The number of the last entry that was applied."),
      .init(.lag, "Entries behind it."),
      .init(.unrecorded, "Entries that the store does not have."),
      .init(.edgeJobs, "edge purges", "Purges at the edges that are not over."),
      .init(.epoch, "history", "The history of the log that this node follows."),
    ])
    for (site, fleet, state) in joined {
      let store =
        state.olderEpoch != nil ? "of an older history" : state.isStoreAway ? "away" : "reached"
      table.add(
        [
          .text(site.name), .text(store), .text(state.isHearing ? "heard" : "not heard"),
          fleet.served.figure { .text($0) }, state.next.figure { .text($0) },
          fleet.served == nil ? .none : .text(fleet.isHeld ? "rollback" : "publication"),
          (state.position?.number).figure { .count($0) }, .count(state.lag),
          .count(Int64(state.unrecorded)), .count(Int64(state.openEdgeJobs)),
          (state.position?.epoch).figure { .text("\($0)") },
        ],
        tone: state.isStoreAway ? .failure : state.isHearing ? .usual : .warning
      )
    }
    return table
  }
}
