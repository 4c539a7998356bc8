// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Digests
import FileShapes
import HTTPValues
import ResourceModel
import ResourceService
import Synchronization
import Testing

@Suite struct `Accounts of users` {
  private func register(
    _ people: PeopleUnderTest,
    _ password: String = "ann's password"
  ) throws
    -> Reply
  {
    let body: DataValue = [
      "email": "ann@example.com", "password": .text(password), "register": true, "firstName": "Ann",
    ]
    return try people.send(.post, "/v1/session", as: nil, body)
  }

  private func redeem(
    _ people: PeopleUnderTest,
    _ code: String?,
    _ password: String
  ) throws
    -> Reply
  {
    let body: DataValue = ["code": .text(code ?? ""), "password": .text(password)]
    return try people.send(.put, "/v1/session", as: nil, body)
  }

  @Test func `Passwords are hashed as OWASP recommends where nothing else is set`() {
    #expect(PeopleSettings().scrypt == Scrypt(cost: 131_072, blockSize: 8, parallelism: 1))
  }

  @Test func `An account is made when its address is confirmed, and once for each address`() throws
  {
    let people = try PeopleUnderTest(sendsMail: true)
    let first = try register(people)
    #expect(first.status == 202 && people.mails.map(\.kind) == [.confirm])
    #expect(people.mails[0].address == "ann@example.com")
    #expect(try people.send(.get, "/v1/users", as: "admin").json["total"] == 0)
    let done = try redeem(people, people.mails[0].code, "ann's password")
    #expect(done.status == 201 && done.json["user"]?["firstName"] == "Ann")
    #expect(try redeem(people, people.mails[0].code, "ann's password").status == 422)
    #expect(try people.signIn("ann").status == 200)
    let again = try register(people)
    #expect(again.status == 202 && again.body == first.body)
    #expect(people.mails.last?.kind == .taken && people.mails.last?.code == nil)
  }

  @Test func `An account needs both the mailed code and the password of its registration`() throws {
    let people = try PeopleUnderTest(sendsMail: true)
    _ = try register(people, "the thief's password")
    let wrong = try redeem(people, people.mails[0].code, "ann's password")
    let unknown = try redeem(people, "pc_guess", "ann's password")
    #expect(wrong.status == 422 && wrong.body == unknown.body)
    #expect(try redeem(people, people.mails[0].code, "the thief's password").status == 422)
    #expect(try people.send(.get, "/v1/users", as: "admin").json["total"] == 0)
    _ = try register(people)
    people.service.advance(bySeconds: 3_601)
    #expect(try redeem(people, people.mails[1].code, "ann's password").status == 422)
  }

  @Test func `A password reset by mail ends the sessions and needs an unused code`() throws {
    let people = try PeopleUnderTest(sendsMail: true)
    _ = try register(people)
    let done = try redeem(people, people.mails[0].code, "ann's password")
    let token = try #require(done.json["token"]?.string)
    let known: DataValue = ["email": "ann@example.com"]
    let unknown: DataValue = ["email": "bob@example.com"]
    let sent = try people.send(.post, "/v1/session:reset", as: nil, known)
    #expect(try people.send(.post, "/v1/session:reset", as: nil, unknown).body == sent.body)
    #expect(sent.status == 202 && people.mails.map(\.kind) == [.confirm, .reset])
    let reset = try redeem(people, people.mails[1].code, "a new password")
    #expect(reset.status == 200 && people.events.contains(.changedPassword))
    #expect(try people.send(.get, "/v1/session", as: token).status == 401)
    let next = reset.json["token"]?.string
    #expect(try people.send(.get, "/v1/session", as: next).status == 200)
    #expect(try people.signIn("ann").status == 401)
    #expect(try people.signIn("ann", "a new password").status == 200)
    #expect(try redeem(people, people.mails[1].code, "another password").status == 422)
  }

  @Test func `A password reset is refused where no mail can be sent`() throws {
    let people = try PeopleUnderTest()
    let body: DataValue = ["email": "ann@example.com"]
    #expect(try people.send(.post, "/v1/session:reset", as: nil, body).status == 403)
  }

  @Test func `Registrations beyond the budget of attempts send no mail`() throws {
    let people = try PeopleUnderTest(sendsMail: true) { settings in
      settings.attempts = AttemptBudget(burst: 2, secondsPerAttempt: 10)
    }
    #expect(try [1, 2, 3].map { _ in try register(people).status } == [202, 202, 429])
    #expect(people.mails.count == 2)
  }

  @Test func `Registrations without mail have a budget for each address, which no sign-in uses`()
    throws
  {
    let people = try PeopleUnderTest { settings in
      settings.signUps = AttemptBudget(burst: 2, secondsPerAttempt: 10)
    }
    func register(_ name: String, from address: String = "192.0.2.1") throws -> Int {
      let body: DataValue = [
        "email": .text("\(name)@example.com"), "password": "a long password", "register": true,
      ]
      return try people.send(.post, "/v1/session", body, from: address).status
    }
    #expect(try ["a", "b", "c"].map { try register($0) } == [201, 201, 429])
    #expect(try register("d", from: "192.0.2.2") == 201)
    for _ in 0..<5 { #expect(try people.signIn("a", "a long password").status == 200) }
    people.service.advance(bySeconds: 10)
    #expect(try register("c") == 201)
  }

  @Test func `A user may change only some attributes of their own account`() throws {
    let people = try PeopleUnderTest()
    let ann = try people.signUp("ann")
    let bob = try people.id(of: people.signUp("bob"))
    for (target, body, status) in [
      ("me", ["displayName": "A"], 200), ("me", ["roles": ["administrator"]], 403),
      ("me", ["email": "b@example.com"], 403), ("me", ["groups": []], 403),
      (bob, ["displayName": "B"], 404),
    ] as [(String, DataValue, Int)] {
      #expect(try people.send(.patch, "/v1/users/\(target)", as: ann, body).status == status)
    }
    #expect(try people.send(.get, "/v1/users", as: ann).json["total"] == 1)
    #expect(try people.send(.get, "/v1/users", as: nil).status == 401)
    #expect(try people.send(.get, "/v1/roles", as: ann).status == 403)
    #expect(try people.send(.post, "/v1/users", as: ann, ["email": "c@d"]).status == 403)
    let id = try people.id(of: ann)
    _ = try people.send(.patch, "/v1/users/\(id)", as: "admin", ["roles": ["administrator"]])
    #expect(try people.send(.get, "/v1/users", as: ann).json["total"] == 2)
    let why = "/v1/_access?may=fetch&record=\(bob)&user=\(id)"
    let explained = try people.send(.get, why, as: "admin").json
    #expect(explained["allowed"] == .bool(true) && explained["roles"] == ["administrator"])
  }

  @Test func `A record can be shared with a group and with the organization above it`() throws {
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
    let company: DataValue = ["name": "Company", "kind": "organization"]
    let organization = try create("groups", as: "admin", company)
    let body: DataValue = ["name": "Team", "parent": .text(organization)]
    let team = try create("groups", as: "admin", body)
    let (ann, bob, carl) = (
      try people.signUp("ann"), try people.signUp("bob"), try people.signUp("carl")
    )
    let member = try people.id(of: bob)
    let groups: DataValue = ["groups": [.text(team)]]
    _ = try people.send(.patch, "/v1/users/\(member)", as: "admin", groups)
    #expect(try people.send(.get, "/v1/groups", as: bob).names == ["Company", "Team"])
    for (grantee, expected) in [
      (organization, [["Note"], []]), (team, [["Note"], []]),
      (try people.id(of: carl), [[], ["Note"]]),
    ] {
      let note = try create("notes", as: ann, ["name": "Note"])
      let grants: DataValue = ["data": [["to": .text(grantee), "may": "read"]]]
      #expect(try people.send(.put, "/v1/notes/\(note)/_grants", as: ann, grants).status == 200)
      let seen = try [bob, carl].map { try people.send(.get, "/v1/notes", as: $0).names }
      #expect(seen == expected)
      _ = try people.send(.delete, "/v1/notes/\(note)", as: "admin")
    }
  }

  @Test func `The types of users, devices and groups keep their attributes and rules`() throws {
    let people = try PeopleUnderTest()
    let bare: DataValue = ["prefix": "u", "attributes": ["email": ["type": "text"]]]
    #expect(try people.send(.put, "/v1/_schema/users", as: "admin", bare).status == 422)
    #expect(try people.send(.delete, "/v1/_schema/devices?loss=true", as: "admin").status == 422)
    try people.service.service.addPeople()
  }

  @Test
  func `A user is erased by themselves, an administrator or an operator only`() throws {
    let forgotten = Mutex<[[String]]>([])
    let people = try PeopleUnderTest { settings in
      settings.forget = { names in
        forgotten.withLock { $0.append(names) }
        return names.count
      }
    }
    let tokens = try ["ann", "bob", "carl"].map { try people.signUp($0) }
    let ids = try tokens.map { try people.id(of: $0) }
    let notes: DataValue = [
      "prefix": "n", "attributes": ["name": ["type": "text"]],
      "rules": [["role": "member", "may": ["fetch", "insert"]]],
    ]
    _ = try people.send(.put, "/v1/_schema/notes", as: "admin", notes)
    _ = try people.send(.post, "/v1/notes", as: tokens[0], ["name": "Ann's"])
    _ = try people.send(.post, "/v1/notes", as: tokens[1], ["name": "Bob's"])
    let password: DataValue = ["password": "ann's password"]
    for (target, token, body, status) in [
      ("me", tokens[0], nil, 403), ("me", tokens[0], ["password": "a wrong one"], 403),
      (ids[0], tokens[1], password, 404), (ids[0], nil, password, 401),
      ("me", tokens[0], password, 200), ("me", tokens[0], password, 401),
    ] as [(String, String?, DataValue?, Int)] {
      let reply = try people.send(.post, "/v1/users/\(target):erase", as: token, body)
      #expect(reply.status == status, "\(target) by \(token ?? "nobody")")
      if status == 200 {
        #expect(reply.json["records"] == 2 && reply.json["events"] == 2)
      }
    }
    #expect(forgotten.withLock { $0.first?.first } == ids[0])
    #expect(try people.send(.get, "/v1/notes", as: tokens[1]).names == ["Bob's"])
    #expect(try people.signIn("ann").status == 401)
    #expect(people.service.changedTags.last?.contains("records-notes") == true)
    let roles: DataValue = ["roles": ["administrator"]]
    _ = try people.send(.patch, "/v1/users/\(ids[1])", as: "admin", roles)
    #expect(try people.send(.post, "/v1/users/\(ids[2]):erase", as: tokens[1]).status == 200)
    #expect(try people.send(.post, "/v1/users/\(ids[1]):erase", as: "admin").status == 200)
    #expect(people.events.filter { $0 == .erased }.count == 3)
    #expect(try people.send(.get, "/v1/users", as: "admin").json["total"] == 0)
  }

  @Test func `A user changes the password by the old one, without any message`() throws {
    let people = try PeopleUnderTest()
    let token = try people.signUp("ann")
    let other = try people.signIn("ann").json["token"]?.string ?? ""
    let change: (DataValue, String?) throws -> Reply = { old, token in
      try people.send(
        .put,
        "/v1/session",
        as: token,
        ["oldPassword": old, "password": "another password"]
      )
    }
    #expect(try change("wrong password", token).status == 403)
    #expect(try change(1, token).status == 403)
    #expect(try change("ann's password", nil).status == 401)
    let short: DataValue = ["oldPassword": "ann's password", "password": "short"]
    #expect(try people.send(.put, "/v1/session", as: token, short).status == 422)
    #expect(try people.signIn("ann").status == 200)
    let changed = try change("ann's password", token)
    #expect(changed.status == 200, "\(changed.json)")
    let renewed = changed.json["token"]?.string ?? ""
    #expect(renewed != token)
    #expect(try people.send(.get, "/v1/session", as: renewed).status == 200)
    #expect(try people.send(.get, "/v1/session", as: other).status == 401)
    #expect(try people.signIn("ann").status == 401)
    #expect(try people.signIn("ann", "another password").status == 200)
    #expect(people.events.filter { $0 == .changedPassword }.count == 1)
  }
}
