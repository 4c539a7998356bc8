// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import ResourceService
import ResourceStoreTesting
import Synchronization
import Testing

@Suite struct `Writes of the records that a filter finds` {
  private let service: ServiceUnderTest

  init() throws {
    service = try ServiceUnderTest { $0.batchOperations = 4 }
    for (name, stock) in [("A", 1), ("B", 2), ("C", 3)] {
      _ = try service.create(["name": .text(name), "stock": .integer(Int64(stock))])
    }
  }

  private func stocks() throws -> [Int64?] {
    let list = try service.send(.get, "/v1/flowers?order=name").json["data"]?.elements ?? []
    return list.map { $0["stock"]?.integer }
  }

  @Test func `A patch changes each record of its filter, and answers a result for each`() throws {
    let add: DataValue = ["attrs": [["name": "stock", "op": "inc", "value": 10]]]
    let reply = try service.send(.patch, "/v1/flowers?filter=stock%3E1", [:], add)
    #expect(reply.status == 200)
    #expect(reply.json["data"]?.elements?.map { $0["result"] } == ["updated", "updated"])
    #expect(try stocks() == [1, 12, 13])
    let none = try service.send(.patch, "/v1/flowers?filter=stock%3E100", [:], ["stock": 0])
    #expect(none.status == 200 && none.json["data"] == [])
    let related = "/v1/flowers?filter=NOT%20exists(shop.name)%20AND%20name=A"
    #expect(try service.send(.patch, related, [:], ["stock": 7]).status == 200)
    #expect(try stocks() == [7, 12, 13])
  }

  @Test func `One record that cannot be changed keeps all others of the filter unchanged`() throws {
    let reply = try service.send(.patch, "/v1/flowers?filter=stock%3E1", [:], ["code": "X"])
    #expect(reply.status == 422)
    #expect(reply.json["data"]?.elements?.map { $0["code"] } == ["aborted", "invalid"])
    #expect(try service.send(.get, "/v1/flowers?filter=exists(code)").names == [])
  }

  @Test func `A delete removes the records of its filter`() throws {
    let reply = try service.send(.delete, "/v1/flowers?filter=stock%3C3")
    #expect(reply.json["data"]?.elements?.map { $0["result"] } == ["deleted", "deleted"])
    #expect(try service.send(.get, "/v1/flowers").names == ["C"])
  }

  @Test(arguments: [HTTPValues.Method.patch, .delete])
  func `More records than max-affected or a batch allows are refused, and none changes`(
    method: HTTPValues.Method
  ) throws {
    let target = "/v1/flowers?filter=_version%3E0"
    let body: DataValue? = method == .patch ? ["stock": 0] : nil
    let few = try service.send(method, target, ["prefer": "max-affected=2"], body)
    #expect(few.status == 400 && few.json["code"] == "max-affected", "\(few.json)")
    for name in ["D", "E"] { _ = try service.create(["name": .text(name)]) }
    let many = try service.send(method, target, [:], body)
    #expect(many.status == 413 && many.json["code"] == "too-many", "\(many.json)")
    #expect(try stocks() == [1, 2, 3, nil, nil])
  }

  @Test func `A write without a filter, or with what it does not know, is refused`() throws {
    for query in ["", "?filter=", "?filter=stock%3E0&limit=1", "?filter=stick%3E0"] {
      let patch = try service.send(.patch, "/v1/flowers\(query)", [:], ["stock": 0])
      #expect(patch.status == 400, "\(query)")
      #expect(try service.send(.delete, "/v1/flowers\(query)").status == 400, "\(query)")
    }
    let both = "/v1/flowers?filter=stock%3E0&ids=f-01h455vb4pex5vsknk084sn02q"
    #expect(try service.send(.delete, both).status == 400)
    #expect(try stocks() == [1, 2, 3])
  }

  @Test func `An upsert creates a record with what its filter demands, and then changes it`() throws
  {
    let target = "/v1/flowers?upsert=true&filter=code%3D%22X%22%20AND%20isFragrant%3Dtrue"
    let created = try service.send(.patch, target, [:], ["name": "New", "stock": 5])
    #expect(created.json["data"]?.elements?.map { $0["result"] } == ["created"])
    let record = created.json["data"]?.elements?.first?["resource"]
    #expect(record?["code"] == "X" && record?["isFragrant"] == true && record?["stock"] == 5)
    let updated = try service.send(.patch, target, [:], ["stock": 6])
    #expect(updated.json["data"]?.elements?.map { $0["result"] } == ["updated"])
    #expect(try stocks() == [1, 2, 3, 6])
    let invalid = try service.send(.patch, target.replacing("X", with: "Y"), [:], ["stock": 6])
    #expect(invalid.status == 422)
    let operations: DataValue = ["attrs": [["name": "stock", "op": "inc", "value": 1]]]
    #expect(try service.send(.patch, target, [:], operations).status == 400)
  }

  @Test func `A write with an idempotency key is done once, whatever its filter finds later`()
    throws
  {
    let add: DataValue = ["attrs": [["name": "stock", "op": "inc", "value": 10]]]
    for _ in 0..<2 {
      let fields: Fields = ["idempotency-key": "k"]
      let reply = try service.send(.patch, "/v1/flowers?filter=stock%3C3", fields, add)
      #expect(reply.json["data"]?.elements?.count == 2)
    }
    #expect(try stocks() == [11, 12, 3])
  }

  @Test func `A filter is asked again when others change its records meanwhile`() throws {
    // While the webhook is asked, one record begins to match and another one ceases to.
    let others = Mutex<[@Sendable () throws -> Void]>([])
    let service = try ServiceUnderTest { settings in
      settings.ask = { questions in
        let other = others.withLock { $0.popLast() }
        try? other?()
        return questions.map { _ in BeforeReply(.response(status: 204, body: [])) }
      }
    }
    let hook: DataValue = ["url": "https://hooks.example.com/", "on": ["delete"]]
    _ = try service.send(.patch, "/v1/_schema/flowers", [:], ["before": hook])
    let ids = try ["A", "B", "C"].map { try service.create(["name": .text($0), "stock": 1]) }
    @Sendable func set(_ stock: DataValue, of id: String) throws {
      _ = try service.send(.patch, "/v1/flowers/\(id)", [:], ["stock": stock])
    }
    try set(2, of: ids[0])
    others.withLock {
      $0.append {
        try set(1, of: ids[0])
        try set(2, of: ids[1])
      }
    }
    let reply = try service.send(.delete, "/v1/flowers?filter=stock%3D1")
    #expect(reply.status == 200 && reply.json["data"]?.elements?.count == 2)
    #expect(try service.send(.get, "/v1/flowers").names == ["B"])
    // Others do not let it end.
    _ = try service.create(["name": "D", "stock": 1])
    others.withLock { others in
      for stock in 1...20 { others.append { try set(.integer(Int64(stock % 2 + 1)), of: ids[1]) } }
    }
    let refused = try service.send(.delete, "/v1/flowers?filter=stock%3D1")
    #expect(refused.status == 409 && refused.json["code"] == "changed-meanwhile")
    #expect(try service.send(.get, "/v1/flowers").names == ["B", "D"])
  }
}
