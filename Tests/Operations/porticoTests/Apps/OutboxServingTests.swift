// SPDX-License-Identifier: Apache-2.0

import LoopTesting
import PorticoClient
import Testing

/// The client's outbox over sockets, with the gateway's records in a file as the server.
@Suite(.timeLimit(.minutes(5))) struct `An app's outbox at a served site` {
  private let served: ServedNotes

  init() async throws { served = try await ServedNotes() }

  @Test func `What two devices did offline is delivered once, and each sees what the other did`()
    async throws
  {
    let (one, two) = (try served.device("one"), try served.device("two"))
    served.proxy.setOffline(true)
    let rose = try await one.create(["text": "Rose", "stars": 1])
    try await one.enqueue(.merge(["text": "Red rose"]), rose)
    try await one.enqueue(.attributes([AttributeOperation("stars", .inc, 2)]), rose)
    let lily = try await two.create(["text": "Lily", "tags": ["white"]])
    await one.outbox.settled()
    await two.outbox.settled()
    #expect(one.shown(rose) == "Red rose" && one.shown(rose, "stars") == 3)
    #expect(one.outbox.pending.count == 3 && one.clock.sleeping == [.seconds(1)])
    #expect(served.proxy.exchanges.isEmpty)
    served.proxy.setOffline(false)
    try await one.deliver()
    // The pause ends without a word of the app as well.
    two.clock.wake(.seconds(1))
    try await waitUntil("the second device has delivered") { two.outbox.pending.isEmpty }
    for (device, id, text) in [(one, lily, "Lily"), (two, rose, "Red rose")] {
      #expect(try await device.sync.pull() == 2)
      #expect(device.shown(id) == .string(text))
    }
    #expect(two.shown(rose, "stars") == 3)
    #expect(one.shown(rose, "_version") == two.shown(rose, "_version"))
    #expect(served.proxy.exchanges("POST").count == 2)
    #expect(served.proxy.exchanges("PATCH").count == 2)
  }

  /// Operations on a note, each with the method of its request.
  private static let lost: [(ObjectOperation.Change, String)] = [
    (.merge(["text": "b"]), "PATCH"), (.replace(["text": "b", "stars": 2]), "PUT"),
    (.attributes([AttributeOperation("stars", .inc, 1)]), "PATCH"), (.delete, "DELETE"),
  ]

  /// - Parameter how: whether another process sends the operation again, and whether the operation names the version
  ///   before it, which is another one by then.
  @Test(arguments: 0..<4, [(false, false), (true, false), (false, true), (true, true)])
  func `An operation whose answer was lost is answered again, and not performed again`(
    number: Int,
    how: (isKilled: Bool, isConditional: Bool)
  ) async throws {
    var device = try served.device("one")
    let id = try await device.create(["text": "a", "stars": 1])
    try await device.deliver()
    let (change, method) = Self.lost[number]
    served.proxy.fail("\(method) /v1/notes/\(id)", .loseAnswer)
    try await device.enqueue(change, id, ifUnchanged: how.isConditional)
    await device.outbox.settled()
    #expect(device.outbox.pending.count == 1)
    let before = try await served.note(id)
    if how.isKilled {
      await device.client.store.written()
      device.kill()
      device = try served.device("one")
      try await device.outbox.open()
      await device.outbox.settled()
    }
    try await device.deliver()
    let answers = served.proxy.exchanges("\(method) /v1/notes/\(id)")
    #expect(answers.count == 2)
    #expect(answers.map { $0.field("idempotency-replayed") } == [nil, "true"])
    #expect(answers[0].status == answers[1].status)
    #expect(try await served.note(id) == before)
    #expect(device.shown(id, "stars") == before?["stars"])
    #expect(device.shown(id, "_version") == before?["_version"])
  }

  @Test func `A creation whose answer was lost makes one record`() async throws {
    let device = try served.device("one")
    served.proxy.fail("POST /v1/notes", .loseAnswer)
    let id = try await device.create(["text": "a"])
    try await device.enqueue(.merge(["text": "b"]), id)
    await device.outbox.settled()
    try await device.deliver()
    let answers = served.proxy.exchanges("POST /v1/notes")
    #expect(answers.map { $0.field("idempotency-replayed") } == [nil, "true"])
    #expect(try await served.note(id)?["text"] == "b")
    #expect(device.shown(id) == "b")
    let list = try await served.send("GET /v1/notes?count=exact")
    #expect(list.body.contains(#""total":1,"#), "\(list.body)")
  }

  @Test func `A repeated operation does not bring back what somebody has changed meanwhile`()
    async throws
  {
    let device = try served.device("one")
    let id = try await device.create(["text": "a", "stars": 1])
    try await device.deliver()
    served.proxy.fail("PATCH", .loseAnswer)
    try await device.enqueue(.merge(["stars": 2]), id)
    await device.outbox.settled()
    try await served.put(id, #"{"text":"theirs","stars":7}"#)
    try await device.deliver()
    #expect(device.shown(id) == "theirs" && device.shown(id, "stars") == 7)
    served.proxy.fail("PATCH", .loseAnswer)
    try await device.enqueue(.merge(["stars": 3]), id)
    await device.outbox.settled()
    _ = try await served.send("DELETE /v1/notes/\(id)")
    try await device.deliver()
    #expect(device.client.store.snapshot[id] == nil)
  }

  @Test func `A conflict has the attributes of three sides, and is resolved in each way`()
    async throws
  {
    let device = try served.device("one")
    let resolutions: [(Conflict.Resolution, JSONValue)] = [
      (.mine, "mine"), (.theirs, "theirs"), (.merged(["text": "both"]), "both"),
    ]
    for (resolution, text) in resolutions {
      let id = try await device.create(["text": "base", "stars": 1])
      try await device.deliver()
      try await served.put(id, #"{"text":"theirs","stars":5}"#)
      try await device.enqueue(.merge(["text": "mine"]), id, ifUnchanged: true)
      await device.outbox.settled()
      let conflict = try #require(device.outbox.conflicts.first)
      #expect(served.proxy.exchanges.last?.status == "412")
      let attribute = try #require(conflict.attributes.first)
      #expect(attribute.name == "text" && attribute.isDisputed)
      #expect([attribute.base, attribute.mine, attribute.theirs] == ["base", "mine", "theirs"])
      #expect(conflict.theirs?["stars"] == 5)
      #expect(device.shown(id) == "mine")
      try await device.outbox.resolve(conflict, resolution)
      try await device.deliver()
      #expect(device.shown(id) == text && device.shown(id, "stars") == 5)
      #expect(try await served.note(id)?["text"] == text)
    }
  }

  @Test func `A change of a record that somebody has deleted is a conflict, if it is conditional`()
    async throws
  {
    let device = try served.device("one")
    let id = try await device.create(["text": "base"])
    let other = try await device.create(["text": "base"])
    try await device.deliver()
    for note in [id, other] { try await served.send("DELETE /v1/notes/\(note)") }
    try await device.enqueue(.merge(["text": "mine"]), id, ifUnchanged: true)
    try await device.enqueue(.merge(["text": "mine"]), other)
    await device.outbox.settled()
    let conflict = try #require(device.outbox.conflicts.first)
    #expect(conflict.operation.object == id && conflict.theirs == nil)
    let refusal = try #require(device.outbox.refusals.first)
    guard case .server(404, _) = refusal.cause else { throw WrongCause(cause: refusal.cause) }
    try await device.outbox.resolve(conflict, .theirs)
    try await device.outbox.decide(refusal, .drop)
    try await device.deliver()
    try await device.sync.pull()
    #expect(device.client.store.snapshot[id] == nil && device.client.store.snapshot[other] == nil)
  }

  @Test func `A deletion of a record that somebody has deleted already is done`() async throws {
    let device = try served.device("one")
    for isConditional in [false, true] {
      let id = try await device.create(["text": "a"])
      try await device.deliver()
      try await served.send("DELETE /v1/notes/\(id)")
      try await device.enqueue(.delete, id, ifUnchanged: isConditional)
      try await device.deliver()
      #expect(device.client.store.snapshot[id] == nil)
    }
  }

  @Test func `A deletion meets a change of somebody else as a conflict, and undelete restores`()
    async throws
  {
    let device = try served.device("one")
    let id = try await device.create(["text": "a"])
    try await device.deliver()
    try await served.put(id, #"{"text":"theirs"}"#)
    try await device.enqueue(.delete, id, ifUnchanged: true)
    await device.outbox.settled()
    let conflict = try #require(device.outbox.conflicts.first)
    #expect(conflict.theirs?["text"] == "theirs" && device.client.store.snapshot[id] == nil)
    try await device.outbox.resolve(conflict, .mine)
    try await device.deliver()
    #expect(try await served.note(id) == .none)
    try await device.enqueue(.method("undelete", nil), id)
    try await device.deliver()
    #expect(device.shown(id) == "theirs")
    #expect(try await served.note(id)?["text"] == "theirs")
  }

  @Test func `A refusal takes its effect back, and blocks its own record only`() async throws {
    let device = try served.device("one")
    let good = try await device.create(["text": "a"])
    let bad = try await device.create(["text": "a"])
    try await device.deliver()
    try await device.enqueue(.merge(["text": .string(String(repeating: "x", count: 101))]), bad)
    try await device.enqueue(.merge(["stars": 1]), bad)
    try await device.enqueue(.merge(["text": "b"]), good)
    await device.outbox.settled()
    #expect(try await served.note(good)?["text"] == "b")
    let refusal = try #require(device.outbox.refusals.first)
    guard case .server(422, let problem) = refusal.cause else {
      throw WrongCause(cause: refusal.cause)
    }
    #expect(problem?["errors"]?[0]?["attribute"] == "text", "\(String(describing: problem))")
    #expect(device.shown(bad) == "a" && device.shown(bad, "stars") == 1)
    #expect(device.outbox.pending.map(\.operation.object) == [bad, bad])
    try await device.outbox.decide(refusal, .drop)
    try await device.deliver()
    #expect(try await served.note(bad)?["stars"] == 1)
  }

  private struct WrongCause: Error {
    let cause: Refusal.Cause
  }
}
