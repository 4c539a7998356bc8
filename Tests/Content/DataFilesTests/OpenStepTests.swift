// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Testing

@Suite struct `Old-style property lists` {
  @Test(arguments: [
    ("{}", "{}"), ("()", "[]"), ("a", #""a""#), ("'a b'", #""a b""#), ("<>", #""""#),
    (
      "{ a = 1; 'b c' = \"d\"; e.f-g_h$/: = (x, y, ); k; }",
      #"{"a":"1","b c":"d","e.f-g_h$/:":["x","y"],"k":"k"}"#
    ),
    ("// c\n{ /* d */ a /* = */ = /**/ {b=c;}; }\n// e", #"{"a":{"b":"c"}}"#),
    ("(<0fbd 77\n1C>, <>)", #"["D713HA==",""]"#),
    (#""\a\b\f\n\r\t\v\"\\\'\%""#, #""\u0007\b\f\n\r\t\u000b\"\\'%""#),
    (#""\U0041\U00e9\UD83D\uDE00""#.replacing("\\u", with: "\\U"), #""Aé😀""#),
    (#""\101\7\0\12x""#, #""A\u0007\u0000\nx""#),
    ("\"a\nb\\\nc\"", #""a\nb\nc""#), ("\"it's\"", #""it's""#), ("'\"'", #""\"""#),
    ("\u{FEFF}\u{2028}\u{0B}(é)".replacing("é", with: "\"é\""), #"["é"]"#),
  ])
  func `An old-style property list is read to its value`(text: String, expected: String) throws {
    #expect(try json(read(text, as: .openStepPropertyList)) == expected)
  }

  @Test(arguments: [
    ("", "{}"), ("/* nothing */", "{}"), ("\"a\" = \"b\";", #"{"a":"b"}"#),
    (
      "/* Greeting */\n\"hello\" = \"Hello, \\\"%@\\\"\";\n// Bye\nbye = \"Bye\";\n",
      #"{"hello":"Hello, \"%@\"","bye":"Bye"}"#
    ),
    ("\"same\";", #"{"same":"same"}"#), (" { a = b; } ", #"{"a":"b"}"#),
    ("a = { b = c; };", #"{"a":{"b":"c"}}"#),
  ])
  func `A strings file is read to its dictionary, also in UTF-16`(
    text: String,
    expected: String
  ) throws {
    #expect(try json(read(text, as: .strings)) == expected)
    for isBigEndian in [false, true] where !text.isEmpty {
      #expect(try json(read(utf16(text, isBigEndian: isBigEndian), as: .strings)) == expected)
      let marked = utf16("\u{FEFF}" + text, isBigEndian: isBigEndian)
      #expect(try json(read(marked, as: .strings)) == expected)
    }
  }

  @Test(arguments: [
    ("", "1:1", DataFileError.Kind.endOfFile), ("{", "1:2", .endOfFile), ("{a", "1:3", .endOfFile),
    ("{a=", "1:4", .endOfFile), ("{a=b", "1:5", .endOfFile), ("{a=b}", "1:5", .syntax),
    ("{a=;}", "1:4", .syntax), ("{=b;}", "1:2", .syntax), ("{a=b;;}", "1:6", .syntax),
    ("(a b)", "1:4", .syntax), ("(,)", "1:2", .syntax), ("(a,,)", "1:4", .syntax),
    ("(a", "1:3", .endOfFile), ("a b", "1:3", .syntax), ("{(a)=b;}", "1:2", .syntax),
    ("\"a", "1:1", .endOfFile), ("'a\"", "1:1", .endOfFile), ("/* a", "1:1", .endOfFile),
    ("<0>", "1:3", .syntax), ("<0g>", "1:3", .syntax), ("<00", "1:4", .endOfFile),
    ("<*I5>", "1:2", .syntax), (#""\q""#, "1:3", .syntax), (#""\200""#, "1:2", .unsupported),
    (#""\U00""#, "1:6", .syntax), (#""\UD800x""#, "1:2", .encoding),
    (#""\UDC00""#, "1:2", .encoding),
    (#""\UD800\U0041""#, "1:2", .encoding), ("é", "1:1", .syntax), ("\u{0}", "1:1", .syntax),
    (#""\"#, "1:3", .endOfFile), ("{\n é=1;}", "2:2", .syntax),
  ])
  func `A malformed old-style property list is refused with its position and kind of error`(
    text: String,
    position: String,
    kind: DataFileError.Kind
  ) {
    let error = failure(text, as: .openStepPropertyList)
    #expect(error?.kind == kind)
    #expect(error?.position.description == position)
  }

  @Test func `A repeated key in a strings file is refused with both positions`() {
    let error = failure("\"a\" = \"1\";\n  a = \"2\";", as: .strings)
    #expect(error?.kind == .duplicateKey)
    #expect(error?.position.description == "2:3" && error?.other?.description == "1:1")
  }

  @Test func `A strings file in malformed UTF-16 is refused`() {
    let half = utf16("\u{FEFF}a = b;", isBigEndian: true).dropLast()
    #expect(failure(Array(half), as: .strings)?.kind == .encoding)
    let lone: [UInt8] = [0xFE, 0xFF, 0x00, 0x0A, 0x00, 0x22, 0xD8, 0x00, 0x00, 0x22]
    let error = failure(lone, as: .strings)
    #expect(error?.kind == .encoding && error?.position.description == "2:2")
  }

  @Test func `Each value and key in an old-style property list has its position`() throws {
    let value = try read("{\n a = (b,\n  <00>); }", as: .openStepPropertyList)
    guard case .dictionary(let dictionary) = value.content else { return #expect(Bool(false)) }
    #expect(dictionary.members[0].keyPosition.description == "2:2")
    guard case .array(let elements)? = value["a"]?.content else { return #expect(Bool(false)) }
    #expect(elements.map(\.position.description) == ["2:7", "3:3"])
  }

  @Test func `An old-style property list beyond a limit is refused`() {
    var rules = ReadingRules()
    rules.limits.depth = 2
    rules.limits.members = 2
    rules.limits.textBytes = 3
    rules.limits.values = 4
    func kind(_ text: String) -> DataFileError.Kind? {
      failure(text, as: .openStepPropertyList, rules: rules)?.kind
    }
    #expect(kind("(())") == nil && kind("((()))") == .limit && kind("{a={b={};};}") == .limit)
    #expect(kind("(a,b)") == nil && kind("(a,b,c)") == .limit && kind("{a;b;c;}") == .limit)
    #expect(kind("abc") == nil && kind("abcd") == .limit && kind("'abcd'") == .limit)
    #expect(kind("<010203>") == nil && kind("<01020304>") == .limit)
    #expect(kind("((a,b),(c,d))") == .limit)
  }
}
