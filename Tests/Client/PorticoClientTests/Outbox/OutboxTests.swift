// SPDX-License-Identifier: Apache-2.0

import Foundation
import PorticoClient
import Testing

@Suite(.timeLimit(.minutes(5))) struct `An outbox` {
  private let service = ModelService()
  private let clock = StillClock()
  private let journal = MemoryJournal()
  private let client: Client
  private let outbox: Outbox

  init() throws {
    client = try Self.client(service)
    outbox = Outbox(client, journal: journal, clock: clock.clock)
  }

  private static func client(_ service: ModelService) throws -> Client {
    let url = try #require(WebAddress("https://shop.example/config"))
    let environment = Environment(name: "production", configURL: url)
    return Client(environment, transport: service, clock: { service.now })
  }

  private func shown(_ id: String, _ name: String = "text") -> JSONValue? {
    client.store.snapshot[id]?[name]
  }

  /// Puts a record into the service and the store.
  private func known(_ id: String, _ text: String) async throws {
    service.write("PUT", "/v1/notes/\(id)", ["text": .string(text), "n": 1])
    _ = try await client.launch("/v1/notes/\(id)").answer
    let kept = client.store
    let record = try #require(service.attributes[id])
    try kept.write { $0.put(.object(record.merging(["uuid": .string(id), "_version": 1]) { $1 })) }
  }

  private func merge(
    _ id: String,
    _ fields: [String: JSONValue],
    ifUnchanged: Bool = false
  ) -> ObjectOperation {
    ObjectOperation(.merge(fields), id, at: "/v1/notes", ifUnchanged: ifUnchanged)
  }

  @Test func `Shows an operation at once, sends it with its key, and forgets it when answered`()
    async throws
  {
    let add = outbox.creation(["text": "roses"], "note", at: "/v1/notes", zone: "berlin")
    let id = try await outbox.enqueue(add)
    #expect(shown(add.object) == "roses")
    await outbox.settled()
    #expect(outbox.pending.isEmpty)
    #expect(service.attributes == [add.object: ["text": "roses"]])
    let request = try #require(service.writes.first)
    #expect(request.fields["idempotency-key"] == id)
    #expect(request.address.target == "/v1/notes?zone=berlin")
    #expect(client.store.snapshot[add.object]?.version == 1)
    #expect(add.object.wholeMatch(of: /note-[0-7][0-9a-hjkmnp-tv-z]{25}/) != nil)
  }

  @Test func `Has each form of operation`() async throws {
    try await known("note-1", "a")
    let changes: [ObjectOperation.Change] = [
      .attributes([AttributeOperation("n", .inc, 2), AttributeOperation("log", .append, ["x"])]),
      .merge(["text": "b"]), .replace(["text": "c"]), .delete, .method("undelete", nil),
    ]
    for change in changes {
      try await outbox.enqueue(ObjectOperation(change, "note-1", at: "/v1/notes"))
      await outbox.settled()
    }
    #expect(outbox.pending.isEmpty)
    #expect(service.writes.map(\.method) == ["PATCH", "PATCH", "PUT", "DELETE", "POST"])
    #expect(service.writes.last?.address.target == "/v1/notes/note-1:undelete")
    #expect(service.attributes == ["note-1": [:]])
    #expect(client.store.snapshot["note-1"] != nil)
  }

  @Test func `An operation whose answer was lost is performed once`() async throws {
    try await known("note-1", "a")
    service.next(.answerLost)
    let change = ObjectOperation.Change.attributes([AttributeOperation("n", .inc, 2)])
    try await outbox.enqueue(ObjectOperation(change, "note-1", at: "/v1/notes"))
    await outbox.settled()
    #expect(outbox.pending.map(\.state) == [.waiting])
    #expect(shown("note-1", "n") == 3)
    await eventually { clock.sleeping == [.seconds(1)] }
    clock.wake(.seconds(1))
    await eventually { outbox.pending.isEmpty }
    #expect(service.attributes["note-1"]?["n"] == 3)
    #expect(shown("note-1", "n") == 3)
    #expect(Set(service.writes.map { $0.fields["idempotency-key"] }).count == 1)
  }

  @Test func `The next process sends what the last one has not`() async throws {
    service.decide { _ in .lost }
    let add = outbox.creation(["text": "roses"], "note", at: "/v1/notes")
    try await outbox.enqueue(add)
    try await outbox.enqueue(merge(add.object, ["text": "tulips"]))
    await outbox.settled()
    outbox.close()
    service.decide(nil)
    let next = try Self.client(service)
    let again = Outbox(next, journal: journal, clock: clock.clock)
    try await again.open()
    #expect(again.pending.count == 2)
    #expect(next.store.snapshot[add.object]?["text"] == "tulips")
    await again.settled()
    #expect(again.pending.isEmpty)
    #expect(service.attributes == [add.object: ["text": "tulips"]])
  }

  @Test func `What arrives from the server shows below the operations that wait`() async throws {
    try await known("note-1", "a")
    service.decide { $0.method == "GET" ? .answered : .lost }
    try await outbox.enqueue(merge("note-1", ["text": "mine"]))
    await outbox.settled()
    service.write("PUT", "/v1/notes/note-1", ["text": "theirs", "other": "new"])
    _ = try await client.launch("/v1/notes/note-1", policy: .networkOnly).answer
    try client.store.write { $0.put(["uuid": "note-1", "text": "theirs", "other": "new"]) }
    #expect(shown("note-1") == "mine")
    #expect(shown("note-1", "other") == "new")
  }

  @Test func `A refused operation is undone and told, and holds up its own object only`()
    async throws
  {
    try await known("note-1", "a")
    try await known("note-2", "a")
    try await outbox.enqueue(merge("note-1", ["text": "refused"]))
    try await outbox.enqueue(merge("note-1", ["n": 7]))
    try await outbox.enqueue(merge("note-2", ["text": "b"]))
    await outbox.settled()
    #expect(service.attributes["note-2"]?["text"] == "b")
    let refusal = try #require(outbox.refusals.first)
    guard case .server(422, let problem) = refusal.cause else { throw ModelService.Down() }
    #expect(problem?["code"] == "invalid")
    #expect(shown("note-1") == "a")
    #expect(shown("note-1", "n") == 7)
    try await outbox.decide(refusal, .drop)
    await outbox.settled()
    #expect(outbox.pending.isEmpty)
    #expect(service.attributes["note-1"] == ["text": "a", "n": 7])
  }

  @Test func `A refusal may take the later operations on its object with it`() async throws {
    try await known("note-1", "a")
    let strict = Outbox(client, journal: journal, afterRefusal: .dropAll, clock: clock.clock)
    service.next(.lost)
    try await strict.enqueue(merge("note-1", ["text": "refused"]))
    await strict.settled()
    try await strict.enqueue(merge("note-1", ["n": 7]))
    strict.resume()
    await eventually { strict.pending.isEmpty }
    #expect(service.attributes["note-1"] == ["text": "a", "n": 1])
    #expect(shown("note-1", "n") == 1)
  }

  /// An answer of the service, the state of the operation after it, and the wait that follows.
  struct Outcome: Sendable, CustomTestStringConvertible {
    let status: Int
    let code: String
    var retryAfter: Int64?
    var isRefused = false
    var wait: Duration?
    var testDescription: String { "\(status) \(code)" }

    init(_ status: Int, _ code: String, after: Int64? = nil, wait: Duration? = nil) {
      (self.status, self.code, retryAfter, self.wait) = (status, code, after, wait)
      isRefused = wait == nil && status != 401
    }
  }

  @Test(arguments: [
    Outcome(400, "bad-json"), Outcome(401, "rights"), Outcome(403, "rights"),
    Outcome(403, "not-allowed"), Outcome(404, "not-found"), Outcome(404, "unknown-type"),
    Outcome(405, "method"), Outcome(409, "referred"), Outcome(409, "sold-out"),
    Outcome(409, "changed-meanwhile", wait: .seconds(1)), Outcome(409, "id-taken"),
    Outcome(413, "too-large"), Outcome(415, "media-type"), Outcome(422, "invalid"),
    Outcome(422, "key-reused"), Outcome(422, "bad-id"), Outcome(422, "refused"),
    Outcome(429, "too-many", after: 7, wait: .seconds(7)),
    Outcome(500, "internal", wait: .seconds(1)),
    Outcome(503, "store-away", after: 9, wait: .seconds(9)),
    Outcome(503, "unavailable", after: 1, wait: .seconds(1)),
    Outcome(503, "moved", after: 5, wait: .seconds(5)),
    Outcome(503, "hook-away", after: 5, wait: .seconds(5)),
    Outcome(503, "overloaded", wait: .seconds(30)),
    Outcome(507, "full", after: 30, wait: .seconds(30)), Outcome(507, "quota"),
  ])
  func `Each answer of the service has its outcome`(outcome: Outcome) async throws {
    try await known("note-1", "a")
    service.next(.refused(outcome.status, outcome.code, retryAfter: outcome.retryAfter))
    try await outbox.enqueue(merge("note-1", ["text": "b"]))
    await outbox.settled()
    #expect(outbox.refusals.isEmpty != outcome.isRefused)
    #expect(shown("note-1") == (outcome.isRefused ? "a" : "b"))
    #expect(outbox.isSignedOut == (outcome.status == 401))
    guard !outcome.isRefused else { return }
    if let wait = outcome.wait {
      await eventually { clock.sleeping == [wait] }
      clock.wake(wait)
    } else {
      outbox.resume()
    }
    await eventually { outbox.pending.isEmpty }
    #expect(service.attributes["note-1"]?["text"] == "b")
  }

  @Test func `Only a webhook that is away lets other objects go on`() async throws {
    for (code, isWaiting) in [("hook-away", false), ("store-away", true)] {
      let box = Outbox(client, journal: MemoryJournal(), atOnce: 1, clock: clock.clock)
      service.next(.refused(503, code, retryAfter: 3))
      try await box.enqueue(ObjectOperation(.replace([:]), "note-\(code)", at: "/v1/notes"))
      await box.settled()
      try await box.enqueue(ObjectOperation(.replace([:]), "note-other\(code)", at: "/v1/notes"))
      await box.settled()
      #expect(box.pending.count == (isWaiting ? 2 : 1))
      box.close()
    }
  }

  @Test func `A deletion of what is gone is done, and so is a creation that was repeated`()
    async throws
  {
    try await outbox.enqueue(ObjectOperation(.delete, "note-9", at: "/v1/notes"))
    await outbox.settled()
    #expect(outbox.pending.isEmpty)
    service.next(.answerLost)
    let add = outbox.creation(["text": "roses"], "note", at: "/v1/notes")
    try await outbox.enqueue(add)
    await outbox.settled()
    service.change { $0.forgetKeys() }
    outbox.resume()
    await eventually { outbox.pending.isEmpty }
    #expect(service.attributes == [add.object: ["text": "roses"]])
    #expect(shown(add.object) == "roses")
  }

  @Test func `An operation that must not be repeated is refused once its key may be forgotten`()
    async throws
  {
    try await known("note-1", "a")
    service.next(.answerLost)
    let change = ObjectOperation.Change.attributes([AttributeOperation("n", .inc, 2)])
    try await outbox.enqueue(ObjectOperation(change, "note-1", at: "/v1/notes"))
    await outbox.settled()
    service.now += 86_400
    service.change { $0.forgetKeys() }
    outbox.resume()
    await eventually { outbox.refusals.count == 1 }
    #expect(outbox.refusals.first?.cause == .keyExpired)
    #expect(service.attributes["note-1"]?["n"] == 3)
  }

  @Test func `A full disk refuses what is new, and lets what was answered be noted later`()
    async throws
  {
    let full = FullJournal()
    let box = Outbox(client, journal: full, clock: clock.clock)
    full.isFull = true
    await #expect(throws: PersistenceFault.self) {
      try await box.enqueue(ObjectOperation(.replace(["text": "a"]), "note-5", at: "/v1/notes"))
    }
    #expect(shown("note-5") == nil)
    full.isFull = false
    service.next(.lost)
    try await box.enqueue(ObjectOperation(.replace(["text": "b"]), "note-5", at: "/v1/notes"))
    await box.settled()
    full.isFull = true
    box.resume()
    await eventually { box.pending.isEmpty }
    await box.settled()
    #expect(service.attributes["note-5"]?["text"] == "b")
    full.isFull = false
    try await box.enqueue(ObjectOperation(.delete, "note-5", at: "/v1/notes"))
    await box.settled()
    let next = Outbox(try Self.client(service), journal: full, clock: clock.clock)
    try await next.open()
    #expect(next.pending.isEmpty)
    await next.settled()
  }
}

/// A journal on a disk that a test fills.
private final class FullJournal: OutboxJournal {
  private let kept = MemoryJournal()
  private let full = Locked(false)

  var isFull: Bool {
    get { full.withLock { $0 } }
    set { full.withLock { $0 = newValue } }
  }

  func entries() throws(PersistenceFault) -> [ContiguousArray<UInt8>] { try kept.entries() }

  func append(_ entry: ContiguousArray<UInt8>, isDurable: Bool) throws(PersistenceFault) {
    guard !isFull else { throw PersistenceFault("writing", at: "journal", "no room") }
    try kept.append(entry, isDurable: isDurable)
  }

  func compact(_ entry: () -> ContiguousArray<UInt8>) throws(PersistenceFault) {}
  func removeAll() throws(PersistenceFault) { try kept.removeAll() }
}
