// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Console
import ContentModel
import DataFiles
import Edges
import Editions
import Gateway
import HTTPClient
import HTTPValues
import Purging
import Reactor
package import ResourceService
package import ResourceStore
import Signals
import Sites
import Synchronization

/// The records of one site: their store, and the service that visitors and plans reach on each loop.
package final class SiteResources: Sendable {
  package static let fileName = "resources.sqlite"
  /// The folder of the records' files.
  static let filesName = "resource-files"
  /// The maximum number of requests handled at once; one that writes waits for the disk.
  private static let threads = 16
  /// The maximum number of passwords hashed at once, each in 128 MiB, and of those that wait.
  private static let passwordThreads = 2
  private static let waitingPasswords = 64
  /// The maximum number of requests that wait for webhooks at once, and of those that wait for one of them.
  private static let askingThreads = 32
  private static let waitingToAsk = 256

  /// The records as requests find them.
  let mount = RecordMount()
  let publisher: Publisher
  let folder: String
  private let caches: Caches
  private let beforeMeter: BeforeHookMeter
  let pool: WorkerPool
  private let passwords: WorkerPool
  private let asking: WorkerPool
  let shared: SharedResources
  let loop: EventLoop
  let report: @Sendable (String) -> Void
  let state = Mutex(State())

  /// The caches that a commit purges, here and at the edges.
  struct Caches: Sendable {
    let store: AnswerStore
    let refresh: CacheRefresh
    /// Accepts purges for the edges.
    let edges: PublicationPurges.Take
    /// Tells others that share the records of the last version of each zone.
    var committed: @Sendable ([String: Int64], StoreEpoch) -> Void = { _, _ in }
  }

  struct State {
    var opened: Opened?
    /// Whether the last write found no room on the disk.
    var isFull = false
    var watch: LoopConfined<StoreWatch>?
    /// The records on each loop that asked for them, by its number.
    var onLoops: [LoopNumber: LoopConfined<LoopRecords>] = [:]
    /// Whether a thread looks for commits of others, and is to look again then.
    var isLooking = false
    var looksAgain = false
  }

  /// The parts that need an open store.
  struct Opened: Sendable {
    let service: ResourceService
    /// The address of the database; `nil` for the file.
    var store: String?
    let people: SitePeople
    let hooks: SiteHooks
    let before: BeforeHookCaller
  }

  /// Serves the records of a site that declares some; `nil` for one that does not. A database that is
  /// not there is tried again, and requests are answered 503 until then; a file that cannot be opened is
  /// an error, unless its records were moved.
  ///
  /// - Parameters:
  ///   - site: the name of the site.
  ///   - state: the folder of the site's state.
  ///   - report: called with messages for operators.
  static func start(
    _ publisher: Publisher,
    of site: String,
    in state: String,
    purging caches: Caches,
    _ shared: SharedResources,
    on group: LoopGroup,
    report: @escaping @Sendable (String) -> Void
  ) async throws -> SiteResources? {
    guard let settings = publisher.publication?.edition.site.resources else { return nil }
    let pool = WorkerPool("records", threads: threads)
    let passwords = WorkerPool("passwords", threads: passwordThreads, capacity: waitingPasswords)
    let asking = WorkerPool("webhooks", threads: askingThreads, capacity: waitingToAsk)
    let resources = SiteResources(
      publisher,
      in: state,
      caches,
      (pool, passwords, asking),
      try BeforeHookMeter(shared.registry.labelled("site", site)),
      shared,
      on: group.loops[0],
      report
    )
    try await resources.begin(settings, site)
    return resources
  }

  private init(
    _ publisher: Publisher,
    in folder: String,
    _ caches: Caches,
    _ pools: (requests: WorkerPool, passwords: WorkerPool, asking: WorkerPool),
    _ beforeMeter: BeforeHookMeter,
    _ shared: SharedResources,
    on loop: EventLoop,
    _ report: @escaping @Sendable (String) -> Void
  ) {
    (self.publisher, self.folder) = (publisher, folder)
    (self.caches, self.beforeMeter) = (caches, beforeMeter)
    pool = pools.requests
    passwords = pools.passwords
    asking = pools.asking
    (self.shared, self.loop, self.report) = (shared, loop, report)
  }

  /// The records on a loop: what visitors and plans ask there.
  func onLoop(_ core: LoopCore) -> LoopRecords {
    if let known = state.withLock({ $0.onLoops[core.loop.number] }) { return known.value }
    let records = LoopRecords(mount, on: core) {
      [pool, passwords, asking, shared, report] service in
      ResourceHandler(
        service,
        pool: pool,
        passwords: passwords,
        asking: asking,
        client: SiteResources.providers(shared, report, on: core),
        on: core
      )
    }
    let confined = LoopConfined(records, to: core.loop.number)
    state.withLock { $0.onLoops[core.loop.number] = confined }
    return records
  }

  /// The client that reaches providers of sign-ins, whose calls are part of the metrics of no site.
  private static func providers(
    _ shared: SharedResources,
    _ report: (String) -> Void,
    on core: LoopCore
  ) -> HTTPClient? {
    do {
      return try shared.client(on: core)
    } catch {
      report("providers of sign-ins cannot be reached: \(error)")
      return nil
    }
  }

  /// Opens the store, and goes on trying if it is a database that is not reached.
  private func begin(_ settings: ResourceSettings, _ site: String) async throws {
    let watch = try await loop.perform { [self] core in
      let watch = StoreWatch(
        of: { [publisher] in
          RecordStores.name(of: publisher.publication?.edition.site.resources ?? settings)
        },
        on: core,
        attempt: { [self] in try await reach() },
        tell: { [self] in tell($0, of: site) }
      )
      return LoopConfined(watch, to: core.loop.number)
    }
    state.withLock { $0.watch = watch }
    do {
      try await open(settings)
    } catch {
      guard settings.store != nil || (error as? StoreError)?.kind == .moved else {
        await stop()
        throw error
      }
      try await loop.perform { _ in watch.value.failed(error) }
    }
    publisher.observe { [self] in renew() }
  }

  /// Opens a declared store, which checks it and loads its types, and begins to serve its records.
  func open(_ settings: ResourceSettings) async throws {
    let folder = folder
    let service = ResourceService(
      try await pool.run { try RecordStores.open(settings, in: folder) }
    )
    let people = try await SitePeople.start(
      settings.people,
      of: service,
      in: folder,
      near: settings.localHosts,
      pool,
      shared,
      on: loop,
      report
    )
    let hooks = try await SiteHooks.start(service, pool, shared, on: loop, report)
    let before = try await BeforeHookCaller.start(shared, on: loop)
    let files = try await pool.run { try RecordFiles(in: "\(folder)/\(SiteResources.filesName)") }
    files.share(in: service.store.files)
    service.renew { service in
      service.files = files
      service.page = SiteResources.page
      service.changed = { [self] tags in
        purge(tags)
        tellEdges(tags)
      }
      service.changedElsewhere = { [self] in purge($0) }
      service.committed = caches.committed
      service.failed = { [self] in failed($0) }
      service.ask = before.ask
      service.asked = beforeMeter.record
    }
    let opened = Opened(
      service: service,
      store: settings.store,
      people: people,
      hooks: hooks,
      before: before
    )
    try await pool.run { [self] in obey(settings, opened) }
    state.withLock { $0.opened = opened }
    mount.open(service)
    let pool = pool
    try await loop.perform { RecordHousekeeping.begin(service, pool: pool, on: $0) }
  }

  /// Applies a new edition's declarations of records.
  private func renew() {
    guard let settings = publisher.publication?.edition.site.resources,
      let opened = state.withLock(\.opened)
    else { return }
    if settings.store != opened.store { lookForStore(of: opened) }
    obey(settings, opened)
  }

  private func obey(_ settings: ResourceSettings, _ opened: Opened) {
    let rights = ResourceRights(settings, environment: ProcessEnvironment.all) { variable in
      report("the environment has no \(variable), so nobody has the token of that name")
    }
    opened.service.renew { service in
      service.mount = settings.at
      service.ttl = settings.ttl
      service.caller = rights.callAsFunction
      service.limits = settings.limits
      service.locks = publisher.publication?.edition.locks ?? []
    }
    opened.people.obey(settings.people, in: opened.service)
    opened.hooks.obey(settings.hooks, near: settings.localHosts)
    let key = key(of: settings)
    opened.before.obey(key, near: settings.localHooks)
    opened.service.renew { $0.signsQuestions = key != nil }
  }

  /// The key that signs questions to webhooks before writes.
  private func key(of settings: ResourceSettings) -> [UInt8]? {
    guard let variable = settings.beforeKey else { return nil }
    let word = ProcessEnvironment.all[variable] ?? ""
    if word.isEmpty {
      report("the environment has no \(variable), so no webhook is asked before writes of records")
    }
    return word.isEmpty ? nil : Array(word.utf8)
  }

  /// Makes the page of the records' description, and the files that it loads.
  private static let page: @Sendable (String, DataValue, String?) -> ResourceReply? = {
    path,
    description,
    file in
    var reply = ResourceReply(.ok)
    guard let file else {
      reply.fields = PageFields.all
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

  /// Purges the answers here that a change made outdated, and refreshes those that are asked for often.
  private func purge(_ tags: [String]) {
    let now = UnixTime.now.seconds * 1_000
    // Many records share a few buckets, each of which is purged once.
    for tag in Set(tags.flatMap(EdgeTags.purging)) {
      guard let name = TagName(tag.description) else { continue }
      caches.store.purge(.tag(name), .hard, at: now)
    }
    caches.refresh.request(.purge(nil))
  }

  /// Purges the same answers at the edges.
  private func tellEdges(_ tags: [String]) {
    caches.edges([Purge(.tags(tags), .hard)], "records changed") { [report] failure in
      if let failure { report("the edges were not told that records changed: \(failure)") }
    }
  }

  /// Runs what operators read or change of the records, on a thread that may block.
  package func ask<Answer: Sendable>(
    _ question: @escaping @Sendable (ResourceService) throws -> Answer
  ) async throws -> Answer {
    let state = mount.state
    guard let service = state.service else {
      throw StoreError(.unavailable, state.outage?.reason ?? "the store is not open yet")
    }
    return try await pool.run { try question(service) }
  }

  /// Tries at once to send the stored messages to users; `false` without a webhook for them.
  package func hurryMail() -> Bool { state.withLock { $0.opened?.people.hurryMail() } ?? false }

  /// Sends stored messages to users; `false` without a webhook for them.
  package func sendMail(_ messages: [OutboxMessage]) -> Bool {
    state.withLock { $0.opened?.people.sendMail(messages) } ?? false
  }

  /// Ends the work on records; the gateway has answered its requests by then.
  func stop() async {
    let state = state.withLock(\.self)
    if let watch = state.watch { loop.execute { watch.value.stop() } }
    await state.opened?.hooks.stop()
    pool.close()
    passwords.close()
    asking.close()
  }
}
