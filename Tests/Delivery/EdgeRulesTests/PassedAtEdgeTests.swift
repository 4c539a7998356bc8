// SPDX-License-Identifier: Apache-2.0

import EdgeRules
import Edges
import Foundation
import LoopTesting
import Reactor
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A passed path at an edge` {
  private static func rules() async throws -> EdgeRuleSet {
    try await EdgeOrigin(
      [
        "config": #"{ datatype: "config", body: { home: { $ref: "home" } } }"#,
        "home": #"{ datatype: "screen", body: { title: { $t: "title" } } }"#,
        "Locales/en.json": #"{ "title": "Title" }"#, "Locales/fr.json": #"{ "title": "Titre" }"#,
      ],
      settings: """
        {
          languages: { published: ["en", "fr"], source: "en", default: "en" },
          backends: { service: { addresses: "http://127.0.0.1:9" } },
          passes: {
            "/live": { backend: "service", webSockets: { idle: 90 } },
            "/plain": { backend: "service" },
            "/": { backend: "service", webSockets: {} },
          },
          roots: "*",
        }
        """
    ).rules()
  }

  /// Agrees to every WebSocket at a path with `live` in it, and says in capitals what it hears.
  private static func service(_ heads: Heads) throws -> ScriptedServer {
    try ScriptedServer { socket, _ in
      while let head = try? socket.receive(through: "\r\n\r\n") {
        heads.all.withLock { $0.append(head.lowercased()) }
        guard head.contains("live"), head.lowercased().contains("\r\nupgrade: websocket\r\n") else {
          let field = head.lowercased().contains("close\r\n") ? "Connection: close\r\n" : ""
          try socket.send(
            "HTTP/1.1 200 OK\r\n\(field)Cache-Control: max-age=60\r\nContent-Length: 2\r\n\r\nno"
          )
          if !field.isEmpty { return socket.close() }
          continue
        }
        try socket.send(
          "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nhi"
        )
        while case let bytes = try socket.receive(), !bytes.isEmpty {
          try socket.send(String(decoding: bytes, as: UTF8.self).uppercased())
        }
        return
      }
    }
  }

  private final class Heads: Sendable {
    let all = Mutex<[String]>([])
    var last: String { all.withLock { $0.last ?? "" } }
    var count: Int { all.withLock { $0.count } }
  }

  private static func opening(_ path: String) -> String {
    "GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n"
      + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
  }

  private static func edge(
    _ kind: EdgeProcess.Kind,
    _ service: ScriptedServer
  ) async throws -> EdgeProcess {
    var settings = ExportSettings()
    settings.originPort = Int(service.address.port)
    return try await EdgeProcess.start(kind, rules(), settings)
  }

  @Test(arguments: EdgeProcess.Kind.allCases)
  func `A passed path that declares WebSockets carries them both ways through an edge`(
    _ kind: EdgeProcess.Kind
  ) async throws {
    let heads = Heads()
    let service = try Self.service(heads)
    let edge = try await Self.edge(kind, service)
    try await onThread { [edge, heads] in
      for path in ["/live", "/live/prices?x=1", "/other/live"] {
        let socket = try PlainSocket(to: edge.address)
        try socket.send(Self.opening(path))
        let head = try socket.receive(through: "\r\n\r\n").lowercased()
        #expect(head.hasPrefix("http/1.1 101 "), "\(head)")
        #expect(head.contains("upgrade: websocket\r\n"), "\(head)")
        #expect(try socket.receive(exactly: 2) == Array("hi".utf8))
        for word in ["one", "two"] {
          try socket.send(word)
          #expect(try socket.receive(exactly: 3) == Array(word.uppercased().utf8))
        }
        #expect(heads.last.hasPrefix("get \(path) http/1.1\r\n"), "\(heads.last)")
        #expect(heads.last.contains("sec-websocket-key: dghlihnhbxbszsbub25jzq==\r\n"))
        #expect(heads.last.contains("x-forwarded-for: 127.0.0.1\r\n"), "\(heads.last)")
      }
    }
  }

  @Test(arguments: EdgeProcess.Kind.allCases)
  func `A passed path without declared WebSockets gets no upgrade through an edge`(
    _ kind: EdgeProcess.Kind
  ) async throws {
    let heads = Heads()
    let service = try Self.service(heads)
    let edge = try await Self.edge(kind, service)
    try await onThread { [edge, heads] in
      let socket = try PlainSocket(to: edge.address)
      try socket.send(Self.opening("/plain/live"))
      #expect(try socket.receive(through: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
      #expect(!heads.last.contains("upgrade"), "\(heads.last)")
    }
  }

  @Test(arguments: EdgeProcess.Kind.allCases)
  func `A declined WebSocket lets no further request through on its connection`(
    _ kind: EdgeProcess.Kind
  ) async throws {
    let heads = Heads()
    let service = try Self.service(heads)
    let edge = try await Self.edge(kind, service)
    try await onThread { [edge, heads] in
      let socket = try PlainSocket(to: edge.address)
      try socket.send(Self.opening("/refused"))
      #expect(try socket.receive(through: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
      #expect(try socket.receive(exactly: 2) == Array("no".utf8))
      try? socket.send("GET /second HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 10.0.0.1\r\n\r\n")
      _ = try? socket.receive()
      #expect(!heads.last.contains("x-forwarded-for: 10.0.0.1\r\n"), "\(heads.last)")
    }
  }

  @Test(arguments: EdgeProcess.Kind.allCases)
  func `A pass for all other paths leaves documents to the cache and is not cached`(
    _ kind: EdgeProcess.Kind
  ) async throws {
    let heads = Heads()
    let service = try Self.service(heads)
    let edge = try await Self.edge(kind, service)
    try await onThread { [edge, heads] in
      let dialogue = try HTTPDialogue(edge.address)
      for (path, asked) in [("/home", 1), ("/en/home", 1), ("/else", 2), ("/plain", 2)] {
        let before = heads.count
        for _ in 0..<2 { #expect(try dialogue.get(path).text == "no") }
        #expect(heads.count - before == asked, "\(path)")
      }
      _ = try dialogue.get("/else", [(name: "Cookie", value: "a=1")])
      #expect(heads.last.contains("cookie: a=1\r\n"), "\(heads.last)")
    }
  }
}
