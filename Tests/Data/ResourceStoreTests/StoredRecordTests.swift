// SPDX-License-Identifier: Apache-2.0

import DataFiles
import ResourceModel
import ResourceStore
import Testing

@Suite struct `A record as its store keeps it` {
  private static func record(_ attributes: String, isDeleted: Bool = false) throws -> StoredRecord {
    let time = Timestamp(milliseconds: 1_795_402_800_004)
    var flower = Resource(
      try #require(ResourceID("f-01h455vb4pex5vsknk084sn02q")),
      of: "flowers",
      version: 7,
      created: time,
      updated: time,
      DataDictionary()
    )
    flower.owner = "u-01h455vb4pex5vsknk084sn02q"
    flower.deleted = isDeleted ? time : nil
    return StoredRecord(flower, attributes: attributes)
  }

  @Test(
    arguments: [
      "{}", #"{"name":"Rose"}"#, #"{"name":"Rosé \"d’or\"","tags":["new",{"a":[]}],"price":4.50}"#,
    ],
    [false, true]
  )
  func `Its JSON is that of the record with its attributes`(
    attributes: String,
    isDeleted: Bool
  ) throws {
    let record = try Self.record(attributes, isDeleted: isDeleted)
    var (whole, read): ([UInt8], [UInt8]) = ([], [])
    try record.append(to: &whole)
    try JSONWriter().write(record.resource().json(), to: &read)
    #expect(String(decoding: whole, as: UTF8.self) == String(decoding: read, as: UTF8.self))
  }

  @Test(
    arguments: [
      "{}", #"{"name":"Rose"}"#,
      #"{"nam\u0065":"Rosé \"d’or\"","tags":["new",{"name":[]}],"price":4.50}"#,
    ],
    [.everything, .only(["name", "tags"]), .without(["name"]), .only([])] as [Resource.Selection]
  )
  func `A selection leaves the same attributes as it does of the record that is read`(
    attributes: String,
    selection: Resource.Selection
  ) throws {
    for isDeleted in [false, true] {
      let record = try Self.record(attributes, isDeleted: isDeleted)
      let selected = try record.selecting(selection)
      var (stored, read): ([UInt8], [UInt8]) = ([], [])
      try selected.append(to: &stored)
      try record.resource().appendJSON(selection, to: &read)
      let value = try DataValue(reading: stored.span, as: .json)
      #expect(value == (try DataValue(reading: read.span, as: .json)))
    }
  }

  @Test(arguments: [
    ("[]", "the data of f-01h455vb4pex5vsknk084sn02q is an array, expected a dictionary"),
    (#"{"name""#, "the data of f-01h455vb4pex5vsknk084sn02q is no JSON: "),
  ])
  func `Data that is no dictionary is an error of the store`(
    attributes: String,
    message: String
  ) throws {
    let error = try #require(throws: StoreError.self) {
      try Self.record(attributes).resource()
    }
    #expect(error.kind == .damaged && error.message.hasPrefix(message), "\(error)")
    let other = try #require(throws: StoreError.self) {
      try Self.record(attributes).selecting(.only(["name"]))
    }
    #expect(other.kind == .damaged && other.message.contains(" is "), "\(other)")
  }
}
