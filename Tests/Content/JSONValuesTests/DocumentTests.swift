// SPDX-License-Identifier: Apache-2.0

import JSONValues
import Testing

@Suite struct `Reading JSON documents` {
  @Test(arguments: Texts.right)
  func `A valid JSON text is read, and its value is copied as it was written`(text: String) throws {
    let read = try document(text)
    let written = read.written(read.root)
    #expect(text.contains(written))
    #expect(try document(written).nodeCount == read.nodeCount)
  }

  @Test(arguments: Texts.wrong)
  func `An invalid JSON text is refused with the offset of its error`(text: String) throws {
    let fault = try #require(refusal(of: text))
    #expect((0...text.utf8.count).contains(fault.offset))
    #expect(fault.limit == nil)
    // What stands before the place could have gone on well.
    #expect(fault.seen == (fault.offset < text.utf8.count ? Array(text.utf8)[fault.offset] : nil))
  }

  @Test(arguments: Texts.right)
  func `A JSON text cut off within an array or object is refused`(text: String) {
    let bytes = Array(text.utf8)
    guard let last = bytes.lastIndex(where: { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "}") })
    else { return }
    for count in 0..<last { #expect(refusal(of: Array(bytes[..<count])) != nil) }
  }

  @Test(arguments: Texts.notUnicode)
  func `A JSON text that is not UTF-8 is refused`(bytes: [UInt8]) throws {
    for lead in 0..<10 {
      let text = [0x22] + [UInt8](repeating: 0x61, count: lead) + bytes
      for spaces in [0, 8] {
        let rest = [0x22] + [UInt8](repeating: 0x20, count: spaces)
        #expect(refusal(of: text + rest)?.kind == .encoding)
      }
      #expect(refusal(of: text) != nil)
      #expect(refusal(of: bytes) != nil)
    }
  }

  @Test(arguments: Texts.free)
  func `Lone surrogates and a byte order mark in JSON are read as documented`(
    text: String,
    value: String
  ) throws {
    let document = try document(text)
    #expect(document.string(of: document.root) == value)
  }

  @Test(arguments: [
    ("[1,\n  x]", 2, 3, "byte 6: unexpected byte x, expected a value"),
    (
      "{\"é\":\"\u{1}\"}", 1, 7,
      "byte 7: unexpected byte 0x1, expected a character, or the closing quote"
    ),
    ("[1\n\n", 3, 1, "byte 4: unexpected end, expected a comma, or ]"),
    ("{\"a\":1;", 1, 7, "byte 6: unexpected byte ;, expected a comma, or }"),
    ("{1", 1, 2, "byte 1: unexpected byte 1, expected a name in quotes, or }"),
    ("{\"a\":1,}", 1, 8, "byte 7: unexpected byte }, expected a name in quotes"),
    ("{\"a\"=", 1, 5, "byte 4: unexpected byte =, expected a colon"),
    ("[-]", 1, 3, "byte 2: unexpected byte ], expected a digit"),
    ("\"\\q\"", 1, 3, "byte 2: unexpected byte q, expected one of \" \\ / b f n r t u"),
    ("\"\\u1x\"", 1, 5, "byte 4: unexpected byte x, expected a hexadecimal digit"),
    ("[tru3]", 1, 5, "byte 4: unexpected byte 3, expected a value"),
    ("1 1", 1, 3, "byte 2: unexpected byte 1, expected nothing after the value"),
  ])
  func `The error of a JSON text is described with its offset, line and column`(
    text: String,
    line: Int,
    column: Int,
    message: String
  ) throws {
    let fault = try #require(refusal(of: text))
    #expect(fault.description == message)
    let position = fault.position(in: Array(text.utf8).span)
    #expect(position.line == line)
    #expect(position.column == column)
  }

  @Test func `A JSON text beyond a limit of bytes, depth or nodes is refused`() throws {
    var limits = JSONLimits()
    limits.bytes = 8
    #expect(refusal(of: "[1,2,3] ", limits: limits) == nil)
    let long = try #require(refusal(of: "[1,2,3]  ", limits: limits))
    #expect(long.kind == .tooManyBytes)
    #expect(long.description == "byte 8: too many bytes, expected at most 8")

    limits = JSONLimits()
    limits.depth = 2
    #expect(refusal(of: "[{\"a\":1},[]]", limits: limits) == nil)
    #expect(refusal(of: "[{\"a\":[]}]", limits: limits)?.kind == .tooDeep)
    #expect(refusal(of: "[[[", limits: limits)?.offset == 2)

    limits = JSONLimits()
    for (text, nodes) in [("1", 1), ("[1,2,3]", 4), ("{\"a\":{\"b\":[0,0]}}", 7)] {
      limits.nodes = nodes
      #expect(refusal(of: text, limits: limits) == nil)
      limits.nodes = nodes - 1
      #expect(refusal(of: text, limits: limits)?.kind == .tooManyNodes)
    }
  }

  @Test func `A JSON text nested 1,024 levels deep is read, and a deeper one refused`() {
    var limits = JSONLimits()
    limits.depth = .max
    for depth in [1_024, 1_025] {
      let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      #expect(refusal(of: text, limits: limits)?.kind == (depth > 1_024 ? .tooDeep : nil))
    }
    #expect(refusal(of: String(repeating: "[", count: 100_000))?.offset == 256)
    #expect(refusal(of: String(repeating: "{\"\":", count: 100_000))?.kind == .tooDeep)
  }

  @Test func `A JSON text with many more nodes than usual for its size is read`() throws {
    let text = "[" + String(repeating: "[],", count: 10_000) + "0]"
    let document = try document(text)
    #expect(document.nodeCount == 10_002)
    #expect(document.count(of: document.root) == 10_001)
    let last = try #require(document.element(-1, of: document.root))
    #expect(document.written(last) == "0")
  }
}
