// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import ResourceService
import Sites
import Testing

@Suite struct `Writes of records over HTTP` {
  @Test func `A created record has a location and an entity tag and purges its type`() throws {
    let service = try ServiceUnderTest()
    let reply = try service.send(.post, "/v1/flowers", [:], ["name": "Rose"])
    let id = try #require(reply.json["uuid"]?.string)
    #expect(reply.status == 201 && reply.fields["etag"] == "\"1\"")
    #expect(reply.fields["location"] == "/v1/flowers/\(id)")
    #expect(service.changedTags == [[id, "records-flowers"]])
    let minimal: Fields = ["prefer": "return=minimal"]
    let second = try service.send(.post, "/v1/flowers", minimal, ["name": "Lily"])
    #expect(second.status == 201 && second.body.isEmpty)
  }

  @Test func `A write with another version's If-Match answers 412 with the current record`() throws
  {
    let service = try ServiceUnderTest()
    let id = try service.create(["name": "Rose"])
    let fields: Fields = ["if-match": "\"7\""]
    let reply = try service.send(.patch, "/v1/flowers/\(id)", fields, ["price": 1])
    #expect(reply.status == 412 && reply.json["current"]?["name"] == "Rose")
    let right: Fields = ["if-match": "\"1\""]
    #expect(try service.send(.patch, "/v1/flowers/\(id)", right, ["price": 1]).status == 200)
    for wrong in ["\"x\"", "W/\"1\""] {
      let reply = try service.send(.put, "/v1/flowers/\(id)", ["if-match": wrong], ["name": "A"])
      #expect(reply.status == 412, "\(wrong)")
    }
    let new: Fields = ["if-none-match": "*"]
    #expect(try service.send(.put, "/v1/flowers/\(id)", new, ["name": "A"]).status == 412)
  }

  @Test(
    arguments: [
      ("*", 200), ("\"7\", \"1\"", 200), ("\"a,b\" ,\"1.1795402800.plist\"", 200),
      ("\"7\", W/\"1\"", 412), ("\"7\", \"8\"", 412), ("\"1x\"", 412),
    ]
  )
  func `Each tag of an If-Match counts, and * needs a record`(tags: String, status: Int) throws {
    let service = try ServiceUnderTest()
    let id = try service.create(["name": "Rose"])
    let reply = try service.send(.patch, "/v1/flowers/\(id)", ["if-match": tags], ["price": 2])
    #expect(reply.status == status)
    let missing = "/v1/flowers/f-01h455vb4pex5vsknk084sn02q"
    for method in [.put, .patch, .delete] as [HTTPValues.Method] {
      #expect(try service.send(method, missing, ["if-match": tags], ["name": "A"]).status == 412)
    }
    let lines: Fields = ["if-match": "\"7\"", "if-match": "\"\(reply.status == 200 ? 2 : 1)\""]
    #expect(try service.send(.delete, "/v1/flowers/\(id)", lines).status == 204)
  }

  @Test(
    arguments: [
      ("application/merge-patch+json", ["stock": 3]), ("application/json", ["stock": 3]),
      (
        "application/json-patch+json; charset=utf-8",
        [["op": "replace", "path": "/stock", "value": 3]]
      ),
      ("application/json", ["attrs": [["name": "stock", "op": "inc", "value": 2]]]),
      ("application/x-www-form-urlencoded", ["stock": 3]),
    ] as [(String, DataValue)]
  )
  func `A PATCH is applied by the rules of its media type`(type: String, body: DataValue) throws {
    let service = try ServiceUnderTest()
    let id = try service.create(["name": "Rose", "stock": 1])
    var fields = Fields()
    fields.append("content-type", type)
    let reply = try service.send(.patch, "/v1/flowers/\(id)", fields, body)
    #expect(reply.status == 200 && reply.json["stock"] == 3 && reply.json["name"] == "Rose")
    #expect(reply.json["_version"] == 2)
  }

  @Test func `A record can be replaced, deleted, undeleted and deleted with others`() throws {
    let service = try ServiceUnderTest()
    let id = "f-01h455vb4pex5vsknk084sn02q"
    #expect(try service.send(.put, "/v1/flowers/\(id)", [:], ["name": "A"]).status == 201)
    #expect(try service.send(.put, "/v1/flowers/\(id)", [:], ["name": "B"]).status == 200)
    #expect(try service.send(.delete, "/v1/flowers/\(id)").status == 204)
    #expect(try service.send(.get, "/v1/flowers/\(id)").status == 404)
    #expect(try service.send(.post, "/v1/flowers/\(id):undelete").json["name"] == "B")
    let other = try service.create(["name": "C"])
    let many = try service.send(.delete, "/v1/flowers?ids=\(id),\(other)")
    #expect(many.json["data"]?.elements?.map { $0["result"] } == ["deleted", "deleted"])
    #expect(try service.send(.delete, "/v1/flowers?ids=").status == 400)
    #expect(try service.send(.delete, "/v1/flowers?ids=s-1").status == 400)
  }

  @Test func `An array of records is created in part, or with atomic all or none`() throws {
    let service = try ServiceUnderTest()
    let body: DataValue = [["name": "A"], [:], ["name": "B"]]
    let partial = try service.send(.post, "/v1/flowers", [:], body)
    #expect(partial.status == 200)
    #expect(partial.json["data"]?.elements?.map { $0["status"] } == [201, 422, 201])
    #expect(try service.send(.post, "/v1/flowers?atomic=yes", [:], ["name": "A"]).status == 400)
    let mixed: DataValue = ["atomic": 1, "ops": []]
    #expect(try service.send(.post, "/v1:batch", [:], mixed).status == 400)
    let atomic = try service.send(.post, "/v1/flowers?atomic=true", [:], body)
    #expect(atomic.status == 422)
    #expect(atomic.json["data"]?.elements?.map { $0["code"] } == ["aborted", "invalid", "aborted"])
    #expect(try service.send(.post, "/v1/flowers?atomic=true", [:], [[:]]).status == 422)
    #expect(try service.send(.post, "/v1/flowers", [:], [[:]]).status == 200)
    #expect(try service.send(.get, "/v1/flowers").names == ["A", "B"])
  }

  @Test func `A write sent twice with one idempotency key is done once`() throws {
    let service = try ServiceUnderTest()
    let fields: Fields = ["idempotency-key": "k1"]
    let first = try service.send(.post, "/v1/flowers", fields, ["name": "Rose"])
    let again = try service.send(.post, "/v1/flowers", fields, ["name": "Rose"])
    #expect(again.status == 201 && again.body == first.body)
    #expect(again.fields["location"] == first.fields["location"])
    #expect(again.fields["idempotency-replayed"] == "true")
    #expect(try service.send(.post, "/v1/flowers", fields, ["name": "Lily"]).status == 422)
    let other: Fields = ["idempotency-key": "k1", "authorization": "Bearer other"]
    #expect(try service.send(.post, "/v1/flowers", other, ["name": "Lily"]).status == 201)
    #expect(try service.send(.get, "/v1/flowers").names == ["Rose", "Lily"])
  }

  @Test func `An invalid record answers 422 and names each attribute`() throws {
    let service = try ServiceUnderTest()
    let reply = try service.send(.post, "/v1/flowers", [:], ["price": "x", "colour": "rad"])
    #expect(reply.status == 422 && reply.json["code"] == "invalid")
    let errors = reply.json["errors"]?.elements ?? []
    #expect(errors.map { $0["attribute"] } == ["price", "colour", "name"])
    #expect(errors.map { $0["code"] } == ["type", "enum", "required"])
    #expect(service.changedTags == [])
  }

  @Test(arguments: [
    ("POST", "/v1/flowers", "{", 400), ("POST", "/v1/flowers", "1", 400),
    ("POST", "/v1/flowers", "{\"uuid\":\"x\",\"name\":\"A\"}", 422),
    ("PATCH", "/v1/flowers/f-01h455vb4pex5vsknk084sn02q", "[]", 400),
    ("GET", "/v1:batch", "", 405), ("PUT", "/v1/flowers", "{}", 405),
    ("POST", "/v1/flowers/f-01h455vb4pex5vsknk084sn02q", "{}", 405),
    ("POST", "/v1/changes", "", 405),
  ])
  func `A write that cannot be done is refused with its status`(
    method: String,
    target: String,
    body: String,
    status: Int
  ) throws {
    let service = try ServiceUnderTest()
    let parsed = Method(method)
    let request = try #require(
      ResourceRequest(
        parsed ?? .get,
        target,
        mount: "/v1",
        fields: Fields(),
        body: Array(body.utf8),
        now: Timestamp(milliseconds: 0)
      )
    )
    let reply = Reply(service.service.reply(to: request))
    #expect(reply.status == status)
    #expect((reply.fields["allow"] != nil) == (status == 405))
  }

  @Test func `A type is changed over HTTP, after a dry run that changes nothing`() throws {
    let service = try ServiceUnderTest()
    let trees: DataValue = ["prefix": "t", "attributes": ["name": ["type": "text"]]]
    let dry = try service.send(.put, "/v1/_schema/trees?dryRun", [:], trees)
    #expect(dry.status == 200 && dry.json["changes"]?.elements?.count == 1)
    #expect(try service.send(.get, "/v1/trees").status == 404)
    #expect(try service.send(.put, "/v1/_schema/trees", [:], trees).status == 200)
    #expect(try service.create(["name": "Oak"], in: "trees").hasPrefix("t-"))
    let schema = try service.send(.get, "/v1/_schema/trees").json
    #expect(schema["title"] == "trees" && schema["properties"]?["name"] == ["type": "string"])
    let all = try service.send(.get, "/v1/_schema").json["data"]
    #expect(all?.elements?.map { $0["name"] } == ["flowers", "reviews", "shops", "trees"])
    #expect(try service.send(.delete, "/v1/_schema/trees").status == 409)
    #expect(try service.send(.delete, "/v1/_schema/trees?loss=true").status == 200)
    let imported = try service.send(.post, "/v1/_schema:import?dryRun=true", [:], ["data": []])
    #expect(imported.json["records"]?["flowers"] == 0)
    #expect(try service.send(.put, "/v1/_schema/T", [:], trees).status == 422)
    #expect(service.changedTags.contains(["records"]))
  }

  @Test func `The list of changes continues from a sync token and includes deletions`() throws {
    let service = try ServiceUnderTest()
    let id = try service.create(["name": "Rose"])
    _ = try service.create(["name": "Here"], in: "shops")
    let first = try service.send(.get, "/v1/changes").json
    let token = first["syncToken"]?.string ?? ""
    #expect(token.hasSuffix("_2") && first["moreComing"] == false)
    #expect(first["data"]?.elements?.count == 2)
    #expect(try service.send(.get, "/v1/changes?types=shops").names == ["Here"])
    _ = try service.send(.delete, "/v1/flowers/\(id)")
    let second = try service.send(.get, "/v1/changes?since=\(token)").json["data"]?.elements ?? []
    #expect(second.map { $0["_deleted"] != nil } == [true] && second.first?["name"] == nil)
  }

  @Test func `A deleted record is forgotten after 30 days, an idempotency key after one`() throws {
    let service = try ServiceUnderTest()
    let fields: Fields = ["idempotency-key": "k1"]
    #expect(try service.send(.post, "/v1/flowers", fields, ["name": "Rose"]).status == 201)
    let id = try service.create(["name": "Lily"])
    let token = try service.send(.get, "/v1/changes").json["syncToken"]?.string ?? ""
    _ = try service.send(.delete, "/v1/flowers/\(id)")
    service.advance(bySeconds: 86_401)
    service.forgetOld()
    #expect(try service.send(.post, "/v1/flowers", fields, ["name": "Iris"]).status == 201)
    #expect(try service.send(.get, "/v1/changes?since=\(token)").status == 200)
    service.advance(bySeconds: 30 * 86_400)
    service.forgetOld()
    #expect(try service.send(.get, "/v1/changes?since=\(token)").status == 410)
    #expect(try service.send(.post, "/v1/flowers/\(id):undelete").status == 404)
  }

  @Test func `A type is added by POST, changed by PATCH, and compared without a change`() throws {
    let service = try ServiceUnderTest()
    let trees: DataValue = [
      "name": "trees", "prefix": "t", "attributes": ["height": ["type": "number"]],
    ]
    #expect(try service.send(.post, "/v1/_schema", [:], trees).status == 200)
    #expect(try service.send(.post, "/v1/_schema", [:], trees).status == 409)
    let change: DataValue = ["class": 2, "attributes": ["name": ["type": "text"]]]
    #expect(try service.send(.patch, "/v1/_schema/trees", [:], change).status == 200)
    let declared = try service.send(.get, "/v1/_schema").json["data"]?.elements ?? []
    let type = declared.first { $0["name"]?.string == "trees" }
    #expect(type?["class"] == 2 && type?["attributes"]?["height"] != nil)
    #expect(type?["attributes"]?["name"]?["type"]?.string == "text")
    let rest = DataValue.list(declared.filter { $0["name"]?.string != "trees" })
    let compared = try service.send(.post, "/v1/_schema:diff", [:], ["data": rest])
    #expect(compared.status == 200)
    #expect(compared.json["changes"]?.elements?.first?["effect"]?.string == "loss")
    #expect(try service.send(.get, "/v1/_schema/trees").status == 200)
    #expect(try service.send(.patch, "/v1/_schema/shrubs", [:], change).status == 404)
  }

  @Test(arguments: [
    ("/v1:batch", "POST, OPTIONS"), ("/v1/_schema", "GET, HEAD, POST, OPTIONS"),
    ("/v1/_schema:import", "POST, OPTIONS"), ("/v1/flowers:query", "POST, OPTIONS"),
    ("/v1/flowers/f-01h455vb4pex5vsknk084sn02q", "GET, HEAD, PUT, PATCH, DELETE, OPTIONS"),
    ("/v1/flowers/f-01h455vb4pex5vsknk084sn02q:undelete", "POST, OPTIONS"),
    ("/v1/flowers/f-01h455vb4pex5vsknk084sn02q/_grants", "GET, HEAD, PUT, OPTIONS"),
    ("/v1/changes", "GET, HEAD, OPTIONS"), ("/v1/_hooks/a:replay", "POST, OPTIONS"),
  ])
  func `OPTIONS names the methods that an address has in the description`(
    target: String,
    allowed: String
  ) throws {
    let reply = try ServiceUnderTest().send(.options, target)
    #expect(reply.status == 204 && reply.fields["allow"] == allowed)
  }

  @Test func `OPTIONS names the methods that a type allows`() throws {
    let service = try ServiceUnderTest()
    let fixed: DataValue = ["prefix": "x", "capabilities": ["fetch"]]
    #expect(try service.send(.put, "/v1/_schema/fixed", [:], fixed).status == 200)
    let all = try service.send(.options, "/v1/flowers")
    #expect(all.status == 204)
    #expect(all.fields["allow"] == "GET, HEAD, QUERY, POST, PATCH, DELETE, OPTIONS")
    #expect(try service.send(.options, "/v1/fixed").fields["allow"] == "GET, HEAD, QUERY, OPTIONS")
  }

  @Test(arguments: ["", "17", "x"])
  func `An If-Match that is no entity tag is a mistake and no other version`(tag: String) throws {
    let service = try ServiceUnderTest()
    let id = try service.create(["name": "Rose"])
    let reply = try service.send(.patch, "/v1/flowers/\(id)", ["if-match": tag], ["price": 2])
    #expect(reply.status == 400 && reply.json["code"]?.string == "bad-parameter")
  }

  @Test(arguments: ["_rating", "_Type", "__proto__"])
  func `A member that begins like a record's own, and is none, is refused by its name`(
    name: String
  ) throws {
    let service = try ServiceUnderTest()
    let id = try service.create(["name": "Rose"])
    let path = "/v1/flowers/\(id)"
    let value = DataValue.members([("name", "Lily"), (name, 5)])
    let operation: DataValue = ["attrs": [["name": .text(name), "op": "set", "value": 1]]]
    let patch: DataValue = [["op": "add", "path": .text("/\(name)"), "value": 1]]
    for (method, target, type, body) in [
      (.post, "/v1/flowers", "application/json", value), (.put, path, "application/json", value),
      (.patch, path, "application/json", value), (.patch, path, "application/json", operation),
      (.patch, path, "application/json-patch+json", patch),
    ] as [(HTTPValues.Method, String, String, DataValue)] {
      let reply = try service.send(method, target, ["content-type": type], body)
      #expect(reply.status == 422, "\(method.name) \(body)")
      let place = body == operation ? "attrs[0]" : name
      #expect(reply.json["errors"]?.elements?.map { $0["attribute"] } == [.text(place)])
    }
    // What an answer has beside attributes can be sent back.
    let shown = try service.send(.get, path)
    #expect(try service.send(.put, path, [:], shown.json).status == 200)
    #expect(try service.send(.get, path).body == shown.body)
  }

  @Test(arguments: [DataValue.null, 5, "rose"] as [DataValue])
  func `A record with an id that is none is refused`(id: DataValue) throws {
    let service = try ServiceUnderTest()
    let reply = try service.send(.post, "/v1/flowers", [:], ["name": "Rose", "uuid": id])
    #expect(reply.status == 422 && reply.json["code"]?.string == "bad-id")
  }

  @Test func `A write that would change more records than max-affected allows changes none`() throws
  {
    let service = try ServiceUnderTest()
    let rose = try service.create(["name": "Rose"])
    for _ in 1...2 { _ = try service.create(["flower": .text(rose)], in: "reviews") }
    let count = { try service.send(.get, "/v1/reviews").json["count"] }
    let refused = try service.send(.delete, "/v1/flowers/\(rose)", ["prefer": "max-affected=2"])
    #expect(refused.status == 400 && refused.json["code"] == "max-affected")
    #expect(
      refused.json["detail"]?.string?.hasPrefix("3 records would change; expected at most 2")
        == true
    )
    #expect(try count() == 2)
    let wrong = try service.send(.delete, "/v1/flowers/\(rose)", ["prefer": "max-affected=few"])
    #expect(wrong.status == 400 && wrong.json["code"] == "bad-parameter")
    let fields: Fields = ["prefer": "return=minimal, max-affected=3"]
    #expect(try service.send(.delete, "/v1/flowers/\(rose)", fields).status == 204)
    #expect(try count() == 0)
  }
}
