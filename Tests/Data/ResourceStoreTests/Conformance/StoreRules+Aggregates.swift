// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Filters
import ResourceModel
import ResourceStore
import ResourceStoreTesting
import Testing

extension StoreRules {
  static func figuresAreComputed(_ store: StoreUnderTest) throws {
    for (name, price, stock, colour, fragrant) in [
      ("A", 1.5, 2, "red", true), ("B", 2.5, nil, "red", false), ("C", nil, 7, "white", nil),
      ("D", nil, nil, nil, true),
    ] as [(String, Double?, Int64?, String?, Bool?)] {
      try store.create([
        "name": .text(name), "price": price.map { DataValue(.decimal(DataDecimal($0))) } ?? .null,
        "stock": stock.map(DataValue.integer) ?? .null,
        "colour": colour.map(DataValue.text) ?? .null,
        "isFragrant": fragrant.map(DataValue.bool) ?? .null,
        "seen": .text("2026-05-0\(name == "A" ? 1 : 2)T10:00:00.000Z"),
      ])
    }
    try store.delete(store.create(["name": "Gone", "price": 100, "colour": "red"]).id)
    var query = AggregateQuery(of: try store.query())
    query.figures = [
      .init(.sum, of: "price"), .init(.avg, of: "stock"), .init(.sum, of: "stock"),
      .init(.max, of: "name"), .init(.min, of: "seen"),
    ]
    #expect(
      try store.store.aggregates.groups(query).groups == [
        AggregateGroup([], count: 4, [4, 4.5, 9, "D", "2026-05-01T10:00:00.000Z"])
      ]
    )
    (query.by, query.figures) = (["colour"], [.init(.sum, of: "price"), .init(.max, of: "stock")])
    let groups = [
      AggregateGroup([.null], count: 1, [.null, .null]),
      AggregateGroup(["red"], count: 2, [4, 2]), AggregateGroup(["white"], count: 1, [.null, 7]),
    ]
    #expect(try store.store.aggregates.groups(query).groups == groups)
    query.limit = 2
    let part = try store.store.aggregates.groups(query)
    #expect(part.hasMore && part.groups == Array(groups.prefix(2)))
    query = AggregateQuery(of: try store.query("flowers", "price > 1 OR stock > 1"))
    (query.by, query.figures, query.limit) = (["isFragrant", "colour"], [], 10)
    #expect(
      try store.store.aggregates.groups(query).groups == [
        AggregateGroup([.null, "white"], count: 1, []),
        AggregateGroup([.bool(false), "red"], count: 1, []),
        AggregateGroup([.bool(true), "red"], count: 1, []),
      ]
    )
    // Sums do not overflow.
    for _ in 0..<2 { try store.create(["name": "Z", "stock": .integer(.max)]) }
    query = AggregateQuery(of: try store.query("flowers", "name = Z"))
    (query.by, query.figures) = ([], [.init(.sum, of: "stock")])
    let sum = try store.store.aggregates.groups(query).groups.first?.figures.first?.number
    #expect(sum == 2 * Double(Int64.max))
  }
}
