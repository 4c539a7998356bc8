// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Testing

@Suite struct `Reading JSON5` {
  @Test(arguments: [
    (#"{a: 1, 'b': 'x', "c": [1, 2,],}"#, #"{"a":1,"b":"x","c":[1,2]}"#),
    ("// first\n/* second * / */ [] // last", "[]"),
    ("[+1, -1, .5, 5., 5.e1, 0x1F, -0xff, +.5e-1]", "[1,-1,0.5,5.0,5.0e1,31,-255,0.5e-1]"),
    (#"'it\'s "so" \x41\u00e9\uD83D\uDE00\v\0\a\/'"#, "\"it's \\\"so\\\" Aé😀\\u000b\\u0000a/\""),
    ("'a\\\nb\\\r\nc\\\rd\\\u{2028}e\\\u{2029}f'", #""abcdef""#),
    ("'tab\there \u{2028} \u{2029}'", "\"tab\\there \u{2028} \u{2029}\""),
    (
      #"{$_a1: 1, \u0061b: 2, é: 3, a\u200Cb: 4, 𝒳: 5, null: 6, NaN: 7}"#,
      "{\"$_a1\":1,\"ab\":2,\"é\":3,\"a\u{200C}b\":4,\"𝒳\":5,\"null\":6,\"NaN\":7}"
    ),
    ("\u{FEFF}\u{0B}\u{0C}\u{A0}\u{2028}\u{2029}\u{1680}\u{2003}\u{3000}\u{FEFF}null", "null"),
    ("9223372036854775807", "9223372036854775807"),
    ("-9223372036854775808", "-9223372036854775808"),
    ("9223372036854775808", "9223372036854775808"),
    ("-123456789012345678901234567890", "-123456789012345678901234567890"),
    ("0xFFFFFFFFFFFFFFFF", "18446744073709551615"),
    ("-0x8000000000000000", "-9223372036854775808"),
    ("[-0, -0.0, 0, 1e0, 1E+2, +1e2, -.5]", "[-0,-0.0,0,1e0,1E+2,1e2,-0.5]"),
    (
      "[1.7976931348623157e308, 5e-324, 1e-400, 0.1, 39.99]",
      "[1.7976931348623157e308,5e-324,1e-400,0.1,39.99]"
    ),
    ("[9007199254740993.0, 0.10]", "[9007199254740993.0,0.10]"),
    ("0.1000000000000000055511151231257827", "0.1000000000000000055511151231257827"),
    ("{}", "{}"), ("[]", "[]"), ("\"\"", "\"\""), ("true", "true"), ("false", "false"),
  ])
  func `A JSON5 text is read to its value`(text: String, expected: String) throws {
    #expect(try json(read(text)) == expected)
  }

  @Test func `NaN and infinity are read in JSON5 unless the rules refuse them`() throws {
    let value = try read("[Infinity, -Infinity, NaN, +NaN, +Infinity]")
    guard case .array(let elements) = value.content else { return #expect(Bool(false)) }
    let numbers = elements.map { element in
      if case .decimal(let decimal) = element.content { decimal.value } else { 0.0 }
    }
    #expect(numbers[0] == .infinity && numbers[1] == -.infinity && numbers[4] == .infinity)
    #expect(numbers[2].isNaN && numbers[3].isNaN)
    #expect(elements[2] == elements[3])
    #expect(
      failure("[1, -Infinity]", rules: .documents)
        == DataFileError(
          .unsupported,
          at: .init(line: 1, column: 5),
          seen: "Infinity",
          expected: "a finite number"
        )
    )
    #expect(failure("NaN", rules: .documents)?.kind == .unsupported)
  }

  @Test(arguments: [
    ("", "1:1", DataFileError.Kind.endOfFile), (" // x", "1:6", .endOfFile),
    ("[1 2]", "1:4", .syntax),
    ("[,]", "1:2", .syntax), ("[1,,]", "1:4", .syntax), ("{,}", "1:2", .syntax),
    ("{a 1}", "1:4", .syntax), ("{a:}", "1:4", .syntax), ("{1a:1}", "1:2", .syntax),
    ("{a-b:1}", "1:3", .syntax), (#"{\u0031a:1}"#, "1:2", .syntax),
    (#"{a\u002D:1}"#, "1:3", .syntax),
    (#"{\x61:1}"#, "1:3", .syntax), (#"{\uD83D\uDE00:1}"#, "1:2", .syntax),
    ("010", "1:2", .syntax), ("-01", "1:3", .syntax), ("0x", "1:3", .endOfFile),
    ("0xg", "1:3", .syntax),
    (".", "1:2", .endOfFile), ("+", "1:2", .endOfFile), ("+-1", "1:2", .syntax),
    ("- 1", "1:2", .syntax),
    ("1e", "1:3", .endOfFile), ("1e+x", "1:4", .syntax), ("1.2.3", "1:4", .syntax),
    ("1a", "1:2", .syntax),
    ("0x1.5", "1:4", .syntax), ("1e400", "1:1", .unsupported),
    ("0x10000000000000000", "1:1", .unsupported),
    ("'a\nb'", "1:3", .syntax), ("'a\rb'", "1:3", .syntax), ("'abc", "1:1", .endOfFile),
    ("\"abc'", "1:1", .endOfFile), (#"'\1'"#, "1:3", .syntax), (#"'\01'"#, "1:4", .syntax),
    (#"'\x4'"#, "1:5", .syntax), (#"'\u12'"#, "1:6", .syntax), (#"'\uD800'"#, "1:2", .encoding),
    (#"'ab\uDC00'"#, "1:4", .encoding), (#"'\uD800\u0041'"#, "1:2", .encoding),
    ("/* x", "1:1", .endOfFile), ("/x", "1:2", .syntax), ("1 /", "1:4", .endOfFile),
    ("tru", "1:1", .syntax),
    ("truex", "1:5", .syntax), ("[1] 2", "1:5", .syntax), ("\u{180E}1", "1:1", .syntax),
    ("[\n  'é\u{301}😀', x]", "2:10", .syntax), ("[\r\n\r\n\r x]", "4:2", .syntax),
    ("[// a\u{2028} x]", "1:8", .syntax), ("\u{FEFF}[x]", "1:2", .syntax),
    ("\u{0}", "1:1", .syntax),
  ])
  func `A malformed JSON5 text is refused with its position and kind of error`(
    text: String,
    position: String,
    kind: DataFileError.Kind
  ) {
    let error = failure(text)
    #expect(error?.position.description == position)
    #expect(error?.kind == kind)
  }

  @Test func `The error of a JSON5 text says what was found and what was expected`() {
    #expect(
      failure("{\n  title 'x'}")?.description
        == "2:9: syntax error: found \"'\", expected \":\" after the key \"title\""
    )
    #expect(
      failure("[1, é]")?.description
        == "1:5: syntax error: found \"é\" (U+00E9), expected a value"
    )
    #expect(
      failure("[1")?.description
        == "1:3: unexpected end: found the end of the file, expected \",\" or \"]\""
    )
  }

  @Test(
    arguments: [
      [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xC3],
      [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],
    ] as [[UInt8]]
  )
  func `JSON5 that is not UTF-8 is refused`(bytes: [UInt8]) {
    let error = failure(bytes, as: .json5)
    #expect(error?.kind == .encoding)
    #expect(error?.position == SourcePosition(line: 1, column: 2))
  }

  @Test(arguments: [
    "{a: 1,\n 'a': 2}", "{\"é\": 1,\n \"e\u{301}\": 2}", "{\\u0061: 1,\n a: 2}",
  ])
  func `A repeated key in JSON5 is refused with both positions`(text: String) {
    let error = failure(text)
    #expect(error?.kind == .duplicateKey)
    #expect(error?.position == SourcePosition(line: 2, column: 2))
    #expect(error?.other == SourcePosition(line: 1, column: 2))
  }

  @Test func `A repeated key in JSON5 is found among forty others`() {
    let members = (0..<40).map { "k\($0): 0" } + ["k7: 1"]
    let error = failure("{\n" + members.joined(separator: ",\n") + "}")
    #expect(error?.position.line == 42 && error?.other?.line == 9)
    #expect(
      error?.description
        == "42:1: duplicate key: found the key \"k7\" again, expected each key once; the first is at 9:1"
    )
  }

  @Test func `Each value and key in JSON5 has its position`() throws {
    let value = try read(
      "{\n  a: [1,\n    '😀', x\\u0061: 2]}".replacing("x\\u0061: 2", with: "{b: 2}")
    )
    guard case .dictionary(let dictionary) = value.content else { return #expect(Bool(false)) }
    let member = dictionary.members[0]
    #expect(value.position.description == "1:1" && member.keyPosition.description == "2:3")
    guard case .array(let elements) = member.value.content else { return #expect(Bool(false)) }
    #expect(elements.map(\.position.description) == ["2:7", "3:5", "3:10"])
    #expect(elements[2]["b"]?.position.description == "3:14")
  }
}
