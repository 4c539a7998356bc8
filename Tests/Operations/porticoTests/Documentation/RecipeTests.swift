// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Files
import Foundation
import LoopTesting
import ProgramTesting
import Synchronization
import Testing

/// The files of the page of recipes are served as they stand there.
@Suite(.timeLimit(.minutes(5))) struct `The recipes` {
  private let sites = ServedSites()

  private final class Seen: Sendable { let requests = Mutex<[String]>([]) }

  private static let answers: [(target: String, type: String, body: String)] = [
    ("/v2/items/7", "application/json", #"{"title":"Rose","price":2.5}"#),
    (
      "/v2/items?offset=0&limit=2", "application/json",
      #"{"total":3,"items":[{"id":"7","title":"Rose"},{"id":"8","title":"Lily"}]}"#
    ),
    (
      "/graphql", "application/json",
      #"{"data":{"product":{"name":"Rose","reviews":[{"text":"red"}]}}}"#
    ),
    ("/v2/pages/home", "application/json", #"{"title":"Welcome"}"#),
    ("/me", "application/json", #"{"name":"Ann"}"#),
    (
      "/stock/7.xml", "text/xml",
      #"<s:stock xmlns:s="u"><s:store id="a1"><s:count>4</s:count></s:store></s:stock>"#
    ),
  ]

  private func service(_ seen: Seen) throws -> ScriptedServer {
    try ScriptedServer { socket, _ in
      while true {
        let head = try socket.receive(through: "\r\n\r\n")
        var body = ""
        if let length = head.lowercased().firstMatch(of: /content-length: (\d+)/)?.1 {
          body = String(decoding: try socket.receive(exactly: Int(length) ?? 0), as: UTF8.self)
        }
        seen.requests.withLock { $0.append(head + body) }
        let target = head.split(separator: " ").dropFirst().first ?? ""
        let answer = Self.answers.first { $0.target == target }
        let isSignedOut =
          target == "/me" && !head.lowercased().contains("authorization: bearer ann")
        let status = answer == nil ? "404 None" : isSignedOut ? "401 Who" : "200 OK"
        let said = answer?.body ?? "{}"
        try socket.send(
          "HTTP/1.1 \(status)\r\nContent-Type: \(answer?.type ?? "application/json")\r\n"
            + "Content-Length: \(said.utf8.count)\r\n\r\n\(said)"
        )
      }
    }
  }

  private func write() throws {
    let blocks = DocumentedBlock.all.filter { $0.file == "Recipes.md" && $0.language == "json5" }
    let settings = try #require(blocks.first { $0.text.hasPrefix("backends") })
    // With more patience, since this machine may be busy.
    try sites.write(
      "shop",
      settings.text.replacing("addresses: {", with: "timeout: \"30s\", addresses: {")
    )
    for folder in ["items", "products", "stock"] {
      try Files.makeFolder("\(sites.folder)/shop/Content/\(folder)")
    }
    let documents = blocks.filter { $0.text.hasPrefix("// Content/") }
    #expect(documents.count == 6)
    for block in documents {
      let path = try #require(block.text.firstMatch(of: /^\/\/ (Content\/[^\n]+\.json5)/)?.1)
      try sites.put(
        block.text.replacing("  calls: {", with: "  budget: \"30s\", calls: {"),
        at: "shop/\(path)"
      )
    }
  }

  @Test func `serve what they say`() async throws {
    let seen = Seen()
    let service = try service(seen)
    defer { service.stop() }
    try write()
    let address = "http://\(service.address)"
    let command = try RunningCommand(
      sites.arguments(["shop"]),
      environment: [
        "CATALOG_URL": address, "GRAPH_URL": address, "ACCOUNTS_URL": address, "STOCK_URL": address,
        "CATALOG_KEY": "key-1", "GRAPH_KEY": "key-2",
      ]
    )
    let visitors = try await command.addresses().visitors
    func get(_ path: String, _ token: String? = nil) async throws -> String {
      try await RunningCommand.ask("GET \(path)", token: token, at: visitors)
    }
    func requests(_ target: String) -> [String] {
      seen.requests.withLock { $0.filter { $0.contains(" \(target) HTTP") } }
    }

    let item = try await get("/items/7")
    #expect(item.contains(#""title":"Rose","price":2.5"#), "\(item)")
    #expect(requests("/v2/items/7").allSatisfy { $0.lowercased().contains("x-api-key: key-1") })
    let passed = try await get("/api/v2/items/7")
    #expect(passed.contains(#"{"title":"Rose","price":2.5}"#), "\(passed)")
    #expect(requests("/v2/items/7").count == 2 && !passed.contains("key-1"))
    #expect(requests("/v2/items/7").last?.lowercased().contains("host: \(service.address)") == true)

    let product = try await get("/products/7")
    #expect(product.contains(#""name":"Rose","reviews":[{"text":"red"}]"#), "\(product)")
    let query = try #require(requests("/graphql").first)
    #expect(
      query.contains("Bearer key-2") && query.contains(#""variables":{"id":"7"}"#),
      "\(query)"
    )

    let home = try await get("/home")
    #expect(home.contains(#""title":"Welcome""#) && !home.contains("greeting"), "\(home)")
    let mine = try await get("/home", "ann")
    #expect(mine.contains(#""greeting":"Ann""#) && mine.lowercased().contains("private"), "\(mine)")

    let config = try await get("/config")
    #expect(config.contains(#""item":"/items/{id}""#), "\(config)")

    let items = try await get("/items")
    #expect(items.contains(#""total":3"#) && items.contains(#""next":"/items?next="#), "\(items)")

    let stock = try await get("/stock/7")
    #expect(stock.contains(#""stores":[{"id":"a1","count":4}]"#), "\(stock)")
    try await command.stop()
  }
}
