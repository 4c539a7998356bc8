// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import DataFiles
import Editions
import FileShapes
import Gateway
import HTTPClient
import HTTPServer
import Purging
import Reactor
import Signals

/// A site that is served and watched: a world of its own, with its editions, cache, seal and edges.
struct SiteService: Sendable {
  let name: String
  let folder: String
  let state: String
  let publisher: Publisher
  let store: AnswerStore
  /// Where the cache is kept over restarts; `nil` where it is not.
  let spill: CacheSpill?
  /// Where purges go on to the edges.
  let dispatcher: PurgeDispatcher
  private let publicationPurges: PublicationPurges
  let voice: SiteVoice
  private let news = SiteNews()
  /// Why nothing of it could be published at the start.
  let failure: BrokenSite?
  /// Counts the requests of all loops against the site's rate limits.
  private let limiter = RateLimiter()
  private let webSockets = OpenWebSockets()
  private let history: String
  private let means: SiteMeans
  private let seal: SiteSeal
  private let clientSignals: ClientSignals
  private let gatewaySignals: GatewaySignals

  /// Publishes the site, if it can be published and no other has its hosts.
  ///
  /// - Parameter number: its place in the directory.
  init(
    _ site: NamedSite,
    _ number: Int,
    _ directory: HostDirectory,
    _ means: SiteMeans,
    isAlone: Bool,
    on loop: EventLoop
  ) async throws {
    let options = site.options
    name = site.name
    folder = options.folder
    state = options.state
    history = options.history.folder
    self.means = means
    voice = SiteVoice(site, isAlone: isAlone)
    store = AnswerStore(limits: StoreLimits(bytes: means.cacheBytes))
    let registry = means.registry.labelled("site", site.name)
    clientSignals = try ClientSignals(registry)
    gatewaySignals = try GatewaySignals(registry)
    let publisher = Publisher(
      SiteFolder(options.folder),
      keeper: EditionKeeper(
        options.history,
        perform: means.archivist.submit,
        report: { [voice] in voice.tell($0) }
      ),
      emergency: KeptOverlay(in: options.state)
    ) { settings in
      directory.claim(settings, for: number) + SiteService.renaming(settings, of: site)
    }
    self.publisher = publisher
    seal = try options.seal()
    spill = means.keepsCache ? try CacheSpill(of: store, in: options.state) : nil
    if let spill { voice.tell(try spill.restore(at: SiteOptions.now.seconds * 1_000)) }
    let first = publisher.refresh(at: SiteOptions.now)
    voice.tell(first)
    _ = news.isNew(first)
    try TakenHosts.check(first.findings, of: site)
    failure = first.publication == nil ? BrokenSite(findings: first.findings) : nil
    if failure != nil, let declared = site.declared {
      // Its hosts are its own nevertheless: nobody else's content is shown there.
      try TakenHosts.check(directory.claim(declared, for: number), of: site)
    }
    let declared = site.declared ?? SiteSettings()
    dispatcher = try await SiteService.dispatcher(
      { PurgeSite(publisher.publication?.edition.site ?? declared) },
      try PurgeJournal.open(in: options.state),
      means,
      (clientSignals, try PurgeSignals(registry)),
      site.name,
      voice,
      on: loop
    )
    publicationPurges = try PublicationPurges(
      dispatcher,
      of: publisher,
      history: options.history,
      in: options.state,
      report: { [voice] in voice.say($0) }
    )
  }

  /// A dispatcher on a loop; what it could not finish before the last end goes on.
  private static func dispatcher(
    _ site: @escaping @Sendable () -> PurgeSite,
    _ kept: (journal: PurgeJournal, jobs: [PurgeJob]),
    _ means: SiteMeans,
    _ signals: (clients: ClientSignals, purges: PurgeSignals),
    _ name: String,
    _ voice: SiteVoice,
    on loop: EventLoop
  ) async throws -> PurgeDispatcher {
    try await loop.perform { core in
      try PurgeDispatcher(
        kept,
        site: site,
        environment: ProcessEnvironment.all,
        client: HTTPClient(
          on: core,
          means.clients,
          resolver: means.resolver,
          signals: signals.clients
        ),
        signals: signals.purges,
        report: { report in
          voice.tell(report)
          if case .finished(let job) = report { AuditLog.record(job, of: name, to: means.events) }
        }
      )
    }
  }

  /// What is to be said of a site that calls itself otherwise than at the start.
  private static func renaming(_ settings: SiteSettings, of site: NamedSite) -> [Finding] {
    guard let name = settings.name, name.value != site.name else { return [] }
    return [
      Finding(
        .warning,
        .badValue,
        at: name.place,
        "the site is called \"\(site.name)\" until the next start, since its state and its metrics are"
      )
    ]
  }

  /// Looks at the site's files again, and says what is new or wrong.
  @discardableResult
  func refresh() -> Publisher.Report {
    let report = publisher.refresh(at: SiteOptions.now)
    if news.isNew(report) { voice.tellNews(of: report) }
    return report
  }

  /// Publishes every change of the site from now on.
  ///
  /// - Parameter changed: is called behind each, on the watching thread.
  func watch(_ changed: @escaping @Sendable () -> Void) throws {
    _ = try SiteWatch(
      SiteFolder(folder),
      history: history,
      publisher: publisher,
      clock: { SiteOptions.now.seconds },
      report: { report in
        if news.isNew(report) { voice.tellNews(of: report) }
        changed()
      }
    )
  }

  /// What answers for the site on a loop.
  func handler(on core: LoopCore) throws -> ContentHandler {
    let client = try HTTPClient(
      on: core,
      means.clients,
      resolver: means.resolver,
      signals: clientSignals
    )
    return ContentHandler(
      publisher,
      seal: seal,
      try GatewayDependencies(
        store: store,
        client: client,
        signals: gatewaySignals,
        connections: { [connections = means.connections] in connections.rules(for: $0) }
      ),
      countries: means.countries,
      events: means.events?.of(site: name),
      timing: means.timing,
      compression: means.compression,
      limiter: limiter,
      webSockets: webSockets,
      on: core
    )
  }
}

/// Two sites want the same host.
struct TakenHosts: Error, CustomStringConvertible {
  let description: String

  /// Throws if one of the findings says so.
  static func check(_ findings: [Finding], of site: NamedSite) throws(TakenHosts) {
    guard let finding = findings.first(where: { $0.rule == .takenHost }) else { return }
    throw TakenHosts(
      description: "two sites cannot be told apart:\n\(site.options.folder)/\(finding)"
    )
  }
}
