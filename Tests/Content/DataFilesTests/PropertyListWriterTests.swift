// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Foundation
import Testing

@Suite struct `Writing property lists` {
  private func value(_ json5: String) throws -> DataValue {
    try DataValue(reading: Array(json5.utf8).span, as: .json5)
  }

  private static let samples = [
    "{}", "[]", "\"\"", "{ a: 1 }", "[true, false]", "{ a: [1, 2, { b: 'c' }], d: 'ä€𐍈<&>\"' }",
    "[0, 1, 127, 128, 255, 256, 65535, 65536, 4294967295, 4294967296, 9223372036854775807]",
    "[-1, -128, -9223372036854775808]", "[0.5, -1.25, 1e300, 5e-324]",
    "{ long: '\(String(repeating: "x", count: 300))', same: ['s', 's', 's'] }",
    "[\((0..<400).map { "'item \($0)'" }.joined(separator: ","))]",
    "{ text: 'line\\r\\nbreak\\ttab' }",
  ]

  /// What Apple's own reader makes of the bytes.
  private func read(_ bytes: [UInt8]) throws -> NSObject {
    let list = try unsafe PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    return try #require(list as? NSObject)
  }

  @Test(arguments: samples)
  func `A property list that we write is read by Apple's reader as the same value, in both forms`(
    text: String
  ) throws {
    let value = try value(text)
    var json: [UInt8] = []
    try JSONWriter().write(value, to: &json)
    let options = JSONSerialization.ReadingOptions.fragmentsAllowed
    let wanted = try #require(
      JSONSerialization.jsonObject(with: Data(json), options: options) as? NSObject
    )
    var xml: [UInt8] = []
    XMLPropertyListWriter().write(value, to: &xml)
    #expect(try read(xml) == wanted)
    var binary: [UInt8] = []
    BinaryPropertyListWriter().write(value, to: &binary)
    #expect(try read(binary) == wanted)
  }

  @Test func `Null values are left out of property lists`() throws {
    let value = try value("{ a: null, b: [1, null, 2] }")
    let wanted: NSDictionary = ["b": [1, 2]]
    var xml: [UInt8] = []
    XMLPropertyListWriter().write(value, to: &xml)
    #expect(try read(xml) == wanted)
    var binary: [UInt8] = []
    BinaryPropertyListWriter().write(value, to: &binary)
    #expect(try read(binary) == wanted)
  }

  @Test func `Dates and data are kept in property lists`() throws {
    let date = try #require(DataDate(text: "2026-05-31T08:00:00Z"))
    let members = [
      DataDictionary.Member("date", DataValue(.date(date))),
      DataDictionary.Member("data", DataValue(.data([1, 2, 255]))),
    ]
    let value = DataValue(.dictionary(try DataDictionary(members)))
    let wanted: NSDictionary = [
      "date": Date(timeIntervalSince1970: date.secondsSince1970), "data": Data([1, 2, 255]),
    ]
    var xml: [UInt8] = []
    XMLPropertyListWriter().write(value, to: &xml)
    #expect(try read(xml) == wanted)
    var binary: [UInt8] = []
    BinaryPropertyListWriter().write(value, to: &binary)
    #expect(try read(binary) == wanted)
  }

  @Test func `A character that XML does not allow is replaced in a property list`() throws {
    var xml: [UInt8] = []
    XMLPropertyListWriter().write(DataValue(.string("a\u{1}b")), to: &xml)
    #expect(try read(xml) == "a\u{FFFD}b" as NSString)
  }
}
