// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import ResourceService
import Testing

@Suite struct `The collection of grants` {
  private let people: PeopleUnderTest
  private let ann: String
  private let bob: String
  /// The token of a user who is in the team.
  private let carl: String
  private let team: String
  /// The organization of the team.
  private let company: String
  /// A note of the first user.
  private let note: String

  init() throws {
    let people = try PeopleUnderTest()
    let notes: DataValue = [
      "prefix": "n", "attributes": ["name": ["type": "text"]],
      "rules": [
        ["role": "member", "may": ["fetch", "insert"], "where": "_owner = @me.uuid"],
        ["role": "member", "may": ["fetch"], "where": "granted(\"read\")"],
      ],
    ]
    _ = try people.send(.put, "/v1/_schema/notes", as: "admin", notes)
    func create(_ type: String, as token: String, _ body: DataValue) throws -> String {
      try people.send(.post, "/v1/\(type)", as: token, body).json["uuid"]?.string ?? ""
    }
    let company = try create("groups", as: "admin", ["name": "Co", "kind": "organization"])
    let team = try create("groups", as: "admin", ["name": "Team", "parent": .text(company)])
    ann = try people.signUp("ann")
    bob = try people.signUp("bob")
    carl = try people.signUp("carl")
    let member = try people.id(of: carl)
    let groups: DataValue = ["groups": [.text(team)]]
    _ = try people.send(.patch, "/v1/users/\(member)", as: "admin", groups)
    note = try create("notes", as: ann, ["name": "Note"])
    (self.people, self.team, self.company) = (people, team, company)
  }

  private func give(
    _ grantee: String,
    _ right: String = "read",
    as token: String? = nil
  ) throws -> Reply {
    let body: DataValue = ["record": .text(note), "to": .text(grantee), "may": .text(right)]
    return try people.send(.post, "/v1/grants", as: token ?? ann, body)
  }

  private func list(_ query: String = "", as token: String) throws -> [String] {
    let reply = try people.send(.get, "/v1/grants\(query)", as: token)
    #expect(reply.status == 200 && reply.fields["cache-control"] == "no-store")
    return (reply.json["data"]?.elements ?? []).compactMap { $0["id"]?.string }
  }

  private func seen(as token: String) throws -> [String] {
    try people.send(.get, "/v1/notes", as: token).names
  }

  @Test func `An owner grants a record to a user, a group or an organization, and takes it back`()
    throws
  {
    for (grantee, kind, sees) in [
      (try people.id(of: bob), "user", bob), (team, "group", carl),
      (company, "organization", carl),
    ] {
      #expect(try seen(as: sees) == [])
      let made = try give(grantee)
      let id = "\(note).\(grantee).read"
      #expect(made.status == 201 && made.fields["location"] == "/v1/grants/\(id)")
      let expected: DataValue = [
        "id": .text(id), "record": .text(note), "type": "notes", "to": .text(grantee),
        "kind": .text(kind), "may": "read",
      ]
      #expect(made.json == expected)
      #expect(people.service.changedTags.last == [note, "records-notes"].sorted())
      let again = try give(grantee)
      #expect(again.status == 200 && again.json == expected)
      #expect(try seen(as: sees) == ["Note"])
      #expect(try list(as: ann) == [id] && list(as: sees) == [id])
      #expect(try people.send(.delete, "/v1/grants/\(id)", as: ann).status == 204)
      #expect(try seen(as: sees) == [] && list(as: sees) == [])
      #expect(try people.send(.delete, "/v1/grants/\(id)", as: ann).status == 404)
    }
  }

  @Test func `Only the owner of a record and operators give and take back`() throws {
    let member = try people.id(of: bob)
    #expect(try give(member, as: bob).status == 404)
    #expect(try give(member, as: "admin").status == 201)
    // It is visible to its grantee now, who does not own it.
    #expect(try give(member, "edit", as: bob).status == 403)
    let path = "/v1/grants/\(note).\(member).read"
    #expect(try people.send(.delete, path, as: bob).status == 403)
    #expect(try people.send(.delete, path, as: carl).status == 404)
    for (method, target) in [
      (HTTPValues.Method.get, "/v1/grants"), (.post, "/v1/grants"), (.delete, path),
    ] {
      let reply = try people.send(method, target, as: nil, [:])
      #expect(reply.status == 401 && reply.fields["www-authenticate"] != nil)
    }
    #expect(try people.send(.delete, path, as: "admin").status == 204)
  }

  @Test func `A user lists grants on its records and to it, filtered and page by page`() throws {
    let (first, second) = (try people.id(of: bob), try people.id(of: carl))
    for (grantee, right) in [(first, "read"), (first, "edit"), (second, "read"), (team, "read")] {
      #expect(try give(grantee, right).status == 201)
    }
    let all = try list(as: ann)
    #expect(all.count == 4 && all == all.sorted())
    #expect(try list(as: "admin") == all)
    #expect(try list(as: bob) == all.filter { $0.contains(first) })
    #expect(try list(as: carl) == all.filter { $0.contains(second) || $0.contains(team) })
    #expect(try list("?to=\(team)", as: ann) == all.filter { $0.contains(team) })
    #expect(try list("?may=edit", as: ann) == all.filter { $0.hasSuffix("edit") })
    #expect(try list("?record=\(note)&may=edit", as: ann).count == 1)
    #expect(try list("?record=\(team)", as: ann) == [])
    var pages: [String] = []
    var query = "?limit=3"
    while true {
      let reply = try people.send(.get, "/v1/grants\(query)", as: ann)
      pages += (reply.json["data"]?.elements ?? []).compactMap { $0["id"]?.string }
      guard let next = reply.json["next"]?.string else { break }
      query = "?limit=3&page=\(next)"
    }
    #expect(pages == all)
  }

  @Test(arguments: [
    ("?limit=0", "limit is 0; expected 1 to 200"),
    ("?limit=201", "limit is 201; expected 1 to 200"),
    ("?record=x", "record is x; expected an id"), ("?to=g", "to is g; expected an id"),
    ("?may=a%20b", "may is a b; expected a word that rules ask for"),
    ("?page=x", "page is x; expected \"next\" of the answer before"),
  ])
  func `A list of grants with a bad parameter is refused`(query: String, detail: String) throws {
    let reply = try people.send(.get, "/v1/grants\(query)", as: ann)
    #expect(reply.status == 400)
    #expect(reply.json["detail"]?.string?.contains(detail) == true, "\(reply.json)")
  }

  @Test func `A grant that names no record, grantee or right is refused`() throws {
    let member = try people.id(of: bob)
    for (record, grantee, right, detail) in [
      ("x", member, "read", "\"record\" is no id"), (note, note, "read", "\"to\" is not the id"),
      (note, "x", "read", "\"to\" is not the id"), (note, member, "Read", "\"may\" is no word"),
    ] {
      let body: DataValue = ["record": .text(record), "to": .text(grantee), "may": .text(right)]
      let reply = try people.send(.post, "/v1/grants", as: ann, body)
      #expect(reply.status == 422 && reply.json["code"] == "bad-grants")
      #expect(reply.json["detail"]?.string?.contains(detail) == true, "\(reply.json)")
    }
    let gone: DataValue = [
      "record": "n-01h455vb4pex5vsknk084sn02q", "to": .text(member), "may": "read",
    ]
    #expect(try people.send(.post, "/v1/grants", as: ann, gone).status == 404)
    #expect(try people.send(.delete, "/v1/grants/x", as: ann).status == 404)
    #expect(try people.send(.put, "/v1/grants", as: ann, [:]).fields["allow"] == "GET, HEAD, POST")
    #expect(try people.send(.get, "/v1/grants/x", as: ann).fields["allow"] == "DELETE")
  }

  @Test func `A record has at most 1000 grants`() throws {
    let member = try people.id(of: bob)
    let body = DataValue.list(
      (0..<1_000).map { ["to": .text(member), "may": .text("r\($0)")] }
    )
    let target = "/v1/notes/\(note)/_grants"
    #expect(try people.send(.put, target, as: ann, ["data": body]).status == 200)
    let reply = try give(member)
    #expect(reply.status == 409 && reply.json["code"] == "too-many")
    #expect(reply.json["detail"]?.string?.contains("1000") == true)
  }

  @Test func `A type that is called grants has the address for itself`() throws {
    let type: DataValue = ["prefix": "grant", "attributes": ["name": ["type": "text"]]]
    #expect(try people.send(.put, "/v1/_schema/grants", as: "admin", type).status == 200)
    let made = try people.send(.post, "/v1/grants", as: "admin", ["name": "Subsidy"])
    #expect(made.status == 201 && made.json["name"] == "Subsidy")
    #expect(try people.send(.get, "/v1/grants", as: "admin").names == ["Subsidy"])
  }
}
