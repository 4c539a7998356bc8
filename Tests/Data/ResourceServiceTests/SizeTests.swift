// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import ResourceService
import ResourceStore
import Sites
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Sizes of records` {
  @Test func `Only a write whose end is not known is told to be sent again with its key`() {
    for (kind, mayBeDone) in [(.unavailable, false), (.outcomeUnknown, true)]
      as [(StoreError.Kind, Bool)]
    {
      let problem = ResourceProblem(StoreError(kind, "the host db1 is away") as any Error)
      #expect(problem.status == .serviceUnavailable && problem.code == .unavailable)
      #expect(problem.description.contains("may have been done") == mayBeDone)
      #expect(!problem.description.contains("db1"))
    }
  }

  @Test func `A body that is too large is told with its code and limit`() async throws {
    let server = try await ResourceServer { $0.bodyBytes = 64 }
    let body = "{\"name\":\"\(String(repeating: "x", count: 100))\"}"
    for (line, body) in [
      ("POST /v1/flowers", body), ("POST /v1:batch", body), ("PATCH /v1/_schema/flowers", body),
    ] {
      let reply = try await server.send(line, ["Content-Type: application/json"], body: body)
      #expect(reply.status == 413 && reply.json["code"] == "too-large", "\(reply.body)")
      #expect(reply.json["detail"]?.string?.contains("64 bytes") == true)
      #expect(server.refusals.last?.code == "too-large")
    }
  }

  private func server(
    _ limits: (inout RecordLimits) -> Void = { _ in }
  ) async throws -> ResourceServer {
    var all = RecordLimits()
    limits(&all)
    let settings = all
    return try await ResourceServer { $0.limits = settings }
  }

  private func text(_ value: DataValue) -> String { String(decoding: value.json, as: UTF8.self) }

  /// Creates a shop with a text of some bytes; returns its path.
  private func shop(_ server: ResourceServer, _ bytes: Int = 0) async throws -> String {
    let made = try await server.send(
      "POST /v1/shops",
      body: text(["a": [:], "story": .text(String(repeating: "x", count: bytes))])
    )
    #expect(made.status == 201, "\(made.body)")
    return "/v1/shops/\(made.json["uuid"]?.string ?? "")"
  }

  private func patch(
    _ server: ResourceServer,
    _ path: String,
    _ operations: [DataValue]
  ) async throws -> ResourceServer.Received {
    try await server.send(
      "PATCH \(path)",
      ["Content-Type: application/json-patch+json"],
      body: text(.list(operations))
    )
  }

  @Test func `A JSON patch whose copies double the record is refused before it grows`() async throws
  {
    let server = try await server()
    for (from, target) in [("/a", "/a/b"), ("", "/b")] {
      let path = try await shop(server)
      let copies = (0..<60).map { number -> DataValue in
        ["op": "copy", "from": .text(from), "path": .text("\(target)\(number)")]
      }
      let refused = try await patch(server, path, copies)
      #expect(refused.status == 413 && refused.json["code"] == "too-large", "\(refused.body)")
      #expect(
        refused.json["detail"]?.string?.contains("1048576 bytes that a patch may copy") == true
      )
      // The first twelve make some thousand values.
      #expect(try await patch(server, path, Array(copies.prefix(12))).status == 200)
    }
  }

  @Test
  func `A value that lies deeper than a body may is refused, since nobody could read it again`()
    async throws
  {
    let server = try await server()
    let path = try await shop(server)
    let deeper = (2...63).map { depth -> DataValue in
      ["op": "add", "path": .text(String(repeating: "/a", count: depth)), "value": [:]]
    }
    #expect(try await patch(server, path, deeper).status == 200)
    let deepest: DataValue = [
      "op": "add", "path": .text(String(repeating: "/a", count: 64)), "value": [:],
    ]
    let moved: DataValue = ["op": "move", "from": "/a", "path": "/b/a"]
    for operations in [[deepest], [["op": "add", "path": "/b", "value": [:]], moved]] {
      let refused = try await patch(server, path, operations)
      #expect(refused.status == 413, "\(refused.body)")
      #expect(refused.json["detail"]?.string?.contains("more than 64 containers") == true)
    }
    #expect(try await server.send("GET \(path)").status == 200)
    #expect(try await server.send("DELETE \(path)").status == 204)
  }

  @Test func `A record is refused beyond its bytes, however it comes to them`() async throws {
    let server = try await server { $0.recordBytes = 2_000 }
    let large = String(repeating: "x", count: 2_000)
    let created = try await server.send("POST /v1/shops", body: text(["story": .text(large)]))
    #expect(created.status == 413 && created.json["code"] == "too-large")
    let path = try await shop(server, 1_000)
    let growing: [(String, DataValue)] = [
      ("PATCH", ["more": .text(large)]), ("PUT", ["more": .text(large)]),
      ("PATCH", ["attrs": [["name": "list", "op": "append", "value": [.text(large)]]]]),
    ]
    for (method, body) in growing {
      let refused = try await server.send("\(method) \(path)", body: text(body))
      #expect(refused.status == 413 && refused.json["code"] == "too-large", "\(refused.body)")
    }
    // A lower limit keeps nobody from making a record smaller, or from removing it.
    server.under.service.renew { $0.limits.recordBytes = 1_024 }
    let others = try await shop(server, 900)
    server.under.service.renew { $0.limits.recordBytes = 500 }
    #expect(try await server.send("PATCH \(path)", body: text(["b": 1])).status == 413)
    let less = try await server.send("PATCH \(path)", body: text(["a": .null]))
    #expect(less.status == 200, "\(less.body)")
    #expect(try await server.send("DELETE \(others)").status == 204)
  }

  @Test func `Large records are several pages of a list and of the changes, and none is missing`()
    async throws
  {
    let server = try await server { $0.pageBytes = 5_000 }
    var ids: Set<String> = []
    for bytes in [900, 6_000] + Array(repeating: 1_800, count: 9) {
      ids.insert(String(try await shop(server, bytes).dropFirst("/v1/shops/".count)))
    }
    for order in ["", "&order=-_created"] {
      var (listed, page): ([String], String?) = ([], "")
      while let token = page {
        let query = "limit=1000\(order)" + (token.isEmpty ? "" : "&page=\(token)")
        let answer = try await server.send("GET /v1/shops?\(query)")
        let data = answer.json["data"]?.elements ?? []
        #expect(answer.status == 200 && (answer.body.utf8.count < 6_500 || data.count == 1))
        #expect(answer.json["offset"] == .integer(Int64(listed.count)))
        listed += data.compactMap { $0["uuid"]?.string }
        page = answer.json["next"]?.string
      }
      #expect(listed.count == 11 && Set(listed) == ids, "\(order)")
    }
    var (changed, token, hasMore) = ([String](), "0", true)
    while hasMore {
      let answer = try await server.send("GET /v1/changes?limit=1000&since=\(token)")
      let data = answer.json["data"]?.elements ?? []
      #expect(answer.status == 200 && (answer.body.utf8.count < 6_500 || data.count == 1))
      changed += data.compactMap { $0["uuid"]?.string }
      token = answer.json["syncToken"]?.string ?? ""
      hasMore = answer.json["moreComing"] == true
    }
    #expect(changed.count == 11 && Set(changed) == ids)
  }

  @Test func `Included records that have too many bytes together are refused`() async throws {
    let server = try await server { $0.pageBytes = 5_000 }
    for number in 0..<5 {
      let shop = try await shop(server, 1_500)
      let id = shop.dropFirst("/v1/shops/".count)
      let flower = text(["name": .text("F\(number)"), "shop": .text(String(id))])
      #expect(try await server.send("POST /v1/flowers", body: flower).status == 201)
    }
    let some = try await server.send("GET /v1/flowers?include=shop&limit=2")
    #expect(some.status == 200 && some.json["included"]?.elements?.count == 2)
    let all = try await server.send("GET /v1/flowers?include=shop")
    #expect(all.status == 400 && all.json["code"] == "too-costly", "\(all.body)")
  }

  @Test func `A batch whose records have too many bytes together is refused, and nothing is done`()
    async throws
  {
    let server = try await server { $0.batchBytes = 20_000 }
    let path = try await shop(server, 1_500)
    let id = DataValue.text(String(path.dropFirst("/v1/shops/".count)))
    let adding: DataValue = [["name": "count", "op": "inc", "value": 1]]
    let operations: [(DataValue, done: DataValue)] = [
      (["op": "update", "id": id, "attrs": adding], 5), (["op": "get", "id": id], 5),
      // The present record is part of the answer to a write that expects another version.
      (["op": "update", "id": id, "if": 99, "attrs": adding], 5),
    ]
    for (operation, done) in operations {
      // An atomic one ends with the first write that fails.
      for isAtomic in operation["if"] == nil ? [true, false] : [false] {
        let body: DataValue = [
          "atomic": .bool(isAtomic), "ops": .list(Array(repeating: operation, count: 14)),
        ]
        let refused = try await server.send("POST /v1:batch", body: text(body))
        #expect(refused.status == 413 && refused.json["code"] == "too-large", "\(refused.body)")
      }
      let few: DataValue = ["ops": .list(Array(repeating: operation, count: 5))]
      #expect(try await server.send("POST /v1:batch", body: text(few)).status == 200)
      #expect(try await server.send("GET \(path)").json["count"] == done)
    }
    // Lines have no end, so that they are done in parts.
    let lines = Array(repeating: text(operations[0].0) + "\n", count: 40).joined()
    let fields = ["Content-Type: application/x-ndjson"]
    let streamed = try await server.send("POST /v1:batch", fields, body: lines)
    // Between them stand the lengths of the answer's chunks.
    let results = streamed.body.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("{") }
    #expect(results.count == 40 && results.allSatisfy { $0.contains("\"status\":200") })
    #expect(try await server.send("GET \(path)").json["count"] == 45)
  }

  @Test func `A deletion that changes too many bytes by references is refused`() async throws {
    let server = try await server { $0.batchBytes = 20_000 }
    let flower = try await server.send("POST /v1/flowers", body: "{\"name\":\"Rose\"}")
    let id = flower.json["uuid"] ?? .null
    let story = DataValue.text(String(repeating: "x", count: 1_500))
    for _ in 0..<25 {
      let review = text(["flower": id, "story": story])
      #expect(try await server.send("POST /v1/reviews", body: review).status == 201)
    }
    let path = "/v1/flowers/\(id.string ?? "")"
    #expect(try await server.send("DELETE \(path)").status == 413)
    #expect(try await server.send("GET /v1/reviews").json["total"] == 25)
    server.under.service.renew { $0.limits.batchBytes = 100_000 }
    #expect(try await server.send("DELETE \(path)").status == 204)
    #expect(try await server.send("GET /v1/reviews").json["total"] == 0)
  }

  @Test func `Elements are added to a large list, or taken from it, in time that grows with it`()
    async throws
  {
    let server = try await server()
    let path = try await shop(server)
    // Each with each would be 900 million comparisons.
    let numbers = DataValue.list((0..<30_000).map { .integer($0) })
    for (code, count) in [("addUnique", 30_000), ("addUnique", 30_000), ("remove", 0)] {
      let body: DataValue = [
        "attrs": [["name": "numbers", "op": .text(code), "value": numbers]]
      ]
      #expect(try await server.send("PATCH \(path)", body: text(body)).status == 200)
      let record = try await server.send("GET \(path)").json
      #expect(record["numbers"]?.elements?.count == count)
    }
  }
}
