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

@Suite struct `Webhooks of records` {
  private static let now = StoreSamples.now

  /// Creates a flower in a zone, and returns its id.
  private func flower(
    _ name: String,
    in zone: String = "",
    _ service: ServiceUnderTest
  ) throws
    -> String
  {
    let target = zone.isEmpty ? "/v1/flowers" : "/v1/flowers?zone=\(zone)"
    return try service.send(.post, target, [:], ["name": .text(name)]).json["uuid"]?.string ?? ""
  }

  private func next(
    _ hook: RecordHook,
    of service: ServiceUnderTest
  ) throws -> [(message: HookMessage, json: DataValue)] {
    try service.service.deliveries.nextMessages(for: hook).map { message in
      let body = try service.service.deliveries.body(of: message, for: hook)
      return (message, try DataValue(reading: body.span, as: .json))
    }
  }

  @Test func `A message that was read before the epoch ended moves its hook past no other commit`()
    throws
  {
    let (service, hook) = (try ServiceUnderTest(), RecordHook("orders"))
    #expect(try !service.service.deliveries.hasMessages(for: hook))
    _ = try flower("Rose", service)
    let before = try next(hook, of: service)
    let store = service.service.store
    try store.endEpoch(store.epoch())
    try service.service.deliveries.accepted(before[0].message, by: hook)
    let after = try next(hook, of: service)
    // Receivers that know the id of a message from before a restore do not take another one for it.
    #expect(after.count == 1 && after[0].message.id != before[0].message.id)
    try service.service.deliveries.accepted(after[0].message, by: hook)
    #expect(try !service.service.deliveries.hasMessages(for: hook))
  }

  @Test func `A new hook is told of what is committed after it was declared, in commit order`()
    throws
  {
    let (service, hook) = (try ServiceUnderTest(), RecordHook("orders"))
    _ = try flower("Rose", service)
    #expect(try !service.service.deliveries.hasMessages(for: hook))
    let lily = try flower("Lily", service)
    _ = try service.send(.patch, "/v1/flowers/\(lily)", [:], ["name": "Lilium"])
    _ = try service.send(.delete, "/v1/flowers/\(lily)")
    #expect(try service.service.deliveries.hasMessages(for: hook))
    let found = try next(hook, of: service)
    #expect(
      found.map(\.json["type"]?.string) == [
        "flowers.created", "flowers.updated", "flowers.deleted",
      ]
    )
    let epoch = try service.service.store.epoch().text
    #expect(found.map(\.message.id) == (2...4).map { "orders-\(lily)-\($0)-\(epoch)" })
    #expect(found[0].json["timestamp"]?.string == Self.now.description)
    #expect(
      found[0].json["data"]
        == ["uuid": .text(lily), "_type": "flowers", "_version": 2, "zone": ""]
    )
  }

  @Test func `A message is repeated until it is accepted, and then never again`() throws {
    let (service, hook) = (try ServiceUnderTest(), RecordHook("orders"))
    #expect(try !service.service.deliveries.hasMessages(for: hook))
    for name in ["Rose", "Lily"] { _ = try flower(name, service) }
    let first = try next(hook, of: service).map(\.message)
    #expect(try next(hook, of: service).map(\.message) == first && first.count == 2)
    try service.service.deliveries.accepted(first[0], by: hook)
    #expect(try next(hook, of: service).map(\.message) == [first[1]])
    try service.service.deliveries.accepted(first[1], by: hook)
    #expect(try !service.service.deliveries.hasMessages(for: hook))
    // A late answer to an attempt before does not go back.
    try service.service.deliveries.accepted(first[0], by: hook)
    #expect(try !service.service.deliveries.hasMessages(for: hook))
  }

  @Test func `A hook for some types moves on over the commits of others`() throws {
    let service = try ServiceUnderTest()
    let (shops, all) = (RecordHook("shops", types: ["shops"]), RecordHook("all"))
    for hook in [shops, all] { #expect(try !service.service.deliveries.hasMessages(for: hook)) }
    for number in 1...50 { _ = try flower("Rose \(number)", service) }
    let shop = try service.create(["name": "Corner"], in: "shops")
    let found = try next(shops, of: service)
    #expect(found.map(\.json["data"]?["uuid"]?.string) == [shop])
    try service.service.deliveries.accepted(found[0].message, by: shops)
    #expect(try !service.service.deliveries.hasMessages(for: shops))
    #expect(try service.service.deliveries.hasMessages(for: all))
  }

  @Test func `Each zone has its own order and its own position`() throws {
    let (service, hook) = (try ServiceUnderTest(), RecordHook("all"))
    #expect(try !service.service.deliveries.hasMessages(for: hook))
    for name in ["Rose", "Lily"] {
      for zone in ["", "ann"] { _ = try flower(name, in: zone, service) }
    }
    let found = try next(hook, of: service)
    let ann = found.filter { $0.json["data"]?["zone"]?.string == "ann" }
    #expect(found.count == 4 && ann.map(\.json["data"]?["_version"]) == [1, 2])
    for one in ann { try service.service.deliveries.accepted(one.message, by: hook) }
    #expect(try next(hook, of: service).map(\.json["data"]?["zone"]?.string) == ["", ""])
  }

  @Test func `A hook that wants records gets them as they are at the attempt, or null`() throws {
    let (service, hook) = (try ServiceUnderTest(), RecordHook("all", sendsRecord: true))
    #expect(try !service.service.deliveries.hasMessages(for: hook))
    let rose = try flower("Rose", service)
    #expect(try next(hook, of: service)[0].json["data"]?["record"]?["name"] == "Rose")
    _ = try service.send(.delete, "/v1/flowers/\(rose)")
    #expect(try next(hook, of: service)[0].json["data"]?["record"] == .null)
  }

  @Test
  func `A message that is given up is a dead letter without the record, until it is replayed`()
    throws
  {
    let service = try ServiceUnderTest()
    let hook = RecordHook("all", sendsRecord: true)
    let woken = Mutex(0)
    service.service.renew {
      $0.hooks = [
        RunningHook(hook, at: "https://hooks.example.com", state: { HookState(.idle) }) {
          woken.withLock { $0 += 1 }
        }
      ]
    }
    #expect(try !service.service.deliveries.hasMessages(for: hook))
    _ = try flower("Rose", service)
    let message = try next(hook, of: service)[0].message
    try service.service.deliveries.giveUp(
      message,
      for: hook,
      because: "it answers 500",
      after: 7,
      at: Self.now
    )
    #expect(try !service.service.deliveries.hasMessages(for: hook))
    let list = try service.send(.get, "/v1/_hooks").json["data"]?.elements ?? []
    #expect(list.count == 1 && list[0]["deadLetters"] == 1 && list[0]["behind"] == 0)
    let dead = try service.send(.get, "/v1/_hooks/all").json["dead"]?.elements ?? []
    #expect(dead.map(\.["id"]) == [.text(message.id)] && dead[0]["attempts"] == 7)
    #expect(dead[0]["reason"] == "it answers 500" && dead[0]["message"]?["data"]?["record"] == nil)
    let replayed = try service.send(.post, "/v1/_hooks/all:replay")
    #expect(replayed.status == 202 && replayed.json == ["replayed": 1])
    #expect(woken.withLock(\.self) == 1)
    let again = try next(hook, of: service)
    #expect(again.map(\.message.id) == [message.id] && again[0].message.isReplay)
    #expect(again[0].json["data"]?["record"]?["name"] == "Rose")
    try service.service.deliveries.giveUp(
      again[0].message,
      for: hook,
      because: "it answers 404",
      after: 1,
      at: Self.now
    )
    let still = try service.send(.get, "/v1/_hooks/all").json["dead"]?.elements ?? []
    #expect(still.count == 1 && still[0]["attempts"] == 8 && still[0]["reason"] == "it answers 404")
    _ = try service.send(.post, "/v1/_hooks/all:replay", [:], ["ids": [.text(message.id)]])
    try service.service.deliveries.accepted(try next(hook, of: service)[0].message, by: hook)
    #expect(try service.send(.get, "/v1/_hooks/all").json["dead"] == [])
    #expect(try !service.service.deliveries.hasMessages(for: hook))
  }

  @Test func `A deferred message lets other records pass, and is kept until it is given up`() throws
  {
    let (service, hook) = (try ServiceUnderTest(), RecordHook("all"))
    service.service.renew {
      $0.hooks = [RunningHook(hook, at: "", state: { HookState(.idle) }, wake: {})]
    }
    #expect(try !service.service.deliveries.hasMessages(for: hook))
    let rose = try flower("Rose", service)
    _ = try flower("Lily", service)
    _ = try service.send(.patch, "/v1/flowers/\(rose)", [:], ["name": "Rosa"])
    let all = try next(hook, of: service).map(\.message)
    func postpone(_ message: HookMessage, after attempts: Int) throws {
      try service.service.deliveries.postpone(
        message,
        for: hook,
        because: "it answers 500",
        after: attempts,
        at: Self.now
      )
    }
    try postpone(all[0], after: 3)
    #expect(try next(hook, of: service).map(\.message) == Array(all[1...]))
    try service.service.deliveries.accepted(all[1], by: hook)
    try postpone(all[2], after: 0)
    #expect(
      try next(hook, of: service).isEmpty && service.service.deliveries.hasMessages(for: hook)
    )
    let deferred = try service.service.deliveries.deferredMessages(for: hook)
    #expect(deferred.map(\.id) == [all[0].id, all[2].id] && deferred.allSatisfy(\.isKept))
    #expect(deferred[0].source == .deferred(since: Self.now, attempts: 3))
    let list = try service.send(.get, "/v1/_hooks").json["data"]?.elements ?? []
    #expect(list[0]["deferred"] == 2 && list[0]["behind"] == 0 && list[0]["deadLetters"] == 0)
    try postpone(deferred[0], after: 1)
    let again = try service.service.deliveries.deferredMessages(for: hook)[0]
    #expect(again.source == .deferred(since: Self.now, attempts: 4))
    try service.service.deliveries.giveUp(again, for: hook, because: "no", after: 1, at: Self.now)
    try service.service.deliveries.accepted(deferred[1], by: hook)
    let dead = try service.send(.get, "/v1/_hooks/all").json
    #expect(dead["dead"]?.elements?.map(\.["attempts"]) == [5] && dead["deferred"] == 0)
    // A dead letter expires, although it did not while it was deferred.
    service.service.forgetOld(at: Self.now.advanced(byMilliseconds: 31 * 86_400_000))
    #expect(try service.send(.get, "/v1/_hooks/all").json["dead"] == [])
  }

  @Test func `A dead letter that nobody needs is removed by its id`() throws {
    let (service, hook) = (try ServiceUnderTest(), RecordHook("all"))
    service.service.renew {
      $0.hooks = [RunningHook(hook, at: "", state: { HookState(.idle) }, wake: {})]
    }
    #expect(try !service.service.deliveries.hasMessages(for: hook))
    _ = try flower("Rose", service)
    let message = try next(hook, of: service)[0].message
    try service.service.deliveries.giveUp(message, for: hook, because: "no", after: 1, at: Self.now)
    let target = "/v1/_hooks/all/\(message.id)"
    #expect(try service.send(.delete, target).status == 204)
    #expect(try service.send(.delete, target).status == 404)
    #expect(try service.send(.get, "/v1/_hooks/all").json["dead"] == [])
  }

  @Test(arguments: [
    (Method.get, "/v1/_hooks/none", DataValue?.none, 404, "expected all"),
    (.post, "/v1/_hooks", nil, 405, "expected one of GET"),
    (.post, "/v1/_hooks/all", nil, 405, "expected one of GET"),
    (.get, "/v1/_hooks/all:replay", nil, 405, "expected one of POST"),
    (.post, "/v1/_hooks/all:repeat", nil, 404, "expected replay"),
    (.post, "/v1/_hooks/all:replay", ["ids": 1] as DataValue, 400, "expected a list of ids"),
    (.post, "/v1/_hooks/all:replay", ["ids": ["x"]] as DataValue, 404, "has no dead letter x"),
    (.get, "/v1/_hooks/all/x", nil, 405, "expected one of DELETE"),
  ])
  func `A wrong request for hooks is told what is expected`(
    method: HTTPValues.Method,
    target: String,
    body: DataValue?,
    status: Int,
    detail: String
  ) throws {
    let service = try ServiceUnderTest()
    service.service.renew {
      $0.hooks = [RunningHook(RecordHook("all"), at: "", state: { HookState(.idle) }, wake: {})]
    }
    let reply = try service.send(method, target, [:], body)
    #expect(reply.status == status)
    #expect(reply.json["detail"]?.string?.contains(detail) == true, "\(reply.json)")
  }

  @Test func `Hooks are shown only to those who may administer`() throws {
    let service = try ServiceUnderTest { $0.caller = { _ in Caller(.write) } }
    #expect(try service.send(.get, "/v1/_hooks").status == 401)
    #expect(try service.send(.post, "/v1/_hooks/all:replay").status == 401)
  }
}
