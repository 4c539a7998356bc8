// SPDX-License-Identifier: Apache-2.0

import Bytes
import JSONValues
import Testing

@Suite struct `JSONPath queries` {
  @Test(arguments: PathExamples.all)
  func `A JSONPath query selects the nodes that the examples of RFC 9535 say`(
    example: PathExample
  ) throws {
    let document = try document(example.document)
    let path = try JSONPath(example.query)
    let nodes = try path.nodes(in: document)
    #expect(nodes.map { document.normalizedPath(of: $0) } == example.places)
    #expect(try path.firstNode(in: document) == nodes.first)
    // A place is a query that leads back to it.
    for node in nodes {
      let place = try JSONPath(document.normalizedPath(of: node))
      #expect(place.isSingular)
      #expect(try place.nodes(in: document) == [node])
    }
  }

  @Test(arguments: [
    ("$.absent1 == $.absent2", true), ("$.absent1 <= $.absent2", true),
    ("$.absent == 'g'", false), ("$.absent1 != $.absent2", false), ("$.absent != 'g'", true),
    ("1 <= 2", true), ("1 > 2", false), ("13 == '13'", false), ("'a' <= 'b'", true),
    ("'a' > 'b'", false), ("$.obj == $.arr", false), ("$.obj != $.arr", true),
    ("$.obj == $.obj", true), ("$.obj != $.obj", false), ("$.arr == $.arr", true),
    ("$.arr != $.arr", false), ("$.obj == 17", false), ("$.obj != 17", true),
    ("$.obj <= $.arr", false), ("$.obj < $.arr", false), ("$.obj <= $.obj", true),
    ("$.arr <= $.arr", true), ("1 <= $.arr", false), ("1 >= $.arr", false), ("1 > $.arr", false),
    ("1 < $.arr", false), ("true <= true", true), ("true > true", false),
    // And what the table leaves out.
    ("true == true", true), ("true == false", false), ("null == null", true),
    ("null == false", false),
    ("null <= null", true), ("null < null", false), ("$.absent < 1", false),
    ("$.absent >= 1", false),
    ("$.absent1 >= $.absent2", true), ("$.absent1 < $.absent2", false), ("$.null == null", true),
    ("$.null == $.absent", false), ("1 == 1.0", true), ("1 == 1e0", true), ("100 == 1E2", true),
    ("-0 == 0", true), ("0.1 < 0.2", true), ("-1 < 0", true), ("1e400 > 1", true),
    ("9007199254740993 == 9007199254740992", false), ("9007199254740993 > 9007199254740992", true),
    ("$.big == 9007199254740993", true), ("'' < 'a'", true), ("'' < ''", false),
    ("'' == \"\"", true),
    ("'a' < 'ab'", true), ("'Z' < 'a'", true), ("'\u{FFFF}' < '\u{10000}'", true),
    ("'é' == '\\u00e9'", true), ("'e\u{301}' == 'é'", false), ("'\\uD83D\\uDE00' == '😀'", true),
    ("$.text == 'né\"'", true), ("$.text == $.copy", true), ("$.copy == $.text", true),
    ("$.text < $.copy", false), ("$.text <= $.copy", true), ("$.copy >= 'né\"'", true),
    ("$.text == 'né'", false), ("$.copy != 'x'", true), ("$.o1 == $.o2", true),
    ("$.o2 == $.o1", true),
    ("$.o1 == $.o3", false), ("$.o3 == $.o1", false), ("$.o1 == $.o4", false),
    ("$.o5 == $.o6", true),
    ("$.o6 == $.o5", true), ("$.o7 == $.o5", false), ("$.a1 == $.a2", true),
    ("$.a1 == $.a3", false),
    ("$.a1 == $.a4", false), ("$.arr[0] == 2", true), ("$['arr'][-1] == 3", true),
    ("@.x == 'y' || 1 == 2", true), ("1 == 1 && 1 == 2", false), ("! (1 == 2)", true),
    ("1==1&&!(1==2)||3==4", true),
  ])
  func `A JSONPath comparison has the result that the table of RFC 9535 says`(
    comparison: String,
    holds: Bool
  ) throws {
    let text = #"""
      {"obj": {"x": "y"}, "arr": [2, 3], "null": null, "big": 9007199254740993,
       "text": "n\u00e9\u0022", "copy": "né\"",
       "o1": {"a":1,"b":[1.0,{"c":"x"}]}, "o2": { "b": [1, {"c":"\u0078"}], "\u0061": 1 },
       "o3": {"a":1,"b":[1,{"c":"y"}]}, "o4": {"a":1,"b":[1,{"c":"x"}],"d":null},
       "o5": {"a":2}, "o6": {"a":1,"a":2}, "o7": {"a":2,"b":2},
       "a1": [1,[2,"x"]], "a2": [1.0, [2,"\u0078"] ], "a3": [1,[2]], "a4": [[2,"x"],1]}
      """#
    let document = try document(text)
    let nodes = try JSONPath("$[?\(comparison)]").nodes(in: document)
    let isObject = comparison.hasPrefix("@")
    #expect(nodes.count == (isObject ? 1 : holds ? document.count(of: document.root) : 0))
  }

  @Test(arguments: [
    ("length(@) == 3", [0, 3, 5]), ("length(@) < 3", [1, 4]),
    ("length(@) == length(@.x)", [2, 6, 7, 8]),
    ("count(@.*) == 3", [3, 5]), ("count(@.*) == 0", [0, 1, 2, 6, 7, 8]), ("count(@..*) > 3", [5]),
    ("count($[0,0]) == 2 && @ == 7", [2]), ("value(@[0]) == 1", [3]), ("value(@.*) == 1", [4]),
    ("value(@..c) == 2", [5]), ("value(@.*) == $.nothing", [0, 1, 2, 3, 5, 6, 7, 8]),
    ("length(value(@.a)) == 2", [5]), ("length('né😀') == length(@)", [0, 3, 5]),
    ("length(7) == $.nothing", Array(0...8)), ("length($[0]) == 3 && @ == null", [6]),
    ("match(@, '...')", [0]), ("match(@, $[1])", [1]), ("search(@, $[1])", [0, 1]),
    ("match(@, 7)", []), ("match(@, '[')", []), ("match(@, $[2])", []), ("match(@, $[8])", []),
    ("search(@, '[')", []), ("match($[0], @)", [0]), ("search($[0], @)", [0, 1]),
    ("!match(@, '...') && @ == 'é'", [1]), ("match('aXb', 'a.b') && @ == 7", [2]),
  ])
  func `The functions of JSONPath give the results that the standard says`(
    condition: String,
    places: [Int]
  ) throws {
    // 7 and 8 are no strings, or no patterns.
    let text =
      #"["n\u00e9😀", "é", 7, [1,2,3], {"a":1}, {"a":"xy","b":{"c":2},"d":null}, null, true, -1]"#
    let document = try document(text)
    let nodes = try JSONPath("$[?\(condition)]").nodes(in: document)
    #expect(nodes.map { document.normalizedPath(of: $0) } == places.map { "$[\($0)]" })
  }

  @Test(arguments: [
    ("$ .a", "a"), ("$\n.a\t['b']", "b"), ("$.a [ 'b' ]", "b"), ("$.a[\r\n'b'\r\n]", "b"),
    ("$[ ? @.b ]", "a"), ("$[?@.b=='x']", "a"), ("$[?@ .b == 'x']", "a"),
    ("$[?count( @.* )==1]", "a"), ("$[?( @.b )]", "a"), ("$[?! @.c]", "a"), ("$[?@.b\n]", "a"),
    ("$[?length(@ ['b']) == 1]", "a"), ("$[?@[ 'b' ]]", "a"), ("$[?@['b']\n==\t'x']", "a"),
    ("$[?match( @.b , 'x' )]", "a"), ("$..[ 'b' ]", "b"), ("$.a. b", nil), ("$. a", nil),
    ("$.. b", nil), ("$ ", nil), (" $", nil), ("$.a ", nil), ("$[?count (@.*)==1]", nil),
    ("$[?@[ 'b' ]=='x']", nil), ("$[?@['b' ]=='x']", nil), ("$[?length(@[ 'b' ]) == 1]", nil),
    ("$[?@. b]", nil), ("$[?@.b = = 'x']", nil), ("$[?@.b & & @.c]", nil),
    ("$\u{0B}.a", nil),
  ])
  func `Blank space in a JSONPath query is accepted where the grammar allows it`(
    query: String,
    name: String?
  ) throws {
    let document = try document(#"{"a":{"b":"x"}}"#)
    guard let name else {
      #expect(throws: TextFault.self) { try JSONPath(query) }
      return
    }
    let nodes = try JSONPath(query).nodes(in: document)
    #expect(nodes.map { document.memberName(of: $0) } == [name])
  }

  @Test(arguments: [
    ("$.a", "a"), ("$['a']", "a"), ("$[\"a\"]", "a"), ("$.ключ", "ключ"), ("$.☺", "☺"),
    ("$._1", "_1"),
    ("$.a1", "a1"), ("$['\\'']", "'"), ("$[\"\\\"\"]", "\""), ("$['\"']", "\""), ("$[\"'\"]", "'"),
    (#"$['\\']"#, "\\"), (#"$['\/']"#, "/"), (#"$['\b\f\n\r\t']"#, "\u{8}\u{C}\n\r\t"),
    (#"$['\u00e9']"#, "é"), (#"$['\u00E9']"#, "é"), (#"$['\uD83D\uDE00']"#, "😀"),
    (#"$['\ud83d\ude00']"#, "😀"), ("$['']", ""), ("$[' ']", " "), ("$['\u{7F}']", "\u{7F}"),
    (#"$['\u0000']"#, "\0"), ("$['$.a']", "$.a"), ("$['😀']", "😀"), ("$.true", "true"),
  ])
  func `A member is named in each notation of JSONPath`(query: String, name: String) throws {
    var composer = "{"
    for other in ["x", name, "y"] {
      let escaped = other.unicodeScalars.map { character in
        character.value < 0x20 || character == "\"" || character == "\\"
          ? "\\u00" + (character.value < 16 ? "0" : "") + String(character.value, radix: 16)
          : String(character)
      }
      composer += "\"\(escaped.joined())\":1,"
    }
    let document = try document(composer + "\"z\":2}")
    let nodes = try JSONPath(query).nodes(in: document)
    #expect(nodes.map { document.memberName(of: $0) } == [name])
  }

  @Test func `A JSONPath query adds its nodes behind those already selected`() throws {
    let document = try document("[1,2,3]")
    var nodes = [document.root]
    try JSONPath("$[1:]").addNodes(in: document, to: &nodes)
    try JSONPath("$[0]").addNodes(in: document, to: &nodes)
    try JSONPath("$[7]").addNodes(in: document, to: &nodes)
    #expect(nodes.map { document.source(of: $0).text } == ["[1,2,3]", "2", "3", "1"])
  }

  @Test func `A JSONPath query may start at any node`() throws {
    let document = try document(#"{"items":[{"price":{"amount":1}},{"price":{"amount":2}},{}]}"#)
    let items = try JSONPath("$.items[*]").nodes(in: document)
    let singular = try JSONPath("$.price.amount")
    #expect(
      try items.map { try singular.firstNode(in: document, from: $0) }.map { $0 == nil } == [
        false, false, true,
      ]
    )
    let plural = try JSONPath("$..[?@ == $.price.amount]")
    let amounts = try items.flatMap { try plural.nodes(in: document, from: $0) }
    #expect(document.written(amounts) == ["1", "2"])
  }

  @Test
  func `A JSONPath comparison of values nested 1,000 levels deep does not overflow the stack`()
    throws
  {
    var limits = JSONLimits()
    limits.depth = 1_024
    func deep(_ inner: String) -> String {
      String(repeating: "[{\"a\":", count: 500) + inner + String(repeating: "}]", count: 500)
    }
    for (inner, count) in [("1.0", 2), ("2", 1)] {
      let text = "[\(deep("1")),\(deep(inner))]"
      let document = try JSONDocument(Array(text.utf8), limits: limits)
      #expect(try JSONPath("$[?@ == $[1]]").nodes(in: document).count == count)
    }
  }

  @Test func `A JSONPath name selects the last of repeated members, and a wildcard all of them`()
    throws
  {
    let document = try document(#"{"a":1,"\u0061":2}"#)
    #expect(try document.written(JSONPath("$.a").nodes(in: document)) == ["2"])
    #expect(try document.written(JSONPath("$.*").nodes(in: document)) == ["1", "2"])
  }
}
