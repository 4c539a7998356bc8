// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import ResourceModel
import ResourceStore
import ResourceStoreTesting
import Testing

/// The rules that every engine keeps, as code.
enum StoreRules {
  static func createdRecordsAreRead(_ store: StoreUnderTest) throws {
    let record = try store.create([
      "name": "Rose", "price": 4.5, "seen": "2026-01-01T00:00:00Z", "more": ["a": [1, true]],
    ])
    #expect(record.version == 1 && record.created == store.now)
    #expect(record.attributes["seen"] == "2026-01-01T00:00:00.000Z")
    #expect(try store.get(record.id) == record)
    let other = try store.create(["name": "Lily"], id: ResourceID("f-01h455vb4pex5vsknk084sn02q"))
    #expect(other.id.text == "f-01h455vb4pex5vsknk084sn02q")
    #expect(store.refusal { try $0.create(["name": "Twin"], id: other.id) } == .idTaken)
    let alien = ResourceID("s-01h455vb4pex5vsknk084sn02q")
    #expect(store.refusal { try $0.create(["name": "Twin"], id: alien) } == .idTaken)
    #expect(store.refusal { try $0.create(["name": "Oak"], of: "trees") } == .unknownType)
    #expect(try alien.map(store.get) == .some(nil))
  }

  static func versionsAreCounted(_ store: StoreUnderTest) throws {
    let first = try store.create(["name": "A"])
    _ = store.refusal { try $0.create(["price": 1]) }
    let second = try store.create(["name": "B"])
    let elsewhere = try store.create(["name": "C"], zone: "home")
    let changed = try store.write(ResourceWrite(.update(first.id, .merge(["price": 2]))))
    #expect([first, second, elsewhere, changed.resource].map(\.version) == [1, 2, 1, 3])
    #expect(changed.resource.created == first.created && changed.resource.updated == store.now)
  }

  static func preconditionsAreKept(_ store: StoreUnderTest) throws {
    let record = try store.create(["name": "Rose"])
    let write = ResourceWrite.Action.update(record.id, .merge(["price": 1]))
    #expect(
      store.refusal { try $0.write(ResourceWrite(write, ifVersion: 9)) }
        == .versionMismatch(current: record)
    )
    #expect(try store.write(ResourceWrite(write, ifVersion: 1)).kind == .updated)
    let new = try #require(ResourceID("f-01h455vb4pex5vsknk084sn02q"))
    let put = ResourceWrite.Action.replace(new, ["name": "Lily"])
    #expect(
      store.refusal { try $0.write(ResourceWrite(put, ifVersion: 3)) }
        == .versionMismatch(current: nil)
    )
    #expect(try store.write(ResourceWrite(put, ifVersion: 0)).kind == .created)
    #expect(store.refusal { try $0.write(ResourceWrite(put, ifVersion: 0)) } != nil)
  }

  static func operationsAreApplied(_ store: StoreUnderTest) throws {
    let record = try store.create(["name": "Rose", "stock": 5, "tags": ["a"]])
    let patch = ResourcePatch.operations([
      AttributeOperation("stock", .inc, -2), AttributeOperation("tags", .addUnique, ["a", "b"]),
      AttributeOperation("seen", .serverTime),
    ])
    let changed = try store.write(ResourceWrite(.update(record.id, patch))).resource
    #expect(changed.attributes["stock"] == 3 && changed.attributes["tags"] == ["a", "b"])
    #expect(changed.attributes["seen"]?.string == store.now.description)
    let wrong = ResourcePatch.operations([AttributeOperation("name", .inc, 1)])
    guard
      case .invalid(let errors) = store.refusal({
        try $0.write(ResourceWrite(.update(record.id, wrong)))
      })
    else { return #expect(Bool(false), "a text was incremented") }
    #expect(errors.map(\.attribute) == ["name"])
    #expect(try store.get(record.id) == changed)
  }

  static func unchangedKeepsVersion(_ store: StoreUnderTest) throws {
    let record = try store.create(["name": "Rose"])
    let outcome = try store.write(ResourceWrite(.replace(record.id, ["name": "Rose"])))
    #expect(outcome == WriteOutcome(.unchanged, record))
    #expect(try store.store.history.changes(since: 0, in: "", limit: 10).version == 1)
  }

  static func uniqueValues(_ store: StoreUnderTest) throws {
    let first = try store.create(["name": "A", "code": "X1"])
    let second = try store.create(["name": "B", "code": "X2"])
    try store.create(["name": "C"])
    try store.create(["name": "D"])
    for action in [
      ResourceWrite.Action.create(type: "flowers", nil, ["name": "E", "code": "X1"]),
      .update(second.id, .merge(["code": "X1"])),
    ] {
      guard case .invalid(let errors) = store.refusal({ try $0.write(ResourceWrite(action)) })
      else {
        return #expect(Bool(false), "a value was given twice")
      }
      #expect(errors.map(\.attribute) == ["code"] && errors.map(\.code) == [.unique])
    }
    try store.delete(first.id)
    try store.write(ResourceWrite(.update(second.id, .merge(["code": "X1"]))))
    #expect(store.refusal { try $0.write(ResourceWrite(.undelete(first.id))) } != nil)
  }

  static func deletedRecordsReturn(_ store: StoreUnderTest) throws {
    let record = try store.create(["name": "Rose", "tags": ["gift"]])
    #expect(try store.delete(record.id).resource.version == 2)
    #expect(try store.get(record.id) == nil)
    #expect(try store.store.resource(record.id, withDeleted: true)?.deleted == store.now)
    #expect(try store.names() == [] && store.names("search(\"rose\")") == [])
    #expect(store.refusal { try $0.delete(record.id) } == .notFound)
    #expect(store.refusal { try $0.create(["name": "Again"], id: record.id) } == .idTaken)
    let restored = try store.write(ResourceWrite(.undelete(record.id))).resource
    #expect(restored.version == 3 && restored.attributes == record.attributes)
    #expect(try store.names("search(\"rose gift\")") == ["Rose"])
    try store.delete(record.id)
    let later = store.now.advanced(byMilliseconds: 1)
    #expect(try store.store.purge(deletedBefore: store.now, keysBefore: store.now) == 0)
    #expect(try store.store.purge(deletedBefore: later, keysBefore: later) == 1)
    #expect(store.refusal { try $0.write(ResourceWrite(.undelete(record.id))) } == .notFound)
    #expect(
      store.refusal { _ = try $0.store.history.changes(since: 2, in: "", limit: 9) } == .pastHorizon
    )
    #expect(try store.store.history.changes(since: 0, in: "", limit: 9).resources == [])
    #expect(try store.create(["name": "Lily"]).version == 5)
  }

  static func referencesLead(_ store: StoreUnderTest) throws {
    let shop = try store.create(["name": "Here"], of: "shops")
    let rose = try store.create(["name": "Rose", "shop": .text(shop.id.text)])
    let missing = "s-01h455vb4pex5vsknk084sn02q"
    for target in [missing, rose.id.text] {
      guard
        case .invalid(let errors) = store.refusal({
          try $0.create(["name": "Lily", "shop": .text(target)])
        })
      else { return #expect(Bool(false), "a reference leads to \(target)") }
      #expect(errors.map(\.code) == [.reference])
    }
    #expect(try store.names("shop = \"\(shop.id)\"") == ["Rose"])
    try store.create(["name": "Lily", "friends": [.text(rose.id.text)]])
    #expect(try store.names("friends = \"\(rose.id)\"") == ["Lily"])
    #expect(try store.names("friends != \"\(rose.id)\"") == ["Rose"])
  }

  static func deletionsFollow(_ store: StoreUnderTest) throws {
    let shop = try store.create(["name": "Here"], of: "shops")
    let rose = try store.create(["name": "Rose", "shop": .text(shop.id.text)])
    let lily = try store.create(["name": "Lily", "friends": [.text(rose.id.text)]])
    let review = try store.create(["flower": .text(rose.id.text)], of: "reviews")
    let answer = try store.create(["answer": .text(review.id.text)], of: "reviews")
    let loop = ResourcePatch.merge(["answer": .text(answer.id.text)])
    try store.write(ResourceWrite(.update(review.id, loop)))
    #expect(store.refusal { try $0.delete(shop.id) } == .referred(by: [rose.id]))
    let outcome = try store.delete(rose.id)
    #expect(Set(outcome.others.map(\.id)) == [lily.id, review.id, answer.id])
    #expect(try store.get(lily.id)?.attributes["friends"] == [])
    #expect(try store.get(review.id) == nil && store.get(answer.id) == nil)
    try store.delete(shop.id)
    // A record comes back only to what is still there.
    #expect(store.refusal { try $0.write(ResourceWrite(.undelete(rose.id))) } != nil)
    try store.write(ResourceWrite(.undelete(shop.id)))
    try store.write(ResourceWrite(.undelete(rose.id)))
  }

  static func ringsAreCounted(_ store: StoreUnderTest) throws {
    let first = try store.create(["stars": 1], of: "reviews")
    let second = try store.create(["answer": .text(first.id.text)], of: "reviews")
    let third = try store.create(["answer": .text(second.id.text)], of: "reviews")
    let ring = ResourcePatch.merge(["answer": .text(third.id.text)])
    try store.write(ResourceWrite(.update(first.id, ring)))
    let other = try store.create(["stars": 2], of: "reviews")
    let outcome = try store.delete(first.id)
    #expect(outcome.resource.id == first.id && outcome.kind == .deleted)
    #expect(outcome.others.map(\.id) == [second.id, third.id])
    let page = try store.store.page(store.query("reviews"))
    #expect(page.total == 1 && page.records.map(\.id) == [other.id])
    #expect(
      try store.store.history.commits(since: 5, in: "", limit: 10).map(\.version) == [6, 7, 8]
    )
  }

  static func atomicBatches(_ store: StoreUnderTest) throws {
    let good = ResourceWrite(.create(type: "flowers", nil, ["name": "A"]))
    let bad = ResourceWrite(.create(type: "flowers", nil, [:]))
    let failed = try store.results(WriteBatch([good, bad, good], isAtomic: true))
    #expect(failed.map(kind) == ["aborted", "invalid", "aborted"])
    #expect(try store.names() == [])
    let done = try store.results(WriteBatch([good, good], isAtomic: true))
    #expect(done.compactMap { try? $0.get().resource.version } == [1, 2])
  }

  static func partialBatches(_ store: StoreUnderTest) throws {
    let good = ResourceWrite(.create(type: "flowers", nil, ["name": "A"]))
    let bad = ResourceWrite(.create(type: "flowers", nil, [:]))
    let results = try store.results(WriteBatch([good, bad, good]))
    #expect(results.map(kind) == ["created", "invalid", "created"])
    #expect(results.compactMap { try? $0.get().resource.version } == [1, 2])
    #expect(try store.names() == ["A", "A"])
  }

  static func failedWritesLeaveNothing(_ store: StoreUnderTest) throws {
    var declarations = StoreSamples.declarations.elements ?? []
    declarations += [
      [
        "name": "orders", "prefix": "o",
        "attributes": ["flower": ["type": "reference", "to": "flowers", "onDelete": "cascade"]],
      ],
      [
        "name": "bills", "prefix": "b",
        "attributes": ["order": ["type": "reference", "to": "orders"]],
      ],
    ]
    _ = try store.store.setTypes(TypeSet(.list(declarations), in: "types.json"), options: [])
    let rose = try store.create(["name": "Rose", "code": "X1"])
    let lily = try store.create(["name": "Lily", "friends": [.text(rose.id.text)]])
    let order = try store.create(["flower": .text(rose.id.text)], of: "orders")
    let bill = try store.create(["order": .text(order.id.text)], of: "bills")
    let good = ResourceWrite(.create(type: "flowers", nil, ["name": "A"]))
    let twin = ResourceWrite(.create(type: "flowers", nil, ["name": "Twin", "code": "X1"]))
    // The bill forbids it, which is noticed when the lily and the order have changed.
    let restricted = ResourceWrite(.delete(rose.id))
    for batch in [[good, twin, good], [good, restricted, twin, good]] {
      let versions = try store.results(WriteBatch(batch)).map { try? $0.get().resource.version }
      let before = try #require(versions[0])
      #expect(versions == [before] + batch.dropFirst(2).map { _ in nil } + [before + 1])
    }
    #expect(try store.create(["name": "B"]).version == bill.version + 5)
    for record in [rose, lily, order, bill] { #expect(try store.get(record.id) == record) }
    var query = try store.query()
    query.count = .exact
    #expect(try store.store.page(query).total == 7)
  }

  private static func kind(_ result: WriteResult) -> String {
    switch result {
    case .success(let outcome): outcome.kind.rawValue
    case .failure(let error): "\(error.kind)".prefix { $0 != "(" }.description
    }
  }

  static func decisionsAreKept(_ store: StoreUnderTest) throws {
    let rose = try store.create(["name": "Rose", "stock": 1])
    var late = ResourceWrite(.update(rose.id, .merge(["stock": 2])))
    late.decision = WriteDecision(version: 9)
    let other = ResourceWrite(.create(type: "flowers", nil, ["name": "Lily"]))
    let key = IdempotencyKey("k", request: [1]) { _ in [7] }
    for isAtomic in [true, false] {
      let batch = WriteBatch([other, late], isAtomic: isAtomic, key: key)
      let refusal = store.refusal { _ = try $0.store.write(batch, at: $0.now) }
      #expect(refusal == .decisionOutdated)
    }
    #expect(try store.names() == ["Rose"] && store.store.keptAnswer(key) == nil)
    var decided = late
    decided.decision = WriteDecision(version: rose.version)
    decided.decision?.attributes = ["price": 3, "stock": .null]
    let changed = try store.write(decided).resource
    #expect(changed.attributes["price"] == 3 && changed.attributes["stock"] == nil)
    var refused = ResourceWrite(.delete(rose.id))
    refused.decision = WriteDecision(version: changed.version)
    let kind = StoreError.Kind.refused(WriteRefusal(status: 409, code: "no", attribute: nil))
    refused.decision?.refusal = StoreError(kind, "no")
    #expect(store.refusal { try $0.write(refused) } == kind)
    #expect(try store.get(rose.id) == changed)
    try store.delete(rose.id)
    var again = ResourceWrite(.undelete(rose.id))
    again.decision = WriteDecision(version: 0)
    #expect(store.refusal { try $0.write(again) } == .decisionOutdated)
    again.decision = WriteDecision(version: changed.version + 1)
    #expect(try store.write(again).kind == .updated)
    guard case .done = try store.store.write(WriteBatch([other], key: key), at: store.now) else {
      throw StoreError(.damaged, "an answer was replayed; expected a result")
    }
    #expect(try store.store.keptAnswer(key) == [7])
    let stolen = IdempotencyKey("k", request: [2]) { _ in [] }
    #expect(store.refusal { _ = try $0.store.keptAnswer(stolen) } == .keyReused)
  }

  static func keysReplay(_ store: StoreUnderTest) throws {
    func batch(_ request: [UInt8]) -> WriteBatch {
      let write = ResourceWrite(.create(type: "flowers", nil, ["name": "A"]))
      let key = IdempotencyKey("app k1", request: request) { [UInt8($0.count)] + request }
      return WriteBatch([write], key: key)
    }
    guard case .done = try store.store.write(batch([7]), at: store.now),
      case .replayed(let answer) = try store.store.write(batch([7]), at: store.now)
    else { return #expect(Bool(false), "the first is done, the second replayed") }
    #expect(answer == [1, 7])
    #expect(try store.names() == ["A"])
    #expect(store.refusal { _ = try $0.store.write(batch([8]), at: $0.now) } == .keyReused)
    let later = store.now.advanced(byMilliseconds: 1)
    _ = try store.store.purge(deletedBefore: store.now, keysBefore: later)
    guard case .done = try store.store.write(batch([8]), at: later) else {
      return #expect(Bool(false), "a key that was purged is new")
    }
  }

  static func capabilities(_ store: StoreUnderTest) throws {
    let record = try store.create(["name": "Here"], of: "shops")
    var shops = try #require(store.store.types["shops"])
    shops.capabilities = [.fetch]
    _ = try store.store.setTypes(store.store.types.with(shops), options: [])
    for action in [
      ResourceWrite.Action.create(type: "shops", nil, [:]), .delete(record.id),
      .update(record.id, .merge(["name": "There"])),
    ] {
      #expect(store.refusal { try $0.write(ResourceWrite(action)) } == .notAllowed)
    }
  }
}

extension StoreUnderTest {
  /// Performs a batch, and returns the results of its writes.
  func results(_ batch: WriteBatch) throws -> [WriteResult] {
    guard case .done(let results) = try store.write(batch, at: now) else { return [] }
    return results
  }
}
