// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Digests
import FileShapes
import HTTPValues
import LoopTesting
import ResourceModel
import ResourceService
import Sites
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The rights of clients that sync` {
  private static let pages: DataValue = [
    "prefix": "p", "attributes": ["text": ["type": "text"]],
    "rules": [["role": "editor", "may": ["fetch"]], ["role": "member", "may": ["insert"]]],
  ]

  private func changes(
    _ people: PeopleUnderTest,
    since token: String,
    as session: String
  ) throws -> Reply {
    try people.send(.get, "/v1/changes?since=\(token)", as: session)
  }

  @Test func `A sync token is refused once the roles or the rules are others`() throws {
    let people = try PeopleUnderTest()
    #expect(try people.send(.put, "/v1/_schema/pages", as: "admin", Self.pages).status == 200)
    let session = try people.signUp("ann")
    let user = try people.id(of: session)
    #expect(try people.send(.post, "/v1/pages", as: "admin", ["text": "a"]).status == 201)
    let first = try changes(people, since: "0", as: session).json["syncToken"]?.string ?? ""
    #expect(try changes(people, since: first, as: session).status == 200)
    let role: DataValue = ["roles": ["editor"]]
    #expect(try people.send(.patch, "/v1/users/\(user)", as: "admin", role).status == 200)
    let refused = try changes(people, since: first, as: session)
    #expect(refused.status == 410 && refused.json["code"]?.string == "rights-changed")
    let anew = try changes(people, since: "0", as: session)
    #expect(anew.json["data"]?.elements?.contains { $0["text"]?.string == "a" } == true)
    let second = anew.json["syncToken"]?.string ?? ""
    #expect(second != first)
    #expect(try changes(people, since: second, as: session).status == 200)
    let rules: DataValue = [
      "rules": [["role": "editor", "may": ["fetch"], "where": "text = \"b\""]]
    ]
    #expect(try people.send(.patch, "/v1/_schema/pages", as: "admin", rules).status == 200)
    #expect(try changes(people, since: second, as: session).status == 410)
    let all = try people.send(.get, "/v1/changes", as: "admin").json["syncToken"]?.string ?? ""
    #expect(try people.send(.get, "/v1/changes?since=\(all)", as: "admin").status == 200)
  }

  @Test func `Nobody learns from changes of users and records that it can never have seen`() throws
  {
    let people = try PeopleUnderTest()
    let notes: DataValue = [
      "prefix": "n", "attributes": ["open": ["type": "boolean"]],
      "rules": [["role": "member", "may": ["fetch", "insert"], "where": "_owner = @me.uuid"]],
    ]
    let boards: DataValue = [
      "prefix": "b", "attributes": ["open": ["type": "boolean"]],
      "rules": [
        ["role": "member", "may": ["insert"]],
        ["role": "member", "may": ["fetch"], "where": "open = true"],
      ],
    ]
    #expect(try people.send(.put, "/v1/_schema/notes", as: "admin", notes).status == 200)
    #expect(try people.send(.put, "/v1/_schema/boards", as: "admin", boards).status == 200)
    let (ann, bob) = (try people.signUp("ann"), try people.signUp("bob"))
    let first = try changes(people, since: "0", as: bob)
    let body = String(decoding: first.body, as: UTF8.self)
    #expect(try body.contains(people.id(of: bob)) && !body.contains(people.id(of: ann)))
    let note = try people.send(.post, "/v1/notes", as: ann, ["open": true]).json["uuid"]
    let board = try people.send(.post, "/v1/boards", as: ann, ["open": true]).json["uuid"]
    let token = first.json["syncToken"]?.string ?? ""
    let second = try changes(people, since: token, as: bob)
    #expect(second.json["data"]?.elements?.map { $0["uuid"] } == [board])
    // Who has seen a record learns that it is gone, and its owner of all its changes.
    for (id, type) in [(note, "notes"), (board, "boards")] {
      let path = "/v1/\(type)/\(id?.string ?? "")"
      #expect(try people.send(.patch, path, as: "admin", ["open": false]).status == 200)
    }
    let third = try changes(people, since: second.json["syncToken"]?.string ?? "", as: bob)
    #expect(third.json["data"]?.elements?.map { $0["uuid"] } == [board])
    #expect(third.json["data"]?.elements?.first?["_deleted"] != nil)
    let own = try changes(people, since: "0", as: ann).json["data"]?.elements ?? []
    #expect(own.contains { $0["uuid"] == note && $0["open"] == false })
  }

  /// A server with people, one of whom has signed in and reads an event stream.
  private func stream() async throws -> (
    server: ResourceServer, session: DataValue, socket: PlainSocket, first: String
  ) {
    let server = try await ResourceServer { settings in
      settings.caller = { fields in
        fields["x-as"] == "admin" ? Caller(.administer, isTrusted: true) : Caller(.nothing)
      }
    }
    try server.admitUsers()
    #expect(try server.under.send(.put, "/v1/_schema/pages", Self.admin, Self.pages).status == 200)
    let session = try await server.signUp()
    let text = ResourceServer.request(
      "GET /v1/changes?since=0",
      ["Accept: text/event-stream", "Authorization: Bearer \(session["token"]?.string ?? "")"]
    )
    let socket = try server.connect()
    let first = try await onThread {
      try socket.send(text)
      return try socket.receive(through: "\"_type\":\"users\",\"_version\":1}\n\n")
    }
    return (server, session, socket, first)
  }

  private static let admin: Fields = ["x-as": "admin"]

  @Test func `An event stream tells its client to read all anew when a role changes`()
    async throws
  {
    let (server, session, socket, first) = try await stream()
    #expect(first.contains("event: change") && !first.contains("event: reset"))
    let user = session["user"]?["uuid"]?.string ?? ""
    let role: DataValue = ["roles": ["editor"]]
    #expect(try server.under.send(.patch, "/v1/users/\(user)", Self.admin, role).status == 200)
    let second = try await onThread { try socket.receive(through: "\"_version\":2}\n\n") }
    #expect(second.contains("event: reset\ndata: {\"syncToken\":\"0\"}\n\n"))
  }

  @Test func `An event stream ends with its session, and cannot be opened again`() async throws {
    let (server, session, socket, _) = try await stream()
    let field = "Authorization: Bearer \(session["token"]?.string ?? "")"
    #expect(try await server.send("DELETE /v1/session", [field]).status == 204)
    let page: DataValue = ["text": "a"]
    #expect(try server.under.send(.post, "/v1/pages", Self.admin, page).status == 201)
    let last = try await onThread { try socket.receive(through: "0\r\n\r\n") }
    #expect(!last.contains("event:"))
    try await waitUntil("nobody waits for changes") { server.under.service.feed.readers == 0 }
    let again = try await server.send("GET /v1/changes", ["Accept: text/event-stream", field])
    #expect(again.status == 401)
  }
}
