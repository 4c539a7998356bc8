// SPDX-License-Identifier: Apache-2.0

package import Bytes
package import DataFiles
package import Reactor
import Synchronization

/// A node of a fleet: the machine with its store, its disk, its peers and a loop.
///
///     let node = try FleetNode(settings, loop: loop, transport: transport, member: gateway)
///     node.start { wake in try PostgreSQLFleetStore(configuration, wake: wake) }
///     let told = await node.purge(Purge(.tags(["d-items"])))
///     print(told)  // kept by the store and by 5 nodes
package final class FleetNode: Sendable {
  package struct Settings: Sendable {
    /// The folder of the node's own files.
    package var folder: String
    package var name: String
    /// The address at which other nodes reach this one.
    package var address: String?
    package var version = ""
    package var timing = FleetTiming()
    /// Whether this node may purge the edges.
    package var wantsEdges = true
    /// The microseconds since 1970 from which on purges of the journal are made again at the start: for a process that
    /// takes over from another one, which made them in its own caches.
    package var repeatsSince = Int64.max

    package init(folder: String, name: String) {
      self.folder = folder
      self.name = name
    }
  }

  /// The number of this node.
  package let id: NodeID
  let timing: FleetTiming
  private let loop: EventLoop
  private let clock: LoopClock
  private let machine: Mutex<FleetMachine>
  private let store: Mutex<(any FleetStore)?> = Mutex(nil)
  private let opening: Mutex<(@Sendable () throws(FleetStoreError) -> any FleetStore)?> = Mutex(nil)
  /// The moment of the last event.
  private let handled = Mutex(Instant(nanoseconds: 0))
  private let journal: FleetJournal
  /// Purges that are made again at the start.
  private let repeated: [FleetEntry]
  private let transport: any FleetTransport
  private let member: any FleetMember
  /// Those that wait for entries; `nil` once another process goes on as this node.
  private let waiting: Mutex<[EntryID: [Waiter]]?> = Mutex([:])
  private let timer: Mutex<(id: TimerID, at: Instant)?> = Mutex(nil)
  /// Those that wait until the node serves what the fleet serves.
  private let followers: Mutex<[LoopConfined<FleetFollower>]> = Mutex([])
  /// Beats, appended entries, and all other requests wait for the store beside each other.
  private let requests = WorkerPool("fleet store", threads: 3)
  /// One thread, so that entries are written in order.
  private let disk = WorkerPool("fleet journal", threads: 1)

  private typealias Waiter = @Sendable (Result<Acknowledgement, PlainError>) -> Void

  /// Opens the node's files. The loop must be the current one.
  package init(
    _ settings: Settings,
    loop: EventLoop,
    clock: LoopClock = .system,
    transport: any FleetTransport,
    member: any FleetMember
  ) throws {
    timing = settings.timing
    self.loop = loop
    self.clock = clock
    self.transport = transport
    self.member = member
    let opened = try FleetJournal.open(in: settings.folder, at: clock.wallNanoseconds / 1_000)
    journal = opened.journal
    repeated = opened.kept.map(\.entry).filter {
      $0.isPurge && $0.made.microseconds >= settings.repeatsSince
    }
    id = opened.id
    var report = NodeReport(id, name: settings.name, address: settings.address)
    report.version = settings.version
    machine = Mutex(
      FleetMachine(
        report,
        timing: settings.timing,
        wantsEdges: settings.wantsEdges,
        kept: opened.kept,
        peers: opened.peers,
        random: FleetRandom(.random(in: .min ... .max)),
        at: loop.core.now,
        FleetInstant(microseconds: clock.wallNanoseconds / 1_000)
      )
    )
  }

  deinit {
    requests.close()
    disk.close()
  }

  /// Begins; from now on the store is asked and peers are heard.
  ///
  /// - Parameter open: opens the store with the function that takes its hints. It is called again while the store is
  ///   away.
  package func start(
    _ open: @escaping @Sendable (@escaping @Sendable (FleetWake) -> Void) throws -> any FleetStore
  ) {
    let opening = { @Sendable [weak self] () throws(FleetStoreError) -> any FleetStore in
      guard let self else { throw FleetStoreError(.away, "the node has ended") }
      do {
        // Others wait meanwhile, so that one of them opens it.
        return try self.store.withLock { store in
          if let store { return store }
          let made = try open { [weak self] wake in self?.submit(.woken(wake)) }
          store = made
          return made
        }
      } catch {
        throw error as? FleetStoreError ?? FleetStoreError(.away, "\(error)")
      }
    }
    self.opening.withLock { $0 = opening }
    for entry in repeated { member.apply(entry) }
    // The process before may have ended before it obeyed.
    if let closing = machine.withLock({ $0.changes.closing }) { member.apply(closing) }
    submit(.due)
  }

  /// The state for operators.
  package var state: FleetState {
    let now = handled.withLock(\.self)
    return machine.withLock { FleetState($0, at: now) }
  }

  /// Takes a message that another node has sent.
  package func receive(_ message: PeerMessage, from sender: NodeID) {
    submit(.message(message, from: sender))
  }

  /// Serves an edition everywhere at the same instant, once its nodes have loaded it.
  package func change(
    _ kind: ChangeOrder.Kind,
    to edition: FleetEdition,
    _ shape: (inout ChangeOrder) -> Void = { _ in }
  ) async throws(PlainError) -> Acknowledgement {
    var order = ChangeOrder(kind, edition, id: Self.newID(), offer: Self.newID())
    shape(&order)
    return try await wait(for: order.id, .change(order))
  }

  /// Tells all nodes of a commit of records, and does not wait.
  package func notice(_ notice: CommitNotice) {
    submit(.ordered(.notice(notice, Self.newID())))
  }

  /// Tells of the end of a purge at the edges; under the lease only.
  package func edgeIsOver(_ job: EntryID, failure: String?) {
    submit(.ordered(.edgeOutcome(job: job, failure: failure, Self.newID())))
  }

  /// True for the node that has the lease of the edges.
  package var hasLease: Bool { machine.withLock { $0.hasLease } }

  /// Tells the other nodes what was counted here of a rollout, and does not wait.
  package func tell(counts: DataValue) { submit(.ordered(.counts(counts))) }

  package func retry(edition: String) { submit(.ordered(.retry(edition: edition))) }

  /// Lets the holder of the lease purge the edges, and does not wait. A purge of this name is made once, whichever
  /// nodes ask for it.
  package func purgeEdges(_ job: EdgePurge, as id: EntryID) {
    submit(.ordered(.edgePurge(job, id)))
  }

  /// The state of a purge at the edges; `nil` for one that is not known.
  package func edgeJob(_ id: EntryID) -> FleetEdgeJob? { machine.withLock { $0.known.edgeJob(id) } }

  /// Whether a purge of this name was made in the last day.
  package func hasPurge(_ id: EntryID) -> Bool { machine.withLock { $0.known.hasPurge(id) } }

  /// Waits until this node serves what the fleet serves, but no longer than a while; false for a node that does not.
  package func waitUntilCurrent(atMost patience: Duration) async -> Bool {
    await withCheckedContinuation { continuation in
      loop.execute { [self] in
        let core = loop.core
        let follower = FleetFollower(continuation)
        followers.withLock { $0.append(LoopConfined(follower, to: loop.number)) }
        _ = core.schedule(follower, at: core.now + patience)
        handle(.due)
      }
    }
  }

  /// Gives up the lease, before the node ends.
  package func leave() { submit(.ordered(.leave)) }

  package func drain(_ isDraining: Bool) { submit(.ordered(.drain(isDraining))) }

  /// Keeps a blob in the store.
  package func keep(_ blob: [UInt8]) async throws -> BlobDigest {
    try await requests.run { [self] in try openedStore().keep(blob) }
  }

  package func fetch(_ digest: BlobDigest) async throws -> [UInt8]? {
    try await requests.run { [self] in try openedStore().fetch(digest) }
  }

  private static func newID() -> EntryID {
    EntryID(.random(in: .min ... .max), .random(in: .min ... .max))
  }

  /// Gives an order that makes an entry, whose name it gets, and waits for its acknowledgement.
  func obeyed(_ order: (EntryID) -> FleetOrder) async throws(PlainError) -> Acknowledgement {
    let id = Self.newID()
    return try await wait(for: id, order(id))
  }

  private func wait(
    for id: EntryID,
    _ order: FleetOrder
  ) async throws(PlainError) -> Acknowledgement {
    let result = await withCheckedContinuation { continuation in
      let isTaken = waiting.withLock { waiting in
        waiting?[id, default: []].append { continuation.resume(returning: $0) }
        return waiting != nil
      }
      guard isTaken else { return continuation.resume(returning: .failure(Self.replaced)) }
      submit(.ordered(order))
    }
    return try result.get()
  }

  private static let replaced = PlainError(
    "this process was replaced by another one, which may have done it; see /purges and /nodes there"
  )

  /// Ends the part of this process, so that another one can go on as the same node. Orders have a second to be
  /// acknowledged.
  package func end() async throws {
    for _ in 0..<100 where waiting.withLock({ $0?.isEmpty == false }) {
      try await Task.sleep(for: .milliseconds(10))
    }
    let left = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting ?? [:]
    }
    for waiter in left.values.joined() { waiter(.failure(Self.replaced)) }
    // What the loop is about to do is done then, and writes its last entries.
    _ = try await loop.perform { _ in }
    let now = clock.wallNanoseconds / 1_000
    _ = try await disk.run { [journal] in try journal.write(at: now) }
  }

  /// The store, which is opened where it is not yet. It blocks, and so do the store's calls: not for a loop.
  package func openedStore() throws(FleetStoreError) -> any FleetStore {
    guard let open = opening.withLock({ $0 }) else {
      throw FleetStoreError(.away, "the node has not begun")
    }
    return try open()
  }

  // Events and actions

  private func submit(_ event: FleetEvent) {
    loop.execute { [weak self] in self?.handle(event) }
  }

  /// Handles an event on the loop.
  func handle(_ event: FleetEvent) {
    guard waiting.withLock({ $0 != nil }) else { return }
    let core = loop.core
    var actions: [FleetAction] = []
    handled.withLock { $0 = core.now }
    let (deadline, isCurrent) = machine.withLock { machine in
      machine.handle(event, at: core.now, &actions)
      return (machine.deadline, machine.isCurrent)
    }
    for action in actions { perform(action, core) }
    if isCurrent {
      let ended = followers.withLock { followers in
        defer { followers = [] }
        return followers
      }
      for follower in ended { follower.value.end(isCurrent: true) }
    }
    arm(deadline, core)
  }

  private func arm(_ deadline: Instant, _ core: LoopCore) {
    let isArmed = timer.withLock { timer in
      if let present = timer {
        if present.at <= deadline, present.at > core.now { return true }
        core.cancel(present.id)
      }
      timer = nil
      return deadline == .distantFuture
    }
    guard !isArmed else { return }
    let id = core.schedule(FleetTimer(self), at: deadline)
    timer.withLock { $0 = (id, deadline) }
  }

  private func perform(_ action: FleetAction, _ core: LoopCore) {
    switch action {
    case .beat(let beat):
      let sent = core.now
      ask { store throws(FleetStoreError) in
        try store.beat(beat)
      } then: {
        .beaten($0, sent: sent)
      }
    case .read(let number, let limit):
      ask { store throws(FleetStoreError) in
        try store.read(from: number, limit: limit)
      } then: {
        .read($0)
      }
    case .append(let entries):
      ask { store throws(FleetStoreError) in
        try store.append(entries)
      } then: {
        .appended($0)
      }
    case .send(let message, let id):
      if let node = machine.withLock({ $0.peer(id) }) { transport.send(message, to: node) }
    case .keep(let entries): keep(entries)
    case .keepPeers(let peers): _ = disk.submit { [journal] in try? journal.keep(peers) }
    case .load(let edition):
      member.load(edition) { [weak self] in self?.submit(.loaded(edition.name, $0)) }
    case .activate(let entry, let withdrawal): member.activate(entry, withdrawal)
    case .apply(let entry): member.apply(entry)
    case .beginEdges(let fence, let jobs): member.beginEdges(fence, jobs)
    case .purgeEdges(let job): member.purgeEdges(job)
    case .endEdges: member.endEdges()
    case .tidy: member.tidy()
    case .counted(let counts): member.counted(counts)
    case .share(let parts, let nodes, let isCurrent):
      member.vouch(until: isCurrent ? core.now + FleetCurrency.term : core.now)
      submit(.ordered(.demand(member.share(parts, among: nodes, at: core.now))))
    case .tell(let report): tell(report)
    }
  }

  private func ask<Answer: Sendable>(
    _ body: @escaping @Sendable (any FleetStore) throws(FleetStoreError) -> Answer,
    then event: @escaping @Sendable (Result<Answer, FleetStoreError>) -> FleetEvent
  ) {
    let isTaken = requests.submit { [weak self] in
      guard let self else { return }
      let result = Result { () throws(FleetStoreError) in try body(self.openedStore()) }
      self.submit(event(result))
    }
    if !isTaken {
      submit(event(.failure(FleetStoreError(.away, "too many requests of it wait"))))
    }
  }

  /// Entries that cannot be written are told to be kept once they can.
  private func keep(_ entries: [JournalEntry]) {
    let now = clock.wallNanoseconds / 1_000
    journal.add(entries)
    _ = disk.submit { [weak self, journal] in
      guard let ids = try? journal.write(at: now), !ids.isEmpty else { return }
      self?.submit(.kept(ids))
    }
  }

  private func tell(_ report: FleetReport) {
    switch report {
    case .acknowledged(let told):
      for waiter in take(told.entry) { waiter(.success(told)) }
    case .failed(let id, let reason):
      for waiter in take(id) { waiter(.failure(PlainError("the change was not made: \(reason)"))) }
    case .store, .olderStore, .epoch, .refused, .clock, .hearing, .fenced, .unknown: break
    }
    member.report(report)
  }

  private func take(_ id: EntryID) -> [Waiter] {
    waiting.withLock { $0?.removeValue(forKey: id) ?? [] }
  }
}
