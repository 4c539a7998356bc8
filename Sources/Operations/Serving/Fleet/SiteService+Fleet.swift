// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Bytes
import Commands
import ContentModel
package import DataFiles
import Editions
package import Fleet
import Gateway
import Learning
import Purging
package import Reactor
import ResourceStore
import Synchronization

extension SiteFleet {
  package func tidy() {
    _ = loading.submit { [self] in
      do {
        guard let store = try node?.openedStore() else { return }
        let count = try editions.tidy(store)
        if count > 0 {
          site.log.write("\(Counted.text(count, "blob")) of old editions removed from the store")
        }
      } catch {
        site.log.write("old editions stay in the store: \(error)")
      }
    }
  }

  package func counted(_ counts: DataValue) { parts.withLock(\.self)?.counted(counts) }

  package func vouch(until moment: Instant) {
    site.store.setComplete(until: moment.nanoseconds)
  }

  package func share(
    _ parts: [String: Double],
    among nodes: Int,
    at now: Instant
  ) -> [String: Double] {
    let own = parts.compactMap { key, part in UInt64(key, radix: 16).map { ($0, part) } }
    let demands = site.limiter.exchange(
      Dictionary(own) { min($0, $1) },
      among: nodes,
      at: now.nanoseconds
    )
    return Dictionary(demands.map { (String($0.key, radix: 16), $0.value) }) { max($0, $1) }
  }
}

extension SiteService {
  /// The site as part of a fleet; `nil` for a process that is in none.
  static func fleet(
    of site: NamedSite,
    _ publisher: Publisher,
    _ store: AnswerStore,
    _ limiter: RateLimiter,
    _ log: SiteLog,
    _ shared: SharedResources
  ) -> SiteFleet? {
    guard let process = shared.fleet else { return nil }
    let parts = SiteFleet.Site(
      name: site.name,
      folder: site.options.folder,
      state: site.options.state,
      publisher: publisher,
      history: site.options.history,
      store: store,
      limiter: limiter,
      log: log
    )
    return SiteFleet(parts, process, shared)
  }

  /// Accepts what publications purge at the edges, by this process or by the fleet.
  static func publicationPurges(
    _ dispatcher: PurgeDispatcher,
    _ fleet: SiteFleet?
  ) -> PublicationPurges.Take {
    guard let fleet else { return { dispatcher.take($0, reason: $1, isOver: $2) } }
    return { fleet.purgeEdges(ofPublication: $0, reason: $1, isOver: $2) }
  }

  /// Accepts what emergencies purge at the edges, by the fleet; `nil` for a site in none. Each node tells what it serves:
  /// there is no entry whose name they share.
  static func emergencyPurges(_ fleet: SiteFleet?) -> PublicationPurges.Take? {
    guard let fleet else { return nil }
    return { fleet.purgeEdges($0, reason: $1, isOver: $2) }
  }

  /// The caches that commits of records purge: the own one, and the edges by this process or by the fleet.
  static func caches(
    _ store: AnswerStore,
    _ refresh: CacheRefresh,
    _ dispatcher: PurgeDispatcher,
    _ fleet: SiteFleet?
  ) -> SiteResources.Caches {
    guard let fleet else {
      return SiteResources.Caches(store: store, refresh: refresh) {
        dispatcher.take($0, reason: $1, isOver: $2)
      }
    }
    return SiteResources.Caches(
      store: store,
      refresh: refresh,
      edges: { fleet.purgeEdges($0, reason: $1, isOver: $2) },
      committed: { versions, epoch in
        for (zone, version) in versions {
          fleet.node?.notice(CommitNotice(zone: zone, epoch: epoch.text, version: version))
        }
      }
    )
  }

  /// The rollout of a site in a fleet; `nil` for one that is in none.
  var fleetRollout: FleetRollout? { fleet.map { FleetRollout(site: self, fleet: $0) } }

  /// Closes the site by an operator's order, or opens it again with `nil`; in a fleet at all nodes, and returns who has
  /// that.
  package func close(_ maintenance: DataValue?) async throws -> Acknowledgement? {
    try publisher.check(maintenance)
    if let fleet { return try await fleet.close(maintenance) }
    try await rollout.worker.run { try obey(maintenance) }
    return nil
  }

  /// Joins the fleet, if the process is in one.
  func joinFleet(on loop: EventLoop, takesOver: Bool) async throws {
    try await fleet?.join(
      SiteFleet.Parts(
        dispatcher: dispatcher,
        resources: resources,
        refresh: cacheRefresh,
        persistence: persistence,
        served: { report in
          annotate(report)
          tell(report)
          fleetRollout?.withdrawOvertaken()
        },
        rolled: { fleetRollout?.follow($0, $1) },
        counted: { [rollout] counts in rollout.counts.withLock { $0.take(counts) } },
        closed: { maintenance in
          guard !publisher.hasObeyed(maintenance, at: UnixTime.now) else { return }
          do throws(PlainError) {
            try obey(maintenance)
          } catch {
            log.write("\(error)")
          }
        }
      ),
      on: loop,
      takesOver: takesOver
    )
  }
}
