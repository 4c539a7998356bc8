// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import ResourceService
import ResourceStoreTesting
import Sites
import Testing

@Suite struct `Sessions in a cookie` {
  private static let own = ("sec-fetch-site", "same-origin")

  private func people(_ sameSite: PeopleDeclaration.SameSite = .lax) throws -> PeopleUnderTest {
    let people = try PeopleUnderTest { $0.cookie = SessionCookie(sameSite) }
    _ = try people.signUp("ann")
    return people
  }

  private func send(
    _ method: HTTPValues.Method,
    _ target: String,
    _ people: PeopleUnderTest,
    _ pairs: [(String, String)] = [own],
    cookie: String? = nil,
    _ body: DataValue? = nil
  ) throws -> Reply {
    var fields = Fields()
    for (name, value) in pairs { fields.append(try #require(FieldName(name)), value) }
    if let cookie { fields.append("cookie", "a=1; __Host-session=\(cookie); b=2") }
    let sender = RecordSender(host: "shop.example")
    return try people.service.send(method, target, fields, body, from: sender)
  }

  private static let account: DataValue = [
    "email": "ann@example.com", "password": "ann's password", "cookie": true,
  ]

  /// The token in the cookie of an answer.
  private func token(_ reply: Reply) -> String? {
    let field = reply.fields["set-cookie"] ?? ""
    return field.firstMatch(of: /^__Host-session=([^;]*);/).map { String($0.1) }
  }

  private func signIn(_ people: PeopleUnderTest) throws -> String {
    let signed = try send(.post, "/v1/session", people, Self.account)
    #expect(signed.status == 200, "\(signed.json)")
    return try #require(token(signed))
  }

  private func send(
    _ method: HTTPValues.Method,
    _ target: String,
    _ people: PeopleUnderTest,
    _ body: DataValue
  ) throws -> Reply {
    try send(method, target, people, [Self.own], cookie: nil, body)
  }

  @Test(arguments: [(PeopleDeclaration.SameSite.lax, "Lax"), (.strict, "Strict")])
  func `A sign-in that asks for it sets a cookie, and scripts do not get the token`(
    sameSite: PeopleDeclaration.SameSite,
    word: String
  ) throws {
    let people = try people(sameSite)
    let signed = try send(.post, "/v1/session", people, Self.account)
    let field = try #require(signed.fields["set-cookie"])
    let rest = "; Path=/; Max-Age=7776000; Secure; HttpOnly; SameSite=\(word)"
    #expect(field.hasPrefix("__Host-session=ps_") && field.hasSuffix(rest), "\(field)")
    #expect(!String(decoding: signed.body, as: UTF8.self).contains("ps_"))
    #expect(signed.fields["cache-control"] == "no-store")
    let me = try send(.get, "/v1/users/me", people, [], cookie: token(signed))
    #expect(me.status == 200 && me.json["email"] == "ann@example.com")
    #expect(me.fields["cache-control"] == "private, no-cache")
    #expect(me.fields["vary"]?.contains("cookie") == true)
    #expect(try people.signIn("ann").fields["set-cookie"] == nil)
  }

  @Test func `Where no cookies are declared, none is set and none is read`() throws {
    let people = try PeopleUnderTest()
    let token = try people.signUp("ann")
    #expect(try send(.post, "/v1/session", people, Self.account).json["code"] == "closed")
    #expect(try send(.get, "/v1/session", people, cookie: token).status == 401)
    let me = try people.send(.get, "/v1/users/me", as: token)
    #expect(me.fields["vary"]?.contains("cookie") == false)
  }

  @Test(
    arguments: [
      ([("sec-fetch-site", "same-origin")], true), ([("sec-fetch-site", "none")], true),
      ([("sec-fetch-site", "same-site")], false), ([("sec-fetch-site", "cross-site")], false),
      ([("sec-fetch-site", "cross-site"), ("origin", "https://shop.example")], false),
      ([("origin", "https://shop.example")], true), ([("origin", "https://SHOP.example")], true),
      ([("origin", "http://shop.example")], false), ([("origin", "https://evil.example")], false),
      ([("origin", "https://shop.example.evil.example")], false), ([("origin", "null")], false),
      ([], false),
    ] as [([(String, String)], Bool)]
  )
  func `A write by a cookie must come from a page of the same origin`(
    fields: [(String, String)],
    isAllowed: Bool
  ) throws {
    let people = try people()
    let cookie = try signIn(people)
    let name: DataValue = ["displayName": "Ann"]
    let reply = try send(.patch, "/v1/users/me", people, fields, cookie: cookie, name)
    #expect(reply.status == (isAllowed ? 200 : 403), "\(reply.json)")
    if !isAllowed { #expect(reply.json["code"] == "cross-site") }
    // A read tells other pages nothing: browsers do not let them see the answer.
    #expect(try send(.get, "/v1/users/me", people, fields, cookie: cookie).status == 200)
    let signed = try send(.post, "/v1/session", people, fields, Self.account)
    #expect((signed.status == 200) == isAllowed)
    // A token that a script sends is nothing that another page could make a browser send.
    let bearer = fields + [("authorization", "Bearer \(cookie)")]
    #expect(try send(.patch, "/v1/users/me", people, bearer, name).status == 200)
  }

  private func send(
    _ method: HTTPValues.Method,
    _ target: String,
    _ people: PeopleUnderTest,
    _ pairs: [(String, String)],
    _ body: DataValue
  ) throws -> Reply {
    try send(method, target, people, pairs, cookie: nil, body)
  }

  @Test func `A renewal sets the cookie anew, and a sign-out removes it`() throws {
    let people = try people()
    let first = try signIn(people)
    let renewed = try send(.put, "/v1/session", people, cookie: first)
    let second = try #require(token(renewed))
    #expect(renewed.status == 200 && second != first && renewed.json["token"] == nil)
    #expect(try send(.get, "/v1/session", people, cookie: second).status == 200)
    let other = try people.signIn("ann").json["session"]?["uuid"]?.string ?? ""
    let elsewhere = try send(.delete, "/v1/sessions/\(other)", people, cookie: second)
    #expect(elsewhere.status == 204 && elsewhere.fields["set-cookie"] == nil)
    for target in ["/v1/session", "/v1/sessions"] {
      let cookie = try signIn(people)
      let ended = try send(.delete, target, people, cookie: cookie)
      #expect(ended.status == 204 && token(ended) == "", "\(ended.fields)")
      #expect(ended.fields["set-cookie"]?.contains("Max-Age=0; Secure; HttpOnly") == true)
      #expect(try send(.get, "/v1/session", people, cookie: cookie).status == 401)
    }
  }

  @Test func `A cookie of a session that has ended is removed, and keeps nobody from signing in`()
    throws
  {
    let people = try people()
    let cookie = try signIn(people)
    _ = try send(.delete, "/v1/sessions", people, cookie: cookie)
    let refused = try send(.get, "/v1/users/me", people, cookie: cookie)
    #expect(refused.status == 401 && token(refused) == "")
    let signed = try send(.post, "/v1/session", people, [Self.own], cookie: cookie, Self.account)
    #expect(signed.status == 200 && token(signed)?.hasPrefix("ps_") == true)
  }

  @Test func `A token in Authorization goes before the cookie`() throws {
    let people = try people()
    let cookie = try signIn(people)
    let bob = try people.signUp("bob")
    let fields = [("authorization", "Bearer \(bob)")]
    let me = try send(.get, "/v1/users/me", people, fields, cookie: cookie)
    #expect(me.json["email"] == "bob@example.com")
    let wrong = [("authorization", "Bearer ps_wrong")]
    #expect(try send(.get, "/v1/users/me", people, wrong, cookie: cookie).status == 401)
  }

  @Test func `The description names the cookie where there is one`() throws {
    let description = try people().send(.get, "/v1/_openapi.json", as: "admin").json
    let schemes = description["components"]?["securitySchemes"]
    #expect(
      schemes?["cookie"]?["name"] == "__Host-session" && schemes?["cookie"]?["in"] == "cookie"
    )
    let me = description["paths"]?["/v1/users/me"]?["get"]?["security"]
    #expect(me == [["token": []], ["cookie": []]])
    let plain = try PeopleUnderTest().send(.get, "/v1/_openapi.json", as: "admin").json
    #expect(plain["components"]?["securitySchemes"]?["cookie"] == nil)
  }
}
