// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Filters
import PorticoClient
import ResourceModel
import SeededTesting
import Testing

/// An app evaluates the filters of its queries on the objects that it has, and sends them to the service as text.
@Suite struct `Filters of apps` {
  private static let names = ["Rose", "rose", "ROSES", "a \"b\" \\ *c", "ä\n"]
  private static let instants = [
    "2026-11-23T03:00:00.987Z", "2026-11-23", "2026-11-23T04:00:00.987+01:00",
    "2025-12-31T23:59:59Z",
  ]

  private static func record(_ random: inout SeededNumbers) -> JSONValue {
    var members: [String: JSONValue] = [:]
    func chance() -> Bool { Bool.random(using: &random) }
    if chance() { members["name"] = .string(names.randomElement(using: &random) ?? "") }
    if chance() { members["price"] = .number(Double(Int.random(in: 0...4, using: &random)) / 2) }
    if chance() { members["stock"] = .integer(.random(in: 0...3, using: &random)) }
    if chance() { members["isFragrant"] = .bool(chance()) }
    if chance() { members["seen"] = .string(chance() ? instants[0] : "2026-11-23T00:00:00.000Z") }
    if chance() {
      members["tags"] = .array(names.shuffled(using: &random).prefix(2).map { .string($0) })
    }
    if chance() {
      members["place"] = [
        "lat": 52.5, "lon": .number(13 + Double.random(in: 0...1, using: &random)),
      ]
    }
    return .object(members)
  }

  private static func filter(_ random: inout SeededNumbers, depth: Int = 3) -> RecordFilter {
    func parts() -> [RecordFilter] {
      (0..<Int.random(in: 0...3, using: &random)).map { _ in filter(&random, depth: depth - 1) }
    }
    let name = names.randomElement(using: &random) ?? ""
    let text = RecordField(Bool.random(using: &random) ? "name" : "tags")
    switch Int.random(in: depth > 0 ? 0...11 : 3...11, using: &random) {
    case 0: return .all(parts())
    case 1: return .any(parts())
    case 2: return !filter(&random, depth: depth - 1)
    case 3:
      return .comparison(
        "price",
        comparator(&random),
        .number(Double(Int.random(in: 0...4, using: &random)) / 2)
      )
    case 4:
      return .comparison("stock", comparator(&random), .integer(.random(in: 0...3, using: &random)))
    case 5:
      return .comparison(
        "seen",
        comparator(&random),
        .string(instants.randomElement(using: &random) ?? "")
      )
    case 6: return .comparison(text.name, comparator(&random), .string(name))
    case 7: return text.contains(.string(String(name.prefix(2))))
    case 8: return text.begins(with: String(name.prefix(2)))
    case 9: return text.ends(with: String(name.suffix(2)))
    case 10:
      return RecordField("place").near(
        latitude: 52.5,
        longitude: 13.4,
        metres: .random(in: 1...50_000, using: &random)
      )
    default:
      let field = RecordField(
        ["name", "stock", "tags", "isFragrant"].randomElement(using: &random) ?? ""
      )
      return Bool.random(using: &random) ? field.exists : field == nil
    }
  }

  private static func comparator(_ random: inout SeededNumbers) -> RecordFilter.Comparator {
    RecordFilter.Comparator.allCases.randomElement(using: &random) ?? .equal
  }

  @Test func `A filter holds for the same records on the device and at the service`() throws {
    let flowers = try Samples.flowers()
    let id = try #require(ResourceID("f-01h455vb4pex5vsknk084sn02q"))
    var random = SeededNumbers(37)
    var found = 0
    for _ in 0..<5_000 {
      let (record, filter) = (Self.record(&random), Self.filter(&random))
      let parsed = try Filter(filter.description, schema: flowers.filterSchema)
      let attributes = try DataValue(reading: record.json.span, as: .json)
      guard case .dictionary(let attributes) = attributes.content else { continue }
      let resource = Resource(
        id,
        of: "flowers",
        version: 3,
        created: Samples.now,
        updated: Samples.now,
        attributes
      )
      var whole = record.object ?? [:]
      whole["uuid"] = .string(id.text)
      let expected = parsed.matches(TypedResource(resource, of: flowers))
      #expect(filter.matches(.object(whole)) == expected, "\(filter) of \(record)")
      if expected { found += 1 }
    }
    #expect((1_000...4_000).contains(found), "\(found)")
  }
}
