// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import DataFiles
import Editions
import Files
import Gateway
import Geography
import HTTPClient
import HTTPServer
import HTTPValues
import Purging
import Reactor
import Signals

/// A site that is served and watched.
struct SiteService {
  let publisher: Publisher
  private let seal: SiteSeal
  private let countries: CountryFile?
  let store: AnswerStore
  /// Where the cache is kept over restarts; `nil` where it is not.
  let spill: CacheSpill?
  private let timing: [IPNetwork]
  private let resolver: Resolver
  private let clientSignals: ClientSignals
  private let gatewaySignals: GatewaySignals
  private let events: EventSink?
  /// Where purges go on to the edges.
  let desk: PurgeDesk
  private let publicationPurges: PublicationPurges

  /// Publishes the site, and from then on every change of it; fails if nothing can be published, or
  /// if countries are to be told by a file that cannot.
  init(
    _ options: SiteOptions,
    _ configuration: Service.Configuration,
    _ registry: SignalRegistry,
    on loop: EventLoop
  ) async throws {
    store = AnswerStore(limits: StoreLimits(bytes: configuration.cacheBytes))
    timing = configuration.timing
    events = try configuration.events.map { try EventSink($0 == "-" ? nil : try AppendedFile($0)) }
    clientSignals = try ClientSignals(registry)
    gatewaySignals = try GatewaySignals(registry)
    resolver = Resolver(pool: try WorkerPool(threads: 2))
    countries = try configuration.countries.map { try CountryFile($0) }
    let site = SiteFolder(options.folder)
    let history = options.history
    publisher = Publisher(site, history: history)
    seal = try options.seal()
    spill = configuration.keepsCache ? try CacheSpill(of: store, in: options.state) : nil
    if let spill { try SiteService.tell(spill.restore(at: SiteOptions.now.seconds * 1_000)) }
    let first = publisher.refresh(at: SiteOptions.now)
    SiteService.tell(first)
    guard first.publication != nil else { throw BrokenSite(findings: first.findings) }
    _ = try SiteWatch(
      site,
      extra: [history.folder],
      publisher: publisher,
      clock: { SiteOptions.now.seconds },
      report: { if $0.isNew || $0.isRefused { SiteService.tell($0) } }
    )
    desk = try await SiteService.desk(
      options,
      publisher,
      (clientSignals, try PurgeSignals(registry)),
      resolver,
      on: loop
    )
    publicationPurges = try PublicationPurges(
      desk,
      of: publisher,
      history: history,
      in: options.state,
      report: { StandardStream.errors.write("portico: \($0)\n") }
    )
    if let countries { _ = try CountryWatch(countries) { SiteService.tell($0, countries.path) } }
  }

  /// A desk on a loop; what it could not finish before the last end goes on.
  private static func desk(
    _ options: SiteOptions,
    _ publisher: Publisher,
    _ signals: (clients: ClientSignals, purges: PurgeSignals),
    _ resolver: Resolver,
    on loop: EventLoop
  ) async throws -> PurgeDesk {
    let kept = try PurgeJournal.open(in: options.state)
    let clients = SystemTrust().configuration
    return try await loop.perform { core in
      try PurgeDesk(
        kept,
        site: { publisher.publication.map { PurgeSite($0.edition.site) } ?? PurgeSite(edges: []) },
        environment: ProcessEnvironment.all,
        client: HTTPClient(on: core, clients, resolver: resolver, signals: signals.clients),
        signals: signals.purges,
        report: tell
      )
    }
  }

  /// Says what came of a purge where somebody should look.
  private static func tell(_ report: PurgeReport) {
    switch report {
    case .finished(let job):
      var line = "portico: purge \(job.id) is \(job.state.rawValue)"
      for leg in job.legs where leg.state == .failed {
        line += "; at \(leg.edge): \(leg.error ?? "nothing is known")"
      }
      StandardStream.errors.write(line + "\n")
    case .notKept(let job, let why):
      StandardStream.errors.write("portico: purge \(job.id) is not kept for a restart: \(why)\n")
    }
  }

  var handlers: HTTPServer.HandlerFactory {
    let (publisher, seal, countries) = (publisher, seal, countries)
    let (store, resolver) = (store, resolver)
    let clients = SystemTrust().configuration
    let (clientSignals, gatewaySignals, events) = (clientSignals, gatewaySignals, events)
    let timing = timing
    return { core in
      let client = try HTTPClient(
        on: core,
        clients,
        resolver: resolver,
        signals: clientSignals
      )
      return ContentHandler(
        publisher,
        seal: seal,
        countries: countries,
        plans: try PlanMeans(store: store, client: client, signals: gatewaySignals),
        events: events,
        timing: timing,
        on: core
      )
    }
  }

  private static func tell(_ restored: RestoredSnapshot?) {
    guard let restored else { return }
    let damage = restored.isWhole ? "" : ", up to where the file is damaged"
    StandardStream.errors.write(
      "portico: \(restored.entries) kept answers are back\(damage)\n"
    )
  }

  private static func tell(_ change: CountryFile.Change, _ path: String) {
    switch change {
    case .none: break
    case .replaced:
      StandardStream.errors.write("portico: the countries of \(path) are in use\n")
    case .refused(let error):
      StandardStream.errors.write("portico: the old database of countries stays: \(error)\n")
    }
  }

  /// Says what is served now and what the check has to say; the findings go where errors go.
  private static func tell(_ report: Publisher.Report) {
    for finding in report.findings { StandardStream.errors.write("\(finding)\n") }
    guard let edition = report.publication?.edition else { return }
    var line = "portico: edition \(edition.name) with \(edition.documentCount) documents is served"
    if let pinned = report.pinned, pinned == edition.name { line += ", pinned" }
    if report.isRefused { line += "; the files as they are cannot be published" }
    StandardStream.errors.write(line + "\n")
  }
}

extension Publisher.Report {
  /// Whether there are errors that keep the files from being published.
  fileprivate var isRefused: Bool { findings.contains { $0.severity == .error } }
}
