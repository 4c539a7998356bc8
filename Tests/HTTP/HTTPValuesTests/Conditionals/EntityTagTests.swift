// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues
import Testing

@Suite struct `An entity tag` {
  @Test(arguments: [
    ("\"\"", false), ("\"xyzzy\"", false), ("W/\"xyzzy\"", true), ("\"a\\\"", false),
    ("\"a,b\"", false), ("\"W/a\"", false), ("\"é\"", false),
  ])
  func `is read and written back`(text: String, isWeak: Bool) {
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
  func `is nothing else`(text: String) {
    #expect(EntityTag(text) == nil)
  }

  /// The table of RFC 9110 section 8.8.3.2.
  @Test(arguments: [
    ("W/\"1\"", "W/\"1\"", false, true), ("W/\"1\"", "W/\"2\"", false, false),
    ("W/\"1\"", "\"1\"", false, true), ("\"1\"", "\"1\"", true, true),
  ])
  func `is compared in two ways`(
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

  @Test func `keeps bytes that are not text apart`() {
    let one = EntityTag([0x22, 0xFE, 0x22].span)
    let other = EntityTag([0x22, 0xFF, 0x22].span)
    #expect(one != nil)
    #expect(one != other)
  }

  @Test(arguments: [
    ("\"a\"", true), ("\"\"", true), ("W/\"a\"", false), ("a", false), ("\"a\"b\"", false),
  ])
  func `is taken with its quotes where it is a strong one`(text: String, isOne: Bool) {
    let tag = EntityTag(quoted: Array(text.utf8))
    #expect((tag != nil) == isOne)
    #expect(tag?.description == (isOne ? text : nil))
  }

  @Test func `is made of content that has no quote in it`() {
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
  func `stands in lists`(lines: [String], members: [String]) throws {
    var fields = Fields()
    for line in lines { fields.append("if-none-match", line) }
    for tag in ["\"a\"", "\"b\"", "\"c\"", "\"c,d\"", "\"d\""] {
      let current = try #require(EntityTag(tag))
      let found = EntityTagCondition(.ifNoneMatch, in: fields.view, against: current, .weak)
      #expect(found == (members.contains(tag) ? .matched : .unmatched), "\(tag)")
    }
  }

  @Test(arguments: [([], .absent), (["*"], .any)] as [([String], EntityTagCondition)])
  func `stands in a list that is not there, or is for all`(
    lines: [String],
    expected: EntityTagCondition
  ) {
    var fields = Fields()
    for line in lines { fields.append("if-none-match", line) }
    let found = EntityTagCondition(.ifNoneMatch, in: fields.view, against: nil, .weak)
    #expect(found == expected)
  }
}
