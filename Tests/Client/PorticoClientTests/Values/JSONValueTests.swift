// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import Testing

@Suite struct `Values of JSON` {
  @Test(
    arguments: [
      (
        #"{"a":[1,-2.5,true,false,null],"b":{"c":"d"}}"#,
        ["a": [1, -2.5, true, false, nil], "b": ["c": "d"]]
      ),
      (#" [ ] "#, []),
      (#""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00""#, "\"\\/\u{08}\u{0C}\n\r\té😀"),
      (#""\ud83d x""#, "\u{FFFD} x"),
      ("9223372036854775807", .integer(.max)),
      ("9223372036854775808", .number(9_223_372_036_854_775_808)),
      ("1e3", 1_000.0),
    ] as [(String, JSONValue)]
  )
  func `A value is read as it is meant, and written so that it reads the same`(
    json: String,
    value: JSONValue
  ) throws {
    #expect(try JSONValue(json: json.utf8) == value)
    #expect(try JSONValue(json: value.json) == value)
  }

  @Test(arguments: [
    ("", "the bytes end at byte 0, within a value"),
    ("[1,]", "there is ']' at byte 3; expected a value"),
    (#"{"a":1 "b":2}"#, "there is '\"' at byte 7; expected ',' or '}'"),
    (#"{a:1}"#, "there is 'a' at byte 1; expected a name or '}'"),
    ("tru", "the bytes end at byte 3, within a value"),
    ("+1", "there is '+' at byte 0; expected a value"),
    ("1 2", "there is '2' at byte 2; expected the end"),
    (#""\u12x4""#, "there is 'x' at byte 5; expected an escape"),
    (String(repeating: "[", count: 200), "there are more than 128 levels at byte 128"),
  ])
  func `What is no JSON is told with its place`(json: String, message: String) {
    let fault = #expect(throws: JSONFault.self) { try JSONValue(json: json.utf8) }
    #expect(fault.map { "\($0)" } == message)
  }

  @Test func `Members and elements that are not there are nil`() {
    let value: JSONValue = ["a": [1, "b"]]
    #expect(value["a"]?[1]?.string == "b")
    #expect(value["a"]?[2] == nil)
    #expect(value["a"]?[-1] == nil)
    #expect(value["b"] == nil)
    #expect(value["a"]?["b"] == nil)
    #expect(value["a"]?[0]?.double == 1)
  }
}
