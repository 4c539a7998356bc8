// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import ResourceModel
import ResourceStore
import ResourceStoreTesting

/// Changes of every kind to a store, a few at each step.
final class ManyChanges {
  let store: StoreUnderTest
  private(set) var steps = 0
  private var flowers: [ResourceID] = []
  private let user: ResourceID

  struct NoUser: Error {}

  init(_ store: StoreUnderTest) throws {
    self.store = store
    guard let user = ResourceID("u-01h455vb4pex5vsknk084sn02q") else { throw NoUser() }
    self.user = user
  }

  func make() throws {
    steps += 1
    let (step, target) = (steps, store.store)
    for number in 0..<3 {
      let flower = try store.create(
        [
          "name": .text("Flower \(step) \(number)"), "code": .text("c\(step)-\(number)"),
          "stock": .integer(Int64(number)), "place": ["lat": 52.5, "lon": .number(step)],
          "tags": [.text("tag\(step)")],
        ],
        owner: user.text
      )
      flowers.append(flower.id)
    }
    let (first, second) = (flowers[flowers.count - 1], flowers[flowers.count - 2])
    try swapCodes(first, second, step)
    try set(first, ["friends": [.text(second.text)], "name": .text("Renamed \(step)")])
    _ = try store.create(["flower": .text(first.text)], of: "reviews", zone: "z\(step % 2)")
    if flowers.count > 4 { try store.delete(flowers.remove(at: 0)) }
    _ = try target.grants.set(
      [AccessGrant("read", on: second, to: "u-\(step)")],
      on: second,
      at: store.now,
      by: .user(user)
    )
    let session = Session(
      "s\(step)",
      of: user,
      device: nil,
      created: store.now,
      rotated: store.now,
      expires: store.now.advanced(byMilliseconds: 86_400_000),
      digest: [UInt8(truncatingIfNeeded: step), 1]
    )
    try target.accounts.add(session)
    var renewed = session
    renewed.digest = [UInt8(truncatingIfNeeded: step), 2]
    _ = try target.accounts.rotate(renewed, from: session.digest)
    if step > 1 { _ = try target.accounts.endSession("s\(step - 1)", of: user) }
    try target.accounts.setPassword("hash \(step)", of: user)
    let message = OutboxMessage("m\(step)", to: "hook", Array("text".utf8), created: store.now)
    try target.outbox.setPosition(Int64(step), in: "", of: "hook", keeping: message)
    if step > 2 { _ = try target.outbox.removeMessage("m\(step - 2)") }
    let key = IdempotencyKey("key \(step)", request: [1]) { _ in [2] }
    let increment = AttributeOperation("stock", .inc, 1)
    var keyed = WriteBatch(
      [ResourceWrite(.update(first, .operations([increment])))],
      by: .user(user)
    )
    keyed.key = key
    _ = try target.write(keyed, at: store.now)
    if step == 4 { _ = try target.purge(deletedBefore: store.now, keysBefore: store.now) }
  }

  /// Changes the types: records get another indexed attribute, and one loses its index.
  func changeTypes() throws {
    var declared = StoreSamples.declarations.elements ?? []
    guard let flowers = declared[0].dictionary, let attributes = flowers["attributes"]?.dictionary
    else { return }
    let more = attributes.setting("stock", ["type": "integer", "indexed": true])
      .setting("tags", ["type": "list", "of": "text"])
    declared[0] = DataValue(
      .dictionary(flowers.setting("attributes", DataValue(.dictionary(more))))
    )
    _ = try store.store.setTypes(TypeSet(.list(declared), in: "types.json"), options: [])
  }

  private func set(_ id: ResourceID, _ attributes: DataDictionary) throws {
    let operations = attributes.members.map { AttributeOperation($0.key, .set, $0.value) }
    try store.write(ResourceWrite(.update(id, .operations(operations))))
  }

  /// Gives each of two records the unique value of the other.
  private func swapCodes(_ first: ResourceID, _ second: ResourceID, _ step: Int) throws {
    let codes = try [first, second].map { try store.get($0)?.attributes["code"] ?? .null }
    try set(first, ["code": .text("between \(step)")])
    try set(second, ["code": codes[0]])
    try set(first, ["code": codes[1]])
  }
}
