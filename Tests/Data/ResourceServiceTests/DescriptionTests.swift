// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import ResourceService
import ResourceStoreTesting
import Sites
import Testing

@Suite struct `The OpenAPI description of records` {
  private func describe(_ service: ServiceUnderTest) throws -> DataValue {
    let reply = try service.send(.get, "/v1/_openapi.json")
    #expect(reply.status == 200 && reply.fields["content-type"] == "application/json")
    return reply.json
  }

  private func operations(
    of description: DataValue
  ) -> [(method: String, path: String, operation: DataValue)] {
    (description["paths"]?.dictionary?.members ?? []).flatMap { path in
      (path.value.dictionary?.members ?? []).map { ($0.key.uppercased(), path.key, $0.value) }
    }
  }

  /// The path of an address with the parameters that a record and a type have.
  private func filled(_ path: String, _ id: String) -> String {
    path.replacing("{id}", with: id).replacing("{type}", with: "flowers")
      .replacing("{hook}", with: "orders").replacing("{letter}", with: "orders-1")
  }

  @Test func `The OpenAPI description names exactly the methods that each path answers`() throws {
    let hook = RunningHook(RecordHook("orders"), at: "", state: { HookState(.idle) }, wake: {})
    let service = try ServiceUnderTest { $0.hooks = [hook] }
    let described = operations(of: try describe(service))
    // Files are no part of what is answered without a connection.
    for path in Set(described.map(\.path)) where !path.hasSuffix("/photo") {
      let type = path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
      let prefix = try StoreSamples.types()[type]?.prefix ?? "f"
      let target = filled(path, "\(prefix)-01h455vb4pex5vsknk084sn02q")
      let methods: [HTTPValues.Method] = [.get, .post, .put, .patch, .delete]
      let replies = try methods.map { ($0, try service.send($0, target, [:], [:])) }
      let answered = replies.filter { $0.1.status != 405 }.map(\.0)
      let names = described.filter { $0.path == path }.map(\.method).sorted()
      #expect(answered.map(\.name).sorted() == names, "\(target)")
      // QUERY stands in no document of OpenAPI 3.1, and HEAD follows from GET.
      for refusal in replies.map(\.1) where refusal.status == 405 {
        let allowed = (refusal.fields["allow"] ?? "").split(separator: ", ").map(String.init)
        #expect(allowed.filter { !["HEAD", "QUERY"].contains($0) }.sorted() == names, "\(target)")
      }
    }
  }

  @Test func `OPTIONS names the methods of a path that the description has`() throws {
    let service = try ServiceUnderTest()
    let operations = service.service.operations
    for path in Set(operations.map(\.path)) where !path.contains("{") {
      let named = operations.filter { $0.path == path }.flatMap { operation in
        operation.method == "GET" ? ["GET", "HEAD"] : [operation.method]
      }
      let reply = try service.send(.options, path)
      let allowed = (reply.fields["allow"] ?? "").split(separator: ", ").map(String.init)
      #expect(reply.status == 204, "\(path)")
      // QUERY stands in no document of OpenAPI 3.1.
      #expect(Set(allowed).subtracting(["QUERY"]) == Set(named + ["OPTIONS"]), "\(path)")
    }
  }

  @Test func `A read takes the query parameters of its description and no others`() throws {
    let service = try ServiceUnderTest()
    let values = [
      "fields": "name", "view": "light", "include": "shop", "filter": "_version > 0",
      "order": "name", "limit": "1", "page": "", "ids": "", "count": "none", "zone": "",
      "since": "0", "wait": "0s", "types": "flowers",
    ]
    for path in ["/v1/flowers", "/v1/changes"] {
      let operation = try #require(
        service.service.operations.first { $0.path == path && $0.method == "GET" }
      )
      for (name, value) in values where !["page", "ids"].contains(name) {
        let target = "\(path)?\(name)=\(value.replacing(" ", with: "%20"))"
        let status = try service.send(.get, target).status
        #expect((status == 200) == operation.parameters.contains(name), "\(target)")
      }
    }
  }

  @Test func `The OpenAPI description names session methods where there are users`() throws {
    let people = try PeopleUnderTest { settings in
      settings.mailsCodes = true
      settings.signUps = AttemptBudget(burst: 1_000)
    }
    let described = operations(of: try people.send(.get, "/v1/_openapi.json", as: "admin").json)
    let paths = [
      "/v1/session", "/v1/session:reset", "/v1/sessions", "/v1/sessions/{session}",
      "/v1/users/{id}:erase", "/v1/grants", "/v1/grants/{grant}", "/v1/session:code",
      "/v1/users/{id}/_second-factor",
    ]
    for path in paths {
      let target = path.replacing("{id}", with: "me").replacing(
        "{session}",
        with: "session-01h455vb4pex5vsknk084sn02q"
      ).replacing("{grant}", with: "none")
      let methods: [HTTPValues.Method] = [.get, .post, .put, .patch, .delete]
      let answered = try methods.enumerated().filter { index, method in
        let token = try people.signUp("user\(index)-\(path.utf8.count)")
        return try people.send(method, target, as: token, [:]).status != 405
      }
      let names = described.filter { $0.path == path }.map(\.method).sorted()
      #expect(answered.map(\.element.name).sorted() == names, "\(path)")
    }
    #expect(
      operations(of: try describe(ServiceUnderTest())).allSatisfy { $0.path != "/v1/session" }
    )
  }

  @Test func `The examples in the OpenAPI description are accepted by the service`() throws {
    let service = try ServiceUnderTest()
    let creations = operations(of: try describe(service)).filter {
      $0.operation["operationId"]?.string?.hasSuffix(".create") == true
    }
    #expect(creations.count == 3)
    for (_, path, operation) in creations {
      let content = operation["requestBody"]?["content"]?["application/json"]
      let example = try #require(content?["example"])
      #expect(try service.send(.post, path, [:], example).status == 201, "\(path): \(example)")
    }
  }

  @Test func `The OpenAPI description leaves out methods that a type does not allow`() throws {
    let service = try ServiceUnderTest()
    let type: DataValue = ["prefix": "x", "capabilities": ["fetch"]]
    #expect(try service.send(.put, "/v1/_schema/fixed", [:], type).status == 200)
    let methods = operations(of: try describe(service)).filter { $0.path == "/v1/fixed" }
    #expect(methods.map(\.method) == ["GET"])
  }

  @Test func `The OpenAPI description tells which requests need a token`() throws {
    let service = try ServiceUnderTest { settings in
      settings.caller = { fields in Caller(fields.contains("authorization") ? .administer : .read) }
    }
    let paths = try describe(service)["paths"]
    let (either, token): (DataValue, DataValue) = ([[:], ["token": []]], [["token": []]])
    #expect(paths?["/v1/flowers"]?["get"]?["security"] == either)
    #expect(paths?["/v1/flowers"]?["post"]?["security"] == token)
    #expect(paths?["/v1/_schema/{type}"]?["put"]?["security"] == token)
  }

  @Test
  func `The OpenAPI description has all members of what the removal of a type answers`() throws {
    let service = try ServiceUnderTest()
    let answer = try service.send(.delete, "/v1/_schema/reviews?dryRun=true").json
    let report = try describe(service)["components"]?["schemas"]?["TypeReport"]
    let described = report?["properties"]
    for member in try #require(answer.dictionary).members {
      #expect(described?[member.key] != nil, "\(member.key)")
    }
    let lost = try #require(answer["lost"]?["reviews"]?.dictionary)
    let extent = described?["lost"]?["additionalProperties"]
    #expect(lost.members.map(\.key) == extent?["properties"]?.dictionary?.members.map(\.key))
    #expect(extent?["required"] == .list(lost.members.map { .text($0.key) }))
  }

  @Test func `The OpenAPI description is refused to who may not see the types`() throws {
    let service = try ServiceUnderTest { $0.caller = { _ in Caller(.nothing) } }
    #expect(try service.send(.get, "/v1/_openapi.json").status == 401)
    #expect(try service.send(.post, "/v1/_openapi.json").status == 401)
  }

  @Test(arguments: [
    ("dryRun", 200), ("dryRun=true", 200), ("dryRun=false", 200), ("dryRun=yes", 400),
    ("dryRun=", 400), ("loss=1", 400),
  ])
  func `A flag in the query must be true or false`(
    query: String,
    status: Int
  ) throws {
    let service = try ServiceUnderTest()
    let reply = try service.send(.put, "/v1/_schema/trees?\(query)", [:], ["prefix": "t"])
    #expect(reply.status == status)
    let isThere = try service.send(.get, "/v1/_schema/trees").status == 200
    #expect(isThere == (query == "dryRun=false"))
  }

  @Test func `The OpenAPI description follows a change of the types`() throws {
    let service = try ServiceUnderTest()
    let type: DataValue = ["prefix": "t", "attributes": ["height": ["type": "number"]]]
    _ = try service.send(.put, "/v1/_schema/trees", [:], type)
    let schemas = try describe(service)["components"]?["schemas"]
    #expect(schemas?["trees.new"]?["properties"]?["height"] != nil)
  }
}
