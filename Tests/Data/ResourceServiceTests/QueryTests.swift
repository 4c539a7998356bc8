// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import ResourceService
import Testing

@Suite struct `Queries of records over HTTP` {
  @Test func `A query is sent as conditions or as a filter, by QUERY or by POST`() throws {
    let service = try ServiceUnderTest()
    _ = try service.create(["name": "A", "price": 1])
    _ = try service.create(["name": "B", "price": 2])
    let body: DataValue = [
      "where": [["key": "price", "qualifier": "GREATER", "value": 0]], "order": ["price desc"],
      "limit": 1,
    ]
    #expect(try service.send(.query, "/v1/flowers", [:], body).names == ["B"])
    #expect(try service.send(.post, "/v1/flowers:query", [:], body).names == ["B"])
    let filtered: DataValue = ["filter": "name = A"]
    #expect(try service.send(.query, "/v1/flowers", [:], filtered).names == ["A"])
  }

  @Test(
    arguments: [
      ["limit": -1], ["limit": 1.5], ["limit": "2"], ["filter": 1], ["order": "name"],
      ["order": [1]], ["page": 1], ["limit": 1e19],
    ] as [DataValue]
  )
  func `A query body with a member of a wrong type is refused`(body: DataValue) throws {
    let reply = try ServiceUnderTest().send(.query, "/v1/flowers", [:], body)
    #expect(reply.status == 400 && reply.json["code"] == "bad-parameter")
  }

  @Test func `A query with a huge limit is answered`() throws {
    let body: DataValue = ["limit": .integer(.max - 1)]
    #expect(try ServiceUnderTest().send(.query, "/v1/flowers", [:], body).status == 200)
  }

  @Test(
    arguments: [
      [
        "endpoint": "flowers", "fetchLimit": 1,
        "predicate": [
          "expressions": [["key": "price", "qualifier": "GREATER_THAN", "value": 0]]
        ],
        "sortOrderings": [["key": "price", "ascending": false]],
      ],
      [
        "expressions": [
          ["expressions": [["key": "price", "qualifier": "!=", "value": 1]]],
          ["key": "name", "qualifier": "BEGINSWITH", "value": "B"],
        ],
        "fetchLimit": 0,
      ],
      [
        "predicates": [["key": "price", "qualifier": "lessThanOrEqual", "value": 2]], "limit": 1,
        "sort": [["key": "name", "ascending": false]], "fetchOffset": 0,
      ], ["sortDescriptors": [["key": "price", "ascending": false]], "fetchLimit": 1],
      ["predicate": ["expression": ["key": "price", "qualifier": "EQUALS", "value": 2]]],
      ["predicate": ["expression": [["key": "price", "qualifier": "EQUALS", "value": 2]]]],
      ["predicate.expression": ["key": "name", "qualifier": "EQUALS", "value": "B"]],
      ["expression": ["expressions": [["key": "name", "qualifier": "GREATER", "value": "A"]]]],
    ] as [DataValue]
  )
  func `An app's fetch request asks for records as it does for a list`(body: DataValue) throws {
    let service = try ServiceUnderTest()
    _ = try service.create(["name": "A", "price": 1])
    _ = try service.create(["name": "B", "price": 2])
    #expect(try service.send(.query, "/v1/flowers", [:], body).names == ["B"])
  }

  @Test(
    arguments: [
      (["predicatse": []], "a member of the body is \"predicatse\""),
      (["endpoint": "shops"], "endpoint is \"shops\"; expected \"flowers\""),
      (["where": [], "predicates": []], "predicates of the body is beside where"),
      (["fetchOffset": 20], "fetchOffset is 20; expected 0"),
      (["sort": [["key": "name", "descending": true]]], "a member of sort[0] is \"descending\""),
      (["where": [["key": "price", "operator": "LESS"]]], "a member of where[0] is \"operator\""),
    ] as [(DataValue, String)]
  )
  func `A query's member that is not known is refused by its name`(
    body: DataValue,
    fault: String
  ) throws {
    let reply = try ServiceUnderTest().send(.query, "/v1/flowers", [:], body)
    #expect(reply.status == 400 && reply.json["detail"]?.string?.hasPrefix(fault) == true)
  }

  @Test func `A list has the records of ids, as far as they are there`() throws {
    let service = try ServiceUnderTest()
    let ids = try ["A", "B", "C"].map { try service.create(["name": .text($0)]) }
    let missing = "f-01h455vb4pex5vsknk084sn02q"
    let target = "?ids=\(ids[2]),\(ids[0]),\(missing)"
    #expect(try service.send(.get, "/v1/flowers\(target)").names == ["A", "C"])
    #expect(try service.send(.get, "/v1/flowers\(target)&filter=name%3DC").names == ["C"])
    let rows = try service.send(.get, "/v1/db/flowers\(target)").json["record"]?.elements
    #expect(rows?.map { $0["name"] } == ["A", "C"])
  }

  @Test func `All records of ids are on one page, also if they are more than a usual page`() throws
  {
    let service = try ServiceUnderTest()
    let ids = try (0..<30).map { try service.create(["name": .text("\($0)")]) }
    let list = try service.send(.get, "/v1/flowers?ids=\(ids.joined(separator: ","))")
    #expect(list.names.count == 30 && list.json["next"] == nil)
  }

  @Test func `A list is answered in lines, a record on each and the other members on the last`()
    throws
  {
    let service = try ServiceUnderTest { $0.ttl = 60 }
    for name in ["A", "B", "C"] { _ = try service.create(["name": .text(name)]) }
    let plain = try service.send(.get, "/v1/flowers?limit=2")
    let reply = try service.send(.get, "/v1/flowers.ndjson?limit=2")
    #expect(reply.fields["content-type"] == "application/x-ndjson")
    #expect(reply.fields["etag"] != plain.fields["etag"])
    let lines = try reply.body.split(separator: 0x0A).map { line in
      try DataValue(reading: Array(line).span, as: .json)
    }
    #expect(lines.map { $0["name"]?.string } == ["A", "B", nil])
    #expect(lines.last?["next"] == plain.json["next"] && lines.last?["total"] == 3)
    #expect(lines.last?["_expire"] == plain.json["_expire"])
    let changes = try service.send(.get, "/v1/changes.ndjson").body
    #expect(changes.split(separator: 0x0A).count == 4)
  }

  @Test func `A thousand values of IN find their records, and one more is refused`() throws {
    let service = try ServiceUnderTest()
    _ = try service.create(["name": "A"])
    func query(_ count: Int) throws -> Reply {
      let values = (1..<count).map { DataValue.text("N\($0)") } + ["A"]
      let condition: DataValue = ["key": "name", "qualifier": "IN", "value": .list(values)]
      return try service.send(.query, "/v1/flowers", [:], ["where": [condition, condition]])
    }
    #expect(try query(1_000).names == ["A"])
    let refused = try query(1_001)
    #expect(refused.status == 422)
    #expect(
      refused.json["detail"]?.string?.contains("has 1001 values; expected at most 1000") == true
    )
  }

  @Test func `Hundreds of references, and of ids, lead to their records`() throws {
    let service = try ServiceUnderTest()
    let names = (1...600).map { "N\($0)" }
    let flowers = DataValue.list(names.map { ["name": .text($0)] })
    let made = try service.send(.post, "/v1/flowers", [:], flowers).json["data"]?.elements ?? []
    let ids = made.compactMap { $0["resource"]?["uuid"]?.string }
    let friends = DataValue.list(ids.map { .text($0) })
    let rose = try service.create(["name": "Rose", "friends": friends])
    let related = try service.send(.get, "/v1/flowers/\(rose)/friends?limit=1000")
    #expect(related.names.sorted() == names.sorted())
    let listed = try service.send(.get, "/v1/flowers?ids=\(ids.joined(separator: ","))")
    #expect(listed.names.sorted() == names.sorted())
  }
}
