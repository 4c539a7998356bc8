// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import ResourceService
import Testing

@Suite struct `Sessions of users` {
  @Test func `A sign-up begins a session that shows the user, without the sent roles`() throws {
    let people = try PeopleUnderTest()
    let body: DataValue = [
      "email": "Ann@Example.com", "password": "a long password", "first_name": "Ann",
      "displayName": "Ann A.", "roles": ["administrator"], "password2": "x",
    ]
    let reply = try people.send(.post, "/v1/user/register", as: nil, body)
    #expect(reply.status == 201 && reply.fields["cache-control"] == "no-store")
    let token = try #require(reply.json["token"]?.string)
    #expect(reply.json["session_id"]?.string == token && reply.json["email"] == "ann@example.com")
    #expect(reply.json["display_name"] == "Ann A.")
    for target in ["/v1/users/me", "/v1/user/me"] {
      let me = try people.send(.get, target, as: token)
      #expect(me.json["uuid"] == reply.json["id"] && me.json["firstName"] == "Ann")
      #expect(me.json["roles"] == nil && me.json["password2"] == nil)
      #expect(me.json["_owner"] == reply.json["id"])
      #expect(me.fields["cache-control"] == "private, no-cache")
      #expect(!String(decoding: me.body, as: UTF8.self).contains("long password"))
    }
    #expect(people.events == [.signedUp, .signedIn])
    let legacy: Fields = ["x-dreamfactory-session-token": token]
    #expect(try people.service.send(.get, "/v1/user/me", legacy).status == 200)
    #expect(try people.send(.get, "/v1/user/me").status == 401)
  }

  @Test func `A sign-in begins a session at the present and the old address`() throws {
    let people = try PeopleUnderTest()
    _ = try people.signUp("ann")
    for target in ["/v1/session", "/v1/user/session"] {
      let body: DataValue = ["email": "ANN@example.com", "password": "ann's password"]
      let reply = try people.send(.post, target, as: nil, body)
      #expect(reply.status == 200)
      let token = reply.json["session_id"]?.string ?? ""
      #expect(try people.send(.get, "/v1/session", as: token).json["isPresent"] == .bool(true))
    }
  }

  @Test func `A token of a session that has ended keeps nobody from signing in again`() throws {
    let people = try PeopleUnderTest()
    let token = try people.signUp("ann")
    #expect(try people.send(.delete, "/v1/sessions", as: token).status == 204)
    #expect(try people.send(.get, "/v1/users/me", as: token).status == 401)
    for (target, email) in [("session", "ann"), ("user/session", "ann"), ("user/register", "bob")] {
      let body: DataValue = [
        "email": .text("\(email)@example.com"), "password": .text("\(email)'s password"),
      ]
      let reply = try people.send(.post, "/v1/\(target)", as: token, body)
      #expect((200...201).contains(reply.status), "\(reply.json)")
      let new = reply.json["token"]?.string ?? ""
      #expect(try people.send(.get, "/v1/users/me", as: new).status == 200)
    }
  }

  @Test func `A token of a session that has ended keeps nobody from redeeming a code`() throws {
    let people = try PeopleUnderTest(sendsMail: true)
    let account: DataValue = [
      "email": "ann@example.com", "password": "ann's password", "register": true,
    ]
    #expect(try people.send(.post, "/v1/session", as: nil, account).status == 202)
    func redeemed(as token: String?, _ password: String) throws -> String {
      let code = DataValue.text(people.mails.last?.code ?? "")
      let body: DataValue = ["code": code, "password": .text(password)]
      let reply = try people.send(.put, "/v1/session", as: token, body)
      #expect((200...201).contains(reply.status), "\(reply.json)")
      return reply.json["token"]?.string ?? ""
    }
    let token = try redeemed(as: nil, "ann's password")
    #expect(try people.send(.delete, "/v1/session", as: token).status == 204)
    #expect(try people.send(.put, "/v1/session", as: token).status == 401)
    let email: DataValue = ["email": "ann@example.com"]
    #expect(try people.send(.post, "/v1/session:reset", as: token, email).status == 202)
    let new = try redeemed(as: token, "another password")
    #expect(try people.send(.get, "/v1/users/me", as: new).status == 200)
  }

  @Test func `A failed sign-in does not tell what was wrong, and a bad sign-up does`() throws {
    let people = try PeopleUnderTest()
    _ = try people.signUp("ann")
    let wrong = try people.signIn("ann", "another password")
    let unknown = try people.signIn("bob", "another password")
    let long = try people.signIn("ann", String(repeating: "x", count: 100_000))
    #expect(wrong.status == 401 && wrong.body == unknown.body && wrong.body == long.body)
    for (email, password, status) in [
      ("ann", "long password", 422), ("@b", "long password", 422), ("a@b@c", "long password", 422),
      ("a b@c", "long password", 422), ("new@example.com", "short", 422),
      ("ann@example.com", "long password", 422),
    ] {
      let body: DataValue = [
        "email": .text(email), "password": .text(password), "register": true,
      ]
      #expect(try people.send(.post, "/v1/session", as: nil, body).status == status, "\(email)")
    }
    people.service.service.renew { $0.people?.allowsSignUp = false }
    #expect(try people.signUp("carl") == "403")
  }

  @Test func `A renewed session's old token works for a minute, then reveals theft`() throws {
    let people = try PeopleUnderTest()
    let first = try people.signUp("ann")
    let renewed = try people.send(.put, "/v1/session", as: first)
    let second = try #require(renewed.json["token"]?.string)
    #expect(renewed.status == 200 && second != first)
    people.service.advance(bySeconds: 59)
    #expect(try people.send(.get, "/v1/users/me", as: first).status == 200)
    #expect(try people.send(.put, "/v1/session", as: first).status == 409)
    #expect(try people.send(.get, "/v1/users/me", as: second).status == 200)
    people.service.advance(bySeconds: 2)
    // Whether the old token or the new one is used now, one of the two was stolen.
    #expect(try people.send(.get, "/v1/users/me", as: first).status == 401)
    #expect(try people.send(.get, "/v1/users/me", as: second).status == 401)
    #expect(people.events.last == .reusedToken)
  }

  @Test func `A session that is not renewed ends after its time`() throws {
    let people = try PeopleUnderTest { $0.sessionSeconds = 100 }
    let token = try people.signUp("ann")
    people.service.advance(bySeconds: 90)
    let next = try people.send(.put, "/v1/session", as: token).json["token"]?.string ?? ""
    people.service.advance(bySeconds: 90)
    #expect(try people.send(.get, "/v1/session", as: next).status == 200)
    people.service.advance(bySeconds: 11)
    #expect(try people.send(.get, "/v1/session", as: next).status == 401)
  }

  @Test func `A sign-out ends one session, another one or all of the user`() throws {
    let people = try PeopleUnderTest()
    let first = try people.signUp("ann")
    let second = try people.signIn("ann").json["token"]?.string ?? ""
    let third = try people.signIn("ann").json["token"]?.string ?? ""
    let bob = try people.signUp("bob")
    let list = try people.send(.get, "/v1/sessions", as: first).json["data"]?.elements ?? []
    #expect(list.count == 3 && list.filter { $0["isPresent"] == .bool(true) }.count == 1)
    let other = list.first { $0["isPresent"] != .bool(true) }?["uuid"]?.string ?? ""
    #expect(try people.send(.delete, "/v1/sessions/\(other)", as: bob).status == 404)
    #expect(try people.send(.delete, "/v1/sessions/\(other)", as: first).status == 204)
    #expect(try people.send(.delete, "/v1/session", as: first).status == 204)
    let statuses = try [first, second, third].map {
      try people.send(.get, "/v1/session", as: $0).status
    }
    #expect(statuses.filter { $0 == 200 }.count == 1 && statuses[0] == 401)
    let last = statuses[1] == 200 ? second : third
    #expect(try people.send(.delete, "/v1/sessions", as: last).status == 204)
    #expect(try people.send(.get, "/v1/session", as: last).status == 401)
    #expect(try people.send(.get, "/v1/session", as: bob).status == 200)
  }

  @Test func `The sessions of a deleted user end`() throws {
    let people = try PeopleUnderTest()
    let token = try people.signUp("ann")
    let id = try people.id(of: token)
    #expect(try people.send(.delete, "/v1/users/\(id)", as: token).status == 403)
    #expect(try people.send(.delete, "/v1/users/\(id)", as: "admin").status == 204)
    #expect(try people.send(.get, "/v1/session", as: token).status == 401)
    #expect(try people.signIn("ann").status == 401)
  }

  @Test func `A session belongs to a device that only its user sees`() throws {
    let people = try PeopleUnderTest()
    let device: DataValue = ["name": "Phone", "platform": "iOS"]
    let token = try people.signUp("ann", ["device": device])
    let own = try people.send(.get, "/v1/user/me/devices", as: token)
    #expect(own.names == ["Phone"])
    let id = try #require(own.json["data"]?.elements?.first?["uuid"]?.string)
    #expect(try people.send(.get, "/v1/session", as: token).json["device"]?.string == id)
    let again: DataValue = [
      "email": "ann@example.com", "password": "ann's password",
      "device": ["uuid": .text(id), "name": "New phone"],
    ]
    let second = try people.send(.post, "/v1/session", as: nil, again)
    #expect(second.json["session"]?["device"]?.string == id)
    #expect(try people.send(.get, "/v1/devices", as: token).names == ["New phone"])
    let bob = try people.signUp("bob")
    #expect(try people.send(.get, "/v1/devices", as: bob).names == [])
    #expect(try people.send(.get, "/v1/devices/\(id)", as: bob).status == 404)
    #expect(try people.send(.get, "/v1/devices", as: "admin").names == ["New phone"])
  }

  @Test func `Failed sign-ins are limited for each address, not for each account`() throws {
    let people = try PeopleUnderTest { settings in
      settings.attempts = AttemptBudget(burst: 3, secondsPerAttempt: 10)
    }
    _ = try people.signUp("ann")
    for _ in 0..<3 { #expect(try people.signIn("ann", "a wrong password").status == 401) }
    let refused = try people.signIn("ann")
    #expect(refused.status == 429 && refused.fields["retry-after"] == "10")
    #expect(try people.signIn("bob").body == refused.body)
    // The account is open from elsewhere, and good attempts cost nothing.
    for _ in 0..<5 { #expect(try people.signIn("ann", from: "192.0.2.2").status == 200) }
    people.service.advance(bySeconds: 10)
    #expect(try people.signIn("ann").status == 200)
    for _ in 0..<3 {
      _ = try people.signIn("ann", "a wrong password", from: "2001:db8:1:2::5")
    }
    #expect(try people.signIn("ann", from: "2001:db8:1:2:ffff::6").status == 429)
    #expect(try people.signIn("ann", from: "2001:db8:1:3::5").status == 200)
  }

  @Test func `Guesses spread over many addresses leave each a single attempt, proven ones theirs`()
    throws
  {
    let people = try PeopleUnderTest { settings in
      settings.attempts = AttemptBudget(
        burst: 3,
        secondsPerAttempt: 10,
        totalBurst: 5,
        totalPerSecond: 1
      )
    }
    _ = try people.signUp("ann")
    for address in 0..<5 {
      let guess = try people.signIn("ann", "a wrong password", from: "198.51.100.\(address)")
      #expect(guess.status == 401)
    }
    // All of the budget of all is gone: one attempt from an address, and then a long wait.
    let first = try people.signIn("ann", "a wrong password", from: "198.51.100.77")
    let second = try people.signIn("ann", "a wrong password", from: "198.51.100.77")
    #expect(first.status == 401 && second.status == 429)
    #expect(second.fields["retry-after"] == "30")
    #expect(try people.signIn("ann", from: "198.51.100.4").status == 429)
    // The account was signed up from the usual address, and nobody else is locked out either.
    for _ in 0..<2 { #expect(try people.signIn("ann", "a wrong password").status == 401) }
    #expect(try people.signIn("ann", from: "203.0.113.50").status == 200)
    people.service.advance(bySeconds: 60)
    #expect(try people.signIn("ann", from: "198.51.100.4").status == 200)
  }

  @Test func `A wrong token or app key answers 401`() throws {
    let people = try PeopleUnderTest()
    let token = try people.signUp("ann")
    for wrong in ["ps_wrong", String(token.dropLast()), token + "x"] {
      #expect(try people.send(.get, "/v1/users/me", as: wrong).status == 401)
    }
    let fields: Fields = ["x-app-key": "pk_wrong"]
    #expect(try people.service.send(.get, "/v1/users", fields).status == 401)
  }

  @Test func `An app's key identifies the app and its roles until it is revoked`() throws {
    let people = try PeopleUnderTest()
    let token = try people.signUp("ann")
    let app = try people.send(.post, "/v1/apps", as: "admin", ["name": "shop"])
    let id = try #require(app.json["uuid"]?.string)
    #expect(try people.send(.post, "/v1/apps/\(id):key", as: token).status == 403)
    let made = try people.send(.post, "/v1/apps/\(id):key", as: "admin")
    let key = try #require(made.json["key"]?.string)
    #expect(made.status == 201 && key.hasPrefix("pk_"))
    let rules: DataValue = [
      "prefix": "p", "attributes": ["name": ["type": "text"]],
      "rules": [
        ["role": "anyone", "may": ["fetch"], "where": "name = @me.app"],
        ["role": "clerk", "may": ["fetch"]],
      ],
    ]
    _ = try people.send(.put, "/v1/_schema/pages", as: "admin", rules)
    for name in ["shop", "other"] {
      _ = try people.send(.post, "/v1/pages", as: "admin", ["name": .text(name)])
    }
    var fields: Fields = ["x-app-key": key]
    #expect(try people.service.send(.get, "/v1/pages", fields).names == ["shop"])
    #expect(try people.send(.get, "/v1/pages").names == [])
    // A role that is for an app gives its rights in that app only.
    let user = try people.id(of: token)
    let clerk: DataValue = ["name": "clerk", "apps": ["shop"]]
    let role = try people.send(.post, "/v1/roles", as: "admin", clerk).json["uuid"]?.string ?? ""
    _ = try people.send(.patch, "/v1/users/\(user)", as: "admin", ["roles": ["clerk"]])
    #expect(try people.send(.get, "/v1/pages", as: token).names == [])
    fields.append("authorization", "Bearer \(token)")
    #expect(try people.service.send(.get, "/v1/pages", fields).names == ["shop", "other"])
    _ = try people.send(.patch, "/v1/roles/\(role)", as: "admin", ["isActive": false])
    #expect(try people.service.send(.get, "/v1/pages", fields).names == ["shop"])
    _ = try people.send(.patch, "/v1/apps/\(id)", as: "admin", ["isActive": false])
    #expect(try people.service.send(.get, "/v1/pages", fields).status == 401)
    _ = try people.send(.patch, "/v1/apps/\(id)", as: "admin", ["isActive": true])
    #expect(try people.send(.delete, "/v1/apps/\(id):key", as: "admin").status == 204)
    #expect(try people.service.send(.get, "/v1/pages", fields).status == 401)
  }
}
