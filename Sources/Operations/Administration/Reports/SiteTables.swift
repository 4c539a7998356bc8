// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Backends
import ContentModel
import Gateway
import HTTPClient
import Measure
import Purging
import Reactor
import Serving
import Signals

/// The tables of the present state of sites, their caches and their services.
enum SiteTables {
  /// The contents of each site's cache, and the results of its lookups since the start.
  static func cache(_ sites: [SiteService]) -> FigureTable {
    var table = FigureTable("cache").columns([
      .init(.site, "The site."), .init(.bytes, "The size of all entries.", adds: true),
      .init(.limit, "The most that all entries may take.", adds: true),
      .init(.answers, "Answers that are kept.", adds: true),
      .init(.fragments, "Answers of services that are kept.", adds: true),
      .init(.hits, "The share of lookups that found something fresh."),
      .init(.stale, "Lookups that found something stale that could be served.", adds: true),
      .init(.misses, "Lookups that found nothing.", adds: true),
      .init(.evicted, "Entries that made room for others.", adds: true),
      .init(.purged, "Entries that were purged.", adds: true),
    ])
    for site in sites {
      let statistics = site.store.statistics
      let hits = statistics.lookups(.hit)
      let lookups =
        hits + statistics.lookups(.stale) + statistics.lookups(.staleError)
        + statistics.lookups(.miss)
      table.add([
        .text(site.name), .bytes(Int64(statistics.bytes)),
        .bytes(Int64(site.store.limits.bytes)), .count(Int64(statistics.answers)),
        .count(Int64(statistics.fragments)),
        lookups == 0 ? .none : .share(Double(hits) / Double(lookups)),
        .count(Int64(statistics.lookups(.stale))), .count(Int64(statistics.lookups(.miss))),
        .count(Int64(statistics.evictedValues + statistics.evictedMarks)),
        .count(Int64(statistics.purged)),
      ])
    }
    return table
  }

  /// The newest purges of all sites, each with its state at every edge.
  static func purges(_ sites: [SiteService], atMost limit: Int) -> FigureTable {
    var table = FigureTable("purges").columns([
      .init(.site, "The site."), .init(.time, "When it was asked for, in UTC."),
      .init(.purge, "The number of the purge."),
      .init(.reason, "because", "The cause; none where an operator asked for it."),
      .init(.scope, "The target of the purge."),
      .init(.strength, "soft: stale answers may be used; hard: they may not."),
      .init(.state, "The state of the purge at all edges together."),
      .init(.edge, "The CDN; none where only the gateway's own cache was purged."),
      .init(.edgeState, "at the edge", "The state of the purge at this edge, and the reason."),
      .init(.proven, "proven after", "The time until a probe saw nothing old at the edge."),
    ])
    for (site, job) in newestPurges(of: sites, atMost: limit) {
      let legs: [PurgeJob.Leg?] = job.legs.isEmpty ? [nil] : job.legs
      for leg in legs {
        let failure = leg?.error.map { ": \($0)" } ?? ""
        table.add(
          [
            .text(site), .text("\(UnixTime(seconds: job.submitted))"), .text(job.id),
            job.reason.map { .text($0) } ?? .none, .text("\(job.purge.target)"),
            .text(job.purge.strength.rawValue), .text(job.state.rawValue),
            leg.map { .text($0.edge) } ?? .none,
            leg.map { .text("\($0.state.rawValue)\(failure)") } ?? .none,
            leg?.consistentAfterMilliseconds.map { .seconds(Double($0) / 1_000) } ?? .none,
          ],
          tone: leg?.state == .failed ? .failure : .usual
        )
      }
    }
    return table
  }

  /// The newest purges with the names of their sites; those of the same second are in the order of
  /// the sites.
  static func newestPurges(
    of sites: [SiteService],
    atMost limit: Int
  ) -> [(site: String, job: PurgeJob)] {
    let all = sites.flatMap { site in
      site.dispatcher.latest(limit).map { (site: site.name, job: $0) }
    }
    let newest = all.enumerated().sorted { first, second in
      (second.element.job.submitted, first.offset) < (first.element.job.submitted, second.offset)
    }
    return newest.prefix(limit).map(\.element)
  }

  /// The requests that are waiting, the oldest first.
  static func requests(_ inspections: [SiteInspection]) -> FigureTable {
    var table = FigureTable("inflight").columns([
      .init(.site, "The site."),
      .init(.seconds, "for", "The time for which the request has waited at this step."),
      .init(.step, "The step of the request that waits."),
      .init(.waits, "waits for", "The calls, the other request or the client that it waits for."),
      .init(.route, "The document or the pass that was asked for."),
      .init(.method, "The method."),
      .init(.target, "The target, without parameters that events do not show."),
      .init(.request, "id", "The id by which the request can be cancelled."),
    ])
    let all = inspections.flatMap { inspection in
      inspection.requests.map { (site: inspection.site, request: $0) }
    }
    for (site, request) in all.sorted(by: { $0.request.nanoseconds > $1.request.nanoseconds }) {
      let seconds = Double(request.nanoseconds) / 1e9
      table.add(
        [
          .text(site), .seconds(seconds), .text(request.step),
          request.waits.isEmpty ? .none : .text(request.waits.joined(separator: ", ")),
          .text(request.route), .text(request.method), .text(request.target),
          .text("\(request.id)"),
        ],
        tone: seconds > 10 ? .failure : seconds > 1 ? .warning : .usual
      )
    }
    return table
  }

  /// The services, as all loops together know them, with their calls of the last seconds.
  static func backends(
    _ inspections: [SiteInspection],
    _ history: SignalHistory,
    _ troubles: Troubles
  ) -> FigureTable {
    var table = FigureTable("backends", about: 2).columns([
      .init(.site, "The site."), .init(.backend, "The service."),
      .init(.state, "Whether calls are let through, as the loop that lets fewest says."),
      .init(.endpoints, "The service's addresses that get calls, of all."),
      .init(.inflight, "in flight", "Attempts under way.", adds: true),
      .init(.limit, "The most attempts that may be under way.", adds: true),
      .init(.waiting, "Calls that wait for their turn.", adds: true),
      .init(
        .failed,
        "Calls of the last 10 s without an answer that can be used, and answers along passes with a 5xx; not"
          + " those that the service refused with a 4xx, nor those whose callers gave up."
      ),
      .init(
        .why,
        "What was wrong with most of them, that no connection is accepted, or that it is slow."
      ),
      .init(.p50, "Half of the answered calls of the last minute took at most this long."),
      .init(.late, "95 of 100 of these took at most this long."),
      .init(.retry, "next try", "Time until an open circuit lets a call through again."),
    ])
    let recent = BackendFigures.all(history, over: TopReport.seconds)
    let minute = BackendFigures.all(history, over: 60)
    for inspection in inspections {
      for (name, loops) in inspection.backends {
        let place = BackendFigures.Place(site: inspection.site, backend: name)
        add(place, loops, recent[place], minute[place], troubles.service(place), to: &table)
      }
    }
    return table
  }

  private static func add(
    _ place: BackendFigures.Place,
    _ loops: [BackendStatus],
    _ recent: BackendFigures?,
    _ minute: BackendFigures?,
    _ trouble: Troubles.Service?,
    to table: inout FigureTable
  ) {
    let worst = loops.map(\.breaker).max { rank($0) < rank($1) } ?? .closed
    // Each loop judges for itself; an endpoint that any of them has ejected is not counted.
    let endpoints = loops.map { $0.endpoints.count(where: \.isUsable) }.min() ?? 0
    let all = loops.first?.endpoints.count ?? 0
    let isUnreachable = loops.contains(where: \.isUnreachable)
    let failed = recent?.failed ?? 0
    func quantile(_ share: Double) -> Figure {
      (minute?.durations.quantile(share)).figure { .seconds($0) }
    }
    table.add(
      [
        .text(place.site), .text(place.backend), .text(worst.rawValue),
        .text("\(endpoints)/\(all)"),
        .count(Int64(loops.reduce(0) { $0 + $1.inFlight })),
        .count(Int64(loops.reduce(0) { $0 + $1.limit })),
        .count(Int64(loops.reduce(0) { $0 + $1.waiting })),
        .count(Int64(clamping: failed)),
        recent?.reason.map { .code($0) }
          ?? (isUnreachable ? .text("no connection") : (trouble?.word).figure { .text($0) }),
        quantile(0.5), quantile(0.95),
        loops.compactMap(\.opensIn).max().figure { .seconds(Double($0.nanoseconds) / 1e9) },
      ],
      tone: rank(worst) == 2 || (endpoints == 0 && all > 0) || isUnreachable
        || trouble?.isFailure == true
        ? .failure
        : rank(worst) == 1 || endpoints < all || failed > 0 || trouble != nil ? .warning : .usual
    )
  }

  /// The endpoints of the services, each as the loop that thinks worst of it.
  static func endpoints(_ inspections: [SiteInspection]) -> FigureTable {
    var table = FigureTable("endpoints", about: 3).columns([
      .init(.site, "The site."), .init(.backend, "The service."),
      .init(.endpoint, "The address."),
      .init(
        .state,
        "well, unwell by its health checks, why it is ejected, or that it accepts no connections."
      ),
      .init(.weight, "Its share of the calls beside the others' weights."),
      .init(.inflight, "in flight", "Attempts under way.", adds: true),
      .init(.problem, "Why there was no answer to its last check."),
    ])
    for inspection in inspections {
      for (name, loops) in inspection.backends {
        for endpoint in loops.first?.endpoints ?? [] {
          let all = loops.flatMap(\.endpoints).filter { $0.destination == endpoint.destination }
          let state =
            all.contains(where: \.isManuallyEjected)
            ? "ejected by an operator"
            : all.contains(where: \.isEjected)
              ? "ejected, since calls failed"
              : !all.allSatisfy(\.isWell)
                ? "unwell"
                : all.allSatisfy(\.acceptsConnections) ? "well" : "accepts no connections"
          table.add(
            [
              .text(inspection.site), .text(name), .text(endpoint.destination.description),
              .text(state), .count(Int64(endpoint.weight)),
              .count(Int64(all.reduce(0) { $0 + $1.inFlight })),
              all.lazy.compactMap(\.problem).first.figure { .text($0) },
            ],
            tone: state == "well" ? .usual : .warning
          )
        }
      }
    }
    return table
  }

  private static func rank(_ state: CircuitBreaker.State) -> Int {
    switch state {
    case .closed: 0
    case .halfOpen: 1
    case .open: 2
    }
  }
}
