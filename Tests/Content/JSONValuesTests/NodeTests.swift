// SPDX-License-Identifier: Apache-2.0

import JSONValues
import Testing

@Suite struct `Nodes of JSON documents` {
  private static let text = #"""
    { "id" : 7, "none": null, "yes": true, "no": false, "name": "R\u00f6se \ud83c\udf39\n",
      "list": [ 1, [2, 3], {"x": [ ]}, "four" ], "na\u006de": "again", "": "empty", "ключ": 1e2 }
    """#

  @Test func `A JSON node has its kind, its count and its source text`() throws {
    let document = try document(Self.text)
    let root = document.root
    #expect(document.kind(of: root) == .object)
    #expect(document.count(of: root) == 9)
    let kinds = document.children(of: root).map { document.kind(of: $0) }
    #expect(
      kinds == [.number, .null, .boolean, .boolean, .string, .array, .string, .string, .number]
    )
    let texts = document.children(of: root).map { document.written($0) }
    #expect(texts[0] == "7")
    #expect(texts[4] == #""R\u00f6se \ud83c\udf39\n""#)
    #expect(texts[5] == #"[ 1, [2, 3], {"x": [ ]}, "four" ]"#)
    #expect(texts[8] == "1e2")
    let names = document.children(of: root).map { document.memberName(of: $0) }
    #expect(names == ["id", "none", "yes", "no", "name", "list", "name", "", "ключ"])
    #expect(document.memberName(of: root) == nil)
  }

  @Test(arguments: [
    ("id", "7"), ("none", "null"), ("yes", "true"), ("name", "\"again\""), ("", "\"empty\""),
    ("ключ", "1e2"), ("nam", nil), ("name ", nil), ("na\\u006de", nil), ("x", nil), ("ID", nil),
  ])
  func `A member of a JSON object is found by its name, the last of several`(
    name: String,
    expected: String?
  ) throws {
    let document = try document(Self.text)
    let node = document.member(name, of: document.root)
    #expect(node.map { document.written($0) } == expected)
  }

  @Test func `A JSON value that is no object has no members`() throws {
    let document = try document("[\"a\",{\"b\":1}]")
    for node in document.children(of: document.root) {
      #expect(document.element(0, of: node) == nil)
      #expect(document.member("a", of: node) == nil)
    }
    #expect(document.member("a", of: document.root) == nil)
    let string = try #require(document.element(0, of: document.root))
    #expect(Array(document.children(of: string)).isEmpty)
    #expect(document.memberName(of: string) == nil)
  }

  @Test(arguments: [
    (0, "1"), (1, "[2, 3]"), (3, "\"four\""), (4, nil), (-1, "\"four\""), (-4, "1"), (-5, nil),
    (.max, nil), (.min, nil),
  ])
  func `An element of a JSON array is found by its index from either end`(
    index: Int,
    expected: String?
  ) throws {
    let document = try document(Self.text)
    let list = try #require(document.member("list", of: document.root))
    let node = document.element(index, of: list)
    #expect(node.map { document.written($0) } == expected)
  }

  @Test(arguments: [
    (#""""#, ""), (#""a""#, "a"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u0041\u00e9\u20AC""#, "Aé€"), (#""x\ud83d\ude00y""#, "x😀y"), (#""\\u0041""#, "\\u0041"),
    ("\"é😀\"", "é😀"), (#""\u0000""#, "\u{0}"), (#""a\\""#, "a\\"),
  ])
  func `A JSON string has its value without escapes`(text: String, value: String) throws {
    let document = try document(text)
    #expect(document.string(of: document.root) == value)
    #expect(document.isString(document.root, value))
    for other in [value + "x", String(value.unicodeScalars.dropLast()), "x" + value]
    where other != value {
      #expect(!document.isString(document.root, other))
    }
    var output: [UInt8] = [0x3E]
    #expect(document.appendString(of: document.root, to: &output))
    #expect(output == [0x3E] + Array(value.utf8))
  }

  @Test func `A JSON value that is no string has no string value`() throws {
    let document = try document("[1,null,{},[]]")
    var output: [UInt8] = []
    for node in document.children(of: document.root) {
      #expect(document.string(of: node) == nil)
      #expect(!document.appendString(of: node, to: &output))
      #expect(!document.isString(node, ""))
    }
    #expect(output.isEmpty)
  }

  @Test func `Only true is true in JSON, and only null is null`() throws {
    let document = try document("[true,false,null,1,\"true\",\"\\n\"]")
    let nodes = Array(document.children(of: document.root))
    #expect(nodes.map { document.isTrue($0) } == [true, false, false, false, false, false])
    #expect(nodes.map { document.isNull($0) } == [false, false, true, false, false, false])
  }
}
