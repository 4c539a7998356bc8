// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import LoopTesting
import ResourceModel
import ResourceService
import ResourceStore
import ResourceStoreTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Clients that sync while types change` {
  /// The declaration of flowers with a renamed attribute, which converts those that have it.
  private static let renamed: DataValue = [
    "attributes": ["stock": .null, "count": ["type": "integer", "was": ["stock"]]]
  ]

  private func token(_ service: ServiceUnderTest, _ target: String) throws -> String {
    try service.send(.get, target).json["syncToken"]?.string ?? ""
  }

  private func code(_ service: ServiceUnderTest, since token: String) throws -> String {
    let reply = try service.send(.get, "/v1/changes?since=\(token)")
    return reply.status == 200 ? "" : "\(reply.status) \(reply.json["code"]?.string ?? "")"
  }

  @Test func `A token from before a conversion is refused, and all is read anew in the new form`()
    throws
  {
    let service = try ServiceUnderTest()
    let id = try service.create(["name": "Rose", "stock": 4])
    let tokens = try [
      token(service, "/v1/changes"), token(service, "/v1/flowers"), token(service, "/v1/shops"),
    ]
    let token = tokens[0]
    #expect(Set(tokens) == [token] && token.wholeMatch(of: /[0-9a-f]{16}_1/) != nil, "\(tokens)")
    let note: DataValue = ["attributes": ["note": ["type": "text"]]]
    let noted = try service.send(.patch, "/v1/_schema/flowers", [:], note)
    #expect(noted.status == 200)
    #expect(try code(service, since: token) == "")
    #expect(noted.json["converted"] == nil)
    let dry = try service.send(.patch, "/v1/_schema/flowers?dryRun=true", [:], Self.renamed)
    #expect(try dry.status == 200 && code(service, since: token) == "")
    #expect(dry.json["converted"] == ["flowers": 1], "\(dry.json)")
    #expect(try service.send(.patch, "/v1/_schema/flowers", [:], Self.renamed).status == 200)
    #expect(try service.send(.get, "/v1/flowers/\(id)").json["_version"] == 1)
    #expect(try code(service, since: token) == "410 types-changed")
    let anew = try service.send(.get, "/v1/changes?since=0").json
    let rose = try #require(anew["data"]?.elements?.first)
    #expect(rose["count"] == 4 && rose["stock"] == nil && rose["_version"] == 1)
    let next = anew["syncToken"]?.string ?? ""
    #expect(next.wholeMatch(of: /[0-9a-f]{16}_1-[0-9a-f]{8}/) != nil, "\(next)")
    #expect(
      try [next, self.token(service, "/v1/flowers")].map { try code(service, since: $0) } == [
        "", "",
      ]
    )
    _ = try service.create(["name": "Lily"])
    #expect(try service.send(.get, "/v1/changes?since=\(next)").names == ["Lily"])
    for other in ["", "-00000000"] {
      #expect(try code(service, since: token.dropLast() + "2" + other) == "410 types-changed")
    }
  }

  @Test func `A type that is removed with its records ends the tokens of clients that have them`()
    throws
  {
    let service = try ServiceUnderTest()
    _ = try service.create(["stars": 5], in: "reviews")
    let before = try token(service, "/v1/changes")
    #expect(try service.send(.delete, "/v1/_schema/reviews?loss=true").status == 200)
    #expect(try code(service, since: before) == "410 types-changed")
    #expect(try service.send(.get, "/v1/changes?since=0").json["data"] == [])
    // One without records ends none.
    let after = try token(service, "/v1/changes")
    _ = try service.create(["name": "Here"], in: "shops")
    #expect(try service.send(.delete, "/v1/_schema/flowers").status == 200)
    #expect(try code(service, since: after) == "")
  }

  @Test func `A token names the rights and the conversion, and both are checked`() throws {
    let people = try PeopleUnderTest()
    let session = try people.signUp("ann")
    func changes(since token: String) throws -> Reply {
      try people.send(.get, "/v1/changes?since=\(token)", as: session)
    }
    let first = try changes(since: "0").json["syncToken"]?.string ?? ""
    #expect(first.wholeMatch(of: /[0-9a-f]{16}_[0-9]+\.[0-9a-f]{8}/) != nil, "\(first)")
    let sized: DataValue = ["attributes": ["level": ["type": "integer", "default": 1]]]
    #expect(try people.send(.patch, "/v1/_schema/users", as: "admin", sized).status == 200)
    #expect(try changes(since: first).json["code"] == "types-changed")
    let second = try changes(since: "0").json["syncToken"]?.string ?? ""
    #expect(
      second.wholeMatch(of: /[0-9a-f]{16}_[0-9]+\.[0-9a-f]{8}-[0-9a-f]{8}/) != nil,
      "\(second)"
    )
    #expect(try changes(since: second).status == 200)
    let role: DataValue = ["roles": ["editor"]]
    let user = try people.id(of: session)
    #expect(try people.send(.patch, "/v1/users/\(user)", as: "admin", role).status == 200)
    #expect(try changes(since: second).json["code"] == "rights-changed")
  }

  @Test(
    arguments: [
      "1-", "1-5d2c", "1-5d2c4e6g", "1.-5d2c4e6f", "1.5d2c4e6f-", "1--", "-1", "",
    ].map { "9b2f61c004d7e835_\($0)" } + [
      "-5d2c4e6f", "9b2f61c004d7e83_1", "9b2f61c004d7e83g_1", "_1",
    ]
  )
  func `A token that none is, is told what was expected`(token: String) throws {
    let reply = try ServiceUnderTest().send(.get, "/v1/changes?since=\(token)")
    #expect(reply.status == 400 && reply.json["code"] == "bad-parameter", "\(reply.json)")
  }

  @Test func `A change of types wakes those who wait for changes, and a dry run wakes nobody`()
    throws
  {
    let service = try ServiceUnderTest()
    let heard = Mutex(0)
    let subscription = service.service.feed.subscribe { heard.withLock { $0 += 1 } }
    let dry = try service.send(.patch, "/v1/_schema/flowers?dryRun=true", [:], Self.renamed)
    #expect(dry.status == 200 && heard.withLock(\.self) == 0)
    #expect(try service.send(.patch, "/v1/_schema/flowers", [:], Self.renamed).status == 200)
    #expect(heard.withLock(\.self) == 1)
    service.service.feed.cancel(subscription)
  }

  @Test func `A client that waits is told when records are converted`() async throws {
    let server = try await ResourceServer()
    _ = try server.under.create(["name": "Rose", "stock": 4])
    let token = try token(server.under, "/v1/changes")
    let text = ResourceServer.request(
      "GET /v1/changes?since=\(token)&wait=60s",
      ["Connection: close"]
    )
    async let reply = onThread {
      let socket = try server.connect()
      try socket.send(text)
      return try socket.receiveAll()
    }
    try await waitUntil("the request waits for changes") { server.under.service.feed.readers == 1 }
    #expect(try server.under.send(.patch, "/v1/_schema/flowers", [:], Self.renamed).status == 200)
    #expect(try await reply.contains("\"code\":\"types-changed\""))
  }

  @Test func `An event stream tells its client to read all anew when the epoch ends`() async throws
  {
    let server = try await ResourceServer()
    _ = try server.under.create(["name": "Rose"])
    let text = ResourceServer.request("GET /v1/changes?since=0", ["Accept: text/event-stream"])
    let socket = try server.connect()
    _ = try await onThread {
      try socket.send(text)
      return try socket.receive(through: "\"_version\":1}\n\n")
    }
    let store = server.under.service.store
    let before = try store.epoch()
    try store.endEpoch(before)
    let now = try store.epoch()
    // It is ended once, however many have noticed that it must be.
    try store.endEpoch(before)
    #expect(try now != before && store.epoch() == now)
    _ = try server.under.create(["name": "Lily"])
    let reset = try await onThread { try socket.receive(through: "{\"syncToken\":\"0\"}\n\n") }
    #expect(reset.contains("id: \(now.text)_2\nevent: reset\n"), "\(reset)")
    _ = try server.under.create(["name": "Iris"])
    let next = try await onThread { try socket.receive(through: "\"_version\":3}\n\n") }
    #expect(next.contains("id: \(now.text)_3\nevent: change\n") && !next.contains("reset"))
  }

  @Test func `An event stream tells its client to read all anew when records are converted`()
    async throws
  {
    let server = try await ResourceServer()
    _ = try server.under.create(["name": "Rose", "stock": 4])
    let text = ResourceServer.request("GET /v1/changes?since=0", ["Accept: text/event-stream"])
    let socket = try server.connect()
    let first = try await onThread {
      try socket.send(text)
      return try socket.receive(through: "\"_version\":1}\n\n")
    }
    #expect(first.contains(/id: [0-9a-f]{16}_1\nevent: change/) && !first.contains("event: reset"))
    #expect(try server.under.send(.patch, "/v1/_schema/flowers", [:], Self.renamed).status == 200)
    let reset = try await onThread { try socket.receive(through: "{\"syncToken\":\"0\"}\n\n") }
    #expect(reset.contains(/id: [0-9a-f]{16}_1-[0-9a-f]{8}\nevent: reset\n/), "\(reset)")
    _ = try server.under.create(["name": "Lily"])
    let next = try await onThread { try socket.receive(through: "\"_version\":2}\n\n") }
    #expect(
      next.contains(/id: [0-9a-f]{16}_2-[0-9a-f]{8}\nevent: change\n/)
        && !next.contains("event: reset")
    )
  }
}
