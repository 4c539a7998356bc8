// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Filters
import ResourceModel
import ResourceStore
import ResourceStoreTesting
import Testing

extension StoreRules {
  static func relationsAreFollowed(_ store: StoreUnderTest) throws {
    let (here, there) = (
      try store.create(["name": "Here"], of: "shops"),
      try store.create(["name": "There"], of: "shops")
    )
    let rose = try store.create(["name": "Rose", "shop": .text(here.id.text)])
    let tulip = try store.create([
      "name": "Tulip", "shop": .text(there.id.text), "friends": [.text(rose.id.text)],
    ])
    try store.create(["name": "Lily"])
    let good = try store.create(["flower": .text(rose.id.text), "stars": 5], of: "reviews")
    try store.create(
      ["flower": .text(tulip.id.text), "stars": 1, "answer": .text(good.id.text)],
      of: "reviews"
    )
    for (filter, names) in [
      ("shop.name = Here", ["Rose"]), ("shop.name != Here", ["Lily", "Tulip"]),
      ("NOT shop.name = Here", ["Lily", "Tulip"]), ("shop.name = H*", ["Rose"]),
      ("shop.name IN (Here, There, Nowhere)", ["Rose", "Tulip"]),
      ("shop.name = Here OR name = Lily", ["Lily", "Rose"]),
      ("exists(shop.name)", ["Rose", "Tulip"]), ("shop.uuid = \(there.id)", ["Tulip"]),
      ("shop._created IN (\(here.created), 2000-01-01T00:00:00Z)", ["Rose"]),
      ("friends.name = Rose", ["Tulip"]), ("friends.shop.name = Here", ["Tulip"]),
      ("flowers.shop.name = There", ["Rose"]), ("reviews.stars > 3", ["Rose"]),
      ("reviews.stars > 3 AND reviews.stars < 3", []),
      ("reviews.answer.flower.name = Rose", ["Tulip"]),
      ("reviews.stars IN (1, 5)", ["Rose", "Tulip"]),
    ] {
      #expect(try found(filter, in: store) == names, "\(filter)")
    }
    #expect(try found("flowers.friends.name = Rose", of: "shops", in: store) == ["There"])
    try store.delete(good.id)
    #expect(try found("reviews.stars > 3", in: store) == [])
    // Only what the sender may see counts.
    #expect(try found("exists(shop.name)", in: store, showing: "name = Here") == ["Rose"])
    #expect(try found("shop.name != There", in: store, showing: "name = Here").count == 3)
    #expect(try found("shop.name != There", in: store).count == 2)
    #expect(throws: FilterError.self) { try found("shop.photo = a", in: store) }
    #expect(throws: FilterError.self) { try found("a.b.c.d.name = a", in: store) }
    #expect(throws: FilterError.self) {
      try found("friends.friends.friends.shop.name = a", in: store)
    }
    let many = Array(repeating: "shop.name = Here", count: Relations.mostConditions + 1)
    #expect(store.refusal { _ = try found(many.joined(separator: " AND "), in: $0) } == .costly)
  }

  static func selectionsAreKept(_ store: StoreUnderTest) throws {
    let (a, b) = (
      try store.create(["name": "A", "stock": 1]), try store.create(["name": "B", "stock": 1])
    )
    let query = try store.query("flowers", "stock = 1")
    #expect(try store.store.ids(query) == [a.id, b.id].sorted { $0.text < $1.text })
    func delete(_ ids: [ResourceID]) throws -> WriteAnswer {
      var batch = WriteBatch(ids.map { ResourceWrite(.delete($0)) }, isAtomic: true)
      batch.selection = query
      return try store.store.write(batch, at: store.now)
    }
    #expect(store.refusal { _ in _ = try delete([a.id]) } == .selectionOutdated)
    #expect(store.refusal { _ in _ = try delete([]) } == .selectionOutdated)
    #expect(try store.get(a.id) != nil)
    try store.write(ResourceWrite(.update(b.id, .merge(["stock": 2]))))
    _ = try delete([a.id])
    #expect(try store.get(a.id) == nil && store.get(b.id) != nil)
    // A record that is created is none of those that the filter found.
    var upsert = WriteBatch([ResourceWrite(.create(type: "flowers", nil, ["name": "C"]))])
    upsert.selection = query
    _ = try store.store.write(upsert, at: store.now)
    #expect(try store.names() == ["B", "C"])
    try store.create(["name": "D", "stock": 1])
    #expect(store.refusal { _ = try $0.store.write(upsert, at: $0.now) } == .selectionOutdated)
  }

  /// The names of the records of a type that a filter finds.
  ///
  /// - Parameter rule: the filter of the shops that the sender may see.
  private static func found(
    _ filter: String,
    of name: String = "flowers",
    in store: StoreUnderTest,
    showing rule: String? = nil
  ) throws -> [String] {
    let types = store.store.types
    let type = try #require(types[name])
    let relations = Relations(types) { type in
      var type = type
      guard let rule, type.name == "shops" else { return RecordAccess(nil, to: type) }
      var access = AccessRule()
      (access.role, access.capabilities, access.source) = ("anyone", [.fetch], rule)
      try? access.check(against: type)
      type.rules = [access]
      return RecordAccess(Principal(), to: type)
    }
    var query = ResourceQuery(type)
    query.filter = try Filter(filter, schema: relations.schema(of: type))
    query.relations = relations
    return try store.store.page(query).resources.compactMap { $0.attributes["name"]?.string }
      .sorted()
  }
}
