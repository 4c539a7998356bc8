// SPDX-License-Identifier: Apache-2.0

import CodeGeneration
import DataFiles
import FileShapes
import HTTPValues
import LoopTesting
import ResourceModel
import ResourceService
import ResourceStore
import ResourceStoreTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Changes of types over HTTP` {
  private typealias Request = (method: HTTPValues.Method, target: String, body: DataValue)

  /// Declares a type of a name, which is the prefix of its ids, too.
  private func declaration(of name: String) -> Request {
    (.put, "/v1/_schema/\(name)", ["prefix": .text(name), "attributes": [:]])
  }

  /// Sends each of some requests to change types on a thread of its own, many times; returns the statuses.
  private func send(
    _ requests: [Request],
    to service: ServiceUnderTest
  ) async throws -> [Int] {
    try await withThrowingTaskGroup { group in
      for (method, target, body) in requests {
        group.addTask {
          try await onThread { try service.send(method, target, [:], body).status }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test(arguments: ["session", "sessions", "user", "changes"])
  func `A type with the name of a path of the service is refused`(name: String) throws {
    let service = try ServiceUnderTest()
    let (method, target, body) = declaration(of: name)
    let reply = try service.send(method, target, [:], body)
    #expect(reply.status == 422 && reply.json["code"] == "bad-types")
    let all: DataValue = [["name": .text(name), "prefix": "x"]]
    for verb in ["import", "import?dryRun=true", "diff"] {
      #expect(try service.send(.post, "/v1/_schema:\(verb)", [:], all).status == 422)
    }
    // One that an earlier version has taken can be kept, changed and removed.
    _ = try service.service.store.setTypes(options: []) { present in
      try present.with(ResourceType(name, prefix: name))
    }
    #expect(try service.send(.patch, target, [:], ["class": 2]).status == 200)
    #expect(try service.send(.delete, "\(target)?loss=true").status == 200)
  }

  @Test func `Changes of types that come together are all made`() async throws {
    let service = try ServiceUnderTest()
    let names = "abcdefghijklmnopqrstuvwx".map { "kind\($0)" }
    let statuses = try await send(names.map(declaration), to: service)
    #expect(statuses == names.map { _ in 200 })
    let types = service.service.store.types
    #expect(names.allSatisfy { types[$0] != nil })
    #expect(["flowers", "shops", "reviews"].allSatisfy { types[$0] != nil })
  }

  @Test func `Changes of one declaration that come together are all made`() async throws {
    let service = try ServiceUnderTest()
    let names = (0..<24).map { "attribute\($0)" }
    let statuses = try await send(
      names.map { name in
        let attributes = DataValue.members([(name, ["type": "text"])])
        return (.patch, "/v1/_schema/shops", ["attributes": attributes])
      },
      to: service
    )
    #expect(statuses == names.map { _ in 200 })
    let shops = try #require(service.service.store.types["shops"])
    #expect(names.allSatisfy { shops.attribute($0) != nil })
  }

  @Test func `One of several equal types that are declared together is made`() async throws {
    let service = try ServiceUnderTest()
    let body: DataValue = ["name": "kinds", "prefix": "k", "attributes": [:]]
    let requests = (0..<8).map { _ in (HTTPValues.Method.post, "/v1/_schema", body) }
    let statuses = try await send(requests, to: service)
    #expect(statuses.sorted() == [200] + requests.dropFirst().map { _ in 409 })
  }

  @Test func `A refused change of types leaves those that come with it`() async throws {
    let service = try ServiceUnderTest()
    _ = try service.create(["name": "Rose", "stock": 1])
    let refused: DataValue = ["attributes": ["missing": ["type": "text", "required": true]]]
    let names = "abcdefghijkl".map { "kind\($0)" }
    let statuses = try await send(
      names.flatMap { [declaration(of: $0), (.patch, "/v1/_schema/flowers", refused)] },
      to: service
    )
    #expect(statuses.sorted() == names.map { _ in 200 } + names.map { _ in 409 })
    let types = service.service.store.types
    #expect(names.allSatisfy { types[$0] != nil })
    #expect(types["flowers"]?.attribute("missing") == nil)
  }

  @Test func `A change of a declaration is refused if it is another one than If-Match names`()
    throws
  {
    let service = try ServiceUnderTest()
    let target = "/v1/_schema/shops"
    let known = try service.send(.get, target).fields["etag"] ?? ""
    let declaration: DataValue = [
      "prefix": "s", "attributes": ["name": ["type": "text"], "photo": ["type": "binary"]],
      "rules": [["role": "anyone", "may": ["fetch"]]],
    ]
    #expect(try service.send(.put, target, ["if-match": known], declaration).status == 200)
    let present = try service.send(.get, target).fields["etag"] ?? ""
    #expect(present != known)
    for (method, body) in [(.put, ["prefix": "s"]), (.patch, ["rules": []]), (.delete, nil)]
      as [(HTTPValues.Method, DataValue?)]
    {
      let refused = try service.send(method, target, ["if-match": known], body)
      #expect(refused.status == 412 && refused.json["code"] == "version", "\(method.name)")
      let tried = try service.send(method, "\(target)?dryRun=true", ["if-match": known], body)
      #expect(tried.status == 412, "\(method.name)")
    }
    #expect(try service.send(.get, target).fields["etag"] == present)
    let missing = try service.send(.put, "/v1/_schema/kinds", ["if-match": "*"], ["prefix": "k"])
    #expect(missing.status == 412)
    let new: Fields = ["if-none-match": "*"]
    #expect(try service.send(.put, target, new, ["prefix": "s"]).status == 412)
    #expect(try service.send(.put, "/v1/_schema/kinds", new, ["prefix": "k"]).status == 200)
    let unread = try service.send(.get, target, ["if-none-match": present])
    #expect(unread.status == 304)
  }

  @Test func `A change of types that a version of an app in use could not decode is refused`()
    throws
  {
    let text = """
      { app: "com.example.shop", version: "2.3", config: "config", datatypes: {},
        records: { flowers: { "stock?": "integer" }, shops: { "name?": "text", "open?": "boolean" } } }
      """
    let value = try DataValue(reading: Array(text.utf8).span, as: .json5, rules: .documents)
    var findings = Findings()
    let lock = try #require(VersionLock(reading: value, in: "2.3.json5", &findings))
    let service = try ServiceUnderTest { $0.locks = [lock] }
    let target = "/v1/_schema/flowers"
    func attributes(_ kind: String) -> DataValue {
      ["attributes": ["stock": ["type": .text(kind)]]]
    }
    for query in ["", "?dryRun=true"] {
      let refused = try service.send(.patch, target + query, [:], attributes("number"))
      #expect(refused.status == 409 && refused.json["code"] == "cannot-decode", "\(refused.body)")
      #expect(
        refused.json["detail"] == """
          version 2.3 of com.example.shop cannot decode records of the type "flowers": "stock" is \
          a number, and it expects an integer
          """
      )
    }
    let declarations = service.service.store.types.declarations
    let others: DataValue = [
      "data": .list(
        (declarations.elements ?? []).map { type in
          type["name"] == "flowers"
            ? DataValue(
              .dictionary((type.dictionary ?? DataDictionary()).setting("attributes", [:]))
            ) : type
        }
      )
    ]
    for verb in ["import", "diff"] {
      let refused = try service.send(.post, "/v1/_schema:\(verb)", [:], others)
      #expect(refused.json["code"] == "cannot-decode", "\(refused.body)")
    }
    // What the version could not decode before either is no reason to refuse another change.
    #expect(try service.send(.patch, "/v1/_schema/shops", [:], ["class": 2]).status == 200)
    #expect(
      try service.send(.patch, target, [:], ["attributes": ["new": ["type": "text"]]]).status == 200
    )
    service.service.renew { $0.locks = [] }
    #expect(try service.send(.patch, target, [:], attributes("number")).status == 200)
  }

  @Test func `A change of types is made to those of the last change`() throws {
    let store = try ResourceStore(":memory:")
    let first = try StoreSamples.types()
    _ = try store.setTypes(first, options: [])
    var seen: [TypeSet] = []
    _ = try store.setTypes(options: []) { present in
      seen.append(present)
      return try present.without("reviews")
    }
    #expect(throws: TypeSetError("no")) {
      try store.setTypes(options: []) { present in
        seen.append(present)
        throw TypeSetError("no")
      }
    }
    _ = try store.setTypes(options: .dryRun) { present in
      seen.append(present)
      return .empty
    }
    let last = try first.without("reviews")
    #expect(seen == [first, last, last] && store.types == last)
  }
}
