// SPDX-License-Identifier: Apache-2.0

import Measure
import Testing

@testable import Console

@Suite struct `The example of an operation` {
  private static let listeners = [VisitorListener("http", .address("127.0.0.1:8080"))]

  private func request(
    _ operation: String,
    token: String = "yes",
    bodies: String = "",
    _ values: KeyValuePairs<String, String> = [:]
  ) throws -> RecordRequest {
    var table = FigureTable(
      "operations",
      [ColumnKey.operation, .bodies, .token].map { .init($0, "") }
    )
    table.add([.text(operation), bodies.isEmpty ? .none : .text(bodies), .text(token)])
    return RecordRequest(try #require(table.records.first), Address(asked: "/api", values))
  }

  @Test func `The command has the method, the fields, a body, and the values that were given`()
    throws
  {
    let request = try request(
      "PATCH /v1/notes/{id}",
      bodies: "application/json, application/json-patch+json",
      ["id": "a b/'c", "query": "fields=text&as=x y"]
    )
    #expect(request.names == ["id"])
    #expect(
      request.command(Self.listeners).text
        == "curl -i --globoff --path-as-is -X 'PATCH' -H 'Authorization: Bearer TOKEN'"
        + " -H 'Content-Type: application/json' --data-raw '{}'"
        + " 'http://127.0.0.1:8080/v1/notes/a%20b%2F%27c?fields=text&as=x%20y'"
    )
  }

  @Test func `A name without a value stands in its place, in capitals`() throws {
    let request = try request("GET /v1/notes/{id}", token: "no")
    #expect(
      request.command(Self.listeners).text
        == "curl -i --globoff --path-as-is 'http://127.0.0.1:8080/v1/notes/ID'"
    )
  }

  @Test func `The program in Swift sends the same request`() throws {
    let request = try request(
      "POST /v1/notes",
      bodies: "application/json",
      ["query": "a=\"\\(x)"]
    )
    let lines = request.swift(request.command(Self.listeners).url).split(separator: "\n")
    #expect(lines.contains("#if canImport(FoundationNetworking)"))
    #expect(lines.contains("request.httpMethod = \"POST\""))
    #expect(
      lines.contains(#"request.setValue("Bearer TOKEN", forHTTPHeaderField: "Authorization")"#)
    )
    #expect(lines.contains(#"request.httpBody = Data("{}".utf8)"#))
    let url = try #require(lines.first { $0.hasPrefix("guard let url") })
    #expect(url.contains(#"URL(string: "http://127.0.0.1:8080/v1/notes?a=%22%5C"#), "\(url)")
  }

  @Test func `The page shows the operation that was chosen, and links to the others`() throws {
    var table = FigureTable(
      "operations",
      [ColumnKey.site, .operation, .summary, .bodies, .token].map { .init($0, "") }
    )
    table.add([
      .text("shop"), .text("GET /v1/notes"), .text("Lists the notes"), .none, .text("yes"),
    ])
    func html(_ address: Address) throws -> String {
      let inspection = Inspection(
        at: 1_800_000_000,
        version: "1",
        sites: ["shop"],
        listeners: Self.listeners,
        reader: .init(name: nil, formToken: "", hasSession: false, actions: []),
        [Address(asked: "/api"): .tables([table])]
      )
      return String(decoding: try #require(Console(address)).html(inspection), as: UTF8.self)
    }
    let chosen = Address(asked: "/api", ["site": "shop", "operation": "GET /v1/notes"])
    let plain = try html(Address(asked: "/api"))
    #expect(plain.contains(chosen.text.replacing("&", with: "&amp;")) && !plain.contains("curl -i"))
    let page = try html(chosen)
    #expect(page.contains("curl -i --globoff") && page.contains("URLSession.shared.data"))
    #expect(try html(Address(asked: "/api", ["operation": "GET /x"])).contains("no such operation"))
  }
}
