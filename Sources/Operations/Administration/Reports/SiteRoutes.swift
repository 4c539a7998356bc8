// SPDX-License-Identifier: Apache-2.0

import Commands
import Editions
import Gateway
import Measure
import Services
import Serving
import Signals
import Sites

/// The documents and the passes of a site as `/routes` shows them.
struct SiteRoutes {
  /// The window of the figures.
  static let seconds = 60.0
  /// The maximum number of rows in a table of all sites.
  static let mostRows = 5_000

  /// One row: a document, all documents of a folder, or a pass.
  private struct Route {
    /// The label in metrics.
    let label: String
    let kind: String
    let file: String
    /// The services that the route calls.
    var backends: [String] = []
    var lifetimes: DocumentLifetimes?
    let kept: Int
  }

  private let site: String
  private let routes: [Route]

  /// - Parameters:
  ///   - filter: a text that the routes contain, in any case; empty for all.
  ///   - milliseconds: the time of day.
  init(_ site: SiteService, filter: String, at milliseconds: Int64) {
    self.site = site.name
    guard let publication = site.publisher.publication else {
      routes = []
      return
    }
    let edition = publication.edition
    let kept = RouteEntryCounts(in: site.store, edition.site.passes, at: milliseconds).countOfRoute
    let labels = RouteLabels(documents: edition.documentCount)
    let wanted = filter.lowercased()
    var folders: [String: (documents: Int, kept: Int)] = [:]
    var routes: [Route] = []
    for draft in edition.drafts {
      let label = labels.label(of: draft.path)
      guard wanted.isEmpty || label.lowercased().contains(wanted) else { continue }
      guard label == "/\(draft.path)" else {
        let folder = folders[label] ?? (0, 0)
        folders[label] = (folder.documents + 1, folder.kept + (kept[draft.path] ?? 0))
        continue
      }
      routes.append(SiteRoutes.route(draft, label, publication, kept: kept[draft.path] ?? 0))
    }
    for (label, folder) in folders {
      routes.append(
        Route(
          label: label,
          kind: "documents",
          file: Counted.text(folder.documents, "file"),
          kept: folder.kept
        )
      )
    }
    for pass in edition.site.passes {
      let prefix = pass.shownPrefix
      guard wanted.isEmpty || prefix.lowercased().contains(wanted) else { continue }
      routes.append(
        Route(
          label: prefix,
          kind: pass.caching == .standard ? "kept pass" : "pass",
          file: "\(pass.place)",
          backends: [pass.backend],
          kept: kept[prefix] ?? 0
        )
      )
    }
    self.routes = routes.sorted { ($0.label, $0.kind) < ($1.label, $1.kind) }
  }

  private static func route(
    _ draft: DocumentDraft,
    _ label: String,
    _ publication: Publication,
    kept: Int
  ) -> Route {
    var lifetimes = draft.lifetimes
    lifetimes.ttl = publication.overlay.ttl(of: draft)
    let backends = draft.planned?.backends.sorted() ?? []
    return Route(
      label: label,
      kind: draft.planned == nil ? "document" : "plan",
      file: draft.file,
      backends: backends,
      lifetimes: lifetimes,
      kept: kept
    )
  }

  /// The table of all sites' routes, with the results of requests over the last minute.
  static func table(
    _ sites: [SiteRoutes],
    _ figures: [RouteFigures.Place: RouteFigures]
  ) -> FigureTable {
    var table = FigureTable("routes").columns([
      .init(.site, "The site."),
      .init(.route, "The document, the documents of a folder, or the pass."),
      .init(
        .kind,
        "document: it says everything itself; plan: services are called for it; pass, kept pass:"
          + " a service answers, and its answers are kept"
      ),
      .init(.rate, "Requests per second over the last minute.", adds: true),
      .init(.hits, "The share of answers of the last minute that were kept and fresh."),
      .init(.p50, "Half of the requests of the last minute took at most this long."),
      .init(.p99, "99 of 100 requests of the last minute took at most this long."),
      .init(.errors, "Requests of the last minute with a 5xx or without an answer.", adds: true),
      .init(.refused, "Answers of the last minute with a 4xx.", adds: true),
      .init(.kept, "Answers that are kept.", adds: true),
      .init(.backends, "services", "The services that are asked."),
      .init(.ttl, "The time for which an answer is fresh."),
      .init(.staleWhileRevalidate, "stale", "The time for which it is used while renewed."),
      .init(.staleIfError, "on error", "The time for which it is used if renewing fails."),
      .init(.file, "The file that says it."),
    ])
    for site in sites {
      for route in site.routes where table.rows.count < mostRows {
        let place = RouteFigures.Place(site: site.site, route: route.label)
        table.add(site.figures(of: route, figures[place]), tone: figures[place]?.tone ?? .usual)
      }
    }
    return table
  }

  private func figures(of route: Route, _ recent: RouteFigures?) -> [Figure] {
    func seconds(_ number: Int?) -> Figure { number.figure { .seconds(Double($0)) } }
    func quantile(_ share: Double) -> Figure {
      (recent?.durations.quantile(share)).figure { .seconds($0) }
    }
    let backends = route.backends.joined(separator: ", ")
    return [
      .text(site), .text(route.label), .text(route.kind), .perSecond(recent?.rate ?? 0),
      (recent?.hitShare).figure { .share($0) }, quantile(0.5), quantile(0.99),
      .count(Int64(clamping: recent?.errors ?? 0)), .count(Int64(clamping: recent?.refused ?? 0)),
      .count(Int64(route.kept)),
      backends.isEmpty ? .none : .text(backends), seconds(route.lifetimes?.ttl),
      seconds(route.lifetimes?.staleWhileRevalidate), seconds(route.lifetimes?.staleIfError),
      .text(route.file),
    ]
  }
}

extension RouteFigures {
  /// A route is a failure if at least one in a hundred requests failed, and a warning if fewer did, or if half of
  /// at least five answers are a 4xx.
  var tone: FigureTable.Tone {
    guard errors > 0 else { return refused >= 5 && refused >= count / 2 ? .warning : .usual }
    return Double(errors) >= Double(count) / 100 ? .failure : .warning
  }
}
