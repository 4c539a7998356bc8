// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Files
import LoopTesting
import ProgramTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A trial against the real services` {
  private let sites = ServedSites()

  private static func service() throws -> ScriptedServer {
    try ScriptedServer { socket, _ in
      while true {
        let head = try socket.receive(through: "\r\n\r\n")
        let target = head.split(separator: " ").dropFirst().first ?? ""
        let body =
          target.contains("wrong")
          ? #"{"name":7}"#
          : #"{"name":"rose \#(target.dropFirst().prefix { $0 != "?" })","prices":[1.5,2]}"#
        let status = target.contains("broken") ? "500 Broken" : "200 OK"
        try socket.send(
          "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
      }
    }
  }

  private func write(_ service: ScriptedServer, _ paths: [String: String]) throws {
    try sites.write(
      "shop",
      """
      backends: { shop: { addresses: "http://\(service.address)", health: false, timeout: "30s",
        retries: 0, send: { query: { key: { $env: "TRIAL_KEY" } } } } }
      """
    )
    try Files.makeFolder("\(sites.folder)/shop/Content/items")
    for (path, target) in paths {
      try sites.put(
        """
        {
          datatype: "part", budget: "30s",
          calls: { rose: { backend: "shop", path: "\(target)", schema: {
            required: ["name"], properties: { name: { type: "string" }, kind: { enum: ["a"] } } } } },
          body: { title: { $pick: "$.rose.name" } },
        }
        """,
        at: "shop/Content/\(path).json5"
      )
    }
  }

  private func run(_ words: String...) async throws -> Program.Outcome {
    try await Program("env").run(
      ["TRIAL_KEY=planted-key", BuiltCommand.path] + words + ["--site", "\(sites.folder)/shop"]
    )
  }

  @Test func `shows each call, its answer beside the declared shape, and the body`() async throws {
    let service = try Self.service()
    defer { service.stop() }
    try write(service, ["items/{id}": "/roses/{id}", "wrong": "/wrong"])
    let good = try await run("try", "items/7", "--live")
    #expect(good.status == 0, "\(good)")
    #expect(good.output.contains("rose  shop /roses/7  200 in "), "\(good.output)")
    #expect(good.output.contains("answer    { name: string, prices: [number × 2] }"))
    #expect(good.output.contains(#"declared  { kind?: "a", name: string }"#), "\(good.output)")
    #expect(good.output.contains(#""title": "rose roses/7""#), "\(good.output)")
    #expect(!good.output.contains("planted"))

    let wrong = try await run("try", "wrong", "--live")
    #expect(wrong.status == 1 && wrong.output.contains("answer    { name: integer }"), "\(wrong)")
    #expect(wrong.output.contains("$.name is a number; expected string"), "\(wrong.output)")

    let json = try await run("try", "items/7", "--live", "--json")
    let data = try DataValue(reading: Array(json.output.utf8).span, as: .json)
    let call = try #require(data.list("calls").first)
    #expect(call.text("status") == "200" && call["answer"]?.text("name") == "rose roses/7")
  }

  @Test func `needs --live and a document with a plan`() async throws {
    let service = try Self.service()
    defer { service.stop() }
    try write(service, ["good": "/good"])
    let without = try await run("try", "good")
    #expect(without.status == 2 && without.errors.contains("expected --live"), "\(without)")
    let other = try await run("try", "nothing", "--live")
    #expect(other.status == 1 && other.errors.contains("nothing"), "\(other)")
    let plain = try await run("try", "config", "--live")
    #expect(plain.status == 1 && plain.errors.contains("config"), "\(plain)")
  }

  @Test func `of all documents is part of the check`() async throws {
    let service = try Self.service()
    defer { service.stop() }
    try write(service, ["good": "/good", "items/{id}": "/roses/{id}"])
    let good = try await run("check", "--live")
    #expect(good.status == 0, "\(good)")
    #expect(good.output.contains("live: 1 of 1 document with plans are good"), "\(good.output)")
    #expect(good.output.contains("not tried, since their paths need values: items/{id}"))
    try write(service, ["wrong": "/wrong", "broken": "/broken"])
    let bad = try await run("check", "--live")
    #expect(bad.status == 1, "\(bad)")
    #expect(bad.output.contains("live: broken: rose of shop: "), "\(bad.output)")
    #expect(
      bad.output.contains("live: wrong: rose of shop: ")
        && bad.output.contains("$.name is a number")
    )
    #expect(bad.output.contains("live: 1 of 3 documents with plans are good"))
  }
}
