// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Foundation
import Testing

@Suite struct `Strict JSON` {
  @Test(arguments: [
    "{\"a\": 1,}", "[1,]", "[1 /* c */]", "// c\n1", "{a: 1}", "{'a': 1}", "'a'", "+1", ".5", "5.",
    "0x1F", "01", "-", "1e", "Infinity", "-Infinity", "NaN", "\"\\v\"", "\"\\0\"", "\"\\x41\"",
    "\"\\'\"", "\"a\\\nb\"", "\"a\tb\"", "\"\u{1}\"", "\u{A0}1", "\u{0B}1", "", "\"\\uD800\"",
    "{\"a\":1,\"a\":2}", "tru", "nul", "1 2", "[", "{\"a\"", "{\"a\":", "\"a", "\u{2028}1", "1e400",
  ])
  func `Syntax that only JSON5 has is refused in strict JSON`(text: String) {
    #expect(failure(text, as: .json) != nil)
  }

  @Test(arguments: [
    "0", "-0.5e+10", "[]", "{}", " [ 1 , { \"a\" : [ true , false , null ] } ] \r\n\t",
    "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDE00 \u{2028}é😀\u{7F}\"",
    "[1.5, -2, 3e2, 12345678901]",
    "{\"\": {\"\\u0000\": 0}}", "\u{FEFF}[\"mark\"]",
  ])
  func `JSON is read as Foundation reads it, and written so that Foundation reads the same`(
    text: String
  ) throws {
    let value = try read(text, as: .json)
    let written = try json(value)
    #expect(try foundation(written) == foundation(text))
    #expect(try read(written, as: .json) == value)
  }

  private func foundation(_ text: String) throws -> NSObject {
    let options = JSONSerialization.ReadingOptions.fragmentsAllowed
    let data = Data(text.utf8)
    return try #require(JSONSerialization.jsonObject(with: data, options: options) as? NSObject)
  }

  @Test(arguments: [
    (#"{"b":1,"a":{"d":[{"f":1,"e":2}],"c":2}}"#, #"{"a":{"c":2,"d":[{"e":2,"f":1}]},"b":1}"#),
    (
      #"{"aa":1,"a":2,"":3,"é":4,"z":5,"Z":6,"😀":7,"\uFFFD":8}"#,
      "{\"\":3,\"Z\":6,\"a\":2,\"aa\":1,\"z\":5,\"é\":4,\"\u{FFFD}\":8,\"😀\":7}"
    ),
  ])
  func `JSON is written with sorted members when told to`(text: String, expected: String) throws {
    var writer = JSONWriter()
    writer.sortsMembers = true
    var bytes: [UInt8] = []
    try writer.write(read(text), to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }

  @Test func `NaN is not written as JSON`() throws {
    let value = try read("[1,\n NaN]")
    #expect(throws: DataFileError.self) { try json(value) }
  }

  @Test func `JSON beyond a limit is refused`() {
    var rules = ReadingRules()
    rules.limits.depth = 2
    rules.limits.members = 3
    rules.limits.textBytes = 4
    rules.limits.values = 5
    rules.limits.bytes = 40
    func kind(_ text: String) -> DataFileError.Kind? { failure(text, rules: rules)?.kind }
    #expect(kind("[[]]") == nil && kind("[[[]]]") == .limit && kind("{a:{b:{}}}") == .limit)
    #expect(kind("[1,2,3]") == nil && kind("[1,2,3,4]") == .limit)
    #expect(kind("{a:1,b:2,c:3}") == nil && kind("{a:1,b:2,c:3,d:4}") == .limit)
    #expect(kind("'abcd'") == nil && kind("'abcde'") == .limit && kind("'\\u0061bcde'") == .limit)
    #expect(kind("{abcd:1}") == nil && kind("{abcde:1}") == .limit && kind("{'abcde':1}") == .limit)
    #expect(kind("{é234:1}") == .limit)
    #expect(kind("[[1,2],[3]]") == .limit && kind("[[1,2],3]") == nil)
    #expect(kind(String(repeating: " ", count: 39) + "1") == nil)
    #expect(kind(String(repeating: " ", count: 40) + "1") == .limit)
  }

  @Test func `A data file nested deeper than 512 levels is refused whatever the limit says`() {
    var rules = ReadingRules()
    rules.limits.depth = .max
    let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    #expect(failure(deep, rules: rules) == nil)
    #expect(failure("[\(deep)]", rules: rules)?.kind == .limit)
    let list = deep.replacing("[", with: "(").replacing("]", with: ")")
    #expect(failure(list, as: .openStepPropertyList, rules: rules) == nil)
    #expect(failure("(\(list))", as: .openStepPropertyList, rules: rules)?.kind == .limit)
  }

  @Test func `NaN among our own values is written as null, and a repeated member once`() {
    let value = DataValue.members([
      ("size", .number(7)), ("share", DataValue(.decimal(DataDecimal(.nan)))),
      ("names", .texts(["é", "a\"b"])), ("none", .text(nil)), ("isOpen", .boolean(true)),
      ("size", .number(8)),
    ])
    #expect(
      String(decoding: value.json, as: UTF8.self)
        == #"{"size":8,"share":null,"names":["é","a\"b"],"none":null,"isOpen":true}"#
    )
  }
}
