// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import SeededTesting
import Testing

/// The events that random runs must have, so that they prove anything.
private enum Event: CaseIterable {
  case lostRequest, lostAnswer, crash, crashAfterAnswer, refusal, conflict, restore
}

/// A device whose requests and answers are delivered one by one, in any order.
private struct Device {
  struct Answer {
    let id: String
    let outcome: OperationOutcome
  }

  private let name: String
  private let journal = MemoryJournal()
  private(set) var store = ObjectStore()
  private(set) var queue: OutboxQueue
  private var place = SyncedZone.Place()
  private var seen: Set<String>?
  private var isAfterRestore = false
  private let zone = SyncedZone("/v1/changes", zone: "", types: [])
  private var lastID = 0
  private(set) var sent: [PendingOperation] = []
  private(set) var answers: [Answer] = []
  private(set) var acknowledged: Set<String> = []

  init(_ name: String) {
    self.name = name
    queue = OutboxQueue(store, journal, atOnce: 2)
  }

  mutating func newID() -> String {
    lastID += 1
    return "\(name)-\(lastID)"
  }

  mutating func enqueue(_ operation: ObjectOperation, _ id: String) throws {
    _ = try queue.read()
    try queue.enqueue(operation, id)
  }

  mutating func sendReady() { sent += queue.next(at: 0) }

  /// Ends the process without a word, and starts it again.
  ///
  /// - Parameter isAfterAnswer: whether an answer has arrived that the journal does not know yet.
  mutating func crash(isAfterAnswer: Bool, from server: inout ModelRecords) throws {
    if isAfterAnswer, let answer = answers.first {
      _ = queue.receive(try completed(answer, from: &server), for: answer.id)
    }
    store = ObjectStore()
    queue = OutboxQueue(store, journal, atOnce: 2)
    (place, seen, sent, answers) = (SyncedZone.Place(), nil, [], [])
    isAfterRestore = false
    _ = try queue.read()
    queue.know()
  }

  mutating func deliver(_ place: Int, to server: inout ModelRecords, isAnswerLost: Bool) throws {
    let pending = sent.remove(at: place)
    let request = pending.operation.request
    let address = try #require(WebAddress("https://shop.example" + request.link))
    var wire = WireRequest(request.method, address, body: request.body)
    wire.fields["Idempotency-Key"] = pending.id
    if let version = pending.version { wire.fields["If-Match"] = "\"\(version)\"" }
    let reply = server.reply(to: wire)
    var outcome = OperationOutcome.unreachable
    if !isAnswerLost {
      let seen = object(in: reply).map { OperationOutcome.Seen.object($0) }
      outcome =
        reply.status < 300
        ? .done(seen ?? .gone)
        : OperationOutcome(reply.status, reply.body, retryAfter: nil, to: pending)
    }
    answers.append(Answer(id: pending.id, outcome: outcome))
  }

  private func object(in reply: ModelRecords.Reply) -> StoredObject? {
    guard reply.status < 300, let body = reply.body else { return nil }
    return StoredObject.read(ContiguousArray(body.json))
  }

  mutating func lose(_ place: Int) {
    answers.append(Answer(id: sent.remove(at: place).id, outcome: .unreachable))
  }

  mutating func receive(_ place: Int, from server: inout ModelRecords) throws {
    let answer = answers.remove(at: place)
    let operation = queue.operations.first { $0.id == answer.id }
    let outcome = try completed(answer, from: &server)
    let entry = queue.receive(outcome, for: answer.id)
    if entry.drop.contains(answer.id) { acknowledged.insert(answer.id) }
    queue.note(entry)
    queue.end(.offline, all: true)
    if let operation { queue.endRest(of: operation.operation.object) }
  }

  /// The outcome with the object as it is now, where that is needed.
  private func completed(
    _ answer: Answer,
    from server: inout ModelRecords
  ) throws -> OperationOutcome {
    guard queue.needsFetch(answer.outcome, for: answer.id),
      let operation = queue.operations.first(where: { $0.id == answer.id })?.operation
    else { return answer.outcome }
    let address = try #require(WebAddress("https://shop.example" + operation.record))
    return answer.outcome.with(object(in: server.reply(to: WireRequest("GET", address))))
  }

  /// Takes the next page of changes in; returns whether there may be more.
  mutating func pull(from server: inout ModelRecords) throws -> Bool {
    if place.token == nil {
      seen = seen ?? []
      queue.readAnew()
    }
    let address = try #require(
      WebAddress("https://shop.example" + zone.page(since: place.token, limit: 2))
    )
    let reply = server.reply(to: WireRequest("GET", address))
    guard reply.status == 200 else {
      queue.hold(.restored)
      (place, seen, isAfterRestore) = (SyncedZone.Place(), [], true)
      return true
    }
    let text = try #require(reply.body?.string)
    let page = try #require(ChangePage(ContiguousArray(text.utf8)))
    let records = try page.batch(0..<page.records.count, of: zone)
    seen?.formUnion(records.stored.map(\.id))
    let (zone, isFull) = (zone, seen != nil)
    store.transact { zone.batch(records, over: $0, isFull: isFull) }
    place.token = page.token
    guard !page.hasMore else { return true }
    if let came = seen {
      var batch = ObjectBatch()
      for object in store.known where zone.has(object) && !came.contains(object.id) {
        batch.remove(object.id)
      }
      store.apply(batch)
      seen = nil
      if isAfterRestore { queue.rebase() }
      isAfterRestore = false
      queue.end(.restored, all: true)
    }
    return false
  }

  /// Settles the first operation that needs it, and returns the reason.
  mutating func settleOne(_ numbers: inout SeededNumbers) throws -> Event? {
    for operation in queue.operations {
      switch operation.state {
      case .refused:
        try queue.decide(operation.id, .drop, newID: newID())
        return .refusal
      case .conflicting:
        let resolution: Conflict.Resolution =
          switch Int.random(in: 0..<3, using: &numbers) {
          case 0: .mine
          case 1: .theirs
          default: .merged(["text": .string("merged by \(name)")])
          }
        try queue.resolve(operation.id, resolution, newID: newID())
        return .conflict
      case .waiting, .sending: continue
      }
    }
    return nil
  }

  /// The attributes of the objects that the store shows.
  var attributes: [String: [String: JSONValue]] {
    var found: [String: [String: JSONValue]] = [:]
    for object in store.snapshot.all {
      let members = (try? JSONValue(json: object.json))?.object ?? [:]
      found[object.id] = members.filter { $0.key != "uuid" && !$0.key.hasPrefix("_") }
    }
    return found
  }
}

@Suite(.timeLimit(.minutes(5))) struct `Two devices and a server` {
  private static let objects = ["note-a", "note-b"]

  private struct World {
    var numbers: SeededNumbers
    var server = ModelRecords()
    var devices = [Device("one"), Device("two")]
    /// The texts that operations add to lists, by the operations' ids.
    var texts: [String: String] = [:]
    var backup: ModelRecords?
    var events: Set<Event> = []
    var hasRestored: Bool { events.contains(.restore) }

    mutating func random(_ count: Int) -> Int { Int.random(in: 0..<count, using: &numbers) }

    mutating func enqueue(at device: Int) throws {
      let id = devices[device].newID()
      let object = objects[random(objects.count)]
      let isConditional = random(3) != 0
      let change: ObjectOperation.Change
      switch random(8) {
      case 0: change = .create(["text": .string(id)])
      case 1: change = .replace(["text": .string(id), "n": 1])
      case 2, 3: change = .merge(["text": .string(random(6) == 0 ? "refused" : id), "m": .null])
      case 4: change = .delete
      case 5: change = .method("undelete", nil)
      default:
        texts[id] = id
        let operations = [
          AttributeOperation("log", .append, [.string(id)]), AttributeOperation("n", .inc, 1),
        ]
        change = .attributes(operations)
      }
      try devices[device].enqueue(
        ObjectOperation(change, object, at: "/v1/notes", ifUnchanged: isConditional),
        id
      )
    }

    /// Makes all objects, and lets both devices know them.
    mutating func createAll() throws {
      for object in objects {
        let create = ObjectOperation(.create(["text": "first"]), object, at: "/v1/notes")
        try devices[0].enqueue(create, devices[0].newID())
      }
      try finish()
    }

    mutating func step(withRestores: Bool) throws {
      let device = random(2)
      switch random(withRestores ? 16 : 15) {
      case 0, 1, 2: try enqueue(at: device)
      case 3, 4: devices[device].sendReady()
      case 5, 6, 7:
        guard !devices[device].sent.isEmpty else { return }
        let place = random(devices[device].sent.count)
        if random(6) == 0 {
          events.insert(.lostRequest)
          return devices[device].lose(place)
        }
        let isLost = random(4) == 0
        if isLost { events.insert(.lostAnswer) }
        try devices[device].deliver(place, to: &server, isAnswerLost: isLost)
      case 8, 9:
        guard !devices[device].answers.isEmpty else { return }
        let place = random(devices[device].answers.count)
        try devices[device].receive(place, from: &server)
      case 10, 13, 14: _ = try devices[device].pull(from: &server)
      case 11: try settleOne(at: device)
      case 12:
        guard random(3) == 0 else { return }
        let isAfterAnswer = random(2) == 0
        events.insert(isAfterAnswer ? .crashAfterAnswer : .crash)
        try devices[device].crash(isAfterAnswer: isAfterAnswer, from: &server)
      default:
        if let backup, random(3) == 0 {
          server.endEpoch(after: backup)
          events.insert(.restore)
        } else {
          backup = server
        }
      }
    }

    mutating func settleOne(at device: Int) throws {
      if let event = try devices[device].settleOne(&numbers) { events.insert(event) }
    }

    /// Lets everything arrive that is under way.
    mutating func finish() throws {
      for device in devices.indices {
        for _ in 0..<200 where !devices[device].queue.operations.isEmpty {
          while try devices[device].pull(from: &server) {}
          devices[device].sendReady()
          while !devices[device].sent.isEmpty {
            try devices[device].deliver(0, to: &server, isAnswerLost: false)
          }
          while !devices[device].answers.isEmpty {
            try devices[device].receive(0, from: &server)
          }
          try settleOne(at: device)
        }
      }
      for device in devices.indices { while try devices[device].pull(from: &server) {} }
    }
  }

  @Test(arguments: 0..<10)
  func `End equal after any interleaving, with each operation performed exactly once`(
    block: Int
  ) throws {
    var events: Set<Event> = []
    for seed in RandomRuns.seeds(block * 1_000..<(block + 1) * 1_000) {
      let withRestores = seed % 4 == 3
      var world = World(numbers: SeededNumbers(UInt64(seed)))
      // Half of the runs begin with objects that both devices know.
      if seed % 2 == 1 { try world.createAll() }
      for _ in 0..<24 { try world.step(withRestores: withRestores) }
      try world.finish()
      events.formUnion(world.events)
      for device in world.devices {
        #expect(device.queue.operations.isEmpty, "seed \(seed)")
        #expect(device.attributes == world.server.attributes, "seed \(seed)")
        for (id, text) in world.texts where !world.hasRestored && device.acknowledged.contains(id) {
          #expect(world.server.added[text] == 1, "seed \(seed), \(id)")
        }
      }
      for (text, count) in world.server.added where !world.hasRestored {
        #expect(count == 1, "seed \(seed), \(text)")
      }
    }
    #expect(events == Set(Event.allCases))
  }
}
