// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues
import Testing

@Suite struct `Members of a list field` {
  private func members(_ lines: [String]) -> [String] {
    var fields = Fields()
    for line in lines {
      fields.append("x-between", "no")
      fields.append("vary", line)
    }
    var members = FieldMembers(of: .vary, in: fields.view)
    var texts: [String] = []
    while let member = members.next() { texts.append(member.text) }
    return texts
  }

  @Test(arguments: [
    ([], []), (["a"], ["a"]), (["a, b", "c"], ["a", "b", "c"]), ([""], []),
    ([" , ,a,,\tb , "], ["a", "b"]), (["a=\"x,y\", b"], ["a=\"x,y\"", "b"]),
    (["a=\"x\\\",y\",b"], ["a=\"x\\\",y\"", "b"]), (["\"\"", "b"], ["\"\"", "b"]),
    (["a=\"x, b", "c"], ["a=\"x", "b", "c"]), (["a\"b,c\"d\"e,f"], ["a\"b,c\"d\"e", "f"]),
    (["\"\\", "x"], ["\"\\", "x"]),
  ])
  func `Members of a list field are split at commas outside of quotes`(
    lines: [String],
    expected: [String]
  ) {
    #expect(members(lines) == expected)
  }

  @Test func `A list field with unclosed quotes is split in linear time`() {
    let line = "\"" + String(repeating: "\\\",", count: 100_000)
    #expect(members([line]).count == 100_000)
  }

  @Test func `A member of a list field is found in any case`() {
    var fields = Fields()
    fields.append("connection", "keep-alive, Close")
    let isThere = FieldMembers.contains("close", of: .connection, in: fields.view)
    let isOther = FieldMembers.contains("clos", of: .connection, in: fields.view)
    #expect(isThere)
    #expect(!isOther)
  }
}

@Suite struct `Quoted strings` {
  @Test(arguments: [
    ("\"\"", ""), ("\"a b\"", "a b"), ("\"a\\\"b\\\\\"", "a\"b\\"), ("token", "token"),
    ("\"\\a\"", "a"),
  ])
  func `A quoted string is read without its quotes and escapes`(text: String, value: String) {
    let found = QuotedString.valueOrToken(text.utf8Span.span)
    #expect(found == value)
  }

  @Test(arguments: ["", "a b", "\"", "\"a", "a\"", "\"a\"b", "\"a\\\"", "\"\0\"", "\"a\"\""])
  func `A malformed quoted string is refused`(text: String) {
    let found = QuotedString.valueOrToken(text.utf8Span.span)
    #expect(found == nil)
  }

  @Test(arguments: [("a", "a"), ("", "\"\""), ("a b", "\"a b\""), ("\"\\", "\"\\\"\\\\\"")])
  func `A value is written in quotes only when it is no token`(value: String, text: String) {
    var bytes: [UInt8] = []
    QuotedString.append(value, to: &bytes)
    #expect(bytes == Array(text.utf8))
  }
}
