// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A document with the visitor's own records` {
  private let sites = ServedSites()

  private static let orders =
    #"{"prefix":"order","attributes":{"text":{"type":"text"}},"#
    + #""rules":[{"role":"member","may":["fetch","insert"],"where":"_owner = @me.uuid"}]}"#
  private static let notes =
    #"{"prefix":"note","attributes":{"text":{"type":"text"},"open":{"type":"boolean"}},"#
    + #""rules":[{"role":"anyone","may":["fetch"],"where":"open = true"},"#
    + #"{"role":"member","may":["fetch","insert"],"where":"_owner = @me.uuid"}]}"#
  private static let flowers = #"{"prefix":"flower","attributes":{"text":{"type":"text"}}}"#

  private static let documents = [
    "mine": """
    {
      datatype: "screen", budget: "30s", ttl: 100000, staleIfError: 3600,
      calls: {
        orders: { backend: "visitor-resources", path: "/v1/orders", optional: true },
        flowers: { backend: "resources", path: "/v1/flowers" },
      },
      body: {
        orders: { $pick: "$.orders.data", else: "nothing" }, flowers: { $pick: "$.flowers.data" },
      },
    }
    """,
    "around": "{ datatype: \"screen\", ttl: 100000, body: { mine: { $embed: \"mine\" } } }",
    "strict": """
    {
      datatype: "screen", budget: "30s", ttl: 100000,
      calls: { orders: { backend: "visitor-resources", path: "/v1/orders" } },
      body: { orders: { $pick: "$.orders.data" } },
    }
    """,
    "notes": """
    {
      datatype: "screen", budget: "30s", ttl: 100000, staleWhileRevalidate: 60,
      calls: { notes: { backend: "visitor-resources", path: "/v1/notes" } },
      body: { notes: { $pick: "$.notes.data" } },
    }
    """,
    "tills": """
    {
      datatype: "screen", budget: "30s", ttl: 100000,
      calls: { tills: { backend: "visitor-resources", path: "/v1/tills", optional: true } },
      body: { tills: { $pick: "$.tills.data", else: [] } },
    }
    """,
    "plans": """
    {
      datatype: "screen", budget: "30s", ttl: 100000,
      calls: { notes: { backend: "resources", path: "/v1/notes" } },
      body: { notes: { $pick: "$.notes.data" } },
    }
    """,
  ]

  private func serve() async throws -> (command: RunningCommand, visitors: SocketAddress) {
    try sites.write(
      "shop",
      """
      resources: {
        at: "/v1", ttl: 604800, administerToken: "RECORDS_ADMIN", people: { signUp: true },
      }
      """
    )
    for (name, text) in Self.documents { try sites.put(text, at: "shop/Content/\(name).json5") }
    let command = try RunningCommand(
      sites.arguments(["shop"]) + ["--state", "\(sites.folder)/state"],
      environment: ["RECORDS_ADMIN": "admin-word"]
    )
    return (command, try await command.addresses().visitors)
  }

  private func send(
    _ line: String,
    _ token: String? = nil,
    _ body: String = "",
    to visitors: SocketAddress
  ) async throws -> String {
    let authorization = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
    let text =
      "\(line) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(authorization)"
      + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    return try await onThread {
      let socket = try PlainSocket(to: visitors)
      try socket.send(text)
      return try socket.receiveAll()
    }
  }

  private func signUp(_ name: String, at visitors: SocketAddress) async throws -> String {
    let body = #"{"email":"\#(name)@example.com","password":"a long password","register":true}"#
    let answer = PlainAnswer(try await send("POST /v1/session", nil, body, to: visitors))
    #expect(answer.status == "201", "\(answer.body)")
    return String(try #require(answer.body.firstMatch(of: /"token":"([^"]+)"/)).1)
  }

  /// Declares the types, and has two users who own an order and a note each.
  private func fill(_ visitors: SocketAddress) async throws -> (ann: String, bob: String) {
    for (name, type) in [
      ("orders", Self.orders), ("notes", Self.notes), ("flowers", Self.flowers),
    ] {
      let line = "PUT /v1/_schema/\(name)"
      let declared = try await send(line, "admin-word", type, to: visitors)
      #expect(declared.hasPrefix("HTTP/1.1 200 "), "\(declared)")
    }
    let ann = try await signUp("ann", at: visitors)
    let bob = try await signUp("bob", at: visitors)
    for (path, token, text) in [
      ("orders", ann, #""ann's order""#), ("orders", bob, #""bob's order""#),
      ("notes", ann, #""ann's note""#), ("notes", bob, #""bob's note""#),
      ("notes", ann, #""all's note","open":true"#), ("flowers", "admin-word", #""rose""#),
    ] {
      let made = try await send("POST /v1/\(path)", token, "{\"text\":\(text)}", to: visitors)
      #expect(made.hasPrefix("HTTP/1.1 201 "), "\(made)")
    }
    return (ann, bob)
  }

  private static let texts = [
    "ann's order", "bob's order", "ann's note", "bob's note", "all's note", "rose",
  ]

  private func seen(_ answer: String) -> [String] { Self.texts.filter { answer.contains($0) } }

  @Test func `The token of an old app and the key of an app reach the records as well`()
    async throws
  {
    let (command, visitors) = try await serve()
    let (ann, bob) = try await fill(visitors)
    let made = try await send("POST /v1/apps", "admin-word", #"{"name":"till"}"#, to: visitors)
    let app = try #require(made.firstMatch(of: /"uuid":"([^"]+)"/), "\(made)").1
    let keyed = try await send("POST /v1/apps/\(app):key", "admin-word", to: visitors)
    let key = String(try #require(keyed.firstMatch(of: /"key":"([^"]+)"/), "\(keyed)").1)
    let tills =
      #"{"prefix":"till","attributes":{"text":{"type":"text"}},"#
      + #""rules":[{"role":"anyone","may":["fetch"],"where":"text = @me.app"}]}"#
    _ = try await send("PUT /v1/_schema/tills", "admin-word", tills, to: visitors)
    _ = try await send("POST /v1/tills", "admin-word", #"{"text":"till"}"#, to: visitors)
    func get(_ path: String, _ field: String) async throws -> String {
      let text = "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(field)\r\n"
      return try await onThread {
        let socket = try PlainSocket(to: visitors)
        try socket.send(text)
        return try socket.receiveAll()
      }
    }
    for _ in 0..<2 {
      for (token, order) in [(ann, "ann's order"), (bob, "bob's order")] {
        let answer = try await get("/en/mine", "X-DreamFactory-Session-Token: \(token)\r\n")
        #expect(seen(answer) == [order, "rose"], "\(answer)")
        let vary = answer.split(separator: "\r\n").first { $0.hasPrefix("vary: ") } ?? ""
        for name in ["authorization", "x-dreamfactory-session-token", "x-app-key"] {
          #expect(vary.contains(name), "\(answer)")
        }
        #expect(answer.contains("private"))
      }
      #expect(seen(try await get("/en/mine", "")) == ["rose"])
      #expect(try await get("/en/tills", "X-App-Key: \(key)\r\n").contains(#""text":"till""#))
      #expect(try await !get("/en/tills", "").contains(#""text":"till""#))
    }
    withExtendedLifetime(command) {}
  }

  @Test func `Each visitor sees its own, and no cache shows them to another`() async throws {
    let (command, visitors) = try await serve()
    let (ann, bob) = try await fill(visitors)
    for round in 0..<3 {
      for (token, orders, notes) in [
        (nil, ["rose"], ["all's note"]),
        (ann, ["ann's order", "rose"], ["ann's note", "all's note"]),
        (bob, ["bob's order", "rose"], ["bob's note", "all's note"]),
        ("admin-word", ["ann's order", "bob's order", "rose"], Array(Self.texts[2...4])),
      ] as [(String?, [String], [String])] {
        for (path, expected) in [("mine", orders), ("around", orders), ("notes", notes)] {
          let answer = try await send("GET /en/\(path)", token, to: visitors)
          let place = "\(path) for \(token ?? "nobody") in round \(round): \(answer)"
          #expect(answer.hasPrefix("HTTP/1.1 200 ") && seen(answer) == expected, "\(place)")
          #expect(answer.contains("cache-control: private"), "\(place)")
          #expect(!answer.contains("portico;hit"), "\(place)")
          #expect(answer.contains("nothing") == (path != "notes" && token == nil), "\(place)")
        }
      }
    }
    withExtendedLifetime(command) {}
  }

  @Test func `A required part of a stranger is refused to the stranger alone`() async throws {
    let (command, visitors) = try await serve()
    let (ann, _) = try await fill(visitors)
    for (token, status) in [(nil, "401"), ("ps_wrong", "401"), (ann, "200"), (nil, "401")] {
      let text = try await send("GET /en/strict", token, to: visitors)
      #expect(PlainAnswer(text).status == status, "\(text)")
      #expect(seen(text) == (status == "200" ? ["ann's order"] : []), "\(text)")
      #expect(text.contains("cache-control: private"), "\(text)")
    }
    withExtendedLifetime(command) {}
  }

  @Test func `A call with a plan's rights never sees the visitor's token`() async throws {
    let (command, visitors) = try await serve()
    let (ann, _) = try await fill(visitors)
    for (token, isKept) in [(ann, false), (nil, true), (ann, true)] {
      let answer = try await send("GET /en/plans", token, to: visitors)
      #expect(seen(answer) == ["all's note"], "\(answer)")
      #expect(answer.contains("cache-control: public"), "\(answer)")
      #expect(answer.contains("portico;hit") == isKept, "\(answer)")
    }
    withExtendedLifetime(command) {}
  }

  @Test func `A visitor's new record is in the next answer`() async throws {
    let (command, visitors) = try await serve()
    let (ann, _) = try await fill(visitors)
    #expect(try await !send("GET /en/mine", ann, to: visitors).contains("another"))
    let made = try await send("POST /v1/orders", ann, #"{"text":"another"}"#, to: visitors)
    #expect(made.hasPrefix("HTTP/1.1 201 "), "\(made)")
    #expect(try await send("GET /en/mine", ann, to: visitors).contains("another"))
    withExtendedLifetime(command) {}
  }

  @Test func `The records have no socket, for plans and for passes`() async throws {
    let (command, visitors) = try await serve()
    let (ann, _) = try await fill(visitors)
    for path in ["/en/mine", "/en/plans", "/v1/orders"] {
      let answer = try await send("GET \(path)", ann, to: visitors)
      #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(answer)")
    }
    // Those for visitors and for operators, and no connection of its own to either.
    let sockets = try command.sockets()
    #expect(sockets.listening == 2 && sockets.toItself == 0, "\(sockets)")
  }
}
