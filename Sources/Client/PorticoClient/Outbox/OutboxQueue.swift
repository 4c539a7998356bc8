// SPDX-License-Identifier: Apache-2.0

/// The queue of an outbox with its journal and the store that shows its operations. Calls that write wait for the disk,
/// and are made one after the other.
package final class OutboxQueue: Sendable {
  /// Changes of the queue that the journal could not take, such as on a full disk; they go with the next ones.
  private struct Unwritten: Sendable {
    var entry = OutboxMachine.Entry()
    var isRead = false
    var fault: PersistenceFault?
  }

  private let pending: PendingOperations
  private let store: ObjectStore
  private let journal: any OutboxJournal
  private let unwritten = Locked(Unwritten())

  package init(_ store: ObjectStore, _ journal: any OutboxJournal, atOnce: Int) {
    (self.store, self.journal) = (store, journal)
    pending = PendingOperations(atOnce: atOnce)
    store.setOverlay(pending)
  }

  package var operations: [PendingOperation] { pending.machine.withLock { $0.operations } }
  package var holds: Set<OutboxMachine.Hold> { pending.machine.withLock { $0.holds } }

  /// The last failure of the journal, until it works again.
  package var fault: PersistenceFault? { unwritten.withLock { $0.fault } }

  /// Reads the journal, once.
  ///
  /// - Returns: the ids of the objects with operations, which the store then has to load.
  package func read() throws(PersistenceFault) -> Set<String> {
    guard !unwritten.withLock({ $0.isRead }) else { return [] }
    var found: [String: PendingOperation] = [:]
    for entry in try journal.entries() {
      guard let json = try? JSONValue(json: entry) else { continue }
      for id in json["drop"]?.array ?? [] { id.string.map { found[$0] = nil } }
      for pending in json["put"]?.array ?? [] {
        if let pending = PendingOperation(pending) { found[pending.id] = pending }
      }
    }
    let all = found.values.sorted { $0.number < $1.number }
    pending.machine.withLock { machine in
      for one in all { machine.add(one, over: nil, isKnown: false) }
    }
    unwritten.withLock { $0.isRead = true }
    return Set(all.map(\.operation.object))
  }

  /// Shows the operations of the journal, once the store has loaded their objects.
  package func know() { change { machine, _ in machine.know() } }

  /// Changes the queue and the store in one step.
  private func change(_ body: @Sendable (inout OutboxMachine, StoreState) -> Void) {
    store.transact { content in
      pending.machine.withLock { body(&$0, content) }
      return ObjectBatch()
    }
  }

  /// Keeps an operation, and shows it in the store.
  ///
  /// - Throws: ``PersistenceFault`` where it cannot be kept, and the error of a hook of the store that refuses it.
  package func enqueue(_ operation: ObjectOperation, _ id: String) throws {
    let shown = store.snapshot[operation.object]
    let added = pending.machine.withLock { $0.pending(operation, id, over: shown) }
    var (folded, batch) = (FoldedObject(shown), ObjectBatch())
    operation.apply(to: &folded)
    folded.append(to: &batch, id: operation.object)
    if let refusal = store.admitted(batch).refusal { throw refusal }
    try write(OutboxMachine.Entry(put: [added]), isDurable: true)
    change { machine, content in
      machine.add(added, over: content.object(Array(operation.object.utf8)[...]))
    }
  }

  /// Returns the operations to be sent now.
  package func next(at now: Int64) -> [PendingOperation] {
    let (send, entry) = pending.machine.withLock { $0.next(at: now) }
    note(entry)
    return send
  }

  /// Whether the object has to be fetched, and the answer to be completed by it.
  package func needsFetch(_ outcome: OperationOutcome, for id: String) -> Bool {
    pending.machine.withLock { $0.needsFetch(outcome, for: id) }
  }

  /// Takes an answer in; once the store's objects were written, `note` tells the journal.
  package func receive(_ outcome: OperationOutcome, for id: String) -> OutboxMachine.Entry {
    let noted = Locked(OutboxMachine.Entry())
    store.transact { _ in
      let (entry, records) = pending.machine.withLock { $0.receive(outcome, for: id) }
      noted.withLock { $0 = entry }
      return records
    }
    return noted.withLock { $0 }
  }

  /// Tells the journal what has changed. A failure of the journal is none of the operation: it is kept, and
  /// tried again with the next change.
  package func note(_ entry: OutboxMachine.Entry) {
    guard !entry.put.isEmpty || !entry.drop.isEmpty || fault != nil else { return }
    do throws(PersistenceFault) { try write(entry, isDurable: false) } catch {
      return unwritten.withLock { unwritten in
        unwritten.entry.put.removeAll { entry.drop.contains($0.id) }
        unwritten.entry.put += entry.put
        unwritten.entry.drop += entry.drop
        unwritten.fault = error
      }
    }
    do throws(PersistenceFault) {
      try journal.compact { OutboxQueue.bytes(OutboxMachine.Entry(put: operations)) }
    } catch {
      unwritten.withLock { $0.fault = error }
    }
  }

  private func write(
    _ entry: OutboxMachine.Entry,
    isDurable: Bool
  ) throws(PersistenceFault) {
    var all = unwritten.withLock { $0.entry }
    all.put = all.put.filter { !entry.drop.contains($0.id) } + entry.put
    all.drop += entry.drop
    try journal.append(OutboxQueue.bytes(all), isDurable: isDurable)
    unwritten.withLock { ($0.entry, $0.fault) = (OutboxMachine.Entry(), nil) }
  }

  private static func bytes(_ entry: OutboxMachine.Entry) -> ContiguousArray<UInt8> {
    let json: JSONValue = [
      "put": .array(entry.put.map(\.json)), "drop": .array(entry.drop.map { .string($0) }),
    ]
    return ContiguousArray(json.json)
  }

  /// Ends a refusal as the app decides.
  package func decide(_ id: String, _ decision: Refusal.Decision, newID: String) throws {
    try settle { $0.decide(id, decision, newID: newID) }
  }

  /// Ends a conflict as the app resolves it.
  package func resolve(_ id: String, _ resolution: Conflict.Resolution, newID: String) throws {
    try settle { $0.resolve(id, resolution, newID: newID) }
  }

  /// Gives conditional operations the versions of the epoch that the store has now.
  package func rebase() { note(changed { $0.rebase() }) }

  private func settle(_ body: @Sendable (inout OutboxMachine) -> OutboxMachine.Entry) throws {
    // What the app decides is durable before it shows.
    let entry = pending.machine.withLock { machine in
      var copy = machine
      return body(&copy)
    }
    try write(entry, isDurable: true)
    _ = changed(body)
  }

  private func changed(
    _ body: @Sendable (inout OutboxMachine) -> OutboxMachine.Entry
  ) -> OutboxMachine.Entry {
    let noted = Locked(OutboxMachine.Entry())
    change { machine, _ in
      let entry = body(&machine)
      noted.withLock { $0 = entry }
    }
    return noted.withLock { $0 }
  }

  /// Notes that everything is read anew.
  package func readAnew() { pending.machine.withLock { $0.readAnew() } }

  /// Begins to wait.
  package func hold(_ hold: OutboxMachine.Hold) { pending.machine.withLock { $0.hold(hold) } }

  /// Ends one wait for a reason, or all of them.
  package func end(_ hold: OutboxMachine.Hold, all: Bool = false) {
    pending.machine.withLock { $0.end(hold, all: all) }
  }

  /// Ends the rest of an object after a failure.
  package func endRest(of object: String) {
    pending.machine.withLock { $0.endRest(of: object) }
  }

  package func failures(of object: String) -> Int {
    pending.machine.withLock { $0.failures(of: object) }
  }
}

/// The operations that a store shows over what the server has.
private final class PendingOperations: StoreOverlay {
  let machine: Locked<OutboxMachine>

  init(atOnce: Int) { machine = Locked(OutboxMachine(atOnce: atOnce)) }

  var objects: Set<String> { machine.withLock { $0.objects } }
  var confirmed: [StoredObject] { machine.withLock { $0.lanes.values.compactMap(\.confirmed) } }

  func shown(_ batch: ObjectBatch, over content: StoreState) -> ObjectBatch {
    machine.withLock { $0.shown(batch, over: content) }
  }

  func taking(_ records: RecordList) -> RecordList { machine.withLock { $0.taking(records) } }
}
