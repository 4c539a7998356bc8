// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPServer
import HTTPValues
import LoopTesting
import Reactor
import Testing

/// A site with passes and a plan, whose service shows in its answers all that it was sent.
@Suite(.timeLimit(.minutes(5))) struct `The fields of a request that name its sender` {
  private static let claims = [
    "X-Forwarded-Host": "evil.example", "X-Forwarded-For": "203.0.113.66",
    "X-Forwarded-Port": "666", "X-Forwarded-Proto": "evil", "X-Forwarded-Scheme": "evil",
    "X-Forwarded-Prefix": "/evil",
    "X-Forwarded-Server": "evil.example", "Forwarded": "for=203.0.113.66;host=evil.example",
    "X-Real-IP": "203.0.113.66", "True-Client-IP": "203.0.113.66", "X-Client-IP": "203.0.113.66",
    "CF-Connecting-IP": "203.0.113.66", "X_Forwarded_Host": "evil.example", "X-Country": "EVIL",
    "Surrogate-Capability": "evil=\"ESI/1.0\"",
  ]

  private static let overrides = [
    "X-Original-URL": "/evil", "X-Rewrite-URL": "/evil", "X-Original-Host": "evil.example",
    "X-Host": "evil.example", "X-HTTP-Host-Override": "evil.example", "X_Original_URL": "/evil",
    "X-HTTP-Method-Override": "EVIL", "X-HTTP-Method": "EVIL", "X-Method-Override": "EVIL",
    "X-Envoy-Original-Path": "/evil", "X-Accel-Mapping": "/evil", "X-Sendfile-Type": "evil",
    "Proxy": "http://evil.example",
  ]

  private static let all = claims.merging(overrides) { $1 }

  private let service: PlainService
  private let site: SiteServer

  private init(peers: String) async throws {
    let clock = ManualClock(wallSeconds: SiteServer.start)
    service = try await PlainService(clock: clock) { exchange, _ in
      let sent = exchange.request.fields
      let fields = sent.view
      var seen = ["host: \(exchange.request.authority)"]
      for index in 0..<fields.count {
        seen.append("\(fields.name(at: index).text.lowercased()): \(fields.value(at: index).text)")
      }
      let text = seen.joined(separator: "|").replacing("\"", with: "'")
      try await exchange.respond(
        Response(
          .ok,
          fields: ["content-type": "application/json", "cache-control": "max-age=60"]
        ),
        body: Array("{\"seen\":\"\(text)\"}".utf8)
      )
    }
    site = try await SiteServer(
      [
        "plan": """
        { datatype: "a", calls: { a: { backend: "open", path: "/plan" } },
          body: { seen: { $pick: "$.a.seen" } } }
        """
      ],
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
          edges: { cdn: { peers: "\(peers)", country: "X-Country" } },
          backends: { open: { addresses: ["\(service.address)"] } },
          passes: {
            "/kept": { backend: "open", cache: "standard" }, "/plain": { backend: "open" },
          },
        }
        """,
      clock: clock
    )
  }

  init() async throws { try await self.init(peers: "192.0.2.0/24") }

  @Test(arguments: ["/kept/a", "/plain/a", "/plan"])
  func `A service sees nothing that a client claims of itself, and no other client gets it`(
    path: String
  ) async throws {
    let first = try await site.get(path, Self.all)
    #expect(first.status == 200)
    for word in ["evil", "EVIL", "203.0.113.66", ": 666"] {
      #expect(!first.body.contains(word), "\(word): \(first.body)")
    }
    let second = try await site.get(path)
    #expect(second.status == 200 && !second.body.lowercased().contains("evil"))
    guard path != "/plan" else { return }
    for field in ["x-forwarded-for: 127.0.0.1", "x-forwarded-host: a", "x-forwarded-proto: http"] {
      #expect(first.body.contains("|\(field)|") || first.body.contains("|\(field)\""), "\(field)")
    }
  }

  @Test func `A trusted edge says of its client what it likes where no answer is stored`()
    async throws
  {
    let edge = try await Self(peers: "127.0.0.0/8")
    let body = try await edge.site.get("/plain/a", Self.all).body
    for (name, value) in Self.claims where name != "X-Forwarded-For" {
      let field = "\(name.lowercased()): \(value.replacing("\"", with: "'"))"
      #expect(body.contains(field), "\(field): \(body)")
    }
    #expect(body.contains("x-forwarded-for: 203.0.113.66, 127.0.0.1"), "\(body)")
    for name in Self.overrides.keys { #expect(!body.contains("\(name.lowercased()): "), "\(name)") }
  }

  @Test func `What is stored for all depends on nothing that an edge says of its client`()
    async throws
  {
    let edge = try await Self(peers: "127.0.0.0/8")
    let body = try await edge.site.get("/kept/a", Self.all).body
    #expect(!body.contains("evil"), "\(body)")
    #expect(body.contains("x-forwarded-host: a"))
  }

  @Test(arguments: ["A", "a:80", "A:080", "a:"])
  func `A service sees the host of an answer that is stored in the form of its key`(
    host: String
  ) async throws {
    let body = try await onThread {
      let socket = try PlainSocket(to: site.address)
      try socket.send("GET /kept/a HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
      return try socket.receiveAll()
    }
    #expect(body.contains("host: a|"), "\(body)")
  }

  @Test func `A client cannot use a field to ask for a method that a pass refuses`() async throws {
    let sent = ["X-HTTP-Method-Override": "DELETE"]
    let body = try await site.get("/plain/a", sent, method: "POST", body: "").body
    #expect(!body.contains("DELETE"), "\(body)")
  }
}
