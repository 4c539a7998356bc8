// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import Edges
import Editions
import Fleet
import Purging
import Reactor
import Serving
import Sites

extension AdminState {
  /// The fleet as this node knows it; `nil` for a gateway that is in none.
  var fleet: FleetState? { services.sites.lazy.compactMap(\.fleet?.node?.state).first }

  /// Purges the caches of all nodes of a fleet, and has the edges purged by the node that holds the lease.
  func purge(
    _ order: PurgeOrder,
    of site: SiteService,
    in fleet: SiteFleet,
    entries: Int?,
    nothing: String?
  ) async throws -> (id: String, answer: DataValue) {
    let edges = site.publisher.publication?.edition.site.edges.filter { $0.purge != nil } ?? []
    let (told, job) = try await fleet.purge(order, hasEdges: !edges.isEmpty)
    let id = "\(job ?? told.entry)"
    let state = job == nil ? PurgeState.done : .queued
    let answer: [(String, DataValue)] = [
      ("id", .text(id)), ("site", .text(site.name)), ("state", .text(state.rawValue)),
      ("scope", .text(order.description)), ("strength", .text("\(order.purge.strength)")),
      ("entries", entries.map { .number($0) } ?? .null),
      ("nothing", nothing.map { .text($0) } ?? .null),
      ("edges", .texts(edges.map(\.name))),
    ]
    return (id, .members(answer + Self.members(of: told, site)))
  }

  /// The members of an answer that say who has what was ordered; none where a site is in no fleet.
  static func members(of told: Acknowledgement?, _ site: SiteService) -> [(String, DataValue)] {
    guard let told else { return [] }
    let nodes = site.fleet?.node?.state.nodes ?? []
    let missing = told.missing.map { node in
      nodes.first { $0.report.id == node }?.report.name ?? "\(node)"
    }
    return [("fleet", .text("\(told)")), ("missing", .texts(missing))]
  }

  /// A purge of a fleet as this node knows it, which may not be the one that tells the edges; `nil` for none.
  static func job(_ id: String, of site: SiteService) -> DataValue? {
    guard let node = site.fleet?.node, let entry = EntryID(id) else { return nil }
    guard let job = node.edgeJob(entry) else {
      // A purge of a site without edges is over when it is answered.
      guard node.hasPurge(entry) else { return nil }
      return .members([
        ("id", .text(id)), ("site", .text(site.name)),
        ("state", .text(PurgeState.done.rawValue)), ("edges", .list([])),
      ])
    }
    let state: PurgeState = !job.isOver ? .sending : job.failure == nil ? .done : .failed
    let names = site.publisher.publication?.edition.site.edges.filter { $0.purge != nil } ?? []
    let edges = names.map { edge in
      DataValue.members([
        ("edge", .text(edge.name)), ("state", .text(state.rawValue)),
        ("error", .text(job.failure)),
      ])
    }
    return .members([
      ("id", .text(id)), ("site", .text(site.name)), ("state", .text(state.rawValue)),
      ("edges", .list(edges)),
    ])
  }
}
