// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import Edges
import Editions
import Fleet
import Gateway
import Message
import Purging
import Reactor
import Serving
import Signals
import Sites

/// The purges that operators order, of one site or of several, by this process or by a fleet.
struct OperatorPurges {
  let state: AdminState

  /// The most purges listed at once.
  static let shown = 100

  /// Purges the caches of all loops and then every edge; returns the edge job of each site
  /// concerned.
  func perform(_ order: PurgeOrder, by caller: Operator) async throws -> [UInt8] {
    let sites = try state.services.chosen(order.site, meansAll: false)
    var purges: [DataValue] = []
    for site in sites {
      let (job, answer) = try await purge(order, of: site)
      state.audit.record(
        .purge,
        by: caller,
        site: site.name,
        [
          EventFact(.purge, job), EventFact(.scope, order.description),
          EventFact(.strength, "\(order.purge.strength)"),
        ]
      )
      state.services.shared.annotate(
        "purge",
        "purge \(job) of \(order.description)",
        site: site.name
      )
      purges.append(answer)
    }
    if order.site != .all, let purge = purges.first { return purge.json }
    return DataValue.members([("purges", .list(purges))]).json
  }

  private func purge(
    _ order: PurgeOrder,
    of site: SiteService
  ) async throws -> (id: String, answer: DataValue) {
    let meant = site.publisher.publication.map { order.meant(at: $0, seal: site.seal) }
    let order = meant?.order ?? order
    let milliseconds = UnixTime.now.seconds * 1_000
    var entries =
      order.isOfTag
      ? nil
      : try? await state.readers.run { [store = site.store] in
        PurgeExtent(of: order.scopes, in: store, [], at: milliseconds).entries
      }
    entries = order.apply(to: site.store, at: milliseconds) ?? entries
    site.persistence?.note(order.body)
    let nothing = entries == 0 ? meant?.nothing : nil
    if let fleet = site.fleet {
      return try await purge(order, of: site, in: fleet, entries: entries, nothing: nothing)
    }
    let job = try await site.dispatcher.submit(order.purge)
    site.cacheRefresh.request(.purge(job.id))
    let done = OperatorPurges.members(order, entries: entries, nothing: nothing)
    let edges = [("edges", DataValue.texts(job.legs.map(\.edge)))]
    return (job.id, .members(OperatorPurges.head(job.id, job.state, of: site) + done + edges))
  }

  /// The first members of the answer about a purge.
  private static func head(
    _ id: String,
    _ word: PurgeJob.State,
    of site: SiteService
  ) -> [(String, DataValue)] {
    [("id", .text(id)), ("site", .text(site.name)), ("state", .text(word.rawValue))]
  }

  /// The members that say what an order has done here.
  private static func members(
    _ order: PurgeOrder,
    entries: Int?,
    nothing: String?
  ) -> [(String, DataValue)] {
    [
      ("scope", .text(order.description)), ("strength", .text("\(order.purge.strength)")),
      ("entries", entries.map { .number($0) } ?? .null),
      ("nothing", nothing.map { .text($0) } ?? .null),
    ]
  }

  /// The newest purges of all sites, the newest first.
  var newest: [UInt8] {
    let newest = SiteTables.newestPurges(of: state.services.sites, atMost: OperatorPurges.shown)
    var bytes = Array("{\"purges\":[".utf8)
    for (index, purge) in newest.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      let refresh = state.services.sites.first { $0.name == purge.site }?.cacheRefresh
      bytes += OperatorPurges.data(of: purge.job, purge.site, refresh).json
    }
    return bytes + Array("]}".utf8)
  }

  /// Returns one purge with its result at each edge.
  func job(_ id: String) -> [UInt8]? {
    for site in state.services.sites {
      if let job = site.dispatcher.job(id) {
        return OperatorPurges.data(of: job, site.name, site.cacheRefresh).json
      }
      if let job = OperatorPurges.job(id, of: site) { return job.json }
    }
    return nil
  }

  /// A purge with its site, and the refresh of the answers that it made outdated.
  private static func data(
    of job: PurgeJob,
    _ site: String,
    _ refresh: CacheRefresh?
  ) -> DataValue {
    let data = job.data(of: site)
    guard let report = refresh?.report(ofPurge: job.id),
      case .dictionary(let members) = data.content
    else { return data }
    return .members(members.members.map { ($0.key, $0.value) } + [("refresh", report.data)])
  }

  /// Purges the caches of all nodes of a fleet, and has the edges purged by the node that holds the lease.
  private func purge(
    _ order: PurgeOrder,
    of site: SiteService,
    in fleet: SiteFleet,
    entries: Int?,
    nothing: String?
  ) async throws -> (id: String, answer: DataValue) {
    let edges = site.publisher.publication?.edition.site.edges.filter { $0.purge != nil } ?? []
    let (told, job) = try await fleet.purge(order, hasEdges: !edges.isEmpty)
    let id = "\(job ?? told.entry)"
    let head = OperatorPurges.head(id, job == nil ? .done : .queued, of: site)
    let done = OperatorPurges.members(order, entries: entries, nothing: nothing)
    let names = [("edges", DataValue.texts(edges.map(\.name)))]
    return (id, .members(head + done + names + AdminState.members(of: told, site)))
  }

  /// A purge of a fleet as this node knows it, which may not be the one that tells the edges; `nil` for none.
  private static func job(_ id: String, of site: SiteService) -> DataValue? {
    guard let node = site.fleet?.node, let entry = EntryID(id) else { return nil }
    guard let job = node.edgeJob(entry) else {
      // A purge of a site without edges is over when it is answered.
      guard node.hasPurge(entry) else { return nil }
      return .members(OperatorPurges.head(id, .done, of: site) + [("edges", .list([]))])
    }
    let state: PurgeJob.State = !job.isOver ? .sending : job.failure == nil ? .done : .failed
    let names = site.publisher.publication?.edition.site.edges.filter { $0.purge != nil } ?? []
    let edges = names.map { edge in
      DataValue.members([
        ("edge", .text(edge.name)), ("state", .text(state.rawValue)), ("error", .text(job.failure)),
      ])
    }
    return .members(OperatorPurges.head(id, state, of: site) + [("edges", .list(edges))])
  }
}

extension PurgeJob {
  /// The job as stored, with its site.
  fileprivate func data(of site: String) -> DataValue {
    guard case .dictionary(let members) = data.content,
      let dictionary = try? DataDictionary(
        [DataDictionary.Member("site", DataValue(.string(site)))] + members.members
      )
    else { return data }
    return DataValue(.dictionary(dictionary))
  }
}
