// SPDX-License-Identifier: Apache-2.0

import EdgeRules
import Edges
import Foundation
import LoopTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A purge at an exported edge` {
  private struct Scene {
    let stub: StubOrigin
    let edge: EdgeProcess

    /// - Parameter purgers: who may purge.
    init(
      _ kind: EdgeProcess.Kind,
      stale: String = "stale-while-revalidate=600, stale-if-error=600",
      purgers: [String] = ["127.0.0.1"],
      cors: String? = nil
    ) async throws {
      let stub = try StubOrigin()
      stub.answer {
        $0.fields = [
          "Cache-Control": "public, max-age=600, \(stale)",
          "Expires": "Thu, 01 Jan 2099 00:00:00 GMT", "xkey": "items item-1",
          "cache-groups": #""items", "item-1""#,
        ]
      }
      var settings = stub.settings
      settings.purgers = purgers
      let more = cors.map { "cors: \($0), roots:" } ?? "roots:"
      let rules = try await EdgeOrigin(
        EdgeSite.files,
        settings: EdgeSite.settings.replacingOccurrences(of: "roots:", with: more)
      ).rules()
      self.stub = stub
      edge = try await EdgeProcess.start(kind, rules, settings)
    }
  }

  @Test func `A purge of a URL removes its variants and no other URL from Varnish`() async throws {
    let scene = try await Scene(.varnish)
    try await onThread { [edge = scene.edge] in
      let dialogue = try HTTPDialogue(edge.address)
      func ask() throws -> [Bool] {
        try ["/de/home", "/fr/home", "/de/terms", "/de/home?view=light"].map {
          try dialogue.get($0).isHit
        }
      }
      _ = try ask()
      #expect(try ask() == [true, true, true, true])
      let one = try dialogue.get("/de/home", method: "PURGE")
      #expect(one.status == 200 && one.fields["x-purged"] == "2")
      #expect(try ask() == [false, true, true, false])
      let all = try dialogue.get("/home", method: "PURGE")
      // Answers that were purged before count again until Varnish has removed them.
      #expect(all.fields["x-purged"].flatMap { Int($0) } ?? 0 >= 3)
      #expect(try ask() == [false, false, true, false])
      #expect(try dialogue.get("/none", method: "PURGE").fields["x-purged"] == "0")
    }
  }

  @Test func `A purge of tags removes the answers with one of them from Varnish`() async throws {
    let scene = try await Scene(.varnish)
    try await onThread { [edge = scene.edge, stub = scene.stub] in
      let dialogue = try HTTPDialogue(edge.address)
      let first = try dialogue.get("/de/home")
      #expect(first.fields["xkey"] == nil && first.fields["x-portico-url"] == nil)
      stub.answer { $0.fields["xkey"] = "others" }
      _ = try dialogue.get("/de/terms")
      let tags = [(name: "x-purge-tags", value: "nothing item-1 items")]
      let purged = try dialogue.get("/", tags, method: "PURGE")
      // It is counted once for each of its tags.
      #expect(purged.status == 200 && purged.fields["x-purged"] == "2")
      #expect(try !dialogue.get("/de/home").isHit && dialogue.get("/de/terms").isHit)
    }
  }

  @Test func `A soft purge lets Varnish serve the stale answer during the fetch`() async throws {
    let scene = try await Scene(.varnish)
    try await onThread { [edge = scene.edge, stub = scene.stub] in
      let dialogue = try HTTPDialogue(edge.address)
      let old = try dialogue.get("/de/home").text
      let soft = [(name: "x-purge-soft", value: "1")]
      let purged = try dialogue.get("/de/home", soft, method: "PURGE")
      #expect(purged.fields["x-purged"] == "1")
      #expect(try dialogue.get("/de/home").text == old)
      try EdgeRulesTests.ask(until: { try dialogue.get("/de/home").text != old })
      #expect(stub.requests.count == 2)
    }
  }

  @Test
  func
    `that is soft leaves Varnish the answer for errors only, where it may serve nothing else stale`()
    async throws
  {
    let scene = try await Scene(.varnish, stale: "stale-if-error=600")
    try await onThread { [edge = scene.edge, stub = scene.stub] in
      let dialogue = try HTTPDialogue(edge.address)
      _ = try dialogue.get("/de/home")
      let soft = [(name: "x-purge-tags", value: "items"), (name: "x-purge-soft", value: "1")]
      #expect(try dialogue.get("/", soft, method: "PURGE").fields["x-purged"] == "1")
      #expect(try dialogue.get("/de/home").text == "answer 2")
      _ = try dialogue.get("/", soft, method: "PURGE")
      stub.goAway()
      #expect(try dialogue.get("/de/home").text == "answer 2")
    }
  }

  @Test func `A purge of a prefix removes the URLs that begin with it from Varnish`() async throws {
    let scene = try await Scene(.varnish)
    try await onThread { [edge = scene.edge] in
      let dialogue = try HTTPDialogue(edge.address)
      func ask() throws -> [Bool] {
        try ["/de/items/1", "/fr/items/2", "/de/terms"].map { try dialogue.get($0).isHit }
      }
      func ban(_ prefix: String) throws -> Int {
        try dialogue.get("/", [(name: "x-ban-prefix", value: prefix)], method: "BAN").status
      }
      _ = try ask()
      #expect(try ban("/items/") == 200)
      #expect(try ask() == [false, false, true])
      #expect(try ban("/fr/") == 200)
      #expect(try ask() == [true, false, true])
      #expect(try ban("/") == 200)
      #expect(try ask() == [false, false, false])
      #expect(try ban("/a b") == 400 && ban("items") == 400)
      #expect(try ask() == [true, true, true])
    }
  }

  @Test(arguments: EdgeProcess.Kind.allCases)
  func `A purge of a prefix takes every character of a URL for itself`(
    _ kind: EdgeProcess.Kind
  ) async throws {
    let scene = try await Scene(kind)
    try await onThread { [edge = scene.edge] in
      let dialogue = try HTTPDialogue(edge.address)
      for mark in [
        "+", ":", "(", ")", "[", "]", ".", "$", "^", "|", "{2}", "\\d", "@", "~", "%5B", "!", ";",
        "'", "#",
      ]
      where mark != "#" || kind == .varnish {
        let (hit, other) = ("/de/items/a\(mark)b/1?x=\(mark)", "/de/items/a0b/1")
        for path in [hit, other] {
          _ = try dialogue.get(path)
          #expect(try dialogue.get(path).isHit, "\(path)")
        }
        let prefix = "/items/a\(mark)"
        let purged =
          kind == .varnish
          ? try dialogue.get("/", [(name: "x-ban-prefix", value: prefix)], method: "BAN")
          : try dialogue.get("\(prefix)*", method: "PURGE")
        #expect(purged.status == 200, "\(prefix): \(purged)")
        #expect(try [hit, other].map { try dialogue.get($0).isHit } == [false, true], "\(prefix)")
      }
    }
  }

  @Test func `A purge at Varnish from an address that may not purge is refused`() async throws {
    let scene = try await Scene(.varnish, purgers: ["192.0.2.0/24"])
    try await onThread { [edge = scene.edge] in
      let dialogue = try HTTPDialogue(edge.address)
      _ = try dialogue.get("/de/home")
      for method in ["PURGE", "BAN"] {
        let reply = try dialogue.get("/de/home", method: method)
        #expect(reply.status == 405 && reply.fields["allow"] == "GET, HEAD")
      }
      #expect(try dialogue.get("/de/home").isHit)
    }
  }

  @Test(arguments: [true, false])
  func `A purge of tags removes the answers with one of them from nginx`(
    _ isInBody: Bool
  ) async throws {
    let scene = try await Scene(.nginx)
    try await onThread { [edge = scene.edge, stub = scene.stub] in
      let dialogue = try HTTPDialogue(edge.address)
      let paths = ["/de/home", "/fr/home?view=light", "/de/terms"]
      for path in paths.dropLast() { _ = try dialogue.get(path) }
      stub.answer { $0.fields["cache-groups"] = #""others", "b-1f", "items-of-others""# }
      _ = try dialogue.get("/de/terms")
      func hits() throws -> [Bool] { try paths.map { try dialogue.get($0).isHit } }
      #expect(try hits() == [true, true, true])
      // More than a few are looked for in another way.
      for filler in [0, 40] {
        stub.answer { $0.fields["cache-groups"] = #""items", "item-1""# }
        let tags = (["nothing", "item-1"] + (0..<filler).map { "no-\($0)" }).joined(separator: " ")
        let purged = try dialogue.get(
          "/*",
          isInBody ? [] : [(name: "x-purge-tags", value: tags)],
          method: "PURGE",
          body: isInBody ? tags : ""
        )
        #expect(purged.status == 200 && purged.fields["x-purged"] == "2", "\(purged)")
        #expect(try hits() == [false, false, true])
      }
      stub.answer { $0.fields["cache-groups"] = nil }
      let bucket = [(name: "x-purge-tags", value: "b-1f")]
      #expect(try dialogue.get("/*", bucket, method: "PURGE").fields["x-purged"] == "1")
      #expect(try hits() == [true, true, false])
    }
  }

  @Test func `A purge of a prefix removes the URLs that begin with it from nginx`() async throws {
    let scene = try await Scene(.nginx)
    try await onThread { [edge = scene.edge] in
      let dialogue = try HTTPDialogue(edge.address)
      func ask() throws -> [Bool] {
        try ["/de/items/1", "/fr/items/2?view=light", "/de/terms"].map {
          try dialogue.get($0).isHit
        }
      }
      func purge(_ prefix: String) throws -> String? {
        let reply = try dialogue.get("\(prefix)*", method: "PURGE")
        #expect(reply.status == 200, "\(reply)")
        return reply.fields["x-purged"]
      }
      _ = try ask()
      #expect(try purge("/items/") == "2")
      #expect(try ask() == [false, false, true])
      #expect(try purge("/fr/") == "1")
      #expect(try ask() == [true, false, true])
      #expect(try purge("/none/") == "0")
      #expect(try ask() == [true, true, true])
      #expect(try purge("/") == "3")
      #expect(try ask() == [false, false, false])
    }
  }

  @Test(arguments: ["tag", "prefix", "URL"])
  func `An answer that nginx asked for before a purge is not kept after it`(
    _ kind: String
  ) async throws {
    let scene = try await Scene(.nginx)
    try await onThread { [edge = scene.edge, stub = scene.stub] in
      let (first, second) = (try HTTPDialogue(edge.address), try HTTPDialogue(edge.address))
      stub.hold()
      try first.ask("/de/home")
      try blockUntil("the origin is asked") { !stub.requests.isEmpty }
      let purged =
        switch kind {
        case "tag":
          try second.get("/*", [(name: "x-purge-tags", value: "items")], method: "PURGE")
        case "prefix": try second.get("/home*", method: "PURGE")
        default: try second.get("/de/home", method: "PURGE")
        }
      #expect(purged.status == 200 && purged.fields["x-purged"] == "0", "\(purged)")
      stub.release()
      #expect(try first.reply().text == "answer 1")
      #expect(try first.get("/de/home").text == "answer 2", "the first is not kept")
      #expect(try first.get("/de/home").text == "answer 2")
    }
  }

  @Test func `A purge fails when nginx cannot read the files of its cache`() async throws {
    let scene = try await Scene(.nginx)
    try await onThread { [edge = scene.edge] in
      let dialogue = try HTTPDialogue(edge.address)
      _ = try dialogue.get("/de/home")
      let folder = edge.folder
      try FileManager.default.moveItem(atPath: "\(folder)/portico-cache", toPath: "\(folder)/away")
      defer {
        try? FileManager.default.moveItem(
          atPath: "\(folder)/away",
          toPath: "\(folder)/portico-cache"
        )
      }
      try "".write(toFile: "\(folder)/portico-cache", atomically: true, encoding: .utf8)
      defer { try? FileManager.default.removeItem(atPath: "\(folder)/portico-cache") }
      let refused = try dialogue.get("/*", method: "PURGE")
      #expect(refused.status == 500 && refused.text.contains("not everything is let go"))
    }
  }

  @Test
  func `A purge of a URL removes its variants from nginx, if the address may purge`() async throws {
    let scene = try await Scene(.nginx)
    try await onThread { [edge = scene.edge] in
      let dialogue = try HTTPDialogue(edge.address)
      func ask() throws -> [Bool] {
        try [("/de/home", "gzip"), ("/de/home", "br"), ("/fr/home", "br")].map {
          try dialogue.get($0.0, [(name: "Accept-Encoding", value: $0.1)]).isHit
        }
      }
      _ = try ask()
      #expect(try ask() == [true, true, true])
      let purged = try dialogue.get("/de/home", method: "PURGE")
      #expect(purged.status == 200 && purged.fields["x-purged"] == "2")
      #expect(try ask() == [false, false, true])
    }
    let closed = try await Scene(.nginx, purgers: ["192.0.2.0/24"])
    try await onThread { [edge = closed.edge, stub = closed.stub] in
      let dialogue = try HTTPDialogue(edge.address)
      for path in ["/de/home", "/account", "/account/1"] {
        #expect(try dialogue.get(path, method: "PURGE").status == 403, "\(path)")
      }
      #expect(stub.requests.isEmpty)
    }
  }

  @Test func `A purge of a URL removes what nginx has for every origin, visitor and query`()
    async throws
  {
    let scene = try await Scene(.nginx, cors: #"{ origins: ["https://app.example.com"] }"#)
    try await onThread { [edge = scene.edge] in
      let dialogue = try HTTPDialogue(edge.address)
      let asking: [(path: String, fields: [(name: String, value: String)])] = [
        ("/de/home", []), ("/de/home", [("Origin", "https://app.example.com")]),
        ("/de/home?view=light", []), ("/de/home", [("Accept", "text/html, text/plain;q=0.1")]),
        // Such an app is left to the gateway, which reads all forms of X-App.
        ("/home", [("X-App", "app=(1 2)"), ("Accept-Language", "de")]),
        ("/fr/home", [("Origin", "https://app.example.com")]),
        ("/de/homes", [("Origin", "https://app.example.com")]),
      ]
      func hits() throws -> [Bool] {
        try asking.map { try dialogue.get($0.path, $0.fields).isHit }
      }
      _ = try hits()
      #expect(try hits() == [true, true, true, true, true, true, true])
      for (path, kept) in [
        ("/de/home", [false, false, false, false, true, true, true]),
        ("/de/home?view=light", [true, true, false, true, true, true, true]),
        ("/home", [false, false, false, false, false, false, true]),
      ] {
        let purged = try dialogue.get(path, method: "PURGE")
        #expect(
          purged.status == 200 && purged.fields["x-purged"] == "\(kept.count { !$0 })",
          "\(purged)"
        )
        #expect(try hits() == kept, "\(path)")
      }
    }
  }

  @Test(arguments: EdgeProcess.Kind.allCases)
  func `A purge of a URL along a pass is obeyed by the edge and never reaches the service`(
    _ kind: EdgeProcess.Kind
  ) async throws {
    let scene = try await Scene(kind)
    try await onThread { [edge = scene.edge, stub = scene.stub] in
      let dialogue = try HTTPDialogue(edge.address)
      _ = try dialogue.get("/de/home")
      for path in ["/account", "/account/1", "/account/1?x=2"] {
        let tags = path == "/account" ? [(name: "x-purge-tags", value: "item-1")] : []
        let purged = try dialogue.get(path, tags, method: "PURGE")
        #expect(
          purged.status == 200 && purged.fields["x-purged"] == (tags.isEmpty ? "0" : "1"),
          "\(purged)"
        )
      }
      #expect(stub.requests.count == 1)
      #expect(try dialogue.get("/account").text == "answer 2")
    }
  }
}
