// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Console
import ContentModel
import DataFiles
import Digests
import Edges
import Editions
import Gateway
import HTTPClient
import HTTPServer
import HTTPValues
import Plans
import Purging
import Reactor
import ResourceService
import ResourceStore
import Signals
import Sites
import Synchronization

// The gateway reaches the records over a connection of its own host, so that limits, caching, purges,
// events and metrics are those of every other service.

/// The records of one site: their store, and the service that plans and passes reach.
final class SiteResources: Sendable {
  static let fileName = "resources.sqlite"
  /// The folder of the records' files.
  static let filesName = "resource-files"
  /// The maximum number of requests handled at once; one that writes waits for the disk.
  private static let threads = 16
  /// The maximum number of passwords hashed at once, each in 128 MiB, and of those that wait.
  private static let passwordThreads = 2
  private static let waitingPasswords = 64

  /// The address and token by which plans and passes reach the records.
  let local: LocalService
  private let service: ResourceService
  /// The address of the database that is open; `nil` for the file.
  private let store: String?
  private let publisher: Publisher
  private let server: HTTPServer
  private let pool: WorkerPool
  private let passwords: WorkerPool
  private let people: SitePeople
  private let hooks: SiteHooks
  private let plansToken: String
  private let report: @Sendable (String) -> Void

  /// Opens the records of a site that declares some; `nil` for one that does not.
  ///
  /// - Parameter report: called with messages for operators.
  static func start(
    _ publisher: Publisher,
    in state: String,
    purging caches: (store: AnswerStore, refresh: CacheRefresh, edges: PurgeDispatcher),
    _ shared: SharedResources,
    on group: LoopGroup,
    report: @escaping @Sendable (String) -> Void
  ) async throws -> SiteResources? {
    guard let settings = publisher.publication?.edition.site.resources else { return nil }
    let pool = try WorkerPool(threads: threads)
    let service = ResourceService(try await pool.run { try RecordStores.open(settings, in: state) })
    let passwords = try WorkerPool(threads: passwordThreads, capacity: waitingPasswords)
    let people = try await SitePeople.start(
      settings.people,
      of: service,
      pool,
      shared,
      on: group.loops[0],
      report
    )
    let server = try await HTTPServer.start(
      [ListenerConfiguration(SocketAddress.loopback(port: 0))],
      on: group,
      limits: limits,
      // These requests are not counted, since those of visitors that led to them are.
      signals: ServerSignals(try SignalRegistry(), reportBug: report),
      handler: { core in
        // Its calls are not part of the metrics of any site.
        let client = try HTTPClient(
          on: core,
          shared.clients,
          resolver: shared.resolver,
          signals: try ClientSignals(try SignalRegistry())
        )
        return ResourceHandler(
          service,
          pool: pool,
          passwords: passwords,
          client: client,
          on: core
        )
      }
    )
    let hooks = try await SiteHooks.start(service, pool, shared, on: group.loops[0], report)
    let resources = SiteResources(
      publisher,
      service,
      at: settings.store,
      server,
      (pool, passwords),
      (people, hooks),
      report
    )
    let files = try RecordFiles(in: "\(state)/\(filesName)")
    service.renew { service in
      service.files = files
      service.page = SiteResources.page
      service.changed = { tags in
        resources.purge(tags, at: caches.store, caches.edges)
        caches.refresh.request(.purge(nil))
      }
      service.failed = { report("the records: \($0)") }
    }
    try await pool.run { resources.obey(settings) }
    publisher.observe { resources.renew() }
    try await group.loops[0].perform { RecordHousekeeping(service, pool: pool, on: $0).begin() }
    return resources
  }

  private init(
    _ publisher: Publisher,
    _ service: ResourceService,
    at store: String?,
    _ server: HTTPServer,
    _ pools: (requests: WorkerPool, passwords: WorkerPool),
    _ others: (people: SitePeople, hooks: SiteHooks),
    _ report: @escaping @Sendable (String) -> Void
  ) {
    self.publisher = publisher
    self.service = service
    self.store = store
    self.server = server
    pool = pools.requests
    passwords = pools.passwords
    people = others.people
    hooks = others.hooks
    self.report = report
    plansToken = Hexadecimal.text([UInt8].random(count: 32))
    local = LocalService(
      at: Origin(.http, host: "127.0.0.1", port: server.addresses[0].port),
      credential: ["authorization": "Bearer \(plansToken)"]
    )
  }

  /// The limits of the listener, all of whose connections are the gateway's own.
  private static var limits: ServerLimits {
    var limits = ServerLimits()
    limits.connectionsPerClient = limits.connections
    return limits
  }

  /// Applies a new edition's declarations of records.
  private func renew() {
    guard let settings = publisher.publication?.edition.site.resources else { return }
    if settings.store != store {
      report("the records stay in the store that is open until the next start; another is declared")
    }
    obey(settings)
  }

  private func obey(_ settings: ResourceSettings) {
    let rights = ResourceRights(
      settings,
      plans: plansToken,
      environment: ProcessEnvironment.all
    ) { variable in
      report("the environment has no \(variable), so nobody has the token of that name")
    }
    service.renew { service in
      service.mount = settings.at
      service.ttl = settings.ttl
      service.caller = rights.callAsFunction
    }
    people.obey(settings.people, in: service)
    hooks.obey(settings.hooks)
  }

  /// Makes the page of the records' description, and the files that it loads.
  private static let page: @Sendable (String, DataValue, String?) -> ResourceReply? = {
    path,
    description,
    file in
    var reply = ResourceReply(.ok)
    guard let file else {
      reply.fields = AdminHandler.pageFields
      reply.body = APIReference(description, at: path).html
      return reply
    }
    guard let text = APIReference.files.first(where: { $0.name == file }) else { return nil }
    reply.fields = [
      "content-type": text.mediaType, "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    ]
    reply.body = text.bytes
    return reply
  }

  /// Purges the answers that a change made outdated, here and then at the edges.
  private func purge(_ tags: [String], at store: AnswerStore, _ dispatcher: PurgeDispatcher) {
    let now = SiteOptions.now.seconds * 1_000
    for tag in tags.flatMap(EdgeTags.purging).compactMap({ TagName($0.description) }) {
      store.purge(.tag(tag), .hard, at: now)
    }
    dispatcher.take([Purge(.tags(tags), .hard)], reason: "records changed") { [report] failure in
      if let failure { report("the edges were not told that records changed: \(failure)") }
    }
  }

  /// Runs what operators read or change of the records, on a thread that may block.
  func ask<Answer: Sendable>(
    _ question: @escaping @Sendable (ResourceService) throws -> Answer
  ) async throws -> Answer {
    try await pool.run { [service] in try question(service) }
  }

  /// Finishes the requests in progress.
  func stop() async {
    await server.drain()
    await hooks.stop()
    pool.close()
    passwords.close()
  }
}
