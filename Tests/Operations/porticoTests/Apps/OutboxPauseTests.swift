// SPDX-License-Identifier: Apache-2.0

import Files
import LoopTesting
import PorticoClient
import Testing

/// What makes the operations of an app wait at a real gateway: limits, a closed site, webhooks and rights.
@Suite(.timeLimit(.minutes(5))) struct `An app's outbox that has to wait` {
  @Test func `After a 429 everything waits as long as it asks for`() async throws {
    let served = try await ServedNotes(
      settings: #"rateLimits: { notes: { paths: ["v1/notes"], requests: 2, seconds: 3600 } },"#
    )
    let device = try served.device("one")
    for number in 0..<4 { _ = try await device.create(["text": .string("\(number)")]) }
    await device.outbox.settled()
    #expect(device.outbox.pending.count == 2)
    let refused = served.proxy.exchanges("POST").filter { $0.status == "429" }
    #expect(!refused.isEmpty)
    let pause = try #require(refused.first?.field("retry-after").flatMap { Int64($0) })
    #expect(device.clock.sleeping.contains(.seconds(pause)) && pause > 1)
    let count = served.proxy.exchanges.count
    _ = try await device.create(["text": "later"])
    device.outbox.resume()
    await device.outbox.settled()
    #expect(served.proxy.exchanges.count == count)
    #expect(device.outbox.refusals.isEmpty)
  }

  @Test func `While the site is closed everything waits as long as it says, and then goes on`()
    async throws
  {
    let served = try await ServedNotes()
    let device = try served.device("one")
    let id = try await device.create(["text": "a"])
    try await device.deliver()
    let file = "shop/Content/emergency.json5"
    try served.sites.put(#"{ maintenance: { message: "Closed", retryAfter: 77 } }"#, at: file)
    try await served.reload()
    try await device.enqueue(.merge(["text": "b"]), id)
    await device.outbox.settled()
    #expect(served.proxy.exchanges.last?.status == "503")
    #expect(device.outbox.pending.count == 1 && device.shown(id) == "b")
    #expect(device.clock.sleeping == [.seconds(77)])
    try Files.remove("\(served.sites.folder)/\(file)")
    try await served.reload()
    device.clock.wake(.seconds(77))
    try await waitUntil("the operation is delivered") { device.outbox.pending.isEmpty }
    #expect(try await served.note(id)?["text"] == "b")
  }

  @Test func `A webhook that does not answer holds up the records of its type only`() async throws {
    let served = try await ServedNotes()
    try await served.declare(
      #"{"prefix":"order","attributes":{"n":{"type":"integer"}},"before":{"url":"http://127.0.0.1:9/"}}"#,
      of: "orders"
    )
    let device = try served.device("one")
    let order = device.outbox.creation(["n": 1], "order", at: "/v1/orders")
    try await device.outbox.enqueue(order)
    await device.outbox.settled()
    let refused = try #require(served.proxy.exchanges.last)
    #expect(refused.status == "503" && refused.field("retry-after") == "5")
    let note = try await device.create(["text": "a"])
    await device.outbox.settled()
    #expect(try await served.note(note)?["text"] == "a")
    #expect(device.outbox.pending.map(\.operation.object) == [order.object])
    #expect(device.clock.sleeping == [.seconds(5)])
  }

  /// A gateway with users, whose notes belong to those who have made them.
  private func servedUsers() async throws -> ServedNotes {
    let served = try await ServedNotes("people: { signUp: true },")
    let rules =
      #"[{"role":"member","may":["fetch","insert","update"],"where":"_owner = @me.uuid"}]"#
    try await served.declare("\(ServedNotes.type.dropLast()),\"rules\":\(rules)}")
    return served
  }

  @Test func `When the session has ended everything waits until the user has signed in again`()
    async throws
  {
    let served = try await servedUsers()
    let device = try served.device("one", token: nil)
    let session = device.client.session()
    try await session.register(email: "ann@example.com", password: "a long password")
    let id = try await device.create(["text": "a", "stars": 1])
    try await device.deliver()
    try await device.sync.pull()
    served.proxy.fail("PATCH", .loseAnswer)
    try await device.enqueue(.attributes([AttributeOperation("stars", .inc, 1)]), id)
    await device.outbox.settled()
    // Another device ends all sessions of the user.
    let token = try #require(device.client.credential.token)
    #expect(try await served.send("DELETE /v1/sessions", token: token).status.hasPrefix("2"))
    device.outbox.resume()
    await device.outbox.settled()
    #expect(device.outbox.isSignedOut)
    #expect(device.outbox.pending.count == 1 && device.outbox.refusals.isEmpty)
    let following = Task { await device.sync.run() }
    try await waitUntil("the sync has noticed") { device.sync.state == .signedOut }
    try await session.signIn(email: "ann@example.com", password: "a long password")
    try await device.deliver()
    device.sync.resume()
    try await waitUntil("the stream is open") { device.sync.state == .live }
    #expect(!device.outbox.isSignedOut)
    let answers = served.proxy.exchanges("PATCH")
    #expect(answers.map(\.status) == ["200", "401", "200"])
    #expect(answers.last?.field("idempotency-replayed") == "true")
    #expect(device.shown(id, "stars") == 2)
    following.cancel()
    await following.value
  }

  @Test func `An operation without the right for it is refused, and others go on`() async throws {
    let served = try await servedUsers()
    let (ann, ben) = (try served.device("ann", token: nil), try served.device("ben", token: nil))
    for (device, name) in [(ann, "ann"), (ben, "ben")] {
      try await device.client.session().register(
        email: "\(name)@example.com",
        password: "a long password"
      )
    }
    let id = try await ann.create(["text": "a"])
    try await ann.deliver()
    try await ann.enqueue(.delete, id)
    try await ben.enqueue(.merge(["text": "b"]), id)
    let own = try await ben.create(["text": "own"])
    for device in [ann, ben] { await device.outbox.settled() }
    #expect(ann.outbox.refusals.map(Self.status) == [403])
    // Whoever may not see a record is not told that it is there.
    #expect(ben.outbox.refusals.map(Self.status) == [404])
    #expect(ann.shown(id) == "a" && ben.client.store.snapshot[id] == nil)
    #expect(try await served.note(own)?["text"] == "own")
  }

  private static func status(_ refusal: Refusal) -> Int {
    if case .server(let status, _) = refusal.cause { status } else { 0 }
  }

  @Test func `A token that knows less than before makes all be read with the present rights`()
    async throws
  {
    let served = try await servedUsers()
    let device = try served.device("one", token: nil)
    try await device.client.session().register(
      email: "ann@example.com",
      password: "a long password"
    )
    let id = try await device.create(["text": "a", "stars": 1])
    try await device.deliver()
    try await device.sync.pull()
    let rules = #"[{"role":"member","may":["fetch"],"where":"stars > 1"}]"#
    try await served.declare("\(ServedNotes.type.dropLast()),\"rules\":\(rules)}")
    try await device.sync.pull()
    let pages = served.proxy.exchanges("GET /v1/changes.ndjson")
    #expect(pages.map(\.status) == ["200", "410", "200"])
    #expect(device.client.store.snapshot[id] == nil)
  }
}
