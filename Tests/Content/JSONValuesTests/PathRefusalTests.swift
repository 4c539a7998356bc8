// SPDX-License-Identifier: Apache-2.0

import Bytes
import JSONValues
import Testing

@Suite struct `Invalid JSONPath queries` {
  /// What is expected where a query is well formed and not well typed.
  private static let types = [
    "a query", "a comparison, or what is true or false", "a value, not a condition",
    "a query that selects one node at most",
  ]

  private func refusal(
    of query: String,
    limits: JSONPathLimits = JSONPathLimits()
  ) -> TextFault? {
    do throws(TextFault) {
      _ = try JSONPath(query, limits: limits)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    "", "a", "@", "@.a", "$$", "$a", "$.", "$..", "$...a", "$.a.", "$.1", "$.1a", "$.a-b", "$.-a",
    "$.'a'", "$.[0]", "$.[*]", "$..1", "$[", "$[]", "$]", "$[0", "$[0,", "$[0,]", "$[,0]", "$[0 1]",
    "$['a", "$['a]", "$[a]", "$[a.b]", "$['a''b']", "$[\"a']", "$.a[", "$[$.a]", "$[@.a]", "$.*a",
    "$..*a", "$[*a]", "$[**]", "$.**", "$(0)", "$.a()", "$.length()", "$.&", "$.#", "$.\"a\"",
    "$['\\x']", "$['\\\"']", "$[\"\\'\"]", "$['\\", "$['\\u']", "$['\\u12']", "$['\\uZZZZ']",
    "$['\\uD800']", "$['\\uD800x']", "$['\\uD800\\n']", "$['\\uD800\\u0041']",
    "$['\\uD800\\uD800']",
    "$['\\uDC00']", "$['\u{1}']", "$['\n']", "$['\t']", "$['\u{0}']", "$['\\U0041']",
    "$['\\\u{0}']",
    "$[01]", "$[-0]", "$[-01]", "$[+1]", "$[--1]", "$[-]", "$[1.0]", "$[1e1]", "$[0x1]",
    "$[1:2:3:4]",
    "$[a:1]", "$[1:b]", "$[1:2:c]", "$[01:]", "$[:02]", "$[::-0]", "$[1 2]", "$[1::2::]", "$[:::]",
    "$[1:2 3]", "$[-:]", "$[１]",
  ])
  func `A JSONPath query with malformed segments is refused`(query: String) throws {
    let fault = try #require(refusal(of: query))
    #expect(!Self.types.contains(fault.expected))
    #expect((0...query.utf8.count).contains(fault.offset))
    #expect((fault.seen == "the end") == (fault.offset == query.utf8.count))
  }

  @Test(arguments: [
    "$[?]", "$[?", "$[?@", "$[?@.a", "$[?()]", "$[?(@.a]", "$[?@.a)]", "$[?(@.a))]", "$[?@.a==]",
    "$[?==1]", "$[?@.a=1]", "$[?@.a===1]", "$[?@.a<>1]", "$[?@.a=>1]", "$[?@.a!1]", "$[?@.a<1<2]",
    "$[?@.a==1==2]", "$[?@.a &]", "$[?@.a & @.b]", "$[?@.a | @.b]", "$[?@.a &&]", "$[?&& @.a]",
    "$[?@.a ||]", "$[?@.a || || @.b]", "$[?@.a and @.b]", "$[?not @.a]", "$[?!]", "$[?!!@.a]",
    "$[?!@.a==1]", "$[?@.a==!@.b]", "$[?(@.a)==1]", "$[?@.a==(1)]",
    "$[?@.a in @.b]", "$[?@.a =~ 'x']", "$[?@.a contains 'x']", "$[?@.a==[1]]", "$[?@.a=={}]",
    "$[?@.a==True]", "$[?@.a==TRUE]", "$[?@.a==Null]", "$[?@.a==undefined]", "$[?@.a==nul]",
    "$[?@.a==nulll]", "$[?@.a==01]", "$[?@.a==+1]", "$[?@.a==.1]", "$[?@.a==1.]", "$[?@.a==1e]",
    "$[?@.a==1e+]", "$[?@.a==--1]", "$[?@.a==-]", "$[?@.a==-01]", "$[?@.a==0x1]", "$[?@.a==1.e1]",
    "$[?@.a==1a]", "$[?@.a=='x]", "$[?@.a==x]", "$[?a==1]", "$[?.a==1]", "$[?@a]", "$[?@.]",
    "$[?@..]",
    "$[?@[]]", "$[?@.a,]", "$?[@.a]", "$.?@.a", "$..?@.a", "$[?@.a ? @.b]",
    "$[? @.a;]", "$[?((@.a)]", "$[?@.a==1&&]", "$[?@.a==1 @.b==2]", "$[?count()==1]", "$[?count(]",
    "$[?count(@.*]", "$[?count(@.*,)==1]", "$[?count(@.*,@.*)==1]", "$[?count(,@.*)==1]",
    "$[?length()==1]", "$[?length(@.a,@.b)==1]", "$[?match(@.a)]", "$[?match()]",
    "$[?match(@.a,'a','b')]", "$[?search(@.a)]", "$[?value()==1]", "$[?value(@.a,1)==1]",
    "$[?length(@.a==1)==1]", "$[?length((@.a))==1]", "$[?length(!@.a)==1]", "$[?Length(@.a)==1]",
    "$[?length(@.a)==1", "$[?count(@.*)==1 2]", "$[?_a(@)]",
  ])
  func `A JSONPath query with malformed filters is refused`(query: String) throws {
    let fault = try #require(refusal(of: query))
    #expect(!Self.types.contains(fault.expected))
  }

  @Test(arguments: [
    "$[?1]", "$[?-1.5]", "$[?'a']", "$[?true]", "$[?false]", "$[?null]", "$[?@.a && 1]", "$[?(1)]",
    "$[?!true]", "$[?!1==1]", "$[?!length(@)==1]", "$[?'a','b']", "$[?1a(@)]", "$[?@.* == 1]",
    "$[?@..a == 1]", "$[?@[0,1] == 1]", "$[?@[1:2] == 1]",
    "$[?@[?@.a] == 1]", "$[?1 == @.*]", "$[?1 == $..a]", "$[?@['a','b'] == 1]", "$[?$[*] < 1]",
    "$[?length(@)]", "$[?count(@.*)]", "$[?value(@.a)]", "$[?!length(@)]", "$[?length(@.*) < 3]",
    "$[?length(@..a) < 3]", "$[?length(match(@,'a')) < 3]", "$[?count(1) == 1]",
    "$[?count('a') == 1]",
    "$[?count(true) == 1]", "$[?count(length(@)) == 1]", "$[?count(match(@,'a')) == 1]",
    "$[?match(@.timezone, 'Europe/.*') == true]", "$[?search(@.a, 'a') == 1]",
    "$[?1 == match(@, 'a')]",
    "$[?match(@.*, 'a')]", "$[?match(@.a, @.*)]", "$[?match(match(@,'a'), 'a')]",
    "$[?value(1) == 1]",
    "$[?value(value(@.a)) == 1]", "$[?value(@..color)]", "$[?match(@.a, search(@.b, 'c'))]",
  ])
  func `A JSONPath query that is not well typed is refused`(query: String) throws {
    #expect(Self.types.contains(try #require(refusal(of: query)).expected))
  }

  @Test(arguments: [
    "$[?length(@) < 3]", "$[?count(@.*) == 1]", "$[?match(@.timezone, 'Europe/.*')]",
    "$[?value(@..color) == \"red\"]", "$[?length(value(@.a)) == count(@..*)]", "$[?length(1) == 1]",
    "$[?match(1, true)]", "$[?count($..*) > 1]", "$[?value($) == 1]", "$[?match(value(@..a), 'b')]",
    "$[?@.a == -0.5e+10]", "$[?@.a == -0]", "$[?1 == 1]", "$[?'a' < \"b\"]", "$[?@]", "$[?$]",
    "$[?!$.a]",
    "$[?((((@.a))))]", "$[?@[?@[?@[?@.a]]]]", "$[?!(@.a || !(@.b))]",
    "$[?@.a && @.b || @.c && @.d]",
  ])
  func `A JSONPath query close to an ill-typed one is accepted when it is well typed`(query: String)
  { #expect(refusal(of: query) == nil) }

  @Test(arguments: [
    ("$[9007199254740991]", nil), ("$[-9007199254740991]", nil), ("$[9007199254740992]", 2),
    ("$[-9007199254740992]", 2), ("$[99999999999999999999]", 2), ("$[1:9007199254740992]", 4),
    ("$[::-9007199254740992]", 4), ("$[?@ == 99999999999999999999]", nil),
  ])
  func `A JSONPath index outside of the exact integers is refused`(query: String, offset: Int?) {
    #expect(refusal(of: query)?.offset == offset)
    let expected = "an integer between -9007199254740991 and 9007199254740991"
    #expect(refusal(of: query)?.expected == (offset == nil ? nil : expected))
  }

  @Test(arguments: [
    ("$.a.", "found the end at 4, expected a name or *"),
    (
      "$[?size(@.a) == 1]",
      "found size at 3, expected length, count, match, search or value"
    ),
    (
      "$[?@.* == 1]",
      "found @.* == 1] at 3, expected a query that selects one node at most"
    ),
    ("$['a' 'b']", "found 'b'] at 6, expected a comma, or ]"),
    ("$.a b", "found  b at 3, expected a segment, or the end"),
  ])
  func `The error of a JSONPath query says its offset, what was found and what was expected`(
    query: String,
    message: String
  ) throws {
    #expect(try #require(refusal(of: query)).description == message)
  }

  @Test func `A JSONPath query that is too long, too deep or has too many segments is refused`() {
    var limits = JSONPathLimits()
    limits.bytes = 4
    #expect(refusal(of: "$.ab", limits: limits) == nil)
    #expect(refusal(of: "$.abc", limits: limits)?.expected == "at most 4")

    limits = JSONPathLimits()
    limits.depth = 3
    #expect(refusal(of: "$[?(length(@)==1)]", limits: limits) == nil)
    #expect(refusal(of: "$[?((length(@)==1))]", limits: limits)?.expected == "at most 3 levels")
    #expect(
      refusal(of: "$" + String(repeating: "[?@", count: 200))?.expected == "at most 32 levels"
    )
    #expect(
      refusal(of: "$[?" + String(repeating: "(", count: 200))?.expected == "at most 32 levels"
    )
    #expect(
      refusal(of: "$[?" + String(repeating: "length(", count: 200))?.expected == "at most 32 levels"
    )
    limits.depth = .max
    #expect(refusal(of: "$[?" + String(repeating: "(", count: 65), limits: limits)?.offset == 66)

    limits = JSONPathLimits()
    limits.segments = 3
    #expect(refusal(of: "$.a[?@.b]", limits: limits) == nil)
    #expect(refusal(of: "$.a[?@.b].c", limits: limits)?.expected == "at most 3")
  }

  @Test func `A JSONPath query cut off or changed anywhere is refused or runs without a crash`()
    throws
  {
    let query = #"$.a..['b\u00e9',1:-2:3,*,?@.c<=-1.5e2&&!(match(@['d'],'x')||count($..*)>2)] [-1]"#
    _ = try JSONPath(query)
    let document = try document(#"{"a":[{"b":{"d":"x","c":-1e3}},[1,2,3,[4]]]}"#)
    let bytes = Array(query.utf8)
    for index in bytes.indices {
      var texts = [String(decoding: bytes[..<index], as: UTF8.self)]
      for letter in "$@.[]'\"\\?*:,()!&|=<0-a \u{0}é" {
        var changed = Array(bytes[..<index])
        changed += Array(String(letter).utf8)
        texts.append(String(decoding: changed + bytes[(index + 1)...], as: UTF8.self))
      }
      for text in texts {
        guard let path = try? JSONPath(text) else { continue }
        _ = try path.nodes(in: document)
      }
    }
  }
}
