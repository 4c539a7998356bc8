// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Filters
import ResourceModel
import Testing

@Suite struct `Queries` {
  private func matches(_ filter: String, _ attributes: DataDictionary) throws -> Bool {
    let flowers = try Samples.flowers()
    let id = try #require(ResourceID("f-01h455vb4pex5vsknk084sn02q"))
    let record = Resource(
      id,
      of: "flowers",
      version: 3,
      created: Samples.now,
      updated: Samples.now,
      attributes
    )
    return try Filter(filter, schema: flowers.filterSchema)
      .matches(TypedResource(record, of: flowers))
  }

  @Test(arguments: [
    ("price < 40", true), ("price >= 40", false), ("name = \"Ro*\"", true), ("name : OSE", true),
    ("tags : gift", true), ("tags = \"gift\" AND NOT isFragrant = true", true), ("tags = x", false),
    ("stock != 2", true), ("seen > 2026-01-01", true), ("seen:*", true), ("code:*", false),
    ("_version = 3 AND _created < 2027-01-01", true), ("near(52.52, 13.405, 1km)", true),
    ("near(48.85, 2.35, 800km)", false), ("place.near(48.85, 2.35, 900km)", true),
    ("search(\"ROSE\")", true), ("search(\"rose red\")", false),
    ("uuid = \"f-01h455vb4pex5vsknk084sn02q\"", true),
  ])
  func `A query's filter selects records by their attributes`(filter: String, expected: Bool) throws
  {
    let record: DataDictionary = [
      "name": "Rose", "price": 39.5, "tags": ["gift", "new"], "seen": "2026-11-23T03:00:00.987Z",
      "place": ["lat": 52.52, "lon": 13.4],
    ]
    #expect(try matches(filter, record) == expected)
  }

  @Test(arguments: ["care = 1", "place = 1", "nothing = 1", "near(1, 2)", "price.near(1, 2, 3m)"])
  func `A filter on an attribute without order or equality is refused`(filter: String) throws {
    #expect(throws: FilterError.self) { try matches(filter, [:]) }
  }

  @Test(
    arguments: [
      (["key": "price", "qualifier": "LESS", "value": 40], "price < 40.0"),
      (["key": "name", "qualifier": "EQUALS", "value": "Rose"], "name = \"Rose\""),
      (["key": "name", "value": "Rose"], "name = \"Rose\""),
      (["key": "tags", "qualifier": ":", "value": "gift"], "tags:\"gift\""),
      (["key": "stock", "qualifier": "IN", "value": [1, 2]], "stock = 1 OR stock = 2"),
      (["key": "stock", "qualifier": "EXISTS"], "stock = *"),
      (["key": "stock", "qualifier": "EXISTS", "value": true], "stock = *"),
      (["key": "stock", "qualifier": "EXISTS", "value": false], "NOT stock = *"),
      (["key": "stock", "value": .null], "NOT stock = *"),
      (["key": "stock", "qualifier": "NOT_EQUAL_TO", "value": .null], "stock = *"),
      (["key": "price", "qualifier": "GREATER_THAN", "value": 40], "price > 40.0"),
      (["key": "price", "qualifier": "lessThanOrEqual", "value": 40], "price <= 40.0"),
      (["key": "name", "qualifier": "BEGINSWITH", "value": "Ro"], "name = \"Ro*\""),
      (["key": "name", "qualifier": "ENDS_WITH", "value": "se"], "name = \"*se\""),
      (["key": "seen", "qualifier": ">=", "value": "2026-01-01"], "seen >= 2026-01-01T00:00:00Z"),
    ] as [(DataValue, String)]
  )
  func `A condition of key, qualifier and value is read as a comparison`(
    condition: DataValue,
    expected: String
  ) throws {
    let filter = try ResourceQuery.filter(where: [condition], of: Samples.flowers().filterSchema)
    #expect(filter.description == expected)
  }

  @Test(
    arguments: [
      ["key": "prise", "value": 1], ["value": 1], ["key": "price", "value": "40"],
      ["key": "price", "qualifier": "LIKE", "value": 1],
      ["key": "price", "qualifier": 1, "value": 1],
      ["key": "isFragrant", "qualifier": "LESS", "value": true], ["key": "price"],
      ["key": "stock", "qualifier": "IN", "value": []],
      ["key": "stock", "qualifier": "EXISTS", "value": 1],
      ["key": "stock", "qualifier": "BEGINSWITH", "value": "1"],
      ["key": "name", "qualifier": "BEGINSWITH[c]", "value": "ro"],
      ["key": "stock", "qualifier": "IN", "value": [1, "2"]],
    ] as [DataValue]
  )
  func `A condition that fits no attribute is refused`(condition: DataValue) throws {
    let flowers = try Samples.flowers()
    #expect(throws: ValidationErrors.self) {
      try ResourceQuery.filter(where: [condition], of: flowers.filterSchema)
    }
  }

  @Test func `A query's order is read with its directions`() throws {
    let keys = try ResourceOrder.keys("price desc, -stock,name asc", of: Samples.flowers())
    #expect(keys.map(\.description) == ["price desc", "stock desc", "name"])
  }

  @Test(arguments: ["prise", "tags", "price down", "price desc name", "a,b,c,d,e,f"])
  func `A query's order by an attribute that has none is refused`(order: String) throws {
    let flowers = try Samples.flowers()
    #expect(throws: ValidationError.self) { try ResourceOrder.keys(order, of: flowers) }
  }

  @Test(arguments: [
    "near(52, 13, 5)", "near(52, 13, -5km)", "near(91, 13, 5km)", "near(52, 13, x)",
  ])
  func `A circle with an impossible place or radius is refused`(filter: String) throws {
    let parsed = try Filter(filter, schema: Samples.flowers().filterSchema)
    guard case .call(let call) = parsed else { return }
    #expect(throws: ValidationError.self) { try Circle(call) }
  }
}
