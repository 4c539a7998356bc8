// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A conflict` {
  private let service = ModelService()
  private let client: Client
  private let outbox: Outbox

  init() throws {
    let (url, service) = (try #require(WebAddress("https://shop.example/config")), service)
    let environment = Environment(name: "production", configURL: url)
    client = Client(environment, transport: service, clock: { service.now })
    outbox = Outbox(client, journal: MemoryJournal(), clock: StillClock().clock)
  }

  private func put(_ text: String, n: Int64) {
    service.write("PUT", "/v1/notes/note-1", ["text": .string(text), "n": .integer(n)])
  }

  /// Reads all changes into the store.
  private func sync() async throws { try await ChangeSync(client, at: "/v1/changes").pull() }

  /// Enqueues a change of what the device has seen, while somebody else has changed it.
  private func conflict(
    _ change: ObjectOperation.Change,
    _ theirs: () -> Void
  ) async throws -> Conflict {
    put("a", n: 1)
    try await sync()
    theirs()
    try await outbox.enqueue(
      ObjectOperation(change, "note-1", at: "/v1/notes", ifUnchanged: true)
    )
    await outbox.settled()
    return try #require(outbox.conflicts.first)
  }

  private var mine: [String: JSONValue] { ["text": "mine", "n": 2] }

  @Test func `Has the attributes of all three sides`() async throws {
    let conflict = try await conflict(.merge(mine)) { put("theirs", n: 1) }
    let expected: [(String, JSONValue, JSONValue, JSONValue, Bool)] = [
      ("n", 1, 2, 1, false), ("text", "a", "mine", "theirs", true),
    ]
    for (attribute, row) in zip(conflict.attributes, expected) {
      #expect(attribute.name == row.0)
      #expect([attribute.base, attribute.mine, attribute.theirs] == [row.1, row.2, row.3])
      #expect(attribute.isDisputed == row.4)
    }
    #expect(conflict.theirs?["text"] == "theirs")
    #expect(client.store.snapshot["note-1"]?["text"] == "mine")
  }

  @Test func `Resolved for this device, the operation is performed on top`() async throws {
    let conflict = try await conflict(.merge(["text": "mine"])) { put("theirs", n: 5) }
    try await outbox.resolve(conflict, .mine)
    await outbox.settled()
    #expect(outbox.pending.isEmpty)
    #expect(service.attributes["note-1"] == ["text": "mine", "n": 5])
  }

  @Test func `Resolved for the other side, the operation is forgotten`() async throws {
    let conflict = try await conflict(.merge(mine)) { put("theirs", n: 5) }
    try await outbox.resolve(conflict, .theirs)
    await outbox.settled()
    #expect(outbox.pending.isEmpty)
    #expect(client.store.snapshot["note-1"]?["text"] == "theirs")
    #expect(service.attributes["note-1"] == ["text": "theirs", "n": 5])
  }

  @Test func `Resolved by a merge, the merged attributes are set`() async throws {
    let conflict = try await conflict(.merge(mine)) { put("theirs", n: 5) }
    try await outbox.resolve(conflict, .merged(["text": "both"]))
    await outbox.settled()
    #expect(outbox.pending.isEmpty)
    #expect(service.attributes["note-1"] == ["text": "both", "n": 5])
  }

  @Test func `A deletion meets a change, and a change a deletion`() async throws {
    let deletion = try await conflict(.delete) { put("theirs", n: 1) }
    #expect(deletion.attributes.map(\.mine) == [nil, nil])
    try await outbox.resolve(deletion, .theirs)
    let change = try await conflict(.merge(mine)) {
      service.write("DELETE", "/v1/notes/note-1")
    }
    #expect(change.theirs == nil)
    try await outbox.resolve(change, .theirs)
    await outbox.settled()
    #expect(client.store.snapshot["note-1"] == nil)
  }

  @Test func `The same change of both sides is none`() async throws {
    put("a", n: 1)
    try await sync()
    put("mine", n: 2)
    try await outbox.enqueue(
      ObjectOperation(.merge(mine), "note-1", at: "/v1/notes", ifUnchanged: true)
    )
    await outbox.settled()
    #expect(outbox.pending.isEmpty)
  }

  @Test func `An operation of this device does not conflict with the one before it`() async throws {
    put("a", n: 1)
    try await sync()
    service.next(.lost)
    for text in ["b", "c", "d"] {
      let change = ObjectOperation.Change.merge(["text": .string(text)])
      try await outbox.enqueue(
        ObjectOperation(change, "note-1", at: "/v1/notes", ifUnchanged: true)
      )
    }
    await outbox.settled()
    outbox.resume()
    await eventually { outbox.pending.isEmpty || !outbox.conflicts.isEmpty }
    #expect(outbox.conflicts.isEmpty)
    #expect(service.attributes["note-1"]?["text"] == "d")
  }

  @Test func `A restored server's versions do not pass for those that the device saw`()
    async throws
  {
    put("a", n: 1)
    let sync = ChangeSync(client, at: "/v1/changes", outbox: outbox)
    try await sync.pull()
    service.decide { $0.method == "GET" ? .answered : .lost }
    for (id, name) in [("note-1", "text"), ("note-2", "other")] {
      service.write("PUT", "/v1/notes/note-2", ["other": "a"])
      if id == "note-2" { try await sync.pull() }
      let change = ObjectOperation.Change.merge([name: "mine"])
      try await outbox.enqueue(ObjectOperation(change, id, at: "/v1/notes", ifUnchanged: true))
      await outbox.settled()
    }
    let versions = outbox.pending.map(\.version)
    // The restored server has other content under the same versions.
    service.change { $0.endEpoch(after: ModelRecords()) }
    put("theirs", n: 1)
    service.write("PUT", "/v1/notes/note-2", ["other": "a", "n": 3])
    try await sync.pull()
    await outbox.settled()
    #expect(versions == [1, 2])
    #expect(outbox.conflicts.map(\.operation.object) == ["note-1"])
    service.decide(nil)
    outbox.resume()
    await eventually { outbox.pending.count == 1 }
    #expect(service.attributes["note-2"] == ["other": "mine", "n": 3])
    #expect(service.attributes["note-1"]?["text"] == "theirs")
  }
}
