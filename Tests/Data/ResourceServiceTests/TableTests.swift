// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import Testing

@Suite struct `Tables of DreamFactory's apps` {
  @Test func `A table takes, answers, changes and deletes rows in a member called record`() throws {
    let service = try ServiceUnderTest()
    let rows: DataValue = ["record": [["name": "Rose"], ["name": "Lily"]]]
    let created = try service.send(.post, "/v1/db/flowers", [:], rows)
    let made = created.json["record"]?.elements ?? []
    #expect(created.status == 201 && made.map(\.["name"]) == ["Rose", "Lily"])
    let ids = made.compactMap { $0["uuid"]?.string }
    let list = try service.send(.get, "/v1/db/flowers?order=name&filter=name%3D%22L*%22")
    #expect(list.status == 200 && list.json["data"] == nil)
    #expect(list.json["record"]?.elements?.map(\.["name"]) == ["Lily"])
    let change: DataValue = [
      "record": [["uuid": .text(ids[0]), "stock": 3], ["id": .text(ids[1]), "stock": 4]]
    ]
    for method in [HTTPValues.Method.put, .patch] {
      let changed = try service.send(method, "/v1/db/flowers", [:], change)
      #expect(changed.json["record"]?.elements?.map(\.["stock"]) == [3, 4], "\(changed.json)")
      #expect(changed.json["record"]?.elements?.first?["name"] == "Rose")
    }
    let one = try service.send(.get, "/v1/db/flowers/\(ids[0])")
    #expect(one.json["name"] == "Rose" && one.json["stock"] == 3 && one.json["id"] == nil)
    #expect(try service.send(.delete, "/v1/db/flowers?ids=\(ids[0])").status == 200)
    let rest: DataValue = ["record": ["uuid": .text(ids[1])]]
    #expect(try service.send(.delete, "/v1/db/flowers", [:], rest).status == 200)
    #expect(try service.send(.get, "/v1/db/flowers").json["record"] == [])
  }

  @Test func `Rows of a table are written together or not at all`() throws {
    let service = try ServiceUnderTest()
    let rows: DataValue = ["record": [["name": "Rose"], ["stock": 1]]]
    let reply = try service.send(.post, "/v1/db/flowers", [:], rows)
    #expect(reply.status == 422 && reply.json["code"] == "invalid")
    #expect(try service.send(.get, "/v1/db/flowers").json["record"] == [])
  }

  @Test(arguments: [
    (HTTPValues.Method.post, "/v1/db/flowers", ["name": "Rose"] as DataValue, 400, "bad-json"),
    (.post, "/v1/db/flowers", ["record": [1]] as DataValue, 400, "bad-json"),
    (.put, "/v1/db/flowers", ["record": [["name": "Rose"]]] as DataValue, 400, "bad-id"),
    (.delete, "/v1/db/flowers?ids=7", DataValue.null, 400, "bad-id"),
    (.get, "/v1/db/flower", DataValue.null, 404, "unknown-type"),
    (.query, "/v1/db/flowers", [:] as DataValue, 405, "method"),
  ])
  func `A wrong request for a table is refused`(
    method: HTTPValues.Method,
    target: String,
    body: DataValue,
    status: Int,
    code: String
  ) throws {
    let reply = try ServiceUnderTest().send(method, target, [:], body)
    #expect(reply.status == status && reply.json["code"]?.string == code, "\(reply.json)")
  }
}
