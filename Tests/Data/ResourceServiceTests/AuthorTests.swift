// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import ResourceService
import ResourceStore
import Testing

@Suite struct `The authors of changes` {
  private let people: PeopleUnderTest

  init() throws {
    people = try PeopleUnderTest()
    let declaration: DataValue = [
      "prefix": "note", "attributes": ["text": ["type": "text"]],
      "rules": [
        [
          "role": "member", "may": ["fetch", "insert", "update", "delete"],
          "where": "_owner = @me.uuid",
        ],
        ["role": "anyone", "may": ["fetch", "insert"]],
      ],
    ]
    let declared = try people.send(.put, "/v1/_schema/notes", as: "admin", declaration)
    try #require(declared.status == 200)
  }

  private func authors(of reply: Reply) throws -> [String] {
    let id = try #require(reply.json["uuid"]?.string.flatMap(ResourceID.init), "\(reply.json)")
    return try people.service.service.store.history.commits(of: id, in: "", among: 100).map {
      $0.author?.description ?? "unknown"
    }
  }

  @Test func `A change is recorded with the user, the app or the token that sent it`() throws {
    let token = try people.signUp("ann")
    let ann = try people.id(of: token)
    let own = try people.send(.post, "/v1/notes", as: token, ["text": "own"])
    #expect(try authors(of: own) == ["user \(ann)"])
    let programs = try people.send(.post, "/v1/notes", as: "admin", ["text": "a program's"])
    #expect(try authors(of: programs) == ["a program with the site's token"])
    let anybodys = try people.send(.post, "/v1/notes", as: nil, ["text": "anybody's"])
    #expect(try authors(of: anybodys) == ["anybody, without credentials"])
    let app = try people.send(.post, "/v1/apps", as: "admin", ["name": "till"])
    let id = try #require(app.json["uuid"]?.string)
    let key = try people.send(.post, "/v1/apps/\(id):key", as: "admin")
    let fields: Fields = ["x-app-key": try #require(key.json["key"]?.string)]
    let tills = try people.service.send(.post, "/v1/notes", fields, ["text": "the till's"])
    #expect(try authors(of: tills) == ["app till"])
    let account = try people.send(.get, "/v1/users/me", as: token)
    #expect(try authors(of: account) == ["user \(ann)"])
  }

  @Test func `An operator's change has the name of the operator, and grants have their giver`()
    throws
  {
    let token = try people.signUp("ann")
    let own = try people.send(.post, "/v1/notes", as: token, ["text": "own"])
    let id = try #require(own.json["uuid"]?.string)
    let body = Array(#"{"text": "changed"}"#.utf8)
    let type: Fields = ["content-type": "application/json"]
    let request = try people.service.request(.patch, "/v1/notes/\(id)", type, body)
    #expect(people.service.service.reply(to: request, ofOperator: "bob").status == .ok)
    let grant: DataValue = [
      "record": .text(id), "to": .text(try people.id(of: token)), "may": "read",
    ]
    #expect(try people.send(.post, "/v1/grants", as: token, grant).status == 201)
    let ann = try people.id(of: token)
    #expect(try authors(of: own) == ["user \(ann)", "operator bob", "user \(ann)"])
  }

  @Test func `Answers to clients do not name the authors of changes`() throws {
    let token = try people.signUp("ann")
    let own = try people.send(.post, "/v1/notes", as: "admin", ["text": "a program's"])
    let id = try #require(own.json["uuid"]?.string)
    _ = try people.send(.patch, "/v1/notes/\(id)", as: "admin", ["text": "changed"])
    for path in ["/v1/notes", "/v1/notes/\(id)", "/v1/changes"] {
      let shown = String(decoding: try people.send(.get, path, as: token).body, as: UTF8.self)
      #expect(
        shown.contains(id) && !shown.contains("author") && !shown.contains("program with"),
        "\(path)"
      )
    }
  }
}
