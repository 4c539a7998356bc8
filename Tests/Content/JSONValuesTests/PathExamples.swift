// SPDX-License-Identifier: Apache-2.0

import Testing

/// A query on a document, and the places it selects.
struct PathExample: Sendable, CustomTestStringConvertible {
  let document: String
  let query: String
  let places: [String]

  init(_ document: String, _ query: String, _ places: [String]) {
    self.document = document
    self.query = query
    self.places = places
  }

  var testDescription: String { query }
}

/// The examples of RFC 9535, section by section.
enum PathExamples {
  private static let bookstore = #"""
    { "store": {
        "book": [
          { "category": "reference", "author": "Nigel Rees", "title": "Sayings of the Century",
            "price": 8.95 },
          { "category": "fiction", "author": "Evelyn Waugh", "title": "Sword of Honour",
            "price": 12.99 },
          { "category": "fiction", "author": "Herman Melville", "title": "Moby Dick",
            "isbn": "0-553-21311-3", "price": 8.99 },
          { "category": "fiction", "author": "J. R. R. Tolkien",
            "title": "The Lord of the Rings", "isbn": "0-395-19395-8", "price": 22.99 }
        ],
        "bicycle": { "color": "red", "price": 399 }
    } }
    """#
  private static let letters = #"["a", "b", "c", "d", "e", "f", "g"]"#
  private static let filtered = #"""
    { "a": [3, 5, 1, 2, 4, 6, {"b": "j"}, {"b": "k"}, {"b": {}}, {"b": "kilo"}],
      "o": {"p": 1, "q": 2, "r": 3, "s": 5, "t": {"u": 6}}, "e": "f" }
    """#
  private static let wild = #"{ "o": {"j": 1, "k": 2}, "a": [5, 3] }"#
  private static let deep = #"{ "o": {"j": 1, "k": 2}, "a": [5, 3, [{"j": 4}, {"k": 6}]] }"#
  private static let nulls = #"{"a": null, "b": [null], "c": [{}], "null": 1}"#
  private static let names = #"{ "o": {"j j": {"k.k": 3}}, "'": {"@": 2} }"#

  private static func books(_ indices: Int...) -> [String] {
    indices.map { "$['store']['book'][\($0)]" }
  }

  private static func under(_ prefix: String, _ indices: [Int]) -> [String] {
    indices.map { "\(prefix)[\($0)]" }
  }

  static let overview: [PathExample] = [
    PathExample(bookstore, "$.store.book[*].author", books(0, 1, 2, 3).map { $0 + "['author']" }),
    PathExample(bookstore, "$..author", books(0, 1, 2, 3).map { $0 + "['author']" }),
    PathExample(bookstore, "$.store.*", ["$['store']['book']", "$['store']['bicycle']"]),
    PathExample(
      bookstore,
      "$.store..price",
      books(0, 1, 2, 3).map { $0 + "['price']" } + ["$['store']['bicycle']['price']"]
    ),
    PathExample(bookstore, "$..book[2]", books(2)),
    PathExample(bookstore, "$..book[2].author", ["$['store']['book'][2]['author']"]),
    PathExample(bookstore, "$..book[2].publisher", []),
    PathExample(bookstore, "$..book[-1]", books(3)),
    PathExample(bookstore, "$..book[0,1]", books(0, 1)),
    PathExample(bookstore, "$..book[:2]", books(0, 1)),
    PathExample(bookstore, "$..book[?@.isbn]", books(2, 3)),
    PathExample(bookstore, "$..book[?@.price<10]", books(0, 2)),
    PathExample(#"{"k": "v"}"#, "$", ["$"]),
  ]

  static let selectors: [PathExample] = [
    PathExample(names, "$.o['j j']['k.k']", ["$['o']['j j']['k.k']"]),
    PathExample(names, #"$.o["j j"]["k.k"]"#, ["$['o']['j j']['k.k']"]),
    PathExample(names, #"$["'"]["@"]"#, [#"$['\'']['@']"#]),
    PathExample(wild, "$[*]", ["$['o']", "$['a']"]),
    PathExample(wild, "$.o[*]", ["$['o']['j']", "$['o']['k']"]),
    PathExample(
      wild,
      "$.o[*, *]",
      ["$['o']['j']", "$['o']['k']", "$['o']['j']", "$['o']['k']"]
    ),
    PathExample(wild, "$.a[*]", ["$['a'][0]", "$['a'][1]"]),
    PathExample(#"["a","b"]"#, "$[1]", ["$[1]"]),
    PathExample(#"["a","b"]"#, "$[-2]", ["$[0]"]),
    PathExample(#"["a","b"]"#, "$[2]", []),
    PathExample(#"["a","b"]"#, "$[-3]", []),
    PathExample(#"{"0":1}"#, "$[0]", []),
  ]

  static let slices: [PathExample] = [
    ("1:3", [1, 2]), ("5:", [5, 6]), ("1:5:2", [1, 3]), ("5:1:-2", [5, 3]),
    ("::-1", [6, 5, 4, 3, 2, 1, 0]), (":", [0, 1, 2, 3, 4, 5, 6]), ("::", [0, 1, 2, 3, 4, 5, 6]),
    ("1:3:0", []), ("-2:", [5, 6]), (":-5", [0, 1]), ("-3:-1", [4, 5]), ("3:3", []), ("3:1", []),
    ("1:3:-1", []), ("-1:-4:-1", [6, 5, 4]), (":-3:-1", [6, 5]), ("2::-1", [2, 1, 0]),
    ("-100:100", [0, 1, 2, 3, 4, 5, 6]), ("100:-100:-3", [6, 3, 0]), ("7:", []),
    (
      "100::-1",
      [
        6, 5, 4, 3, 2, 1, 0,
      ]
    ), ("-100::-1", []), ("0:7:9007199254740991", [0]), ("6::-9007199254740991", [6]),
    (" 1 : 3 : 1 ", [1, 2]), ("0:2, 5", [0, 1, 5]), ("0, 3", [0, 3]), ("0, 0", [0, 0]),
    ("-1, ?@=='b', 0", [6, 1, 0]),
  ].map { PathExample(letters, "$[\($0)]", under("$", $1)) }

  static let filters: [PathExample] = [
    PathExample(filtered, "$.a[?@.b == 'kilo']", under("$['a']", [9])),
    PathExample(filtered, "$.a[?(@.b == 'kilo')]", under("$['a']", [9])),
    PathExample(filtered, "$.a[?@>3.5]", under("$['a']", [1, 4, 5])),
    PathExample(filtered, "$.a[?@.b]", under("$['a']", [6, 7, 8, 9])),
    PathExample(filtered, "$[?@.*]", ["$['a']", "$['o']"]),
    PathExample(filtered, "$[?@[?@.b]]", ["$['a']"]),
    PathExample(filtered, "$.o[?@<3, ?@<3]", ["p", "q", "p", "q"].map { "$['o']['\($0)']" }),
    PathExample(filtered, "$.a[?@<2 || @.b == \"k\"]", under("$['a']", [2, 7])),
    PathExample(filtered, "$.a[?match(@.b, \"[jk]\")]", under("$['a']", [6, 7])),
    PathExample(filtered, "$.a[?search(@.b, \"[jk]\")]", under("$['a']", [6, 7, 9])),
    PathExample(filtered, "$.o[?@>1 && @<4]", ["$['o']['q']", "$['o']['r']"]),
    PathExample(filtered, "$.o[?@.u || @.x]", ["$['o']['t']"]),
    PathExample(filtered, "$.a[?@.b == $.x]", under("$['a']", [0, 1, 2, 3, 4, 5])),
    PathExample(filtered, "$.a[?@ == @]", under("$['a']", Array(0...9))),
    PathExample(filtered, "$.a[?!@.b]", under("$['a']", [0, 1, 2, 3, 4, 5])),
    PathExample(filtered, "$.a[?!(@<4)]", under("$['a']", [1, 4, 5, 6, 7, 8, 9])),
    PathExample(filtered, "$.a[?@<2 || @>4 && @<6]", under("$['a']", [1, 2])),
    PathExample(filtered, "$.a[?(@<2 || @>4) && @<6]", under("$['a']", [1, 2])),
    PathExample(filtered, "$.a[?(@>2 || @.b) && !(@>=4)]", under("$['a']", [0, 6, 7, 8, 9])),
    PathExample(filtered, "$.e[?@]", []),
    PathExample(filtered, "$..[?@.u]", ["$['o']['t']"]),
  ]

  static let descendants: [PathExample] = [
    PathExample(deep, "$..j", ["$['o']['j']", "$['a'][2][0]['j']"]),
    PathExample(deep, "$..[0]", ["$['a'][0]", "$['a'][2][0]"]),
    PathExample(
      deep,
      "$..*",
      [
        "$['o']", "$['a']", "$['o']['j']", "$['o']['k']", "$['a'][0]", "$['a'][1]", "$['a'][2]",
        "$['a'][2][0]", "$['a'][2][1]", "$['a'][2][0]['j']", "$['a'][2][1]['k']",
      ]
    ),
    PathExample(deep, "$..o", ["$['o']"]),
    PathExample(deep, "$.o..[*, *]", ["j", "k", "j", "k"].map { "$['o']['\($0)']" }),
    PathExample(
      deep,
      "$.a..[0, 1]",
      ["$['a'][0]", "$['a'][1]", "$['a'][2][0]", "$['a'][2][1]"]
    ),
    PathExample(
      deep,
      "$..['j','k']",
      [
        "$['o']['j']", "$['o']['k']", "$['a'][2][0]['j']", "$['a'][2][1]['k']",
      ]
    ),
    PathExample("[[[1]]]", "$..[0]..[0]", ["$[0][0]", "$[0][0][0]", "$[0][0][0]"]),
    PathExample("7", "$..*", []),
  ]

  static let null: [PathExample] = [
    PathExample(nulls, "$.a", ["$['a']"]), PathExample(nulls, "$.a[0]", []),
    PathExample(nulls, "$.a.d", []), PathExample(nulls, "$.b[0]", ["$['b'][0]"]),
    PathExample(nulls, "$.b[*]", ["$['b'][0]"]), PathExample(nulls, "$.b[?@]", ["$['b'][0]"]),
    PathExample(nulls, "$.b[?@==null]", ["$['b'][0]"]), PathExample(nulls, "$.c[?@.d==null]", []),
    PathExample(nulls, "$.null", ["$['null']"]),
  ]

  static let normalized: [PathExample] = [
    PathExample(#"{"a":1}"#, "$.a", ["$['a']"]), PathExample("[0,1]", "$[1]", ["$[1]"]),
    PathExample("[0,1,2,3,4]", "$[-3]", ["$[2]"]),
    PathExample(#"{"a":{"b":[0,1]}}"#, "$.a.b[1:2]", ["$['a']['b'][1]"]),
    PathExample(#"{"\u000b":1}"#, #"$["\u000B"]"#, [#"$['\u000b']"#]),
    PathExample(#"{"a":1}"#, #"$["\u0061"]"#, ["$['a']"]),
    PathExample(
      #"{"\b\t\n\f\r'\"\\/\u0000\u001f\u007fé😀":1}"#,
      "$.*",
      [#"$['\b\t\n\f\r\'"\\/\u0000\u001f"# + "\u{7F}é😀']"]
    ),
  ]

  static let all =
    overview + selectors + slices + filters + descendants + null + normalized
}
