// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Files
import LoopTesting
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `portico bench` {
  private let sites = ServedSites()

  private func bench(_ words: String...) async throws -> Program.Outcome {
    try await Program(BuiltCommand.path).run(["bench"] + words, seconds: 100)
  }

  @Test func `The command bench plays a site's model and writes a report and a learned model`()
    async throws
  {
    try sites.write(
      "shop",
      """
      name: "shop",
      backends: { shop: { addresses: "http://127.0.0.1:9" } },
      passes: { "/orders": { backend: "shop" } },
      model: {
        routes: {
          "GET /config": { steady: 40, peak: 80, hits: 1, sla: { availability: 50 } },
          "POST /orders": { steady: 10, peak: 20, hits: 0 },
        },
      }
      """
    )
    let command = try RunningCommand(sites.arguments(["shop"]))
    let (visitors, _) = try await command.addresses()
    let (site, page, learned) = (
      "\(sites.folder)/shop", "\(sites.folder)/page.html", "\(sites.folder)/learned.json5"
    )
    let outcome = try await bench(
      "http://\(visitors)",
      "--site",
      site,
      "--of",
      "peak",
      "--load",
      "0.5",
      "--duration",
      "1s",
      "--json",
      "--report",
      page,
      "--learn",
      learned
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("The model of shop at 0.5 times its peak rates"))
    #expect(outcome.errors.contains("40 requests in 1s, 40/s, over 64 connections of HTTP/1.1"))
    #expect(outcome.errors.contains("left out") && outcome.errors.contains("POST /orders"))
    let result = try DataValue(reading: Array(outcome.output.utf8).span, as: .json)
    let routes = result.list("routes")
    #expect(routes.map { $0.text("route") } == ["GET /config"])
    #expect(try sites.text(of: "page.html").contains("GET /config"))
    // The learned model is valid for the same site.
    let file = try DataValue(
      reading: Array(try sites.text(of: "learned.json5").utf8).span,
      as: .json5
    )
    let model = try #require(file["model"])
    var bytes: [UInt8] = []
    try JSONWriter().write(model, to: &bytes)
    try sites.write("again", "model: \(String(decoding: bytes, as: UTF8.self))")
    let check = try await Program(BuiltCommand.path).run([
      "check", "--site", "\(sites.folder)/again",
    ])
    #expect(check.status == 0, "\(check.output)")
    withExtendedLifetime(command) {}
  }

  @Test func `The command bench speaks HTTP/2 with and without TLS`() async throws {
    try sites.write("shop", "")
    let certificate = try await TestCertificate()
    let command = try RunningCommand(
      sites.arguments(["shop"]) + [
        "--listen-tls", "127.0.0.1:0", "--certificate", certificate.certificate, "--key",
        certificate.key,
      ]
    )
    let places = try await command.places(until: "/metrics\n")
    let plain = try #require(places.first)
    let secure = try #require(places.dropFirst().first)
    for words in [
      ["http://\(plain)/config", "--http2"],
      [
        "https://localhost:\(secure.port)/config", "--http2", "--authorities",
        certificate.certificate,
      ],
      ["https://localhost:\(secure.port)/config", "--authorities", certificate.certificate],
    ] {
      let outcome = try await Program(BuiltCommand.path).run(
        ["bench"] + words + [
          "--rate", "30", "--duration", "1s", "--connections", "2", "--availability", "50",
        ],
        seconds: 100
      )
      #expect(outcome.status == 0, "\(words): \(outcome.errors) \(outcome.output)")
      #expect(outcome.output.contains("2xx"), "\(words): \(outcome.output)")
    }
    withExtendedLifetime(command) {}
  }

  @Test func `The command bench fails if the promise was not kept`() async throws {
    let server = try ScriptedServer { socket, _ in
      while true {
        _ = try socket.receive(through: "\r\n\r\n")
        try socket.send("HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n")
      }
    }
    let outcome = try await bench(
      "http://\(server.address)/a?b=1",
      "--rate",
      "20",
      "--duration",
      "1s",
      "--header",
      "x-a: 1"
    )
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("failed: GET /a?b=1 broke its promise"), "\(outcome.output)")
    withExtendedLifetime(server) {}
  }

  @Test(arguments: [
    (["--rate", "5"], "expected one URL"),
    (["http://127.0.0.1:1/a"], "the URL has the path /a; expected --rate"),
    (["http://127.0.0.1:1", "--rate", "0"], "--rate is 0, expected a number from 0.001"),
    (["http://127.0.0.1:1", "--rate", "5", "--of", "peak"], "--of is for the model"),
    (["http://127.0.0.1:1", "--within", "5ms"], "--within is for --rate"),
    (["http://127.0.0.1:1", "--rate", "5", "--header", "a"], "expected a name, a colon"),
    (["http://127.0.0.1:1", "--rate", "5", "--connections", "0"], "from 1 to 10000"),
  ])
  func `Wrong options of the command bench are refused with the reason`(
    words: [String],
    reason: String
  ) async throws {
    let outcome = try await Program(BuiltCommand.path).run(["bench"] + words)
    #expect(outcome.status == 2 && outcome.errors.contains(reason), "\(outcome.errors)")
  }

  @Test func `The command bench fails without a connection or without a model`() async throws {
    let server = try ScriptedServer { _, _ in }
    let address = server.address
    server.stop()
    try await waitUntil("nobody listens") { (try? PlainSocket(to: address)) == nil }
    let closed = try await bench("http://\(address)/", "--rate", "5")
    #expect(closed.status == 1 && closed.errors.contains("connect"), "\(closed.errors)")
    try sites.write("shop", "")
    let without = try await bench("http://\(address)", "--site", "\(sites.folder)/shop")
    #expect(without.status == 1 && without.errors.contains("has no model"), "\(without.errors)")
  }
}
