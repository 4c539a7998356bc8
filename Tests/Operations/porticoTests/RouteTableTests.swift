// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Files
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The table of routes` {
  private let sites = ServedSites()

  /// Serves documents, a plan whose service is not there, and two passes.
  private func serve() async throws -> (RunningCommand, SocketAddress, SocketAddress) {
    let service = try ScriptedServer { peer, _ in
      while true {
        _ = try peer.receive(through: "\r\n\r\n")
        try peer.send("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 2\r\n\r\nok")
      }
    }
    services.append(service)
    try sites.write(
      "shop",
      #"defaults: { ttl: 604800 }, backends: { stock: { addresses: "http://127.0.0.1:9" }, "#
        + #"files: { addresses: "http://\#(service.address)" } }, "#
        + #"passes: { "/": { backend: "files" }, "#
        + #""/files": { backend: "files", cache: "standard" } }"#
    )
    try Files.makeFolder("\(sites.folder)/shop/Content/items")
    try sites.put(
      #"{ datatype: "item", ttl: 120, calls: { stock: { backend: "stock", path: "/{id}" } }, "#
        + #"body: { left: { $pick: "$.stock.left" } } }"#,
      at: "shop/Content/items/{id}.json5"
    )
    let command = try RunningCommand(sites.arguments(["shop"]))
    let (visitors, operators) = try await command.addresses()
    return (command, visitors, operators)
  }

  private final class Services {
    var all: [ScriptedServer] = []
    func append(_ server: ScriptedServer) { all.append(server) }
    deinit { for server in all { server.stop() } }
  }

  private let services = Services()

  /// The rows by route, once a snapshot of a second makes them so.
  private func rows(
    _ query: String = "",
    at operators: SocketAddress,
    until isSo: ([String: DataValue]) -> Bool = { _ in true }
  ) async throws -> [String: DataValue] {
    try await waitFor("the routes are so") {
      let answer = PlainAnswer(try await RunningCommand.ask("GET /routes\(query)", at: operators))
      try #require(answer.status == "200", "\(answer.body)")
      let rows = try answer.json.list("routes").map { ($0.text("route") ?? "", $0) }
      let byRoute = Dictionary(rows) { first, _ in first }
      return isSo(byRoute) ? byRoute : nil
    }
  }

  @Test
  func `The route table has each document, plan and pass with file and requests`() async throws {
    let (command, visitors, operators) = try await serve()
    for target in ["/files/a", "/files/a", "/other", "/items/7", "/config", "/config", "/config"] {
      _ = try await RunningCommand.ask("GET \(target)", at: visitors)
    }
    // The first of the three answers was made.
    let rows = try await rows(at: operators) { $0["/config"]?.number("hits") == 2.0 / 3 }
    #expect(rows.keys.sorted() == ["/", "/config", "/files", "/items/{id}"])
    let config = try #require(rows["/config"])
    #expect(config.text("site") == "shop")
    #expect(config.text("kind") == "document")
    #expect(config.text("file") == "Content/config.json5")
    #expect(config.text("kept") == "1")
    #expect(config.text("errors") == "0")
    #expect(config["p99"] != nil)
    let item = try #require(rows["/items/{id}"])
    #expect(item.text("kind") == "plan")
    #expect(item.text("backends") == "stock")
    #expect(item.number("ttl") == 120)
    #expect(item.text("errors") == "1")
    let files = try #require(rows["/files"])
    #expect(files.text("kind") == "kept pass")
    #expect(files.text("kept") == "1")
    #expect(files.number("hits") == 0.5)
    let rest = try #require(rows["/"])
    #expect(rest.text("kind") == "pass")
    #expect(rest.text("file")?.hasPrefix("Content/site.json5:") == true)
    #expect(rest.number("hits") == 0)
    withExtendedLifetime(command) {}
  }

  @Test func `The route table can be filtered by a text`() async throws {
    let (command, _, operators) = try await serve()
    let rows = try await rows("?filter=ITEMS", at: operators)
    #expect(rows.keys.sorted() == ["/items/{id}"])
    withExtendedLifetime(command) {}
  }

  @Test func `The route table of a large site has its documents by folder`() async throws {
    try sites.write("shop", "defaults: { ttl: 604800 }")
    try Files.makeFolder("\(sites.folder)/shop/Content/items")
    for number in 0..<1_001 {
      try sites.put(#"{ datatype: "item", body: {} }"#, at: "shop/Content/items/\(number).json5")
    }
    let command = try RunningCommand(sites.arguments(["shop"]))
    let (visitors, operators) = try await command.addresses()
    for number in 0..<3 { _ = try await RunningCommand.ask("GET /items/\(number)", at: visitors) }
    let rows = try await rows(at: operators) { ($0["/items/*"]?.number("rate") ?? 0) > 0 }
    #expect(rows.keys.sorted() == ["/config", "/items/*"])
    #expect(rows["/items/*"]?.text("file") == "1001 files")
    #expect(rows["/items/*"]?.text("kept") == "3")
    withExtendedLifetime(command) {}
  }
}

extension DataValue {
  fileprivate func number(_ key: String) -> Double? {
    switch self[key]?.content {
    case .integer(let number)?: Double(number)
    case .decimal(let number)?: number.value
    default: nil
    }
  }
}
