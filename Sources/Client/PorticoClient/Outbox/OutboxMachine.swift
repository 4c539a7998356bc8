// SPDX-License-Identifier: Apache-2.0
//
// Operations on one object are sent one after the other, in the order in which they were enqueued; those on
// different objects at once, up to a bound. An operation that was refused or conflicts holds up its own object
// only. The machine knows no clock and no network: it is told what happened, and says what to write.

/// The queue of an outbox: a value that events change.
package struct OutboxMachine: Sendable {
  /// The reasons for which nothing is sent.
  package enum Hold: Sendable, Hashable {
    /// There is no network.
    case offline
    /// The server asked to wait (429, 503).
    case later
    /// The session has ended (401).
    case signedOut
    /// The records were restored, and are being read anew; operations wait whose condition names a version.
    case restored
  }

  /// The changes of the queue that the journal is to have.
  package struct Entry: Sendable {
    package var put: [PendingOperation] = []
    package var drop: [String] = []
  }

  /// The operations on one object.
  struct Lane: Sendable {
    /// The object as the server has it; `nil` for one that it does not have, as far as the device knows.
    var confirmed: StoredObject?
    /// The version with which the object was deleted.
    var deletedAt: Int64?
    /// Whether the server has sent the object since the operation was sent.
    var hasNews = false
    /// Whether `confirmed` is known; after a start it comes from the disk.
    var isKnown = true
    var operations: [PendingOperation] = []
    /// The number of failures of the first operation.
    var failures = 0
    /// Whether the lane waits after a failure.
    var isResting = false
  }

  /// The seconds after which the server may have forgotten a key; it keeps them for a day.
  private static let keyLifetime: Int64 = 23 * 3_600

  var lanes: [String: Lane] = [:]
  /// The objects that the store does not show as they are here.
  var outdated: Set<String> = []
  /// The reasons to wait, each with the number of waits that have to end.
  private var waits: [Hold: Int] = [:]
  private let mostAtOnce: Int
  private var lastNumber: UInt64 = 0

  package init(atOnce: Int) { mostAtOnce = max(1, atOnce) }

  /// The operations in the order in which they were enqueued.
  package var operations: [PendingOperation] {
    lanes.values.flatMap(\.operations).sorted { $0.number < $1.number }
  }

  package var objects: Set<String> { Set(lanes.keys) }

  package var holds: Set<Hold> { Set(waits.keys) }

  private func place(of id: String) -> (lane: String, index: Int)? {
    for (lane, content) in lanes {
      if let index = content.operations.firstIndex(where: { $0.id == id }) { return (lane, index) }
    }
    return nil
  }

  // MARK: what the app does

  /// Returns an operation as it is to be enqueued.
  package func pending(
    _ operation: ObjectOperation,
    _ id: String,
    over shown: StoredObject?
  ) -> PendingOperation {
    let known = lanes[operation.object].map(\.confirmed) ?? shown
    return PendingOperation(
      operation,
      id,
      number: lastNumber + 1,
      over: shown,
      version: operation.isConditional ? known?.version : nil
    )
  }

  /// Adds an operation.
  ///
  /// - Parameters:
  ///   - confirmed: the object as the store has it.
  ///   - isKnown: whether the store has loaded it.
  package mutating func add(
    _ pending: PendingOperation,
    over confirmed: StoredObject?,
    isKnown: Bool = true
  ) {
    let object = pending.operation.object
    lastNumber = max(lastNumber, pending.number)
    var lane = lanes[object] ?? Lane(confirmed: confirmed, isKnown: isKnown)
    lane.operations.removeAll { $0.id == pending.id }
    let index = lane.operations.firstIndex { $0.number > pending.number }
    lane.operations.insert(pending, at: index ?? lane.operations.endIndex)
    lanes[object] = lane
    outdated.insert(object)
  }

  /// Ends a refusal as the app decides.
  package mutating func decide(
    _ id: String,
    _ decision: Refusal.Decision,
    newID: String
  ) -> Entry {
    guard let place = place(of: id), var lane = lanes[place.lane],
      case .refused = lane.operations[place.index].state
    else { return Entry() }
    var entry = Entry()
    switch decision {
    case .retry:
      let old = lane.operations[place.index]
      lane.operations[place.index] = PendingOperation(
        old,
        as: old.operation,
        newID,
        over: lane.confirmed
      )
      entry = Entry(put: [lane.operations[place.index]], drop: [id])
    case .drop:
      lane.operations.remove(at: place.index)
      entry.drop = [id]
    case .dropAll:
      entry.drop = lane.operations[place.index...].map(\.id)
      lane.operations.removeSubrange(place.index...)
    }
    lane.failures = 0
    lanes[place.lane] = lane
    outdated.insert(place.lane)
    return entry
  }

  /// Ends a conflict as the app resolves it.
  package mutating func resolve(
    _ id: String,
    _ resolution: Conflict.Resolution,
    newID: String
  ) -> Entry {
    guard let place = place(of: id), var lane = lanes[place.lane],
      lane.operations[place.index].state == .conflicting
    else { return Entry() }
    let old = lane.operations[place.index]
    var entry = Entry(drop: [id])
    let operation: ObjectOperation?
    switch resolution {
    case .mine: operation = old.operation
    case .theirs: operation = nil
    case .merged(let fields):
      operation = ObjectOperation(
        .merge(fields),
        old.operation.object,
        at: old.operation.link,
        zone: old.operation.zone,
        ifUnchanged: true
      )
    }
    if let operation {
      lane.operations[place.index] = PendingOperation(old, as: operation, newID, over: old.theirs)
      entry.put = [lane.operations[place.index]]
    } else {
      lane.operations.remove(at: place.index)
    }
    lane.failures = 0
    lanes[place.lane] = lane
    outdated.insert(place.lane)
    return entry
  }

  // MARK: sending

  /// Returns the operations to be sent now, with what the journal is to know before.
  ///
  /// - Parameter now: seconds since 1970.
  package mutating func next(at now: Int64) -> (send: [PendingOperation], entry: Entry) {
    var entry = Entry()
    guard holds.isSubset(of: [.restored]) else { return ([], entry) }
    var sending = lanes.values.count { $0.operations.first?.state == .sending }
    var chosen: [PendingOperation] = []
    let ready = lanes.filter { _, lane in
      guard !lane.isResting, let first = lane.operations.first, first.state == .waiting else {
        return false
      }
      return first.version == nil || !holds.contains(.restored)
    }
    // One that failed lets the others go first.
    let order = ready.sorted { one, other in
      (one.value.failures, one.value.operations[0].number)
        < (other.value.failures, other.value.operations[0].number)
    }
    for (object, lane) in order where sending < mostAtOnce {
      var first = lane.operations[0]
      if let sent = first.firstSent, now - sent > OutboxMachine.keyLifetime,
        !first.operation.isIdempotent
      {
        first.state = .refused(.keyExpired)
        entry.put.append(first)
        outdated.insert(object)
      } else {
        if first.firstSent == nil {
          first.firstSent = now
          entry.put.append(first)
        } else {
          first.isRepeated = true
        }
        first.state = .sending
        chosen.append(first)
        sending += 1
      }
      lanes[object]?.operations[0] = first
      lanes[object]?.hasNews = false
    }
    return (chosen, entry)
  }

  /// Whether the object has to be fetched before an answer is taken in: a repeated answer is as old as the first one,
  /// and one without a version may be older or newer than what the server has sent meanwhile.
  package mutating func needsFetch(_ outcome: OperationOutcome, for id: String) -> Bool {
    guard let place = place(of: id), var lane = lanes[place.lane] else { return false }
    switch outcome {
    case .done(.gone), .done(.unknown), .conflicting(nil):
      guard lane.hasNews || lane.operations[place.index].isRepeated else { return false }
    case .done(.object), .conflicting:
      guard lane.operations[place.index].isRepeated else { return false }
    default: return false
    }
    lane.hasNews = false
    lane.operations[place.index].isRepeated = false
    lanes[place.lane] = lane
    return true
  }

  /// Takes the answer to an operation in: removes it, or keeps it as refused, conflicting or waiting.
  ///
  /// - Returns: what the journal is to have, and the objects that the server sent with the answer.
  package mutating func receive(
    _ outcome: OperationOutcome,
    for id: String
  ) -> (entry: Entry, records: ObjectBatch) {
    var (entry, records) = (Entry(), ObjectBatch())
    guard let place = place(of: id), var lane = lanes[place.lane],
      lane.operations[place.index].state == .sending
    else { return (entry, records) }
    var pending = lane.operations[place.index]
    pending.state = .waiting
    switch outcome {
    case .done(let answer):
      acknowledge(pending, answer, &lane, &entry, &records)
      lanes[place.lane] = lane
      outdated.insert(place.lane)
      return (entry, records)
    case .conflicting(let theirs):
      pending.theirs = theirs
      pending.state = .conflicting
      if Conflict(pending).isAgreed {
        acknowledge(pending, theirs.map { .object($0) } ?? .gone, &lane, &entry, &records)
        lanes[place.lane] = lane
        outdated.insert(place.lane)
        return (entry, records)
      }
      entry.put = [pending]
      OutboxMachine.append(theirs, of: pending, lane, to: &records)
    case .refused(let cause):
      pending.state = .refused(cause)
      entry.put = [pending]
    case .failed, .cancelled, .later(_, .object):
      lane.failures += 1
      lane.isResting = true
    case .later(_, .everything): hold(.later)
    case .signedOut: hold(.signedOut)
    case .unreachable: hold(.offline)
    }
    lane.operations[place.index] = pending
    lanes[place.lane] = lane
    outdated.insert(place.lane)
    return (entry, records)
  }

  private func acknowledge(
    _ pending: PendingOperation,
    _ seen: OperationOutcome.Seen,
    _ lane: inout Lane,
    _ entry: inout Entry,
    _ records: inout ObjectBatch
  ) {
    lane.operations.removeAll { $0.id == pending.id }
    (lane.failures, lane.isResting) = (0, false)
    entry.drop.append(pending.id)
    var folded = FoldedObject(lane.confirmed)
    pending.operation.apply(to: &folded)
    guard case .object(let answer) = seen else {
      // What the answer does not say, the operation does.
      if case .gone = seen { folded.isThere = false }
      return folded.append(to: &records, id: pending.operation.object)
    }
    // A sender who may not read the object gets no more than its version.
    let isShown = answer["_class"] != nil
    if isShown {
      OutboxMachine.append(answer, of: pending, lane, to: &records)
    } else {
      folded.append(to: &records, id: pending.operation.object)
    }
    guard let later = lane.operations.first, later.operation.isConditional,
      later.state == .waiting,
      later.version == nil || !isShown || later.isBased(on: answer)
    else { return }
    lane.operations[0].version = answer.version
    entry.put.append(lane.operations[0])
  }

  /// Adds an answer to a batch, in place of what is there, unless that is newer.
  private static func append(
    _ answer: StoredObject?,
    of pending: PendingOperation,
    _ lane: Lane,
    to records: inout ObjectBatch
  ) {
    let id = pending.operation.object
    guard let answer else { return records.remove(id) }
    let known = max(lane.confirmed?.header.version ?? -1, lane.deletedAt ?? -1)
    guard answer.header.version >= known else { return }
    var whole = FoldedObject(answer)
    var zone = lane.confirmed?[SyncedZone.member]
    if zone == nil, lane.confirmed == nil { zone = .string(pending.operation.zone) }
    if let zone { whole[SyncedZone.member] = zone }
    whole.append(to: &records, id: id)
  }

  /// Begins to wait for a reason.
  package mutating func hold(_ reason: Hold) { waits[reason, default: 0] += 1 }

  /// Notes that everything is read anew: an answer that is under way may be older, whatever its version.
  package mutating func readAnew() {
    for (object, lane) in lanes {
      lanes[object]?.deletedAt = nil
      if lane.operations.first?.state == .sending { lanes[object]?.operations[0].isRepeated = true }
    }
  }

  /// Ends one wait for a reason, or all of them.
  package mutating func end(_ hold: Hold, all: Bool = false) {
    let left = all ? 0 : (waits[hold] ?? 0) - 1
    waits[hold] = left > 0 ? left : nil
  }

  /// Ends the rest of an object after a failure.
  package mutating func endRest(of object: String) { lanes[object]?.isResting = false }

  /// The number of failures of the first operation on an object.
  package func failures(of object: String) -> Int { lanes[object]?.failures ?? 0 }

  /// Gives conditional operations the versions of another epoch, where the server has the attributes that they were
  /// based on; the others conflict.
  package mutating func rebase() -> Entry {
    var entry = Entry()
    for (object, lane) in lanes {
      guard let first = lane.operations.first, first.state == .waiting, first.version != nil
      else { continue }
      if let confirmed = lane.confirmed, first.isBased(on: confirmed) {
        lanes[object]?.operations[0].version = confirmed.version
      } else {
        lanes[object]?.operations[0].theirs = lane.confirmed
        lanes[object]?.operations[0].state = .conflicting
      }
      outdated.insert(object)
      entry.put += lanes[object]?.operations.prefix(1) ?? []
    }
    return entry
  }
}
