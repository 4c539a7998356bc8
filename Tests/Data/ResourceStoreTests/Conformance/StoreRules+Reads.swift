// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Filters
import ResourceModel
import ResourceStore
import ResourceStoreTesting
import Testing

extension StoreRules {
  static func filtersFind(_ store: StoreUnderTest) throws {
    try store.create([
      "name": "Rose", "price": 40, "stock": 3, "isFragrant": true, "colour": "red",
      "tags": ["gift", "new"], "seen": "2026-05-01T10:00:00.500Z",
      "place": ["lat": 52.52, "lon": 13.405],
    ])
    try store.create([
      "name": "Röschen", "price": 39.5, "isFragrant": false, "tags": [],
      "place": ["lat": -16.5, "lon": 179.9],
    ])
    try store.create(["name": "Tulip", "stock": 0, "place": ["lat": 89.99, "lon": 10]])
    for (filter, expected) in [
      ("price < 40", ["Röschen"]), ("price >= 39.5", ["Rose", "Röschen"]), ("price = 40", ["Rose"]),
      ("price != 40", ["Röschen", "Tulip"]), ("NOT price < 40", ["Rose", "Tulip"]),
      ("stock = 0 OR stock = 3", ["Rose", "Tulip"]), ("isFragrant = true", ["Rose"]),
      ("isFragrant != true", ["Röschen", "Tulip"]), ("colour = red", ["Rose"]),
      ("name = \"Ro*\"", ["Rose"]), ("name = \"R*\"", ["Rose", "Röschen"]),
      ("name = \"*e\"", ["Rose"]), ("name = \"*li*\"", ["Tulip"]), ("name:ROS", ["Rose"]),
      ("name < Röschen", ["Rose"]), ("name >= \"R\"", ["Rose", "Röschen", "Tulip"]),
      ("name > Rose AND name <= Röschen", ["Röschen"]), ("colour > orange", ["Rose"]),
      ("tags > gift", ["Rose"]), ("tags < gift", []), ("name < R", []),
      ("tags:gift", ["Rose"]), ("tags = new", ["Rose"]), ("tags != new", ["Röschen", "Tulip"]),
      ("stock:*", ["Rose", "Tulip"]), ("NOT stock:*", ["Röschen"]),
      ("seen > 2026-05-01T10:00:00Z", ["Rose"]), ("seen < 2026-05-01T10:00:00.5001Z", ["Rose"]),
      ("seen >= 2026-05-01T10:00:00.5001Z", []), ("_version = 2", ["Röschen"]),
      ("_created >= 2026-11-23", ["Rose", "Röschen", "Tulip"]),
      ("near(52.5, 13.4, 5km)", ["Rose"]), ("near(52.5, 13.4, 1km)", []),
      ("near(-16.5, -179.9, 50km)", ["Röschen"]), ("near(89.99, -170, 10km)", ["Tulip"]),
      ("search(\"rose gift\")", ["Rose"]), ("search(ROSCHEN)", ["Röschen"]),
      ("search(\"rose tulip\")", []), ("search(\"-\")", []),
      ("name = Rose AND (price = 1 OR tags:new)", ["Rose"]),
    ] {
      #expect(try store.names(filter) == expected, "\(filter)")
    }
  }

  static func ordersSort(_ store: StoreUnderTest) throws {
    try store.create(["name": "A", "price": 2, "stock": 1])
    try store.create(["name": "B", "price": 1, "stock": 2])
    try store.create(["name": "C", "stock": 1])
    for (order, expected) in [
      ("", ["A", "B", "C"]), ("price", ["C", "B", "A"]), ("price desc", ["A", "B", "C"]),
      ("name desc", ["C", "B", "A"]), ("stock, price", ["C", "A", "B"]),
      ("stock desc, price desc", ["B", "A", "C"]), ("-_version", ["C", "B", "A"]),
    ] {
      #expect(try store.names("", order: order) == expected, "\(order)")
    }
  }

  static func pagesContinue(_ store: StoreUnderTest) throws {
    var expected: [String] = []
    for number in 0..<23 {
      let name = "N\(number)"
      expected.append(name)
      let price = number % 4
      try store.create(["name": .text(name), "price": price == 0 ? .null : .integer(Int64(price))])
    }
    for order in ["", "price", "price desc", "stock, price desc", "name desc", "-price, -name"] {
      let whole = try store.names("", order: order)
      #expect(whole.sorted() == expected.sorted(), "\(order)")
      #expect(try store.paged(order, by: 5).flatMap(\.self) == whole, "\(order)")
    }
    var query = try store.query()
    query.limit = 5
    let first = try store.store.page(query)
    #expect(first.total == 23 && first.isTotalExact && first.offset == 0)
    // Records that are added before the page, or deleted from it, do not move the next page.
    for record in first.records { try store.delete(record.id) }
    query.page = first.next
    let second = try store.store.page(query)
    #expect(second.offset == 5 && second.total == 18)
    #expect(try second.resources.first?.attributes["name"] == "N5")
  }

  static func tokensAreSealed(_ store: StoreUnderTest) throws {
    for number in 0..<3 { try store.create(["name": .text("N\(number)"), "price": 1]) }
    var query = try store.query("flowers", "price = 1")
    query.limit = 1
    let token = try #require(try store.store.page(query).next)
    query.page = token
    #expect(try store.store.page(query).resources.count == 1)
    var other = try store.query("flowers", "price = 2")
    other.page = token
    #expect(store.refusal { _ = try $0.store.page(other) } == .badPage)
    var sorted = query
    sorted.order = [ResourceOrder("name")]
    #expect(store.refusal { _ = try $0.store.page(sorted) } == .badPage)
    // A token in sixty-four begins with the letter itself.
    let first = token.hasPrefix("A") ? "B" : "A"
    for damaged in ["", "x", String(token.dropLast()), first + token.dropFirst(), token + "A"] {
      var query = query
      query.page = damaged
      #expect(store.refusal { _ = try $0.store.page(query) } == .badPage, "\(damaged)")
    }
  }

  static func changesAreComplete(_ store: StoreUnderTest) throws {
    let a = try store.create(["name": "A"])
    let b = try store.create(["name": "B"])
    try store.create(["name": "Other"], zone: "other")
    try store.write(ResourceWrite(.update(a.id, .merge(["price": 1]))))
    let first = try store.store.history.changes(since: 0, in: "", limit: 1)
    #expect(first.resources.map(\.id) == [b.id] && first.hasMore && first.version == 2)
    let rest = try store.store.history.changes(since: first.version, in: "", limit: 10)
    #expect(rest.resources.map(\.id) == [a.id] && !rest.hasMore && rest.version == 3)
    try store.delete(b.id)
    let last = try store.store.history.changes(since: rest.version, in: "", limit: 10)
    #expect(last.resources.map(\.id) == [b.id] && last.resources[0].deleted != nil)
    #expect(try store.store.history.changes(since: 4, in: "", limit: 10).resources == [])
    #expect(
      store.refusal { _ = try $0.store.history.changes(since: 5, in: "", limit: 9) } == .pastHorizon
    )
    #expect(try store.store.history.changes(since: 0, in: "none", limit: 9).version == 0)
  }

  static func pagesAreLimited(_ store: StoreUnderTest) throws {
    let story = DataValue.text(String(repeating: "x", count: 1_000))
    for name in ["A", "B", "C", "D", "E"] {
      try store.create(["name": .text(name), "story": story])
    }
    var query = try store.query("flowers")
    query.order = try ResourceOrder.keys("-name", of: query.type)
    (query.limit, query.bytes) = (10, 2_500)
    var names: [[String]] = []
    repeat {
      let page = try store.store.page(query)
      names.append(try page.resources.map { $0.attributes["name"]?.string ?? "" })
      query.page = page.next
    } while query.page != nil
    #expect(names == [["E", "D"], ["C", "B"], ["A"]])
    let some = try store.store.history.changes(since: 1, of: nil, in: "", limit: 10, bytes: 2_500)
    #expect(some.resources.count == 2 && some.hasMore && some.version == 3)
    let one = try store.store.history.changes(since: 3, of: nil, in: "", limit: 10, bytes: 1)
    #expect(one.resources.count == 1 && one.hasMore && one.version == 4)
    let rest = try store.store.history.changes(since: 4, of: nil, in: "", limit: 10, bytes: 1)
    #expect(rest.resources.count == 1 && !rest.hasMore && rest.version == 5)
  }

  static func typesChange(_ store: StoreUnderTest) throws {
    let rose = try store.create(["name": "Rose", "size": "big", "stock": 1])
    let lily = try store.create(["name": "Lily", "size": 3, "stock": 1])
    let before = store.store.types
    func types(_ change: (inout ResourceType) -> Void) throws -> TypeSet {
      var flowers = try #require(before["flowers"])
      change(&flowers)
      return try before.with(flowers)
    }
    let sized = try types { $0.attributes.append(Attribute("size", .integer)) }
    let dry = try store.store.setTypes(sized, options: .dryRun)
    #expect(dry.misfits.map(\.id) == [rose.id] && dry.records == ["flowers": 2])
    #expect(store.store.types == before)
    guard case .types(let report) = store.refusal({ _ = try $0.store.setTypes(sized, options: []) })
    else { return #expect(Bool(false), "types that do not fit were taken") }
    #expect(report.misfits == dry.misfits && store.store.types == before)
    try store.write(ResourceWrite(.update(rose.id, .merge(["size": 4]))))
    _ = try store.store.setTypes(sized, options: [])
    #expect(try store.names("size > 3") == ["Rose"])
    let unique = try types { type in
      var stock = Attribute("stock", .integer)
      stock.isUnique = true
      type.attributes.removeAll { $0.name == "stock" }
      type.attributes.append(stock)
    }
    #expect(try store.store.setTypes(unique, options: .dryRun).misfits.map(\.id) == [lily.id])
    let searched = try types { type in
      for index in type.attributes.indices { type.attributes[index].isSearched = false }
    }
    _ = try store.store.setTypes(searched, options: [])
    _ = try store.store.setTypes(before, options: [])
    #expect(try store.names("search(lily)") == ["Lily"])
    let prefixed = try types { $0.prefix = "x" }
    for options: TypeChangeOptions in [[], .dryRun, .allowsLoss] {
      // A change that is never made is refused when it is tried, too.
      guard case .types = store.refusal({ _ = try $0.store.setTypes(prefixed, options: options) })
      else { return #expect(Bool(false), "a type took another prefix with \(options)") }
    }
    let fewer = try TypeSet([ResourceType("shops", prefix: "s")])
    #expect(store.refusal { _ = try $0.store.setTypes(fewer, options: []) } != nil)
    _ = try store.store.setTypes(fewer, options: .allowsLoss)
    #expect(try store.get(lily.id) == nil)
    _ = try store.store.setTypes(before, options: [])
    #expect(try store.names() == [])
  }

  static func oldRecordsAreUpgraded(_ store: StoreUnderTest) throws {
    let rose = try store.create(["name": "Rose", "code": "7", "stock": 1, "colour": "red"]).id
    let lily = try store.create(["name": "Lily", "code": "8", "colour": "white"]).id
    let gone = try store.create(["name": "Gone", "code": "9"]).id
    let odd = try store.create(["name": "Odd", "code": "x"]).id
    for deleted in [gone, odd] { try store.delete(deleted) }
    let before = store.store.types
    var flowers = try #require(before["flowers"])
    flowers.classVersion = 2
    flowers.attributes.removeAll { ["code", "stock", "colour"].contains($0.name) }
    var number = Attribute("number", .integer)
    (number.formerNames, number.isUnique) = (["code"], true)
    var colour = Attribute("colour", .enum)
    (colour.values, colour.renamedValues) = (["crimson", "white"], ["red": "crimson"])
    var size = Attribute("size", .integer)
    (size.standard, size.isRequired) = (3, true)
    flowers.attributes += [number, colour, size, Attribute("stock", .text)]
    let types = try before.with(flowers)
    let broken = try store.create(["name": "Broken", "code": "y"]).id
    guard case .types(let report) = store.refusal({ _ = try $0.store.setTypes(types, options: []) })
    else { return #expect(Bool(false), "a record that cannot be converted was taken") }
    #expect(report.misfits.map(\.id) == [broken] && report.converted == [:])
    #expect(report.misfits.first?.errors.map(\.attribute) == ["number"])
    try store.write(ResourceWrite(.update(broken, .merge(["code": .null, "size": 4]))))
    let versions = try [rose, lily].map { try store.get($0)?.version }
    _ = try store.store.setTypes(types, options: [])
    let upgraded = try #require(try store.get(rose))
    #expect(
      upgraded.attributes.members.map(\.key).sorted()
        == ["colour", "name", "number", "size", "stock"]
    )
    #expect(upgraded.attributes["number"] == 7 && upgraded.attributes["stock"] == "1")
    #expect(upgraded.attributes["colour"] == "crimson" && upgraded.attributes["size"] == 3)
    #expect(upgraded.classVersion == 2)
    #expect(try [rose, lily].map { try store.get($0)?.version } == versions)
    #expect(try store.names("number > 6 AND number < 8") == ["Rose"])
    #expect(try store.get(broken)?.attributes["size"] == 4)
    let restored = try store.write(ResourceWrite(.undelete(gone))).resource
    #expect(restored.attributes["number"] == 9 && restored.attributes["size"] == 3)
    #expect(restored.classVersion == 2)
    guard case .invalid(let errors) = store.refusal({ try $0.write(ResourceWrite(.undelete(odd))) })
    else { return #expect(Bool(false), "a record that does not fit was brought back") }
    #expect(errors.map(\.attribute) == ["number"])
  }

  static func conversionsAreNamed(_ store: StoreUnderTest) throws {
    func conversion() throws -> [UInt8]? {
      let page = try store.store.page(try store.query("shops")).conversion
      #expect(try store.store.history.changes(since: 0, in: "", limit: 1).conversion == page)
      #expect(try store.store.history.changes(since: 0, in: "none", limit: 1).conversion == page)
      return page
    }
    func change(_ name: String, _ change: (inout ResourceType) -> Void) throws -> TypeSet {
      var type = try #require(store.store.types[name])
      change(&type)
      return try store.store.types.with(type)
    }
    var size = Attribute("size", .integer)
    size.standard = 3
    // A type without records, and an attribute without values.
    _ = try store.store.setTypes(change("flowers") { $0.attributes.append(size) }, options: [])
    _ = try store.store.setTypes(
      change("flowers") { $0.attributes.removeAll { $0.name == "size" } },
      options: []
    )
    try store.create(["name": "Rose"])
    _ = try store.store.setTypes(
      change("flowers") { $0.attributes.append(Attribute("note", .text)) },
      options: []
    )
    #expect(try conversion() == nil)
    let sized = try change("flowers") { $0.attributes.append(size) }
    let dry = try store.store.setTypes(sized, options: .dryRun)
    #expect(try dry.converted == ["flowers": 1] && conversion() == nil)
    #expect(try store.store.setTypes(sized, options: []).converted == ["flowers": 1])
    let first = try #require(try conversion())
    _ = try store.store.setTypes(change("flowers") { $0.classVersion = 2 }, options: [])
    #expect(try conversion() == first)
    try store.delete(store.create(["stars": 1], of: "reviews").id)
    _ = try store.store.setTypes(store.store.types.without("reviews"), options: .allowsLoss)
    let second = try #require(try conversion())
    #expect(second != first)
  }

  static func removedTypesAreCounted(_ store: StoreUnderTest) throws {
    let before = store.store.types
    let rose = try store.create(["name": "Rose"])
    for name in ["A", "B"] {
      try store.create(["name": .text(name), "friends": [.text(rose.id.text)]])
    }
    try store.delete(store.create(["name": "C"]).id)
    let file = StoredFile(String(repeating: "a", count: 64), byteCount: 3, mediaType: "image/png")
    var write = ResourceWrite(.create(type: "shops", nil, ["photo": file.json]))
    write.files = [file]
    let shop = try store.write(write).resource.id
    _ = try store.store.grants.set(
      [AccessGrant("read", on: shop, to: "u-1")],
      on: shop,
      at: store.now,
      by: nil
    )
    let none = try TypeSet([])
    let dry = try store.store.setTypes(none, options: .dryRun)
    var flowers = TypeExtent()
    (flowers.records, flowers.deletedRecords, flowers.references) = (3, 1, 2)
    var shops = TypeExtent()
    (shops.records, shops.grants, shops.files) = (1, 1, 1)
    #expect(dry.lost == ["flowers": flowers, "shops": shops, "reviews": TypeExtent()])
    guard case .types(let report) = store.refusal({ _ = try $0.store.setTypes(none, options: []) })
    else { return #expect(Bool(false), "types with records were removed") }
    #expect(report.lost == dry.lost && store.store.types == before)
    // Deleted records count, too, since they could be brought back.
    let review = try store.create(["stars": 1], of: "reviews").id
    try store.delete(review)
    let others = try TypeSet(before.types.filter { $0.name != "reviews" })
    #expect(store.refusal { _ = try $0.store.setTypes(others, options: []) } != nil)
    var reviews = TypeExtent()
    reviews.deletedRecords = 1
    let lost = ["flowers": flowers, "shops": shops, "reviews": reviews]
    #expect(try store.store.setTypes(none, options: .allowsLoss).lost == lost)
    #expect(try store.store.unusedFiles(among: [file.digest]) == [file.digest])
  }

  static func ownersAndZones(_ store: StoreUnderTest) throws {
    try store.create(["name": "A"], zone: "z", owner: "u-1")
    try store.create(["name": "B"], zone: "z", owner: "u-2")
    try store.create(["name": "C"], owner: "u-1")
    var query = try store.query()
    query.owner = "u-1"
    #expect(try store.store.page(query).total == 2)
    query.zone = "z"
    let page = try store.store.page(query)
    #expect(try page.resources.map { $0.attributes["name"] } == ["A"] && page.total == 1)
    #expect(try store.names("_owner = \"u-2\"") == ["B"])
  }
}

extension StoreUnderTest {
  /// The names of all flowers, page by page.
  func paged(_ order: String, by limit: Int) throws -> [[String]] {
    var query = try query()
    query.order = try ResourceOrder.keys(order, of: query.type)
    query.limit = limit
    var pages: [[String]] = []
    repeat {
      let page = try store.page(query)
      #expect(page.offset == pages.map(\.count).reduce(0, +))
      pages.append(try page.resources.map { $0.attributes["name"]?.string ?? "" })
      query.page = page.next
    } while query.page != nil && pages.count < 100
    return pages
  }
}
