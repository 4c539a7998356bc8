// SPDX-License-Identifier: Apache-2.0

package import AnswerCache
import Bytes
import Commands
import ContentModel
import ContentResolution
import DataFiles
package import Editions
import FileShapes
package import Gateway
import HTTPClient
import HTTPServer
package import HTTPValues
package import Learning
package import Purging
package import Reactor
import Signals
import Sites

/// A site that is served and watched, with its own editions, cache, seal and edges.
package struct SiteService: Sendable {
  package let name: String
  package let folder: String
  package let state: String
  package let publisher: Publisher
  package let store: AnswerStore
  /// The cache's files; `nil` if it is not persisted.
  package let persistence: CachePersistence?
  /// Sends purges to the edges.
  package let dispatcher: PurgeDispatcher
  /// Probes the edges at the public URLs.
  package let edgeMeter: EdgeMeter
  private let publicationPurges: PublicationPurges
  /// Knows what the last publication changed.
  package let comparer: EditionComparer
  package let log: SiteLog
  private let lastReport = LastReport()
  /// The reason why the site could not be published at the start.
  let failure: PlainError?
  /// Counts the requests of all loops for the site's rate limits.
  private let limiter: RateLimiter
  private let webSockets = OpenWebSockets()
  /// Composes outdated answers again, if the site declares a pace.
  package let cacheRefresh: CacheRefresh
  /// Keeps a sketch of the traffic.
  let traffic: TrafficKeeper
  let handlers = SiteHandlers()
  /// The records that the site keeps; `nil` if it declares none.
  package let resources: DeclaredResources
  package let shared: SharedResources
  /// The site as part of a fleet; `nil` for one that is served by this process alone.
  package let fleet: SiteFleet?
  /// The rollout of an edition beside the published one.
  package let rollout: SiteRollout
  /// The previews of drafts.
  package let previews: SitePreviews
  private let previewSignals: PreviewSignals
  package let seal: SiteSeal
  private let clientSignals: ClientSignals
  private let gatewaySignals: GatewaySignals

  /// Publishes the site, if it is valid and no other has its hosts.
  ///
  /// - Parameter number: its number in the directory.
  init(
    _ site: NamedSite,
    _ number: Int,
    _ directory: HostDirectory,
    _ shared: SharedResources,
    isAlone: Bool,
    on group: LoopGroup
  ) async throws {
    let options = site.options
    name = site.name
    folder = options.folder
    state = options.state
    editionHistory = options.history
    self.shared = shared
    log = SiteLog(site, isAlone: isAlone, isOfFleet: shared.fleet != nil)
    rollout = try SiteRollout(in: options.state)
    store = AnswerStore(limits: StoreLimits(bytes: shared.cacheBytes))
    let registry = shared.registry.labelled("site", site.name)
    clientSignals = try ClientSignals(registry)
    gatewaySignals = try GatewaySignals(registry, reportBug: { [log] in log.write($0) })
    let publisher = Publisher(
      SiteFolder(options.folder),
      .complete,
      keeper: EditionKeeper(
        options.history,
        perform: shared.diskWriter.submit,
        report: { [log] in log.report($0) }
      ),
      emergency: StoredOverlay(in: options.state),
      orders: StoredOverlay(ofOrdersIn: options.state)
    ) { settings in
      directory.claim(settings, for: number) + SiteService.renaming(settings, of: site)
    }
    self.publisher = publisher
    limiter = RateLimiter(sharedBy: shared.fleet?.limitSeed(of: site.name))
    fleet = SiteService.fleet(of: site, publisher, store, limiter, log, shared)
    cacheRefresh = try CacheRefresh(of: publisher, store, RefreshSignals(registry)) {
      [name, log = shared.log] report in
      log.record(report, of: name)
    }
    seal = try options.seal(of: site.name, in: shared.fleet)
    previews = SitePreviews(
      in: options.state,
      of: SiteFolder(options.folder),
      options.history,
      seal: seal,
      report: { [log] in log.write($0) }
    )
    previewSignals = try PreviewSignals(registry, previews.drafts)
    try await group.loops[0].perform { [previews] in previews.begin(on: $0) }
    traffic = try TrafficKeeper(in: options.state, of: publisher) { [log] in log.write($0) }
    persistence = shared.keepsCache ? try CachePersistence(of: store, in: options.state) : nil
    if let persistence { log.report(try persistence.restore(at: UnixTime.now.seconds * 1_000)) }
    let first = publisher.refresh(at: UnixTime.now)
    log.report(first)
    _ = lastReport.isNew(first)
    shared.log.record(first, of: name)
    try PlainError.check(hosts: first.findings, of: site)
    failure = first.publication == nil ? .brokenSite(first.findings) : nil
    if failure != nil, let declared = site.declared {
      // An unpublished site still owns its hosts: no other site's content is shown there.
      try PlainError.check(hosts: directory.claim(declared, for: number), of: site)
    }
    let declared = site.declared ?? SiteSettings()
    dispatcher = try await PurgeDispatcher.start(
      { PurgeSite(publisher.publication?.edition.site ?? declared) },
      try PurgeJournal.open(in: options.state, report: log.write),
      shared,
      (clientSignals, try PurgeSignals(registry)),
      site.name,
      log,
      fleet,
      on: group.loops[0]
    )
    edgeMeter = try await EdgeMeter.start(
      { PurgeSite(publisher.publication?.edition.site ?? declared) },
      dispatcher,
      shared,
      (clientSignals, try EdgeSignals(registry)),
      on: group.loops[0]
    )
    resources = try await DeclaredResources.start(
      publisher,
      on: group.loops[0],
      report: { [log] in log.write($0) },
      open: { [store, cacheRefresh, dispatcher, log, fleet, state = options.state] in
        try await SiteResources.start(
          publisher,
          of: site.name,
          in: state,
          purging: SiteService.caches(store, cacheRefresh, dispatcher, fleet),
          shared,
          on: group,
          report: { log.write($0) }
        )
      }
    )
    publicationPurges = try PublicationPurges(
      SiteService.publicationPurges(dispatcher, fleet),
      ofEmergencies: SiteService.emergencyPurges(fleet),
      of: publisher,
      history: options.history,
      in: options.state,
      report: { [log] in log.write($0) }
    )
    comparer = try EditionComparer(
      of: publisher,
      history: options.history,
      links: LinkWriter(seal: seal)
    )
  }

  /// Returns findings about a site that has changed its name since the start.
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

  /// Adds an annotation to the history when another edition is served.
  package func annotate(_ report: Publisher.Report) {
    guard report.isNew, let edition = report.publication?.edition else { return }
    let isReturn = fleet?.isHeld ?? (report.pinned == edition.name)
    let kind = isReturn ? "rollback" : "publication"
    let documents = Counted.text(edition.documentCount, "document")
    shared.annotate(kind, "edition \(edition.name) with \(documents)", site: name)
  }

  /// Reads the site's files again, and logs changes and faults.
  @discardableResult
  package func refresh() -> Publisher.Report {
    let report = publisher.refresh(at: UnixTime.now)
    annotate(report)
    tell(report)
    return report
  }

  /// Closes the site, or opens it, at this node. This takes long.
  func obey(_ maintenance: DataValue?) throws(PlainError) {
    let report = try publisher.close(maintenance, at: UnixTime.now)
    annotate(report)
    tell(report)
  }

  /// Logs and records a report, unless it equals the last one.
  func tell(_ report: Publisher.Report) {
    guard lastReport.isNew(report) else { return }
    log.reportNews(of: report)
    shared.log.record(report, of: name)
  }

  /// Publishes every change of the site from now on.
  ///
  /// - Parameter changed: called after each change, on the watching thread.
  func watch(_ changed: @escaping @Sendable () -> Void) throws {
    _ = try SiteWatch(
      SiteFolder(folder),
      history: editionHistory.folder,
      publisher: publisher,
      clock: { UnixTime.now.seconds },
      report: { report in
        annotate(report)
        tell(report)
        changed()
        fleet?.look()
      },
      reportFault: { [log] in log.write(SiteWatch.text($0, "changes")) }
    )
  }

  /// Returns the site's request handler for a loop.
  func handler(
    recordingTo recorder: EventRecorder,
    _ wire: WireTimes,
    on core: LoopCore
  ) throws -> PreviewHandler {
    let client = try shared.client(on: core, clientSignals)
    var site = GatewaySite(publisher, seal: seal)
    site.countries = shared.countries
    site.timing = shared.timing
    site.compression = shared.compression
    site.limiter = limiter
    site.webSockets = webSockets
    site.refresh = cacheRefresh
    site.traffic = { [traffic] in traffic.take($0) }
    site.hints = traffic.hints
    var access = shared.access
    access.watchesServices = handlers.isEmpty
    let handler = ContentHandler(
      site,
      try GatewayDependencies(
        store: store,
        client: client,
        signals: gatewaySignals,
        wire: wire,
        access: access,
        sampledShare: shared.tracedShare,
        records: { [resources] in resources.records?.onLoop($0) }
      ),
      events: requestEvents(recorder),
      on: core
    )
    handlers.add(handler, on: core)
    return try PreviewHandler(
      before: handler,
      previews.drafts,
      seal: seal,
      previewSignals,
      events: requestEvents(recorder),
      on: core
    ) { try self.handler(of: $0, recordingTo: recorder, on: core) }
  }

  /// Returns the handler of a draft for a loop. Its metrics are its own, and nobody reads them.
  private func handler(
    of draft: LiveDraft,
    recordingTo recorder: EventRecorder,
    on core: LoopCore
  ) throws -> PreviewHandler.Served {
    let registry = try SignalRegistry()
    let client = try shared.client(on: core, ClientSignals(registry))
    var site = GatewaySite(draft.publisher, seal: seal)
    site.countries = shared.countries
    site.draft = draft
    let handler = ContentHandler(
      site,
      try GatewayDependencies(
        store: draft.store,
        client: client,
        signals: GatewaySignals(registry),
        access: shared.access,
        records: { [resources] in resources.records?.onLoop($0) }
      ),
      events: requestEvents(recorder, of: draft.id),
      on: core
    )
    return (handler, { client.close() })
  }

  private func requestEvents(_ recorder: EventRecorder, of preview: DraftID? = nil) -> RequestEvents
  {
    RequestEvents(
      recorder,
      of: name,
      queries: shared.eventQueries,
      addresses: shared.eventAddresses,
      headers: shared.eventHeaders,
      preview: preview
    )
  }

  /// Returns the cache entry of the first of these requests that has one.
  package func finding(
    for requests: [Request],
    from client: SocketAddress
  ) async throws -> CacheFinding {
    try await handlers.finding(for: requests, from: client)
  }

  /// The editions that are kept.
  package let editionHistory: EditionHistory
  package let authors = PublicationAuthors()

  /// The first host that the site names; `localhost` for one that names none.
  package var usualHost: String {
    let hosts = publisher.publication?.edition.site.hosts.map(\.pattern) ?? []
    return hosts.first { !$0.isWildcard }?.description ?? "localhost"
  }

  /// The sketch of the traffic, with what was answered until now.
  func trafficSketch() async throws -> TrafficSketch {
    await handlers.tellTraffic()
    return try await traffic.sketch()
  }

  /// Learns which documents visitors of the site ask for next.
  package var hintLearning: HintLearning {
    // No loop has seen the settings before its first request.
    traffic.hints.follow(publisher.publication?.edition.site)
    return traffic.hints
  }

  /// Writes the sketch of the traffic, with what was answered until now.
  package func keepTraffic() async {
    await handlers.tellTraffic()
    await traffic.close()
  }
}

extension PlainError {
  /// Throws if the findings contain a host that two sites have.
  fileprivate static func check(hosts findings: [Finding], of site: NamedSite) throws(PlainError) {
    guard let finding = findings.first(where: { $0.rule == .takenHost }) else { return }
    throw PlainError("two sites have the same host:\n\(site.options.folder)/\(finding)")
  }
}
