// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Filters
import ResourceModel
import ResourceStore
import ResourceStoreTesting
import SeededTesting
import Testing

/// Records and filters of any shape.
enum RandomFlowers {
  private static let words = ["rose", "Rose", "lily", "ro", "é", "a*b", "x'y", "\"q\"", "100%"]
  private static let instants = [
    "2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.001Z", "2026-06-01T12:00:00.500Z",
  ]

  /// Compares what a store finds with what filters match in memory, for random records and filters.
  static func compare(_ store: StoreUnderTest, _ seed: UInt64) throws {
    var numbers = SeededNumbers(seed)
    let type = try #require(store.store.types["flowers"])
    var records: [Resource] = []
    for _ in 0..<30 { records.append(try store.create(record(&numbers))) }
    for _ in 0..<40 {
      let filter = filter(&numbers, type, depth: 2)
      var query = ResourceQuery(type)
      query.filter = filter
      query.limit = 1_000
      let found = try store.store.page(query)
      let matching = records.filter { filter.matches(TypedResource($0, of: type)) }
      #expect(found.records.map(\.id) == matching.map(\.id), "\(filter)")
      #expect(found.total == matching.count)
    }
  }

  static func record(_ numbers: inout SeededNumbers) -> DataDictionary {
    var record: DataDictionary = ["name": .text(word(&numbers))]
    func add(_ name: String, _ value: @autoclosure () -> DataValue) {
      if Bool.random(using: &numbers) { record = record.setting(name, value()) }
    }
    add("price", Bool.random(using: &numbers) ? .integer(integer(&numbers)) : 0.5)
    add("stock", .integer(integer(&numbers)))
    add("isFragrant", .bool(Bool.random(using: &numbers)))
    add("colour", .text(["red", "white"].randomElement(using: &numbers) ?? "red"))
    add("seen", .text(instants.randomElement(using: &numbers) ?? instants[0]))
    add(
      "tags",
      .list((0..<Int.random(in: 0...3, using: &numbers)).map { _ in .text(word(&numbers)) })
    )
    add(
      "place",
      ["lat": .integer(integer(&numbers) * 10), "lon": .integer(integer(&numbers) * 20)]
    )
    return record
  }

  private static func word(_ numbers: inout SeededNumbers) -> String {
    words.randomElement(using: &numbers) ?? words[0]
  }

  private static func integer(_ numbers: inout SeededNumbers) -> Int64 {
    .random(in: -3...3, using: &numbers)
  }

  static func filter(_ numbers: inout SeededNumbers, _ type: ResourceType, depth: Int) -> Filter {
    switch depth == 0 ? 4 : Int.random(in: 0...7, using: &numbers) {
    case 0: .all(parts(&numbers, type, depth))
    case 1: .any(parts(&numbers, type, depth))
    case 2, 3: .not(filter(&numbers, type, depth: depth - 1))
    case 4: circle(&numbers, type)
    case 5: alternatives(&numbers, type)
    default: .comparison(comparison(&numbers, type))
    }
  }

  /// The filter for records in which one field has one of several values.
  private static func alternatives(_ numbers: inout SeededNumbers, _ type: ResourceType) -> Filter {
    let field = field(&numbers, type)
    return .any(
      (0..<Int.random(in: 2...4, using: &numbers)).map { _ in
        .comparison(FilterComparison(field, .equal, .value(value(&numbers, field.type)), at: 0))
      }
    )
  }

  private static func parts(
    _ numbers: inout SeededNumbers,
    _ type: ResourceType,
    _ depth: Int
  ) -> [Filter] {
    (0..<Int.random(in: 0...3, using: &numbers)).map { _ in
      filter(&numbers, type, depth: depth - 1)
    }
  }

  private static func circle(_ numbers: inout SeededNumbers, _ type: ResourceType) -> Filter {
    guard let function = type.filterSchema.function("near"), Bool.random(using: &numbers) else {
      return .comparison(comparison(&numbers, type))
    }
    let (latitude, longitude) = (integer(&numbers) * 29, integer(&numbers) * 59)
    let radius = ["1km", "700km", "3000km", "19000km"].randomElement(using: &numbers) ?? "1km"
    return .call(
      FilterCall(function, [.number(Double(latitude)), .number(Double(longitude)), .text(radius)])
    )
  }

  private static func field(
    _ numbers: inout SeededNumbers,
    _ type: ResourceType
  ) -> FilterField {
    let names = ["name", "price", "stock", "isFragrant", "colour", "seen", "tags", "_version"]
    let fields = type.filterSchema.fields.filter { names.contains($0.name) }
    return fields[Int.random(in: fields.indices, using: &numbers)]
  }

  private static func comparison(
    _ numbers: inout SeededNumbers,
    _ type: ResourceType
  ) -> FilterComparison {
    let field = field(&numbers, type)
    let comparators = FilterComparison.Comparator.allCases.filter {
      field.type.isOrdered || !$0.isOrdered
    }
    let comparator = comparators[Int.random(in: comparators.indices, using: &numbers)]
    let draw = Int.random(in: 0...5, using: &numbers)
    let operand: FilterComparison.Operand =
      if draw == 0, !comparator.isOrdered {
        .anything
      } else if draw < 3, field.type == .text, !comparator.isOrdered {
        .pattern(
          FilterPattern(
            word(&numbers),
            opensBefore: Bool.random(using: &numbers),
            opensBehind: Bool.random(using: &numbers)
          )
        )
      } else {
        .value(value(&numbers, field.type))
      }
    return FilterComparison(field, comparator, operand, at: 0)
  }

  private static func value(_ numbers: inout SeededNumbers, _ type: FilterType) -> FilterValue {
    switch type {
    case .text: return .text(Bool.random(using: &numbers) ? word(&numbers) : "red")
    case .integer, .duration: return .integer(integer(&numbers))
    case .number: return .number(Double(integer(&numbers)) / 2)
    case .boolean: return .boolean(Bool.random(using: &numbers))
    case .instant:
      let text = instants.randomElement(using: &numbers) ?? instants[0]
      let whole = (Timestamp(text)?.milliseconds ?? 0) * 1_000_000
      return .instant(whole + Int64.random(in: 0...1, using: &numbers) * 500_000)
    }
  }
}
