// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import ResourceService
import Sites
import Testing

@Suite struct `Batches of operations on records` {
  @Test func `A batch of several types can refer to records that it creates`() throws {
    let service = try ServiceUnderTest()
    let body: DataValue = [
      "ops": [
        ["op": "create", "type": "shops", "lid": "s", "body": ["name": "Here"]],
        ["op": "create", "type": "flowers", "lid": "f", "body": ["name": "A", "shop": "lid:s"]],
        ["op": "update", "id": "lid:f", "attrs": [["name": "stock", "op": "inc", "value": 2]]],
        ["op": "update", "id": "lid:f", "if": 2, "body": ["price": 1]],
      ]
    ]
    let named = try service.send(.post, "/v1:batch", [:], body)
    #expect(named.json["data"]?.elements?.map { $0["status"] } == [201, 201, 200, 412])
  }

  @Test(
    arguments: [
      ([:], "there is no \"ops\""),
      (["ops": [], "atmoic": true], "a member of the body is \"atmoic\""),
      (["ops": [1]], "ops[0] is an integer"),
      (["ops": [["op": "create"]]], "ops[0] has no \"type\""),
      (["ops": [["op": "create", "type": "trees"]]], "there is no type trees"),
      (["ops": [["op": "delete"]]], "ops[0] has no \"id\""),
      (["ops": [["op": "grow"]]], "ops[0] has the op \"grow\"; expected one of create, replace"),
      (
        ["ops": [["op": "create", "type": "shops", "resource": ["name": "Here"]]]],
        "ops[0] has a member \"resource\"; expected op, type, id, lid, uuid, if, body, attrs"
      ),
      (
        ["ops": [["op": "create", "type": "shops", "body": 1]]],
        "ops[0] has a \"body\" that is an integer"
      ),
      (
        ["ops": [["op": "delete", "id": "f-01h455vb4pex5vsknk084sn02q", "if": "17"]]],
        "ops[0] has an \"if\" that is a string; expected a version"
      ),
      (
        [
          "ops": [
            ["op": "create", "type": "shops", "lid": "a", "body": [:]],
            ["op": "create", "type": "shops", "lid": "a", "body": [:]],
          ]
        ], "two operations have the lid a"
      ),
    ] as [(DataValue, String)]
  )
  func `A batch that cannot be read is refused with what is wrong, and nothing is done`(
    body: DataValue,
    fault: String
  ) throws {
    let service = try ServiceUnderTest()
    let reply = try service.send(.post, "/v1:batch", [:], body)
    #expect(reply.status == 400)
    #expect(reply.json["detail"]?.string?.hasPrefix(fault) == true, "\(reply.json)")
    #expect(try service.send(.get, "/v1/shops").names.isEmpty)
  }

  @Test func `A batch with more operations than allowed answers 413`() throws {
    let service = try ServiceUnderTest { $0.batchOperations = 1 }
    #expect(
      try service.send(.post, "/v1/flowers", [:], [["name": "A"], ["name": "B"]]).status == 413
    )
  }

  @Test func `A batch reads records as they are before its writes, and a failed read undoes none`()
    throws
  {
    let service = try ServiceUnderTest()
    let rose = try service.create(["name": "Rose"])
    let missing = "f-01h455vb4pex5vsknk084sn02q"
    let body: DataValue = [
      "atomic": true,
      "ops": [
        ["op": "update", "id": .text(rose), "body": ["name": "Rosa"]],
        ["op": "get", "id": .text(rose)], ["op": "get", "id": .text(missing)],
      ],
    ]
    let reply = try service.send(.post, "/v1:batch", [:], body)
    let data = reply.json["data"]?.elements ?? []
    #expect(reply.status == 200 && data.map(\.["status"]) == [200, 200, 404])
    #expect(data.map(\.["result"]) == ["updated", "read", nil])
    #expect(data[0]["resource"]?["name"] == "Rosa" && data[1]["resource"]?["name"] == "Rose")
    let reads: DataValue = ["ops": [["op": "get", "id": .text(rose)]]]
    let read = try service.send(.post, "/v1:batch", [:], reads)
    #expect(read.json["data"]?.elements?.first?["resource"]?["name"] == "Rosa")
    let wrong = try service.send(.post, "/v1:batch", [:], ["ops": [["op": "get"]]])
    #expect(wrong.status == 400)
  }

  @Test func `A batch answers no record that its sender may not see`() throws {
    let service = try ServiceUnderTest {
      $0.caller = { fields in
        fields.contains("authorization") ? Caller(.administer, isTrusted: true) : Caller(.nothing)
      }
    }
    let admin: Fields = ["authorization": "Bearer a"]
    let rose = try service.send(.post, "/v1/flowers", admin, ["name": "Rose"]).json["uuid"]
    let body: DataValue = ["ops": [["op": "get", "id": rose ?? .null]]]
    #expect(try service.send(.post, "/v1:batch", [:], body).status == 401)
    #expect(try service.send(.post, "/v1:batch", admin, body).status == 200)
  }
}
