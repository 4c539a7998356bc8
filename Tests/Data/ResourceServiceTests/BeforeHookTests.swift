// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import ResourceService
import ResourceStore
import ResourceStoreTesting
import Sites
import Synchronization
import Testing

@Suite struct `Webhooks before writes` {
  /// A service whose flowers have a webhook that a function answers.
  private final class Asking: Sendable {
    let service: ServiceUnderTest
    private let kept = Kept()

    private final class Kept: Sendable {
      let questions = Mutex<[DataValue]>([])
      let failures = Mutex<[String]>([])
    }

    init(
      _ hook: DataValue = ["url": "https://hooks.example.com/flowers"],
      _ change: @escaping (inout ResourceService.Settings) -> Void = { _ in },
      _ answer: @escaping @Sendable (_ question: DataValue, _ number: Int) -> BeforeAnswer
    ) throws {
      let kept = kept
      service = try ServiceUnderTest { settings in
        settings.ask = { questions in
          questions.map { question in
            let value = (try? DataValue(reading: question.body.span, as: .json)) ?? .null
            let number = kept.questions.withLock { all in
              all.append(value)
              return all.count
            }
            return BeforeReply(answer(value, number))
          }
        }
        settings.failed = { error in kept.failures.withLock { $0.append("\(error)") } }
        change(&settings)
      }
      let declared = try service.send(.patch, "/v1/_schema/flowers", [:], ["before": hook])
      #expect(declared.status == 200, "\(declared.json)")
    }

    /// The data of the questions so far.
    var questions: [DataValue] {
      kept.questions.withLock { all in all.map { $0["data"] ?? .null } }
    }
    var types: [String] { kept.questions.withLock { all in all.map { $0["type"]?.string ?? "" } } }
    var failures: [String] { kept.failures.withLock(\.self) }
  }

  private static let accepting = BeforeAnswer.response(status: 204, body: [])

  private static func answer(_ text: String, status: Int = 200) -> BeforeAnswer {
    .response(status: status, body: Array(text.utf8))
  }

  @Test func `It is asked with the record as it is and as it becomes, and by whom`() throws {
    let asking = try Asking { _, _ in Self.accepting }
    let made = try asking.service.send(.post, "/v1/flowers?zone=a", [:], ["name": "Rose"])
    #expect(made.status == 201 && asking.types == ["flowers.before-insert"])
    let id = made.json["uuid"]?.string ?? ""
    let insert = try #require(asking.questions.last)
    #expect(
      insert["operation"] == "insert" && insert["_type"] == "flowers" && insert["zone"] == "a"
    )
    #expect(insert["before"] == .null && insert["record"]?["name"] == "Rose")
    #expect(insert["record"]?["uuid"]?.string == id && insert["user"] == .null)
    _ = try asking.service.send(.patch, "/v1/flowers/\(id)", [:], ["price": 2])
    let update = try #require(asking.questions.last)
    #expect(asking.types.last == "flowers.before-update")
    #expect(update["before"]?["price"] == nil && update["record"]?["price"] == 2)
    #expect(update["before"]?["_version"] == 1)
    #expect(try asking.service.send(.delete, "/v1/flowers/\(id)").status == 204)
    let delete = try #require(asking.questions.last)
    #expect(delete["record"] == .null && delete["before"]?["price"] == 2)
    _ = try asking.service.send(.post, "/v1/flowers/\(id):undelete")
    #expect(asking.types.last == "flowers.before-update" && asking.questions.count == 4)
    #expect(asking.questions[3]["before"]?["_deleted"]?.string != nil)
  }

  @Test func `It is asked neither about other operations nor about writes that change nothing`()
    throws
  {
    let asking = try Asking(["url": "https://a.example", "on": ["delete"]]) { _, _ in
      Self.accepting
    }
    let id = try asking.service.create(["name": "Rose"])
    #expect(try asking.service.send(.patch, "/v1/flowers/\(id)", [:], ["price": 2]).status == 200)
    #expect(try asking.service.send(.get, "/v1/flowers/\(id)").status == 200)
    #expect(try asking.service.send(.post, "/v1/shops", [:], ["name": "A"]).status == 201)
    #expect(asking.questions.isEmpty)
    #expect(try asking.service.send(.delete, "/v1/flowers/\(id)").status == 204)
    #expect(asking.questions.count == 1)
    let all = try Asking { _, _ in Self.accepting }
    let rose = try all.service.create(["name": "Rose"])
    #expect(
      try all.service.send(.patch, "/v1/flowers/\(rose)", [:], ["name": "Rose"]).status == 200
    )
    #expect(all.questions.count == 1)
  }

  @Test func `A refusal is the answer, with its status, code, attribute and message`() throws {
    let asking = try Asking { _, _ in
      Self.answer(
        #"{"refuse": {"status": 409, "code": "sold-out", "attribute": "stock", "message": "None left"}}"#
      )
    }
    let reply = try asking.service.send(.post, "/v1/flowers", [:], ["name": "Rose"])
    #expect(reply.status == 409 && reply.fields["content-type"] == "application/problem+json")
    #expect(reply.json["code"] == "sold-out" && reply.json["detail"] == "None left")
    #expect(
      reply.json["errors"]
        == [["attribute": "stock", "code": "sold-out", "message": "None left"]]
    )
    #expect(try asking.service.send(.get, "/v1/flowers").names == [])
    #expect(asking.failures == [])
    let plain = try Asking { _, _ in Self.answer(#"{"refuse": {"message": "No"}}"#) }
    let refused = try plain.service.send(.post, "/v1/flowers", [:], ["name": "Rose"])
    #expect(refused.status == 422 && refused.json["code"] == "refused")
    #expect(refused.json["errors"] == nil)
  }

  @Test func `Attributes that it sets are merged and checked like those of any write`() throws {
    let asking = try Asking { question, _ in
      Self.answer(
        question["data"]?["record"]?["name"] == "Rose"
          ? #"{"set": {"price": 4.5, "code": null}}"# : #"{"set": {"price": "much"}}"#
      )
    }
    let made = try asking.service.send(.post, "/v1/flowers", [:], ["name": "Rose", "code": "R"])
    #expect(made.status == 201 && made.json["price"] == 4.5 && made.json["code"] == nil)
    let id = made.json["uuid"]?.string ?? ""
    #expect(try asking.service.send(.get, "/v1/flowers/\(id)").json["price"] == 4.5)
    let wrong = try asking.service.send(.post, "/v1/flowers", [:], ["name": "Lily"])
    #expect(wrong.status == 422 && wrong.json["errors"]?.elements?.first?["attribute"] == "price")
    #expect(try asking.service.send(.get, "/v1/flowers").names == ["Rose"])
    // What the webhook sets back is no change.
    let same = try asking.service.send(.patch, "/v1/flowers/\(id)", [:], ["price": 9])
    #expect(same.status == 200 && same.json["_version"] == 1)
  }

  @Test func `Nobody without the right to a write asks it, and its attributes need no right`()
    throws
  {
    let asking = try Asking(
      ["url": "https://a.example"],
      { $0.caller = { _ in Caller(.administer) } },
      { _, _ in Self.answer(#"{"set": {"price": 7}}"#) }
    )
    let rules: DataValue = [
      ["role": "anyone", "may": ["fetch"]],
      ["role": "anyone", "may": ["insert"], "fields": ["name"]],
    ]
    #expect(
      try asking.service.send(.patch, "/v1/_schema/flowers", [:], ["rules": rules]).status == 200
    )
    let forbidden: DataValue = ["name": "Rose", "price": 1]
    #expect(try asking.service.send(.post, "/v1/flowers", [:], forbidden).status == 403)
    #expect(try asking.service.send(.post, "/v1/flowers", [:], ["price": 1]).status == 422)
    #expect(asking.questions.isEmpty)
    let made = try asking.service.send(.post, "/v1/flowers", [:], ["name": "Rose"])
    #expect(made.status == 201 && made.json["price"] == 7)
  }

  @Test(arguments: [
    (BeforeAnswer.failed("no connection"), "no connection"),
    (.response(status: 500, body: []), "it answers 500"),
    (.response(status: 404, body: []), "it answers 404"),
    (answer("no"), "is no JSON object"), (answer("[]"), "is no JSON object"),
    (answer(#"{"accept": true}"#), "expected set or refuse"),
    (answer(#"{"set": 1}"#), "is no object of attributes"),
    (answer(#"{"set": {}, "refuse": {"message": "No"}}"#), "expected one of them"),
    (answer(#"{"refuse": {"status": 200, "message": "No"}}"#), "status of 400 to 499"),
    (answer(#"{"refuse": {"status": 500, "message": "No"}}"#), "status of 400 to 499"),
    (answer(#"{"refuse": {"code": "Sold out", "message": "No"}}"#), "a code that is none"),
    (answer(#"{"refuse": {"code": "sold-out"}}"#), "without a message"),
    (answer(#"{"refuse": true}"#), "without a message"),
  ])
  func `Without an answer that can be read, a write is refused or accepted as the type declares`(
    answer: BeforeAnswer,
    reason: String
  ) throws {
    let refusing = try Asking { _, _ in answer }
    let refused = try refusing.service.send(.post, "/v1/flowers", [:], ["name": "Rose"])
    #expect(refused.status == 503 && refused.json["code"] == "hook-away")
    #expect(refused.fields["retry-after"] == "5")
    #expect(refused.json["detail"]?.string?.contains(reason) == false)
    #expect(refusing.failures.count == 1 && refusing.failures[0].contains(reason))
    #expect(try refusing.service.send(.get, "/v1/flowers").names == [])
    let accepting = try Asking(["url": "https://a.example", "onFailure": "accept"]) { _, _ in answer
    }
    #expect(try accepting.service.send(.post, "/v1/flowers", [:], ["name": "Rose"]).status == 201)
    #expect(accepting.failures.count == 1 && accepting.failures[0].contains(reason))
  }

  /// A service whose webhook changes the record that it is asked about, the first times.
  private func busy(_ times: Int) throws -> (asking: Asking, id: String) {
    let other = Mutex<ServiceUnderTest?>(nil)
    let asking = try Asking(["url": "https://a.example", "on": ["update"]]) { question, number in
      if number <= times, let service = other.withLock(\.self),
        let id = question["data"]?["before"]?["uuid"]?.string.flatMap(ResourceID.init)
      {
        // Another gateway with the same records, which knows no webhook.
        let write = ResourceWrite(.update(id, .merge(["stock": .integer(Int64(number))])))
        _ = try? service.service.store.write(WriteBatch([write]), at: StoreSamples.now)
      }
      return Self.accepting
    }
    other.withLock { $0 = asking.service }
    return (asking, try asking.service.create(["name": "Rose", "stock": 0]))
  }

  @Test func `A record that changes while it is asked about is asked about anew`() throws {
    let (asking, id) = try busy(2)
    let reply = try asking.service.send(
      .patch,
      "/v1/flowers/\(id)",
      [:],
      ["attrs": [["name": "stock", "op": "inc", "value": 10]]]
    )
    #expect(reply.status == 200 && reply.json["stock"] == 12)
    #expect(asking.questions.map { $0["before"]?["stock"] } == [0, 1, 2])
    #expect(asking.questions.last?["record"]?["stock"] == 12)
  }

  @Test
  func `A record that changes each time is answered 409, and 412 where a version is expected`()
    throws
  {
    let (asking, id) = try busy(9)
    let reply = try asking.service.send(.patch, "/v1/flowers/\(id)", [:], ["name": "Lily"])
    #expect(reply.status == 409 && reply.json["code"] == "changed-meanwhile")
    #expect(asking.questions.count == 3)
    let tag = try asking.service.send(.get, "/v1/flowers/\(id)").json["_version"]?.integer ?? 0
    let bound: Fields = ["if-match": "\"\(tag)\""]
    let stale = try asking.service.send(.patch, "/v1/flowers/\(id)", bound, ["name": "Lily"])
    #expect(stale.status == 412 && stale.json["code"] == "version")
    #expect(stale.json["current"]?["stock"] == 4 && asking.questions.count == 4)
    #expect(try asking.service.send(.get, "/v1/flowers/\(id)").json["name"] == "Rose")
  }

  @Test func `A record that appears or goes while it is asked about gets no write unasked`() throws
  {
    let id = "f-01h455vb4pex5vsknk084sn02q"
    let other = Mutex<ServiceUnderTest?>(nil)
    let asking = try Asking(["url": "https://a.example"]) { question, number in
      if number == 1, let service = other.withLock(\.self), let id = ResourceID(id) {
        let write = ResourceWrite(.create(type: "flowers", id, ["name": "Theirs"]))
        _ = try? service.service.store.write(WriteBatch([write]), at: StoreSamples.now)
      }
      return Self.accepting
    }
    other.withLock { $0 = asking.service }
    let reply = try asking.service.send(.put, "/v1/flowers/\(id)", [:], ["name": "Ours"])
    #expect(reply.status == 200 && reply.json["name"] == "Ours")
    #expect(asking.types == ["flowers.before-insert", "flowers.before-update"])
    #expect(asking.questions.last?["before"]?["name"] == "Theirs")
  }

  @Test func `Each record of a batch is asked about, and an atomic one is refused as a whole`()
    throws
  {
    let asking = try Asking { question, _ in
      question["data"]?["record"]?["name"] == "Weed"
        ? Self.answer(#"{"refuse": {"code": "no-weeds", "message": "No weeds"}}"#) : Self.accepting
    }
    let flowers: DataValue = [["name": "Rose"], ["name": "Weed"], ["name": "Lily"]]
    let whole = try asking.service.send(.post, "/v1/flowers?atomic=true", [:], flowers)
    #expect(whole.status == 422 && asking.questions.count == 3)
    #expect(whole.json["data"]?.elements?.map { $0["code"] } == ["aborted", "no-weeds", "aborted"])
    #expect(try asking.service.send(.get, "/v1/flowers").names == [])
    let part = try asking.service.send(.post, "/v1/flowers", [:], flowers)
    #expect(part.json["data"]?.elements?.map { $0["status"] } == [201, 422, 201])
    #expect(try asking.service.send(.get, "/v1/flowers?order=name").names == ["Lily", "Rose"])
  }

  @Test func `Writes of one record in a batch are asked about in their order`() throws {
    let asking = try Asking { question, _ in
      question["data"]?["operation"] == "insert"
        ? Self.answer(#"{"set": {"stock": 5}}"#) : Self.accepting
    }
    let id = "f-01h455vb4pex5vsknk084sn02q"
    let ops: DataValue = [
      ["op": "create", "type": "flowers", "uuid": .text(id), "body": ["name": "Rose"]],
      [
        "op": "update", "id": .text(id),
        "attrs": [["name": "stock", "op": "inc", "value": 2]],
      ],
    ]
    let reply = try asking.service.send(.post, "/v1:batch", [:], ["atomic": true, "ops": ops])
    #expect(reply.status == 200, "\(reply.json)")
    #expect(asking.types == ["flowers.before-insert", "flowers.before-update"])
    #expect(asking.questions.last?["record"]?["stock"] == 7)
    #expect(try asking.service.send(.get, "/v1/flowers/\(id)").json["stock"] == 7)
  }

  @Test func `Lines of a stream are asked about, and each gets its own verdict`() async throws {
    let server = try await ResourceServer { settings in
      settings.ask = { questions in
        questions.map { question in
          let isWeed = String(decoding: question.body, as: UTF8.self).contains("\"Weed\"")
          return BeforeReply(
            isWeed ? Self.answer(#"{"refuse": {"message": "No weeds"}}"#) : Self.accepting
          )
        }
      }
    }
    let hook: DataValue = ["before": ["url": "https://a.example"]]
    _ = try server.under.send(.patch, "/v1/_schema/flowers", [:], hook)
    let lines = "{\"name\":\"Rose\"}\n{\"name\":\"Weed\"}\n"
    let type = "Content-Type: application/x-ndjson"
    let reply = try await server.send("POST /v1/flowers", [type, "X: y"], body: lines)
    #expect(reply.body.contains("\"status\":201") && reply.body.contains("No weeds"))
    #expect(try server.under.send(.get, "/v1/flowers").names == ["Rose"])
  }

  @Test func `A repeated request with an idempotency key is not asked about again`() throws {
    let asking = try Asking { _, number in
      number == 1 ? .failed("away") : Self.answer(#"{"refuse": {"code": "no", "message": "No"}}"#)
    }
    func send() throws -> Reply {
      try asking.service.send(.post, "/v1/flowers", ["idempotency-key": "k"], ["name": "Rose"])
    }
    // A request that the webhook did not answer is not kept.
    #expect(try send().status == 503)
    for _ in 0..<2 {
      let refused = try send()
      #expect(refused.status == 422 && refused.json["code"] == "no")
    }
    #expect(asking.questions.count == 2)
  }

  @Test(arguments: [
    (["url": "hooks.example.com"] as DataValue, "address of a webhook"),
    (["on": ["insert"]] as DataValue, "url"),
    (["url": "https://a.example", "on": []] as DataValue, "elements"),
    (["url": "https://a.example", "on": ["fetch"]] as DataValue, "insert"),
    (["url": "https://a.example", "timeout": 60_000] as DataValue, "10"),
    (["url": "https://a.example", "onFailure": "wait"] as DataValue, "refuse"),
    (["url": "https://a.example", "key": "K"] as DataValue, "key"),
  ])
  func `A wrong declaration is told what is expected`(hook: DataValue, detail: String) throws {
    let service = try ServiceUnderTest()
    let reply = try service.send(.patch, "/v1/_schema/flowers", [:], ["before": hook])
    #expect(reply.status == 422 && reply.json["code"] == "bad-types")
    #expect(reply.json["detail"]?.string?.contains(detail) == true, "\(reply.json)")
  }

  @Test func `A declaration is returned as it was given, and a change of it touches no record`()
    throws
  {
    let asking = try Asking(["url": "https://a.example", "on": ["insert"], "timeout": 500]) {
      _,
      _ in
      Self.accepting
    }
    let types = try asking.service.send(.get, "/v1/_schema").json["data"]?.elements ?? []
    let flowers = try #require(types.first { $0["name"] == "flowers" })
    #expect(
      flowers["before"]
        == ["url": "https://a.example", "on": ["insert"], "timeout": 500, "onFailure": "refuse"]
    )
    let changed = try asking.service.send(.patch, "/v1/_schema/flowers", [:], ["before": .null])
    #expect(changed.json["changes"]?.elements?.first?["effect"] == "none", "\(changed.json)")
    #expect(try asking.service.create(["name": "Rose"]) != "" && asking.questions.isEmpty)
  }

  @Test func `The description names the problems of writes that a webhook is asked about`() throws {
    let asking = try Asking { _, _ in Self.accepting }
    let paths = try asking.service.send(.get, "/v1/_openapi.json").json["paths"]
    #expect(paths?["/v1/flowers"]?["post"]?["responses"]?["503"] != nil)
    #expect(paths?["/v1/flowers"]?["get"]?["responses"]?["503"] == nil)
    #expect(paths?["/v1/reviews"]?["post"]?["responses"]?["503"] == nil)
  }
}
