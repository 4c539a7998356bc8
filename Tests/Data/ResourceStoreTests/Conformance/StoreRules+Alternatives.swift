// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Filters
import ResourceModel
import ResourceStore
import ResourceStoreTesting
import Testing

extension StoreRules {
  static func uniqueTogether(_ store: StoreUnderTest) throws {
    func grouped(_ names: String...) throws -> TypeSet {
      var flowers = try #require(store.store.types["flowers"])
      flowers.uniqueGroups = [names]
      return try store.store.types.with(flowers)
    }
    func errors(_ use: (StoreUnderTest) throws -> Void) -> [String] {
      guard case .invalid(let errors) = store.refusal(use) else { return [] }
      return errors.filter { $0.code == .unique }.map(\.attribute)
    }
    let twin = try store.create(["name": "Rose", "stock": 1])
    let other = try store.create(["name": "Rose", "stock": 1])
    guard
      case .types(let report) = store.refusal({
        _ = try $0.store.setTypes(grouped("name", "stock"), options: [])
      })
    else { return #expect(Bool(false), "twins were taken") }
    #expect(report.misfits.map(\.id) == [other.id])
    #expect(report.misfits.first?.errors.map(\.attribute) == ["name", "stock"])
    try store.delete(other.id)
    _ = try store.store.setTypes(grouped("name", "stock"), options: [])
    #expect(errors { try $0.create(["name": "Rose", "stock": 1]) } == ["name", "stock"])
    #expect(errors { try $0.write(ResourceWrite(.undelete(other.id))) } == ["name", "stock"])
    let lily = try store.create(["name": "Lily", "stock": 1]).id
    // Records without one of the values are not compared.
    for _ in 0..<2 { try store.create(["name": "Rose"]) }
    let rename = ResourceWrite(.update(lily, .merge(["name": "Rose"])))
    #expect(errors { try $0.write(rename) } == ["name", "stock"])
    try store.delete(twin.id)
    try store.write(rename)
    // What an error of another index says is not taken for that of the group.
    try store.create(["name": "A", "code": "c"])
    #expect(errors { try $0.create(["name": "B", "code": "c"]) } == ["code"])
    for group in [["name"], ["name", "name"], ["name", "tags"], ["name", "nothing"]] {
      let declaration: DataValue = [
        "name": "x", "prefix": "x", "unique": .list([.texts(group)]),
        "attributes": ["name": ["type": "text"], "tags": ["type": "list", "of": "text"]],
      ]
      #expect(throws: TypeSetError.self, "\(group)") {
        try TypeSet(.list([declaration]), in: "types.json")
      }
    }
  }

  private static func equals(_ field: FilterField, _ value: FilterValue) -> Filter {
    .comparison(FilterComparison(field, .equal, .value(value), at: 0))
  }

  static func manyAlternatives(_ store: StoreUnderTest) throws {
    let seen = store.now
    let rose = try store.create([
      "name": "Rose", "price": 2.5, "stock": 7, "isFragrant": true, "seen": .text("\(seen)"),
      "tags": ["new"],
    ])
    try store.create(["name": "Lily", "friends": [.text(rose.id.text)], "isFragrant": false])
    let type = try #require(store.store.types["flowers"])
    let noTime = try #require(FilterValue("2020-01-01T00:00:00Z", as: .instant))
    func instant(_ time: Timestamp) -> FilterValue { .instant(time.milliseconds * 1_000_000) }
    for (name, right, wrong, expected) in [
      ("name", .text("Rose"), { .text("it's \"\($0)\"") }, "Rose"),
      ("uuid", .text(rose.id.text), { .text("\($0)") }, "Rose"),
      ("tags", .text("new"), { .text("\($0)") }, "Rose"),
      ("friends", .text(rose.id.text), { .text("\($0)") }, "Lily"),
      ("stock", .integer(7), { .integer(100 + Int64($0)) }, "Rose"),
      ("price", .number(2.5), { .number(100 + Double($0) / 4) }, "Rose"),
      ("isFragrant", .boolean(true), { _ in .boolean(true) }, "Rose"),
      ("seen", instant(seen), { _ in noTime }, "Rose"),
      ("_created", instant(rose.created), { _ in noTime }, "Rose"),
    ] as [(String, FilterValue, (Int) -> FilterValue, String)] {
      let field = try #require(type.filterSchema.field(name))
      var alternatives = (0..<3_000).map { equals(field, wrong($0)) }
      alternatives.insert(equals(field, right), at: 1_500)
      for (filter, found) in [
        (Filter.any(alternatives), [expected]),
        (.any(alternatives.filter { $0 != equals(field, right) }), []),
      ] where name != "isFragrant" || !found.isEmpty {
        var query = ResourceQuery(type)
        query.filter = filter
        let resources = try store.store.page(query).resources
        #expect(resources.map { $0.attributes["name"]?.string } == found, "\(name)")
      }
    }
    let name = try #require(type.filterSchema.field("name"))
    let parts = (0..<900).map { number in
      let text = FilterValue.text(number == 450 ? "os" : "x\(number)")
      return Filter.comparison(FilterComparison(name, .has, .value(text), at: 0))
    }
    for (filter, found) in [
      (Filter.any(parts), ["Rose"]), (.not(.any(parts)), ["Lily"]), (.all(parts), []),
    ] {
      var query = ResourceQuery(type)
      query.filter = filter
      let resources = try store.store.page(query).resources
      #expect(resources.map { $0.attributes["name"]?.string } == found)
    }
  }
}
