// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Files
import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `An exported nginx in front of a served site` {
  /// A site that is served, the nginx that was exported for it, and both told of each other.
  private final class Scene: Sendable {
    let sites: ServedSites
    let command: RunningCommand
    let operators: SocketAddress
    let edge: RealServer

    init() async throws {
      sites = ServedSites()
      try Scene.write(sites, edges: "{}")
      try sites.put(Scene.document("home", 1, tags: "\"front\""), at: "shop/Content/home.json5")
      try sites.put(Scene.document("terms", 1, tags: "\"legal\""), at: "shop/Content/terms.json5")
      try Files.makeFolder("\(sites.folder)/shop/Content/items")
      try sites.put(Scene.document("7", 1, tags: ""), at: "shop/Content/items/7.json5")
      command = try RunningCommand(sites.arguments(["shop"]))
      let places = try await command.addresses()
      operators = places.operators
      let output = "\(sites.folder)/nginx"
      try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
      let exported = try await Program(BuiltCommand.path).run([
        "export", "nginx", "--site", "\(sites.folder)/shop", "--origin", "\(places.visitors)",
        "--output", "\(output)/portico.conf",
      ])
      #expect(exported.status == 0, "\(exported.errors)")
      edge = try await RealServer.nginx(modules: ["js"], workers: 2) { address, _ in
        let file = "\(output)/portico.conf"
        try String(contentsOfFile: file, encoding: .utf8)
          .replacing("listen 8000;", with: "listen \(address);")
          .write(toFile: file, atomically: true, encoding: .utf8)
        return "include \(file);"
      }
      try Scene.write(
        sites,
        edges: """
          { front: { kind: "nginx", peers: ["127.0.0.0/8"],
            purge: { address: "http://\(edge.address)" } } }
          """
      )
      _ = try await ask("POST /reload", "{}")
    }

    private static func write(_ sites: ServedSites, edges: String) throws {
      try sites.write(
        "shop",
        "edges: \(edges), defaults: { ttl: 100000, staleWhileRevalidate: 0, staleIfError: 0 }"
      )
    }

    static func document(_ name: String, _ number: Int, tags: String) -> String {
      "{ datatype: \"a\", tags: [\(tags)], body: { name: \"\(name)\", number: \(number) } }"
    }

    /// The answer of nginx, and whether it was a cache hit.
    func get(_ path: String) async throws -> (body: String, isHit: Bool) {
      let answer = try await RunningCommand.ask("GET \(path)", at: edge.address)
      return (PlainAnswer(answer).body, answer.contains("X-Cache: HIT"))
    }

    func ask(_ line: String, _ body: String? = nil) async throws -> DataValue {
      try PlainAnswer(try await RunningCommand.ask(line, body, at: operators)).json
    }

    /// Purges, and waits until nginx has.
    func purge(_ order: String) async throws -> DataValue {
      let id = try #require(try await ask("POST /purge", order).text("id"))
      while true {
        let job = try await ask("GET /purges/\(id)")
        if ["done", "failed"].contains(job.text("state")) { return job }
      }
    }
  }

  @Test
  func `An exported nginx drops exactly what a purge by tag, prefix or path hits`() async throws {
    let scene = try await Scene()
    let paths = ["/en/home", "/en/terms", "/en/items/7"]
    // The purges of the last publication end before anything is cached.
    try await waitUntil("all purges are over") {
      try await scene.ask("GET /purges").list("purges").allSatisfy {
        ["done", "failed"].contains($0.text("state"))
      }
    }
    for (order, kept) in [
      (#"{"tag":"legal"}"#, [true, false, true]), (#"{"prefix":"/items/"}"#, [true, true, false]),
      (#"{"path":"/home"}"#, [false, true, true]),
      (#"{"document":"items/7"}"#, [true, true, false]),
      (#"{"all":true,"hard":true}"#, [false, false, false]),
    ] {
      for path in paths {
        _ = try await scene.get(path)
        #expect(try await scene.get(path).isHit, "\(path)")
      }
      let job = try await scene.purge(order)
      #expect(job.text("state") == "done", "\(job)")
      for (path, isKept) in zip(paths, kept) {
        #expect(try await scene.get(path).isHit == isKept, "\(order) \(path)")
      }
    }
  }

  @Test func `An exported nginx shows a publication at once`() async throws {
    let scene = try await Scene()
    try await waitUntil("the answer is kept") { try await scene.get("/en/home").isHit }
    for number in 2...3 {
      try scene.sites.put(
        Scene.document("home", number, tags: "\"front\""),
        at: "shop/Content/home.json5"
      )
      try await waitUntil("edition \(number) is served") {
        try await scene.get("/en/home").body.contains("\"number\":\(number)")
      }
      try await waitUntil("the answer is kept") { try await scene.get("/en/home").isHit }
    }
    try scene.sites.put(#"{ hide: "home" }"#, at: "shop/Content/emergency.json5")
    try await waitUntil("the number is gone") {
      try await !scene.get("/en/home").body.contains("\"number\"")
    }
    let jobs = try await scene.ask("GET /purges").list("purges")
    #expect(jobs.allSatisfy { $0.text("state") != "failed" }, "\(jobs)")
  }
}
