// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues
import Testing

@Suite struct `Fields of a message` {
  @Test(arguments: KnownField.allCases.filter { $0 != .other })
  func `A known field name is found in any case`(field: KnownField) {
    let name = field.name.description
    #expect(KnownField(name.utf8Span.span) == field)
    #expect(KnownField(name.uppercased().utf8Span.span) == field)
    #expect(KnownField("\(name)x".utf8Span.span) != field)
  }

  @Test func `Fields keep their order and repetitions`() {
    var fields = Fields()
    fields.append("Accept", "a")
    fields.append("X-Other", "b")
    fields.append("accept", "c")
    #expect(fields.count == 3)
    #expect(fields["ACCEPT"] == "a, c")
    #expect(fields["x-other"] == "b")
    fields.remove("x-OTHER")
    #expect(fields["x-other"] == nil)
    #expect(fields.count == 2)
  }

  @Test func `Names are given in lower case, and known ones take no memory`() {
    var fields: Fields = ["X-Other": "b", "Content-Type": "a"]
    var names = (0..<2).map { fields.view.name(at: $0).text }
    #expect(names == ["x-other", "content-type"])
    let before = fields.byteCount
    fields.append("ETag", "")
    #expect(fields.byteCount == before + MemoryLayout<FieldSlot>.stride)
    names = [fields.view.name(at: 2).text, Fields(copying: fields.view).view.name(at: 1).text]
    #expect(names == ["etag", "content-type"])
  }

  @Test(arguments: [
    ("a\r\nb: c", "a  b: c"), ("a\nb", "a b"), ("a\0", "a"), ("\u{7F}", ""),
    ("\r\n a\u{1}b \t\0", "a b"),
  ])
  func `A field value with line ends or control characters is stored with spaces instead`(
    value: String,
    legal: String
  ) {
    var fields = Fields()
    fields.append("accept", value)
    fields.set("x-other", value)
    let literal: Fields = ["accept": value, "x-other": value]
    #expect(fields.values(of: "accept") == [legal] && fields.values(of: "x-other") == [legal])
    #expect(literal == fields)
  }

  @Test func `A field value written in place is cleaned of line ends too`() {
    var fields = Fields()
    fields.append("accept") { $0 += Array("a\r\nb: c".utf8) }
    fields.append("x-other") { _ in }
    #expect(fields.values(of: "accept") == ["a  b: c"] && fields.values(of: "x-other") == [""])
  }

  @Test func `A date and a cache control set as fields replace the earlier values`() {
    var control = CacheControl()
    control.isPublic = true
    control.maxAge = 60
    var fields: Fields = ["expires": "never", "cache-control": "no-store"]
    fields.set("expires", HTTPDate(seconds: 784_111_777))
    fields.set("cache-control", control)
    #expect(
      fields == ["expires": "Sun, 06 Nov 1994 08:49:37 GMT", "cache-control": control.description]
    )
  }

  @Test func `A field name longer than 65,535 bytes is refused`() {
    #expect(FieldName(String(repeating: "n", count: 65_535)) != nil)
    #expect(FieldName(String(repeating: "n", count: 65_536)) == nil)
  }

  @Test func `Fields keep names in lower case and values without surrounding blanks`() {
    var fields = Fields()
    fields.append("Content-TYPE", " \ttext/plain \t")
    fields.append("X-Abc", "")
    let names = (0..<fields.count).map { fields.view.name(at: $0).text }
    let values = (0..<fields.count).map { fields.view.value(at: $0).text }
    #expect(names == ["content-type", "x-abc"])
    #expect(values == ["text/plain", ""])
  }

  @Test func `Fields copied out of a parser's buffer have lower-case names`() throws {
    let bytes = Array("HOST: a\r\nX-Thing:  b c ".utf8)
    let slots = [
      try #require(FieldSlot(name: 0..<4, value: 6..<7, known: .host)),
      try #require(FieldSlot(name: 9..<16, value: 19..<22, known: .other, isSensitive: true)),
    ]
    let copy = Fields(copying: FieldsView(bytes: bytes.span, slots: slots.span))
    var expected = Fields()
    expected.append("host", "a")
    expected.append("x-thing", "b c")
    #expect(copy == expected)
    let isSensitive = copy.view.slot(at: 1).isSensitive
    #expect(isSensitive)
    let name = copy.view.name(at: 1).text
    #expect(name == "x-thing")
  }

  @Test func `A field whose slot points outside of the bytes reads as empty`() throws {
    let bytes = Array("abc".utf8)
    let slots = [try #require(FieldSlot(name: 0..<3, value: 3..<9, known: .other))]
    let view = FieldsView(bytes: bytes.span, slots: slots.span)
    let value = view.value(at: 0).text
    #expect(value == "")
  }

  @Test func `Fields are equal when names, values and order are equal`() {
    var one = Fields()
    one.append("a", "1")
    one.append("b", "2")
    var other = Fields()
    other.append("c", "3")
    other.append("a", "1")
    other.append("b", "2")
    #expect(one != other)
    other.remove("c")
    #expect(one == other)
    other.set("b", "3")
    #expect(one != other)
    var swapped = Fields()
    swapped.append("b", "2")
    swapped.append("a", "1")
    #expect(one != swapped)
  }

  @Test func `Removing fields by a condition asks about each of them once, in order`() {
    var fields = Fields()
    for name in ["a", "b", "c", "d", "e"] {
      fields.append(FieldName(name) ?? "never", name)
    }
    var asked: [String] = []
    fields.removeAll { view, index in
      let name = view.name(at: index).text
      asked.append(name)
      return name == "b" || name == "e"
    }
    #expect(asked == ["a", "b", "c", "d", "e"])
    let left = (0..<fields.count).map { fields.view.value(at: $0).text }
    #expect(left == ["a", "c", "d"])
    let isThere = fields.contains("c")
    #expect(isThere)
  }

  @Test func `Setting a field replaces all its repetitions`() {
    var fields = Fields()
    fields.append("vary", "a")
    fields.append("host", "h")
    fields.append("vary", "b")
    fields.set("vary", "c")
    #expect(fields["vary"] == "c")
    #expect(fields.count == 2)
  }
}

@Suite struct `Field names` {
  @Test(arguments: ["", " ", "a b", "a:", "a\r", "é", "a\0", "(a)", "a,b", "\"a\"", "a/b", "{a}"])
  func `A field name that is not a token is refused`(name: String) {
    #expect(FieldName(name) == nil)
  }

  @Test func `Field names that differ in case only are equal`() {
    #expect(FieldName("X-Thing") == FieldName("x-thing"))
    #expect(FieldName("Content-Type") == FieldName(.contentType))
    #expect(("X-Thing" as FieldName).description == "x-thing")
  }

  @Test func `A field name has the token characters of the standard and no others`() {
    let tokens = Set("!#$%&'*+-.^_`|~0123456789".utf8)
    for byte in UInt8.min...UInt8.max {
      let isExpected = tokens.contains(byte) || (byte < 128 && byte.isLetter)
      #expect(byte.isTokenCharacter == isExpected, "byte \(byte)")
    }
  }
}
