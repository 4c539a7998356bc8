// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Foundation
import LoopTesting
import Message
import ProgramTesting
import Reactor
import ResourceStore
import Serving
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The users of a served site` {
  private let sites = ServedSites()

  private func serve(
    _ people: String = "signUp: true"
  ) async throws -> (command: RunningCommand, visitors: SocketAddress, operators: SocketAddress) {
    try sites.write(
      "shop",
      """
      resources: {
        at: "/v1", ttl: 604800, open: "read", administerToken: "RECORDS_ADMIN",
        people: { \(people) },
      }
      """
    )
    let command = try RunningCommand(
      sites.arguments(["shop"]) + ["--state", "\(sites.folder)/state"],
      environment: ["RECORDS_ADMIN": "admin-word", "MAIL_KEY": "a-key-of-some-letters"]
    )
    let addresses = try await command.addresses()
    return (command, addresses.visitors, addresses.operators)
  }

  private func send(
    _ line: String,
    _ fields: [String] = [],
    _ body: String = "",
    to visitors: SocketAddress
  ) async throws -> String {
    let all = fields.map { "\($0)\r\n" }.joined()
    let text =
      "\(line) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(all)"
      + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    return try await onThread {
      let socket = try PlainSocket(to: visitors)
      try socket.send(text)
      return try socket.receiveAll()
    }
  }

  private func signUp(_ name: String, at visitors: SocketAddress) async throws -> String {
    let body = #"{"email":"\#(name)@example.com","password":"a long password","register":true}"#
    let answer = PlainAnswer(try await send("POST /v1/session", [], body, to: visitors))
    #expect(answer.status == "201", "\(answer.body)")
    return String(try #require(answer.body.firstMatch(of: /"token":"([^"]+)"/)).1)
  }

  @Test
  func `Users see their own records only, whatever caches keep of others' answers`() async throws {
    let (command, visitors, _) = try await serve()
    let admin = "Authorization: Bearer admin-word"
    let type =
      #"{"prefix":"note","attributes":{"text":{"type":"text"},"open":{"type":"boolean"}},"#
      + #""rules":[{"role":"anyone","may":["fetch"],"where":"open = true"},"#
      + #"{"role":"member","may":["fetch","insert"],"where":"_owner = @me.uuid"}]}"#
    let declared = try await send("PUT /v1/_schema/notes", [admin], type, to: visitors)
    #expect(declared.hasPrefix("HTTP/1.1 200 "), "\(declared)")
    let ann = try await signUp("ann", at: visitors)
    let bob = try await signUp("bob", at: visitors)
    for (token, body) in [
      (ann, #"{"text":"all","open":true}"#), (ann, #"{"text":"ann's"}"#),
      (bob, #"{"text":"bob's"}"#),
    ] {
      let bearer = "Authorization: Bearer \(token)"
      let made = try await send("POST /v1/notes", [bearer], body, to: visitors)
      #expect(made.hasPrefix("HTTP/1.1 201 "), "\(made)")
    }
    for round in 0..<2 {
      for (field, sees) in [
        (nil, ["all"]), ("Authorization: Bearer \(ann)", ["all", "ann's"]),
        ("X-DreamFactory-Session-Token: \(bob)", ["all", "bob's"]),
        ("X-DreamFactory-Session-Token: \(ann)", ["all", "ann's"]),
        (admin, ["all", "ann's", "bob's"]),
      ] {
        let answer = try await send("GET /v1/notes", [field].compactMap(\.self), to: visitors)
        let seen = ["all", "ann's", "bob's"].filter { answer.contains("\"text\":\"\($0)\"") }
        #expect(seen == sees, "\(field ?? "nobody") in round \(round): \(answer)")
        #expect(answer.contains("portico;hit") == (field == nil && round == 1), "\(answer)")
      }
    }
    let wrong = "Authorization: Bearer ps_wrong"
    #expect(try await send("GET /v1/notes", [wrong], to: visitors).hasPrefix("HTTP/1.1 401 "))
    withExtendedLifetime(command) {}
  }

  @Test func `A session in a cookie is its user's alone, and other pages cannot use it`()
    async throws
  {
    let (command, visitors, _) = try await serve("signUp: true, sessionCookie: \"lax\"")
    let admin = "Authorization: Bearer admin-word"
    let type =
      #"{"prefix":"note","attributes":{"text":{"type":"text"},"open":{"type":"boolean"}},"#
      + #""rules":[{"role":"anyone","may":["fetch"],"where":"open = true"},"#
      + #"{"role":"member","may":["fetch","insert"],"where":"_owner = @me.uuid"}]}"#
    #expect(
      try await send("PUT /v1/_schema/notes", [admin], type, to: visitors)
        .hasPrefix("HTTP/1.1 200 ")
    )
    let own = "Sec-Fetch-Site: same-origin"
    var cookies: [String: String] = [:]
    for name in ["ann", "bob"] {
      _ = try await signUp(name, at: visitors)
      let body = #"{"email":"\#(name)@example.com","password":"a long password","cookie":true}"#
      let signed = try await send("POST /v1/session", [own], body, to: visitors)
      let found = signed.firstMatch(of: /set-cookie: (__Host-session=ps_[^;]+); Path=\/;/)
      cookies[name] = "Cookie: analytics=1; \(try #require(found, "\(signed)").1)"
      let note = "{\"text\":\"\(name)'s\"}"
      let fields = [try #require(cookies[name]), own]
      let made = try await send("POST /v1/notes", fields, note, to: visitors)
      #expect(made.hasPrefix("HTTP/1.1 201 "), "\(made)")
    }
    _ = try await send("POST /v1/notes", [admin], #"{"text":"all","open":true}"#, to: visitors)
    for _ in 0..<2 {
      for (field, sees) in [
        (nil, ["all"]), (cookies["ann"], ["all", "ann's"]), (cookies["bob"], ["all", "bob's"]),
        ("Cookie: analytics=1", ["all"]),
      ] {
        let answer = try await send("GET /v1/notes", [field].compactMap(\.self), to: visitors)
        let seen = ["all", "ann's", "bob's"].filter { answer.contains("\"text\":\"\($0)\"") }
        #expect(seen == sees, "\(field ?? "nobody"): \(answer)")
        guard sees.count > 1 else { continue }
        #expect(answer.contains("no-store") || answer.contains("private"), "\(answer)")
        #expect(!answer.contains("portico;hit"), "\(answer)")
      }
    }
    let ann = try #require(cookies["ann"])
    for other in [
      ["Sec-Fetch-Site: cross-site"], ["Origin: https://evil.example"], [],
    ] {
      let refused = try await send("POST /v1/notes", [ann] + other, "{}", to: visitors)
      #expect(refused.hasPrefix("HTTP/1.1 403 ") && refused.contains("cross-site"), "\(refused)")
    }
    let made = try await send(
      "POST /v1/notes",
      [ann, "Origin: https://localhost"],
      #"{"text":"more"}"#,
      to: visitors
    )
    #expect(made.hasPrefix("HTTP/1.1 201 "), "\(made)")
    let ended = try await send("DELETE /v1/session", [ann, own], to: visitors)
    #expect(ended.contains("set-cookie: __Host-session=; Path=/; Max-Age=0; Secure"), "\(ended)")
    #expect(try await send("GET /v1/session", [ann], to: visitors).hasPrefix("HTTP/1.1 401 "))
    withExtendedLifetime(command) {}
  }

  @Test func `A user confirms an address by the code in a signed message`() async throws {
    let (messages, received) = AsyncStream.makeStream(of: String.self)
    let receiver = try ScriptedServer { peer, _ in
      received.yield(try peer.receive(through: "}"))
      try peer.send("HTTP/1.1 204 No Content\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    }
    let hook = "http://\(receiver.address)/mail"
    let (command, visitors, _) = try await serve(
      "signUp: true, mailHook: \"\(hook)\", mailKey: \"MAIL_KEY\""
    )
    let body = #"{"email":"ann@example.com","password":"a long password","register":true}"#
    let sent = try await send("POST /v1/session", [], body, to: visitors)
    #expect(sent.hasPrefix("HTTP/1.1 202 "), "\(sent)")
    var iterator = messages.makeAsyncIterator()
    let message = PlainMessage(try #require(await iterator.next()))
    #expect(message.head.hasPrefix("POST /mail HTTP/1.1\r\n"))
    #expect(message.body.contains(#"{"type":"user.confirm","email":"ann@example.com","code":"pc_"#))
    let seconds = try #require(message["webhook-timestamp"].flatMap { Int64($0) })
    let signature = Webhook.signature(
      of: OutgoingMessage(
        id: try #require(message["webhook-id"]),
        body: Array(message.body.utf8),
        created: 0
      ),
      at: seconds,
      key: Array("a-key-of-some-letters".utf8)
    )
    #expect(message["webhook-signature"] == signature)
    let code = try #require(message.body.firstMatch(of: /"code":"([^"]+)"/)).1
    let confirmation = #"{"code":"\#(code)","password":"a long password"}"#
    let confirmed = try await send("PUT /v1/session", [], confirmation, to: visitors)
    #expect(confirmed.hasPrefix("HTTP/1.1 201 "), "\(confirmed)")
    withExtendedLifetime(command) {}
  }

  @Test func `A message that nobody took is sent after a restart, and then no more`() async throws {
    let port = try ReservedPort()
    let people = "signUp: true, mailHook: \"http://\(port.address)/mail\""
    let (command, visitors, _) = try await serve(people)
    let body = #"{"email":"ann@example.com","password":"a long password","register":true}"#
    let sent = try await send("POST /v1/session", [], body, to: visitors)
    #expect(sent.hasPrefix("HTTP/1.1 202 "), "\(sent)")
    try await command.stop()
    let (messages, received) = AsyncStream.makeStream(of: String.self)
    let receiver = try ScriptedServer { peer, _ in
      received.yield(try peer.receive(through: "}"))
      try peer.send("HTTP/1.1 204 No Content\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    }
    let there = "signUp: true, mailHook: \"http://\(receiver.address)/mail\""
    let (again, _, _) = try await serve(there)
    var iterator = messages.makeAsyncIterator()
    let message = PlainMessage(try #require(await iterator.next()))
    #expect(message.body.contains(#"{"type":"user.confirm","email":"ann@example.com","code":"pc_"#))
    let state = "\(sites.folder)/state"
    let name = try FileManager.default.subpathsOfDirectory(atPath: state)
      .first { $0.hasSuffix("resources.sqlite") }
    let store = try ResourceStore("\(state)/\(try #require(name))")
    try await waitUntil("the message is forgotten") {
      try store.outbox.messages(to: nil, isDead: false, limit: 10).isEmpty
    }
    withExtendedLifetime(again) {}
  }

  @Test func `A session outlives a restart until its user signs out`() async throws {
    let (command, visitors, _) = try await serve()
    let token = "Authorization: Bearer \(try await signUp("ann", at: visitors))"
    let me = PlainAnswer(try await send("GET /v1/user/me", [token], to: visitors))
    #expect(me.status == "200" && me.body.contains("ann@example.com"))
    try await command.stop()
    let (again, next, _) = try await serve()
    #expect(try await send("GET /v1/session", [token], to: next).hasPrefix("HTTP/1.1 200 "))
    #expect(try await send("DELETE /v1/session", [token], to: next).hasPrefix("HTTP/1.1 204 "))
    #expect(try await send("GET /v1/session", [token], to: next).hasPrefix("HTTP/1.1 401 "))
    withExtendedLifetime(again) {}
  }

  @Test func `An erased user's session events are erased, too`() async throws {
    let (command, visitors, operators) = try await serve()
    let token = "Authorization: Bearer \(try await signUp("ann", at: visitors))"
    let me = try await send("GET /v1/user/me", [token], to: visitors)
    let id = try #require(me.firstMatch(of: /"uuid":"([^"]+)"/)).1
    func events() async throws -> String {
      let line = "GET /log?q=session%3D%22\(id)%22"
      return PlainAnswer(try await RunningCommand.ask(line, at: operators)).body
    }
    _ = try await send("GET /en/config", ["X-App: session=\"\(id)\""], to: visitors)
    try await waitUntil("the session has an event") { try await events().contains(id) }
    let password = #"{"password":"a long password"}"#
    let erased = try await send("POST /v1/users/me:erase", [token], password, to: visitors)
    #expect(erased.contains(#"{"records":1,"events":1}"#), "\(erased)")
    #expect(try await !events().contains(id))
    let log = try await RunningCommand.ask("GET /log?q=event%3Derasure", at: operators)
    #expect(log.contains(#""event":"erasure""#) && log.contains(#""count":1"#))
    #expect(try await send("GET /v1/session", [token], to: visitors).hasPrefix("HTTP/1.1 401 "))
    withExtendedLifetime(command) {}
  }
}
