// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues
import Testing

@Suite struct `Entity tags` {
  @Test(arguments: [
    ("\"\"", false), ("\"xyzzy\"", false), ("W/\"xyzzy\"", true), ("\"a\\\"", false),
    ("\"a,b\"", false), ("\"W/a\"", false), ("\"é\"", false),
  ])
  func `An entity tag is read and written unchanged`(text: String, isWeak: Bool) {
    let tag = EntityTag(text)
    #expect(tag?.isWeak == isWeak)
    #expect(tag?.description == text)
    var buffer = ByteBuffer()
    tag?.append(to: &buffer)
    #expect(buffer.span.text == text)
  }

  @Test(arguments: [
    "", "a", "\"", "\"a", "a\"", "w/\"a\"", "W/a", "W\"a\"", "W/ \"a\"", "\"a\"b", "\"a b\"",
    " \"a\"", "\"a\" ", "*", "\"\u{7F}\"", "'a'", "\"a\"\"b\"",
  ])
  func `A malformed entity tag is refused`(text: String) {
    #expect(EntityTag(text) == nil)
  }

  /// The table of RFC 9110 section 8.8.3.2.
  @Test(arguments: [
    ("W/\"1\"", "W/\"1\"", false, true), ("W/\"1\"", "W/\"2\"", false, false),
    ("W/\"1\"", "\"1\"", false, true), ("\"1\"", "\"1\"", true, true),
  ])
  func `Entity tags are compared strongly and weakly as the table of RFC 9110 says`(
    one: String,
    other: String,
    isStrongMatch: Bool,
    isWeakMatch: Bool
  ) throws {
    let one = try #require(EntityTag(one))
    let other = try #require(EntityTag(other))
    #expect(one.matchesStrongly(other) == isStrongMatch)
    #expect(other.matchesStrongly(one) == isStrongMatch)
    #expect(one.matchesWeakly(other) == isWeakMatch)
  }

  @Test func `Entity tags with different bytes that are no text differ`() {
    let one = EntityTag([0x22, 0xFE, 0x22].span)
    let other = EntityTag([0x22, 0xFF, 0x22].span)
    #expect(one != nil)
    #expect(one != other)
  }

  @Test(arguments: [
    ("\"a\"", true), ("\"\"", true), ("W/\"a\"", false), ("a", false), ("\"a\"b\"", false),
  ])
  func `A quoted entity tag is accepted only when it is strong and well formed`(
    text: String,
    isOne: Bool
  ) {
    let tag = EntityTag(quoted: Array(text.utf8))
    #expect((tag != nil) == isOne)
    #expect(tag?.description == (isOne ? text : nil))
  }

  @Test func `An entity tag is not made of content with a quote or a blank`() {
    #expect(EntityTag(opaque: "a.1")?.description == "\"a.1\"")
    #expect(EntityTag(opaque: "a", isWeak: true)?.description == "W/\"a\"")
    #expect(EntityTag(opaque: "a\"b") == nil)
    #expect(EntityTag(opaque: "a b") == nil)
  }

  @Test(
    arguments: [
      ([""], []), (["a, b"], []), (["\"a\", W/\"b\"", "\"c,d\""], ["\"a\"", "\"b\"", "\"c,d\""]),
      (["\"a\"x, \"b\""], ["\"b\""]), (["*", "\"a\""], ["\"a\""]), (["*, \"a\""], ["\"a\""]),
      ([",, \"a\" ,,"], ["\"a\""]), (["\"a\" \"b\", \"c\""], ["\"c\""]),
    ] as [([String], [String])]
  )
  func `If-None-Match matches the well-formed entity tags of its list`(
    lines: [String],
    members: [String]
  ) throws {
    var fields = Fields()
    for line in lines { fields.append("if-none-match", line) }
    for tag in ["\"a\"", "\"b\"", "\"c\"", "\"c,d\"", "\"d\""] {
      let current = try #require(EntityTag(tag))
      let found = EntityTagCondition(.ifNoneMatch, in: fields.view, against: current, .weak)
      #expect(found == (members.contains(tag) ? .matched : .unmatched), "\(tag)")
    }
  }

  @Test(arguments: [([], .absent), (["*"], .any)] as [([String], EntityTagCondition)])
  func `If-None-Match may be absent, or an asterisk for any tag`(
    lines: [String],
    expected: EntityTagCondition
  ) {
    var fields = Fields()
    for line in lines { fields.append("if-none-match", line) }
    let found = EntityTagCondition(.ifNoneMatch, in: fields.view, against: nil, .weak)
    #expect(found == expected)
  }
}
