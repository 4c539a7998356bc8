// SPDX-License-Identifier: Apache-2.0
//
// An operation is in the journal before `enqueue` returns, and shows in the store at once. It is sent with its id
// as the idempotency key, until the server has answered: an operation whose answer was lost is answered again,
// and not performed a second time. Only then does it leave the journal.

/// The events of an outbox.
public enum OutboxEvent: Sendable {
  /// The server has performed an operation.
  case acknowledged(PendingOperation)
  /// The server has refused an operation, or its key has expired.
  case refused(Refusal)
  /// Somebody else has changed the object of an operation.
  case conflicting(Conflict)
  /// The journal could not note that an operation was sent or answered; it is tried again with the next one.
  case journalFailed(PersistenceFault)
}

/// Sends operations on objects, also those that were made without a network or by an earlier process.
///
/// ```swift
/// let outbox = Outbox(client, journal: FileJournal(folder: container + "/outbox"))
/// try await outbox.open()
/// try await outbox.enqueue(ObjectOperation(.merge(["text": "More roses"]), note.id, at: "/v1/notes"))
/// ```
public final class Outbox: Sendable {
  private struct State: Sendable {
    var ids = ObjectID()
    var isClosed = false
    /// The work under way, each with its number, and the waits for an instant.
    var tasks: [UInt64: Task<Void, Never>] = [:]
    var waits: [UInt64: Task<Void, Never>] = [:]
    var lastTask: UInt64 = 0
    /// The attempts without a network since the last answer, and whether another one waits.
    var failures = 0
    var isOffline = false
  }

  private let client: Client
  private let queue: OutboxQueue
  private let disk = DiskQueue()
  private let clock: BackoffClock
  private let afterRefusal: Refusal.Decision?
  private let state = Locked(State())
  private let broadcast = Broadcast<OutboxEvent>()

  /// Creates an outbox; nothing is read or sent before `open` or `enqueue`.
  ///
  /// - Parameters:
  ///   - journal: where operations outlive the process.
  ///   - atOnce: the most operations that are under way at once, each on another object.
  ///   - afterRefusal: the decision on every refusal; `nil` where the app decides on each.
  public init(
    _ client: Client,
    journal: any OutboxJournal,
    atOnce: Int = 4,
    afterRefusal: Refusal.Decision? = nil,
    clock: BackoffClock = BackoffClock()
  ) {
    (self.client, self.clock, self.afterRefusal) = (client, clock, afterRefusal)
    queue = OutboxQueue(client.store, journal, atOnce: atOnce)
  }

  /// The operations that the server has not acknowledged, in their order.
  public var pending: [PendingOperation] { queue.operations }

  /// The operations that were refused, and wait for a decision.
  public var refusals: [Refusal] { pending.compactMap(\.refusal) }

  /// The operations that meet changes of somebody else, and wait for a resolution.
  public var conflicts: [Conflict] { pending.compactMap(\.conflict) }

  /// Whether nothing is sent until the user signs in again and the app calls `resume`.
  public var isSignedOut: Bool { queue.holds.contains(.signedOut) }

  /// The events from now on.
  public var events: AsyncStream<OutboxEvent> { broadcast.values }

  // MARK: what the app does

  /// Reads the journal, shows its operations in the store, and begins to send them.
  ///
  /// - Throws: ``PersistenceFault``.
  public func open() async throws {
    let queue = queue
    let unknown = try await disk.run { try queue.read() }
    if !unknown.isEmpty {
      await client.store.load(unknown)
      try await disk.run { queue.know() }
    }
    send()
  }

  /// Returns the operation that creates an object, under a new id of its type.
  ///
  /// - Parameters:
  ///   - prefix: the beginning of the ids of the type, such as `note`.
  ///   - link: the address of the collection, such as `/v1/notes`.
  public func creation(
    _ fields: [String: JSONValue],
    _ prefix: String,
    at link: String,
    zone: String = ""
  ) -> ObjectOperation {
    ObjectOperation(.create(fields), newID(prefix), at: link, zone: zone)
  }

  private func newID(_ prefix: String) -> String {
    let now = client.now
    return state.withLock { state in
      var random = SystemRandomNumberGenerator()
      return state.ids.next(prefix, at: now, using: &random)
    }
  }

  /// Keeps an operation, shows its effect in the store, and sends it in its turn. When the call returns, the operation
  /// survives the end of the process and a loss of power.
  ///
  /// - Returns: the id of the operation.
  /// - Throws: ``PersistenceFault`` where the operation cannot be kept, ``RequestError`` for a link that is none, or the
  ///   error of a hook of the store that refuses it; nothing has changed then.
  @discardableResult
  public func enqueue(_ operation: ObjectOperation) async throws -> String {
    let (id, queue) = (newID("op"), queue)
    guard client.environment.configURL.resolving(operation.request.link) != nil else {
      throw RequestError(.wrongAddress, of: id, at: operation.link, "expected a link")
    }
    try await open()
    await client.store.load([operation.object])
    try await disk.run { try queue.enqueue(operation, id) }
    send()
    return id
  }

  /// Decides on a refusal.
  ///
  /// - Throws: ``PersistenceFault``; nothing has changed then.
  public func decide(_ refusal: Refusal, _ decision: Refusal.Decision) async throws {
    let (id, queue) = (newID("op"), queue)
    try await disk.run { try queue.decide(refusal.id, decision, newID: id) }
    send()
  }

  /// Resolves a conflict.
  ///
  /// - Throws: ``PersistenceFault``; nothing has changed then.
  public func resolve(_ conflict: Conflict, _ resolution: Conflict.Resolution) async throws {
    let (id, queue) = (newID("op"), queue)
    try await disk.run { try queue.resolve(conflict.id, resolution, newID: id) }
    send()
  }

  /// Sends again what waits for a network or a session: the network is back, or the user has signed in.
  public func resume() {
    queue.end(.offline, all: true)
    queue.end(.signedOut, all: true)
    send()
  }

  /// Ends all requests; what was not acknowledged stays in the journal.
  public func close() {
    let tasks = state.withLock { state in
      state.isClosed = true
      return Array(state.tasks.values) + state.waits.values
    }
    for task in tasks { task.cancel() }
  }

  /// The number of pauses that have begun and are not over: for tests.
  package var pauses: Int { state.withLock { $0.waits.count } }

  /// Waits until nothing is under way any more, and nothing can be sent: for tests.
  package func settled() async {
    while let task = state.withLock({ $0.tasks.values.first }) { await task.value }
  }

  /// Notes that everything is read anew.
  func readAnew() { queue.readAnew() }

  /// Lets operations wait whose condition names a version of an epoch that has ended.
  func hold() { queue.hold(.restored) }

  /// Goes on after the records of a restored server were read.
  func rebase() {
    let queue = queue
    start { outbox in
      do { try await outbox.disk.run { queue.rebase() } } catch { return }
      queue.end(.restored, all: true)
      for conflict in outbox.conflicts { outbox.broadcast.send(.conflicting(conflict)) }
      outbox.send()
    }
  }

  // MARK: sending

  private func start(isWait: Bool = false, _ body: @escaping @Sendable (Outbox) async -> Void) {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.lastTask += 1
      let number = state.lastTask
      let task = Task { [self] in
        await body(self)
        self.state.withLock { state in
          (state.tasks[number], state.waits[number]) = (nil, nil)
        }
      }
      if isWait { state.waits[number] = task } else { state.tasks[number] = task }
    }
  }

  private func send() {
    let (queue, now) = (queue, client.now)
    start { outbox in
      let before = Set(outbox.refusals.map(\.id))
      guard let ready = try? await outbox.disk.run({ queue.next(at: now) }) else { return }
      for pending in ready { outbox.start { await $0.send(pending) } }
      for refusal in outbox.refusals where !before.contains(refusal.id) {
        await outbox.tell(refusal)
      }
    }
  }

  private func send(_ pending: PendingOperation) async {
    var outcome = await outcome(of: pending)
    while queue.needsFetch(outcome, for: pending.id) { outcome = await fetched(outcome, pending) }
    let entry = queue.receive(outcome, for: pending.id)
    if !entry.put.isEmpty || !entry.drop.isEmpty || queue.fault != nil {
      // The journal lets go of an operation once the persistence has its effect.
      await client.store.written()
      let queue = queue
      do { try await disk.run { queue.note(entry) } } catch { return }
      if let fault = queue.fault { broadcast.send(.journalFailed(fault)) }
    }
    await tell(outcome, of: pending, isDone: entry.drop.contains(pending.id))
    pause(after: outcome, of: pending)
    send()
  }

  private func outcome(of pending: PendingOperation) async -> OperationOutcome {
    let request = pending.operation.request
    var fields: WireFields = ["Idempotency-Key": pending.id]
    if !request.body.isEmpty { fields["Content-Type"] = pending.operation.mediaType }
    if let version = pending.version { fields["If-Match"] = "\"\(version)\"" }
    let handle = client.launch(
      request.link,
      method: request.method,
      body: request.body,
      fields: fields,
      policy: .networkOnly
    )
    do {
      return OperationOutcome(try await answer(of: handle), to: pending)
    } catch let error as RequestError {
      return OperationOutcome(error, to: pending)
    } catch {
      return .failed
    }
  }

  /// Completes an outcome by the object as the server has it now.
  private func fetched(
    _ outcome: OperationOutcome,
    _ pending: PendingOperation
  ) async -> OperationOutcome {
    do {
      // An answer that is kept would come out of the store, with the operations that wait on top.
      let handle = client.launch(
        pending.operation.record,
        fields: ["Cache-Control": "no-store"],
        policy: .networkOnly
      )
      return outcome.with(try await answer(of: handle).snapshot[pending.operation.object])
    } catch let error as RequestError {
      switch error.status {
      case 404, 410: return outcome.with(nil)
      // The sender may write the object, and not read it.
      case 401, 403, 405: return outcome
      default: return OperationOutcome(error, to: pending)
      }
    } catch {
      return .failed
    }
  }

  private func answer(of handle: TaskHandle) async throws -> Answer {
    try await withTaskCancellationHandler {
      try await handle.answer
    } onCancel: {
      handle.cancel()
    }
  }

  private func tell(
    _ outcome: OperationOutcome,
    of pending: PendingOperation,
    isDone: Bool
  ) async {
    if isDone { return broadcast.send(.acknowledged(pending)) }
    switch outcome {
    case .refused:
      if let refusal = refusals.first(where: { $0.id == pending.id }) { await tell(refusal) }
    case .conflicting:
      if let conflict = conflicts.first(where: { $0.id == pending.id }) {
        broadcast.send(.conflicting(conflict))
      }
    default: break
    }
  }

  private func tell(_ refusal: Refusal) async {
    broadcast.send(.refused(refusal))
    guard let afterRefusal else { return }
    do { try await decide(refusal, afterRefusal) } catch {
      // The refusal stays, and the app can decide.
      if let fault = error as? PersistenceFault { broadcast.send(.journalFailed(fault)) }
    }
  }

  /// Waits as long as the server says, or longer with each failure.
  private func pause(after outcome: OperationOutcome, of pending: PendingOperation) {
    let object = pending.operation.object
    switch outcome {
    case .failed, .cancelled:
      wait(clock.pause(after: queue.failures(of: object))) { $0.queue.endRest(of: object) }
    case .later(let seconds, .object):
      wait(.seconds(max(0, seconds ?? 30))) { $0.queue.endRest(of: object) }
    case .later(let seconds, .everything):
      wait(.seconds(max(0, seconds ?? 30))) { $0.queue.end(.later) }
    case .unreachable:
      let failures = state.withLock { state in
        if !state.isOffline { state.failures += 1 }
        state.isOffline = true
        return state.failures
      }
      wait(clock.pause(after: failures)) { outbox in
        outbox.state.withLock { $0.isOffline = false }
        outbox.queue.end(.offline)
      }
    case .done, .conflicting, .refused: state.withLock { $0.failures = 0 }
    case .signedOut: break
    }
  }

  private func wait(_ duration: Duration, _ end: @escaping @Sendable (Outbox) -> Void) {
    let clock = clock
    start(isWait: true) { outbox in
      do { try await clock.sleep(duration) } catch { return }
      end(outbox)
      outbox.send()
    }
  }
}
