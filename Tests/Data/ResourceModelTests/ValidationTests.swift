// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import ResourceModel
import Testing

@Suite struct `Validation of records` {
  private static let shop = "s-01h455vb4pex5vsknk084sn02q"
  private static let digest = String(repeating: "a", count: 64)

  @Test(
    arguments: [
      ("price", DataValue.integer(40)), ("price", 39.5), ("stock", 7), ("isFragrant", true),
      ("colour", "red"), ("code", "RO12"), ("place", ["lat": 52.5, "lon": 13.4]),
      ("shop", .text(shop)), ("tags", ["a", "b", "c"]), ("tags", []), ("care", ["water": 2]),
      ("picture", ["sha256": .text(digest), "bytes": 3, "mediaType": "image/png"]),
      ("other", ["kept": [1]]),
    ] as [(String, DataValue)]
  )
  func `A value of an attribute's type is accepted as it is`(
    name: String,
    value: DataValue
  ) throws {
    let accepted = try Samples.flowers().accepted(["name": "Rose", "\(name)": value], isNew: true)
    #expect(accepted[name] == value)
  }

  @Test(
    arguments: [
      ("name", DataValue.integer(1), "type"), ("name", "R", "length"),
      ("name", "A rose is a rose is a rose", "length"), ("name", .null, "required"),
      ("price", "40", "type"), ("price", -1, "range"), ("price", 1000.5, "range"),
      ("stock", 1.5, "type"), ("isFragrant", 1, "type"), ("colour", "rad", "enum"),
      ("code", "ro12", "pattern"), ("seen", "yesterday", "type"),
      ("place", ["lat": 91, "lon": 0], "type"), ("shop", "s-1", "type"), ("tags", "a", "type"),
      ("tags", ["a", "b", "c", "d"], "count"), ("care", [], "type"),
      ("picture", ["bytes": 1], "type"),
      ("", 1, "unknown"),
    ] as [(String, DataValue, String)]
  )
  func `A value that an attribute cannot have is refused with the rule it breaks`(
    name: String,
    value: DataValue,
    code: String
  ) throws {
    let flowers = try Samples.flowers()
    let record = DataDictionary(
      unique: [.init(name, value)] + (name == "name" ? [] : [.init("name", "Rose")])
    )
    let thrown = #expect(throws: ValidationErrors.self) {
      try flowers.accepted(record, isNew: true)
    }
    #expect(thrown?.errors.map(\.attribute) == [name])
    #expect(thrown?.errors.map(\.code.rawValue) == [code])
  }

  @Test func `An integer attribute accepts a whole number with a decimal point`() throws {
    let written: DataValue = try DataValue(reading: Array("2.0".utf8).span, as: .json)
    let record = DataDictionary(unique: [.init("name", "Rose"), .init("stock", written)])
    #expect(try Samples.flowers().accepted(record, isNew: true)["stock"] == 2)
  }

  @Test func `A wrong element of a list is named by its index`() throws {
    let flowers = try Samples.flowers()
    let thrown = #expect(throws: ValidationErrors.self) {
      try flowers.accepted(["name": "Rose", "tags": ["a", 2]], isNew: true)
    }
    #expect(thrown?.errors.first?.attribute == "tags[1]")
  }

  @Test func `A validation error names the value seen and what was expected or meant`() throws {
    let flowers = try Samples.flowers()
    let thrown = #expect(throws: ValidationErrors.self) {
      try flowers.accepted(["name": "Rose", "colour": "whit", "price": 2000], isNew: true)
    }
    #expect(
      thrown?.description
        == "colour: is \"whit\"; did you mean white?; price: is 2000; expected 0 to 1000"
    )
  }

  @Test func `A new record gets default values, and a changed one does not`() throws {
    let flowers = try Samples.flowers()
    #expect(try flowers.accepted(["name": "Rose"], isNew: true)["stock"] == 1)
    #expect(try flowers.accepted(["name": "Rose"], isNew: false)["stock"] == nil)
  }

  @Test func `An instant is kept in UTC to the millisecond`() throws {
    let record: DataDictionary = ["name": "Rose", "seen": "2026-11-23T05:00:00.98765+02:00"]
    let accepted = try Samples.flowers().accepted(record, isNew: true)
    #expect(accepted["seen"] == "2026-11-23T03:00:00.987Z")
  }

  @Test func `A record's own members and null values are left out of its attributes`() throws {
    let record: DataDictionary = ["uuid": "x", "_version": 3, "name": "Rose", "price": .null]
    let accepted = try Samples.flowers().accepted(record, isNew: false)
    #expect(accepted.members.map(\.key) == ["name"])
  }

  @Test func `A strict type refuses attributes that it does not declare`() throws {
    let shops = try #require(try Samples.types()["shops"])
    let thrown = #expect(throws: ValidationErrors.self) {
      try shops.accepted(["nam": "Here"], isNew: true)
    }
    #expect(thrown?.description == "nam: is no attribute of shops; did you mean name?")
  }
}
