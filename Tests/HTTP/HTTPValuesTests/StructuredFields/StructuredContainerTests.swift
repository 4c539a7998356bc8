// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues
import Testing

@Suite struct `Structured lists` {
  private func written(_ text: String) -> String? {
    try? StructuredField.List(parsing: text).serialized()
  }

  @Test(arguments: [
    ("", ""), ("   ", ""), ("1", "1"), ("1,2", "1, 2"), ("1 ,\t 2", "1, 2"), ("1\t", "1"),
    ("a;x, (b c);y", "a;x, (b c);y"), ("()", "()"), ("( 1  2 )", "(1 2)"),
    ("(1;a 2);b=1", "(1;a 2);b=1"),
    ("(\"a\" :AA==:), ()", "(\"a\" :AA==:), ()"), ("1;a=?1", "1;a"),
    ("(1);a=?1;b=?0", "(1);a;b=?0"),
    ("a, b;q=1.0", "a, b;q=1.0"), ("?1", "?1"),
  ])
  func `A structured list is read and written in its canonical form`(
    text: String,
    canonical: String
  ) {
    #expect(written(text) == canonical)
    #expect(written(canonical) == canonical)
  }

  @Test(arguments: [
    ",", "1,", "1, ", ",1", "1,,2", "1 2", "(", "(1", "(1 2", "1)", "(1,2)", "(1\t2)", "(1;)",
    "((1))",
    "(1)2", "(\"a\"\"b\")", "\t1", "1, A=", "1;a=(1)", "1; \ta", "(1 ;a)", "( ", "1\u{A0}",
  ])
  func `A malformed structured list is refused as a whole`(text: String) {
    #expect(written(text) == nil)
  }

  @Test func `A structured field is read from all lines of that field`() throws {
    let fields: Fields = ["cache-status": "a;hit", "host": "x", "Cache-Status": "b"]
    let list = try StructuredField.List("cache-status", in: fields.view)
    #expect(try list?.serialized() == "a;hit, b")
    let absent = try StructuredField.List("cdn-loop", in: fields.view)
    #expect(absent == nil)
    let split: Fields = ["x-s": "\"a", "x-t": "", "x-s": "b\""]
    let item = try StructuredField.Item("x-s", in: split.view)
    #expect(item?.value == .string("a, b"))
    let twice: Fields = ["x-s": "1", "x-s": "2"]
    #expect(throws: TextFault.self) { try StructuredField.Item("x-s", in: twice.view) }
  }
}

@Suite struct `Structured dictionaries` {
  private func written(_ text: String) -> String? {
    try? StructuredField.Dictionary(parsing: text).serialized()
  }

  @Test(arguments: [
    ("", ""), ("a=1", "a=1"), ("a=1,b=2", "a=1, b=2"), ("a=1 ,\t b=2  ", "a=1, b=2"), ("a", "a"),
    ("a=?1", "a"), ("a;x=1, b", "a;x=1, b"), ("a=?1;x", "a;x"), ("a=?0", "a=?0"),
    ("a=(1 2);x", "a=(1 2);x"),
    ("a=1, b=2, a=3", "a=3, b=2"), ("a=1;x=1, a=(2)", "a=(2)"), ("*a_-.*0=t", "*a_-.*0=t"),
    ("a=()", "a=()"),
    ("u=1, i", "u=1, i"), ("a\t,b", "a, b"), ("a=1;x;y;x=2", "a=1;x=2;y"),
  ])
  func `A structured dictionary is read and written in its canonical form`(
    text: String,
    canonical: String
  ) {
    #expect(written(text) == canonical)
    #expect(written(canonical) == canonical)
  }

  @Test(arguments: [
    "a=", "a=,b", "=1", "A=1", "1=1", "a=1,", "a=1,,b=2", "a =1", "a= 1", "a=1 b=2", "a b", "a=1;",
    "a;=1",
    "é=1", "-a=1", "a=(", ",a", "a,", "a=b;c=(1)", "\ta", "a==1", "a=1=2",
  ])
  func `A malformed structured dictionary is refused as a whole`(text: String) {
    #expect(written(text) == nil)
  }

  @Test func `Keys of a large structured dictionary are found, removed and replaced`() throws {
    let text = (0..<2_000).map { "k\($0)=\($0)" }.joined(separator: ", ")
    var dictionary = try StructuredField.Dictionary(parsing: text + ", k7=99")
    #expect(dictionary.entries.count == 2_000)
    #expect(dictionary["k7"] == .item(StructuredField.Item(.integer(99))))
    #expect(dictionary.entries[7].key == "k7")
    #expect(dictionary["k1999"] == .item(StructuredField.Item(.integer(1_999))))
    #expect(dictionary["missing"] == nil)
    dictionary["k0"] = nil
    #expect(dictionary["k0"] == nil)
    #expect(dictionary["k1999"] == .item(StructuredField.Item(.integer(1_999))))
    dictionary["k1999"] = nil
    dictionary["k0"] = .innerList(StructuredField.InnerList([]))
    #expect(dictionary.entries.last?.key == "k0")
  }
}
