// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import Purging
import Reactor

extension EdgeMeter {
  /// Begins to probe the edges of a site at their public URLs, on a loop.
  static func start(
    _ site: @escaping @Sendable () -> PurgeSite,
    _ dispatcher: PurgeDispatcher,
    _ shared: SharedResources,
    _ signals: (clients: ClientSignals, edges: EdgeSignals),
    on loop: EventLoop
  ) async throws -> EdgeMeter {
    try await loop.perform { core in
      try EdgeMeter(
        site: site,
        purges: { dispatcher.latest(EdgePromises.lookedAtPurges) },
        client: shared.client(on: core, signals.clients),
        signals: signals.edges
      )
    }
  }
}

extension PurgeDispatcher {
  /// Creates the dispatcher of a site on a loop, and resumes unfinished purges.
  static func start(
    _ site: @escaping @Sendable () -> PurgeSite,
    _ kept: (journal: PurgeJournal, jobs: [PurgeJob]),
    _ shared: SharedResources,
    _ signals: (clients: ClientSignals, purges: PurgeSignals),
    _ name: String,
    _ log: SiteLog,
    _ fleet: SiteFleet?,
    on loop: EventLoop
  ) async throws -> PurgeDispatcher {
    try await loop.perform { core in
      try PurgeDispatcher(
        kept,
        site: site,
        environment: ProcessEnvironment.all,
        client: shared.client(on: core, signals.clients),
        signals: signals.purges,
        report: { report in
          log.report(report)
          switch report {
          case .finished(let job):
            shared.log.record(job, of: name)
            fleet?.edgesAreOver(job)
          case .widened(let edge, let note):
            shared.annotate("purge", "purges at \(edge): \(note)", site: name)
          case .notKept: break
          }
        }
      )
    }
  }
}
