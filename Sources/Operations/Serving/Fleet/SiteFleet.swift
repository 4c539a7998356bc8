// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Bytes
import ContentModel
import DataFiles
import Editions
import Files
package import Fleet
import Gateway
import Purging
import Reactor
import Sites
import Synchronization

// What is served is the edition of the fleet's last change: it is pinned in the history of each node, so that a start
// serves it at once, whatever the files of the node say. Changed files become an edition that is offered to all.

/// A site as part of a fleet.
package final class SiteFleet: Sendable {
  /// The time for which a publication of changed files waits for nodes that are slow or gone.
  static let patience = Duration.seconds(10)
  /// The time for which a start waits for what the fleet serves.
  static let startPatience = Duration.seconds(5)

  /// The parts of the site that a fleet acts upon.
  struct Site: Sendable {
    let name: String
    let folder: String
    let state: String
    let publisher: Publisher
    let history: EditionHistory
    let store: AnswerStore
    let limiter: RateLimiter
    let log: SiteLog
  }

  /// The parts that are made later than the fleet's.
  struct Parts: Sendable {
    let dispatcher: PurgeDispatcher
    let resources: DeclaredResources
    let refresh: CacheRefresh
    let persistence: CachePersistence?
    /// Takes note of another edition that is served.
    let served: @Sendable (Publisher.Report) -> Void
    /// Takes a step of a rollout.
    let rolled: @Sendable (FleetEntry, RolloutWithdrawal?) -> Void
    /// Takes what another node has counted of a rollout.
    let counted: @Sendable (DataValue) -> Void
    /// Closes the site with a maintenance, or opens it.
    let closed: @Sendable (DataValue?) -> Void
  }

  let site: Site
  let process: FleetProcess
  /// The right to be the node, which one of two processes has during a takeover.
  let lock = Mutex<FileLock?>(nil)
  private let shared: SharedResources
  let parts: Mutex<Parts?> = Mutex(nil)
  private let joined: Mutex<(node: FleetNode, transport: HTTPFleetTransport)?> = Mutex(nil)
  /// The last change that was made here.
  let change: Mutex<FleetEntry?> = Mutex(nil)
  /// The last step of a rollout that this node has taken, when, and that the rollout was withdrawn.
  let step: Mutex<(entry: FleetEntry, at: UnixTime, withdrawal: RolloutWithdrawal?)?> = Mutex(nil)
  /// Purges at the edges that were wanted before the node joined.
  let early: Mutex<[(purges: [Purge], reason: String)]> = Mutex([])
  /// The edition that was pinned for the last change.
  private let pinned: Mutex<String?> = Mutex(nil)
  let editions: FleetEditions
  /// The site's own files, as they were compiled last.
  private let files: Mutex<Files>
  /// Loads and compiles, which takes long.
  let loading = WorkerPool("fleet editions", threads: 1)
  /// Swaps editions in, at once.
  let serving = WorkerPool("fleet serving", threads: 1)
  private let publishing: Mutex<Publishing> = Mutex(Publishing())

  private struct Files {
    var compiler: SiteCompiler
    /// The name of the edition that they make; `nil` before the first look.
    var edition: String?
  }

  /// One publication of this node after the other.
  private struct Publishing {
    var isUnderWay = false
    /// The edition that is published next.
    var next: String?
  }

  init(_ site: Site, _ process: FleetProcess, _ shared: SharedResources) {
    self.site = site
    self.process = process
    self.shared = shared
    editions = FleetEditions(site.history)
    // What is restored from the disk may be older than purges of others.
    site.store.setComplete(until: 0)
    files = Mutex(Files(compiler: SiteCompiler(SiteFolder(site.folder), .complete)))
  }

  deinit {
    loading.close()
    serving.close()
  }

  /// The node; `nil` before it has joined.
  package var node: FleetNode? { joined.withLock { $0?.node } }

  var joinedNode: FleetNode {
    get throws(PlainError) {
      guard let node else { throw PlainError("this node has not joined the fleet") }
      return node
    }
  }

  /// The way to ask other nodes for reports; `nil` before the node has joined.
  package var transport: HTTPFleetTransport? { joined.withLock { $0?.transport } }

  /// The reasons for which other nodes are not reached.
  package var failures: [NodeID: String] { joined.withLock { $0?.transport.failures ?? [:] } }

  /// Whether operators went back to an edition, which stays until they publish another one.
  package var isHeld: Bool {
    if case .rollback = change.withLock({ $0?.content }) { true } else { false }
  }

  // Start and end

  /// Joins the fleet, and waits until this node serves what the others serve. Where nothing was ever published in the
  /// fleet, the files of this node are.
  ///
  /// - Parameter takesOver: true for a process that goes on as the node of another one, once that has ended its part.
  func join(_ parts: Parts, on loop: EventLoop, takesOver: Bool) async throws {
    guard joined.withLock({ $0 == nil }) else { return }
    self.parts.withLock { $0 = parts }
    let settings = process.settings
    var own = FleetNode.Settings(folder: "\(site.state)/fleet", name: settings.name)
    own.address = process.address
    own.version = Release.version
    if takesOver { own.repeatsSince = (UnixTime.now.seconds - Self.repeatedSeconds) * 1_000_000 }
    // A node that is reached again is known to be.
    own.timing.pulse = .seconds(5)
    own.timing.share = .milliseconds(500)
    let (shared, site, log) = (shared, site, site.log)
    let made = try await loop.perform { [self, own] core in
      let transport = try HTTPFleetTransport(
        of: site.name,
        process.key,
        shared.clients,
        resolver: shared.resolver,
        on: core
      ) { log.write("\($0)") }
      let node = try FleetNode(own, loop: core.loop, transport: transport, member: self)
      transport.begin(as: node.id)
      return (node, transport)
    }
    joined.withLock { $0 = made }
    let node = made.0
    process.gate.open(site.name, to: node)
    node.start { [site] wake in try settings.open(site.name, wake) }
    let isCurrent = try await waitUntilCurrent()
    purgeEarly()
    if !isCurrent {
      log.write(
        "the fleet's store has not told what is served: this node begins with what it has"
      )
    }
    if isCurrent, change.withLock({ $0 == nil }) { look(isForced: true) } else { look() }
  }

  // What is served

  /// Publishes the files of this node, if they have changed since the last look, and obeys a pin that somebody has set
  /// by hand.
  package func look(isForced: Bool = false) {
    guard let node else { return }
    _ = serving.submit { [self] in obeyPin() }
    guard !process.settings.follows else { return }
    _ = loading.submit { [self] in
      let before = files.withLock(\.edition)
      guard let name = compiledFiles() else { return }
      let isChanged = before != nil && before != name
      guard isForced || isChanged, name != served else {
        if before == nil, name != served, let served {
          site.log.write(
            "the files of this node make edition \(name), and the fleet serves \(served);"
              + " `portico rollback --release` publishes the files"
          )
        }
        return
      }
      guard !holdsFiles else {
        return site.log.write(
          "the files have changed, and the fleet stays at edition \(served ?? "")"
            + " until `portico rollback --release`"
        )
      }
      publish(name, node)
    }
  }

  /// The name of the edition that the fleet serves, as far as this node knows.
  package var served: String? { change.withLock { $0?.change?.edition.name } }

  /// Compiles the site's files and keeps their edition; `nil` for files with errors, which are told.
  private func compiledFiles() -> String? {
    let (compilation, kept) = files.withLock { files in
      let compilation = files.compiler.compile()
      return (compilation, files.compiler.files)
    }
    guard let edition = compilation.edition else {
      for finding in compilation.findings { site.log.report(finding) }
      site.log.write("the present files cannot be published")
      return nil
    }
    do {
      if !site.history.has(edition.name) {
        try site.history.keep(edition.name, kept, at: UnixTime.now)
      }
    } catch {
      site.log.write("edition \(edition.name) cannot be kept, and so not be published: \(error)")
      return nil
    }
    site.publisher.prepare(edition)
    files.withLock { $0.edition = edition.name }
    return edition.name
  }

  /// Publishes a kept edition behind the one that is being published by this node.
  private func publish(_ name: String, _ node: FleetNode) {
    let begins = publishing.withLock { publishing in
      guard publishing.isUnderWay else {
        publishing.isUnderWay = true
        return true
      }
      publishing.next = name
      return false
    }
    guard begins else { return }
    Task { [self] in
      var wanted: String? = name
      while let name = wanted {
        do {
          let told = try await serve(name, as: .publication)
          site.log.write("the publication of edition \(name) is \(told)")
        } catch {
          site.log.write("edition \(name) is not published: \(error)")
        }
        wanted = publishing.withLock { publishing in
          defer { publishing.next = nil }
          publishing.isUnderWay = publishing.next != nil
          return publishing.next
        }
      }
    }
  }

  /// Serves a kept edition everywhere.
  func serve(_ name: String, as kind: ChangeOrder.Kind) async throws -> Acknowledgement {
    let edition = try await send(name)
    return try await joinedNode.change(kind, to: edition) { order in
      order.patience = Self.patience
      order.goesOn = true
    }
  }

  /// Serves a kept edition everywhere, or with `nil` what the files of this node say; returns its name, and who has it.
  package func order(_ edition: String?) async throws -> (edition: String, told: Acknowledgement) {
    if let edition { return (edition, try await serve(edition, as: .rollback)) }
    let name = try await loading.run { [self] in compiledFiles() }
    guard let name else {
      throw PlainError("the files of this node have errors; see /content")
    }
    return (name, try await serve(name, as: .publication))
  }

  /// Takes a pin that was set beside the fleet, as by `portico rollback`, for an order to all nodes.
  private func obeyPin() {
    guard let own = pinned.withLock(\.self) else { return }
    let pinned = site.history.pinned
    guard pinned != own else { return }
    // Until all go there, this node stays with the others.
    do {
      try site.history.pin(own)
      parts.withLock(\.self)?.served(site.publisher.refresh(at: UnixTime.now))
    } catch {
      site.log.write("\(error)")
    }
    Task { [self] in
      do {
        let (name, told) = try await order(pinned)
        site.log.write("edition \(name), which was ordered here, is \(told)")
      } catch {
        site.log.write("the order for \(pinned ?? "the files") was not obeyed: \(error)")
      }
    }
  }
}

extension SiteFleet: FleetMember {
  package func load(
    _ edition: FleetEdition,
    isOver: @escaping @Sendable (LoadOutcome) -> Void
  ) {
    let isTaken = loading.submit { [self] in isOver(outcome(of: edition)) }
    if !isTaken { isOver(.later) }
  }

  private func outcome(of edition: FleetEdition) -> LoadOutcome {
    let name = edition.name
    if site.publisher.publication?.edition.name == name || site.publisher.prepared(name) != nil {
      return .ready
    }
    do {
      if !site.history.has(edition.name), let store = try node?.openedStore() {
        try editions.receive(edition, from: store)
      }
    } catch let error as FleetStoreError where error.kind == .damaged {
      return .refused("\(error)")
    } catch {
      site.log.write("edition \(edition.name) is fetched again later: \(error)")
      return .later
    }
    guard let compilation = site.history.compilation(of: edition.name, .complete) else {
      return .later
    }
    guard let compiled = compilation.edition else {
      let error = compilation.findings.first { $0.severity == .error }
      return .refused(error.map { "\($0)" } ?? "it has errors")
    }
    guard compiled.name == edition.name else {
      return .refused("this release makes edition \(compiled.name) of its files")
    }
    site.publisher.prepare(compiled)
    return .ready
  }

  package func activate(_ entry: FleetEntry, _ withdrawal: RolloutWithdrawal?) {
    guard let name = entry.change?.edition.name else { return }
    guard !entry.isStep else {
      let isTaken = serving.submit { [self] in parts.withLock(\.self)?.rolled(entry, withdrawal) }
      if !isTaken { site.log.write("a step of a rollout is not made: too much waits for it") }
      return
    }
    change.withLock { $0 = entry }
    let isTaken = serving.submit { [self] in swapIn(name) }
    if !isTaken { site.log.write("edition \(name) is not served: too much waits for it") }
  }

  private func swapIn(_ name: String) {
    do {
      if site.history.pinned != name { try site.history.pin(name) }
      pinned.withLock { $0 = name }
    } catch {
      site.log.write("a start would serve another edition than the fleet: \(error)")
    }
    let report = site.publisher.refresh(at: UnixTime.now)
    parts.withLock(\.self)?.served(report)
    guard report.publication?.edition.name != name else { return }
    site.log.write("this node does not serve edition \(name), as the fleet does")
  }

  package func apply(_ entry: FleetEntry) {
    guard let parts = parts.withLock(\.self) else { return }
    switch entry.content {
    case .purge(let purge):
      let now = UnixTime.now.seconds * 1_000
      let order = entry.order.flatMap { try? PurgeOrder(Array($0.utf8)) }
      for scope in order?.scopes ?? Self.scopes(purge.target) {
        site.store.purge(scope, purge.strength, at: now)
      }
      if let order { parts.persistence?.note(order.body) }
      parts.refresh.request(.purge(nil))
    case .unknown where entry.isUnreadPurge:
      // A later version says what it is of.
      site.store.purge(.everything, .hard, at: UnixTime.now.seconds * 1_000)
      parts.persistence?.note(Array(#"{"all":true,"hard":true}"#.utf8))
      parts.refresh.request(.purge(nil))
    case .commit: parts.resources.records?.lookForCommits()
    case .closing(let maintenance):
      let isTaken = serving.submit { parts.closed(maintenance) }
      if !isTaken {
        site.log.write("an order to close or open the site is not obeyed: too much waits")
      }
    case .edition, .publication, .rollback, .rollout, .withdrawal, .edgePurge, .edgeOutcome,
      .removal,
      .unknown:
      break
    }
  }

  package func report(_ report: FleetReport) {
    guard let text = report.sentence else { return }
    site.log.write(text)
    shared.annotate("fleet", text, site: site.name)
  }
}
