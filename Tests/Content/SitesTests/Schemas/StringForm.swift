// SPDX-License-Identifier: Apache-2.0

import Edges
import Sites
import Testing

/// A place for a string of a form, with strings that are right there and wrong ones.
struct StringForm: CustomTestStringConvertible {
  let kind: EditorSchema
  /// The file with `%` for the string.
  let file: String
  let right: [String]
  let wrong: [String]

  var testDescription: String { file }

  private init(_ kind: EditorSchema, _ file: String, right: [String], wrong: [String]) {
    self.kind = kind
    self.file = file
    self.right = right
    self.wrong = wrong
  }

  private static func variant(_ when: String, right: [String], wrong: [String]) -> StringForm {
    let file = "{ datatype: \"a\", variants: [{ when: { \(when) }, body: {} }] }"
    return StringForm(.document, file, right: right, wrong: wrong)
  }

  /// A document with one call, whose answer is all of its body.
  private static func call(_ part: String, right: [String], wrong: [String]) -> StringForm {
    let call = "a: { backend: \"shop\", path: \"/a\", \(part) }"
    let file = "{ datatype: \"a\", calls: { \(call) }, body: { a: { $pick: \"$.a\" } } }"
    return StringForm(.document, file, right: right, wrong: wrong)
  }

  /// A document that is a list.
  private static func list(_ part: String, right: [String], wrong: [String]) -> StringForm {
    let names = "a: { backend: \"shop\", path: \"/a{?offset,limit,b,B_1}\" }"
    let body = "a: { $list: \"$.a[*]\", do: 1 }"
    let file =
      "{ datatype: \"a\", calls: { \(names) }, list: { \(part) }, body: { \(body) }, QUERY }"
    let query = part.contains("equal") ? "query: { B_1: {} }" : "query: { b: {}, B_1: {} }"
    return StringForm(
      .document,
      file.replacing("QUERY", with: query),
      right: right,
      wrong: wrong
    )
  }

  private static func site(_ part: String, right: [String], wrong: [String]) -> StringForm {
    let file = "{ languages: { published: \"en\" }, \(part) }"
    return StringForm(.site, file, right: right, wrong: wrong)
  }

  private static func pass(_ key: String, right: [String], wrong: [String]) -> StringForm {
    let pass = "\"/a\": { backend: \"shop\", \(key): % }"
    return site(
      "backends: { shop: { addresses: \"http://a\" } }, passes: { \(pass) }",
      right: right,
      wrong: wrong
    )
  }

  static let all = plans + additions + passes + documents + sites

  private static let plans = [
    call(
      "timeout: %",
      right: ["1ms", "800ms", "60000ms", "1s", "60s", "007s"],
      wrong: [
        "", "0ms", "0s", "60001ms", "61s", "100s", "2 s", "2", "2m", "-1s", "1.5s", "s", "2S",
      ]
    ),
    call("key: \"@.id\", items: %", right: ["$", "$.items[*]"], wrong: ["", "items", ".items"]),
    StringForm(
      .document,
      "{ datatype: \"a\", calls: { a: { backend: \"shop\", path: % } }, "
        + "body: { a: { $pick: \"$.a\" } } }",
      right: ["/", "/a/b{?language}"],
      wrong: ["", "a", "http://shop/a", "{language}"]
    ),
    StringForm(
      .document,
      "{ datatype: \"a\", calls: { a: { backend: \"shop\", path: \"/a\" } }, "
        + "body: { a: { $pick: \"$.a\" }, b: { $pick: % } } }",
      right: ["$.a", "$.a.b[0]", "$.a['b c']", "$.visitor.country"],
      wrong: ["", "$", "a", "$a", "$..a", "$['a']", "$.-", " $.a"]
    ),
    list("total: %", right: ["$.a", "$.a.total"], wrong: ["", "$", "a", "@", "@.total"]),
    list(
      "keys: { a: % }",
      right: ["@", "@.price", "@['a b']"],
      wrong: ["", "$.a", "price", " @"]
    ),
    list(
      "keys: { %: \"@.a\" }",
      right: ["a", "A_1", "0"],
      wrong: ["", "a b", "a-b", "a.b", "é", "a,b"]
    ),
    list("keys: { a: { equal: % } }", right: ["b"], wrong: ["", "a b", "{a}", "é"]),
    site(
      "backends: { shop: { addresses: % } }",
      right: [
        "http://127.0.0.1:9000", "https://prices.example.com", "http://[::1]:80", "https://[::1]",
        "http://a_b", "http://a:65535", "http://a/b", "https://a:1/v1/b-c/", "http://a/",
        "http://[::1]/v1", "unix:/run/a.sock", "unix:/..a/b..",
        "unix:/" + String(repeating: "a", count: 106),
      ],
      wrong: [
        "", "prices.example.com", "http://", "ftp://a", "http://a//b", "http://a/../b",
        "http://a/b?c",
        "http://a/b#c", "http://a/%61", "http://a:", "http://a:0",
        "http://a:65536", "http://a:b", "http://a b", "https://:80", "unix:", "unix:/", "unix:a",
        "unix:@a", "unix:/a/", "unix:/..", "unix:/a/../b", "unix:/a b", "unix:/é",
        "unix:/" + String(repeating: "a", count: 107), "http://unix:/a",
      ]
    ),
  ]

  private static func sent(_ part: String, right: [String], wrong: [String]) -> StringForm {
    site(
      "backends: { shop: { addresses: \"http://a\", send: { \(part) } } }",
      right: right,
      wrong: wrong
    )
  }

  private static let additions = [
    sent(
      "fields: { a: { $env: % } }",
      right: ["A", "_a1", "PRICES_KEY"],
      wrong: ["", "1A", "A-B", "a b", "Bearer abc", "é"]
    ),
    sent("fields: { a: { $file: % } }", right: ["/run/a", "/a b"], wrong: ["", "/", "a", "./a"]),
    sent("fields: { a: % }", right: ["a", "a b", "~"], wrong: ["", "é", "a\\tb", "a\\nb"]),
    sent(
      "fields: { %: \"a\" }",
      right: ["x-a", "accept", "X_1"],
      wrong: ["", "a b", "a:"]
    ),
    sent(
      "query: { %: \"a\" }",
      right: ["a", "a.b-c_d~[0]"],
      wrong: ["", "a b", "a&b", "a=b", "é"]
    ),
    sent(
      "host: %",
      right: ["api.example.com", "a:1", "[::1]", "[::1]:80"],
      wrong: ["", "a/b", "http://a", "a:0", "a:b", "a b", ":80", "::1"]
    ),
  ]

  private static let passes = [
    site(
      "backends: { shop: { addresses: \"http://a\" } }, passes: { %: { backend: \"shop\" } }",
      right: ["/", "/a", "/a/b", "/a/", "/a.b/..c/~:@!$&'()*+,;=", "/..."],
      wrong: ["", "a", "//a", "/a//b", "/a/../b", "/.", "/a/./", "/a?b", "/a b", "/%61"]
    ),
    pass("methods", right: ["GET", "PATCH", "X-1"], wrong: ["", "get", "Get", "CONNECT", "A B"]),
    pass("targets", right: ["cdn-cache-control", "X_1", "a!$"], wrong: ["", "a b", "a:", "é"]),
    pass("timeout", right: ["1ms", "60s"], wrong: ["", "0s", "61s", "2m"]),
  ]

  private static let documents = [
    variant(
      "app: %",
      right: [
        "2", "2.3", "v2.3.1", ">=2.3 <4", ">= 2.3, < 4", "2.1 - 2.9", " ~2.3 || ^2 ", "<2||>=4",
        "==2", "=2.x", "2.X.*", "*", "2.3-beta.1", "<=2.3+412", "1.2.3.4.5.6", "\t2\t",
      ],
      wrong: [
        "", " ", "two", ">=", "2.", ".2", "2 || ", "|| 2", "2 | 3", "2 ||| 3", "2.x.3", "2.x-beta",
        "=>2", "<>2", "2 -", "2.1 - >2.9", "2-", "2 && 3", "2.3 (412)", "!2",
      ]
    ),
    variant(
      "build: %",
      right: ["412", ">=400", "400 - 411", ">=400 <412 || 420", "412.x", "x", ">=412.0"],
      wrong: ["", "412.5", ">=412.5", "a", "412-beta", "-1", "412 ||"]
    ),
    variant(
      "from: %",
      right: [
        "2026-12-20T00:00Z", "2026-12-20 23:59:59+01:00", "2024-02-29T00:00-11:30",
        "2026-01-31T07:05:09Z",
      ],
      wrong: [
        "", "2026-12-20", "2026-12-20T00:00", "2026-12-20T24:00Z", "2026-13-01T00:00Z",
        "2026-12-32T00:00Z", "2026-12-00T00:00Z", "2026-12-20T00:60Z", "2026-12-20T00:00:60Z",
        "2026-12-20T00:00z", "2026-12-20T00:00+0100", "2026-12-20T00:00+24:00", "20261220T0000Z",
        "2026-12-20T00:00:00.5Z", "2026-12-20T00:00Z ",
      ]
    ),
    variant(
      "country: %",
      right: ["DE", "de", "Uk", "GB", "dach", "britain"],
      wrong: ["", "D", "XX", "AA", "DEU", "phone", "b12", "419", "Dach", "-de", "dach "]
    ),
    variant("device: %", right: ["phone", "car"], wrong: ["", "Phone", "fridge"]),
    variant(
      "cohort: %",
      right: ["checkout", "checkout/a", "checkout/two-pages"],
      wrong: ["", "checkout/", "/a", "Checkout/a", "checkout/a/b", "preview", "1st/a", "preview/a"]
    ),
    variant(
      "appName: %",
      right: ["com.example.shop"],
      wrong: ["", "ab", "com example", "com/shop"]
    ),
    StringForm(
      .document,
      "{ datatype: \"a\", body: {}, tags: % }",
      right: ["a", "product:0101", "~!\\\"#'"],
      wrong: ["", "a b", "a,b", "ä", "a\\n", "a\\u007f", String(repeating: "a", count: 65)]
    ),
    StringForm(
      .document,
      "{ datatype: \"a\", body: {}, precedence: [%] }",
      right: ["country", "device", "app", "build", "appName", "time", "cohort"],
      wrong: ["", "language", "Country", "from"]
    ),
    StringForm(
      .document,
      "{ datatype: \"a\", body: {}, fallback: % }",
      right: ["default", "refuse"],
      wrong: ["", "none", "Refuse"]
    ),
    StringForm(
      .emergency,
      "{ banner: { %: \"text\" } }",
      right: [
        "en", "zh-Hant-HK", "de_DE.UTF-8", "i-klingon", "und", "ca-valencia", "en-u-nu-latn",
      ],
      wrong: ["", "e", "english", "en-", "1n", "en--GB", "en GB", "-en", "en-toolongsubtag"]
    ),
  ]

  private static let sites = [
    site(
      "name: %",
      right: ["shop", "Shop-1", "1.a_b", String(repeating: "a", count: 64)],
      wrong: ["", ".", "..", "-a", "a/b", "a b", "*", "é", String(repeating: "a", count: 65)]
    ),
    site(
      "hosts: %",
      right: [
        "shop.example.com", "SHOP.Example.com.", "*.example.com", "localhost:8081", "a_b",
        "*.example:1", "127.0.0.1:65535", "[::1]", "[2001:db8::1]:80", "xn--bcher-kva.example",
        String(repeating: "a", count: 63) + ".b",
      ],
      wrong: [
        "", ".", "*", "*.", "a..b", ".a", "a*.b", "*.*.a", "a:", "a:0", "a:080", "a:65536", "a:b",
        "http://a", "a/b", "a b", "bücher.example", "::1", "[]", "*.[::1]", "a%41",
        "\u{212A}.example",
        String(repeating: "a", count: 64),
      ]
    ),
    site(
      "apps: { a_app: { versions: % } }",
      right: ["1", "1.2.3.4", "v2.0", "2.3-rc.1", "2.3 (412)", "2.3+412", " 2 "],
      wrong: ["", "2.x", "*", "two", "2.", "2..3", ">=2", "2.3 412", "2.3()", "2.3-"]
    ),
    site(
      "apps: { %: {} }",
      right: ["com.example.shop", "a-b_c.1"],
      wrong: ["", "ab", "com example", "com/shop", String(repeating: "a", count: 129)]
    ),
    site(
      "regions: { %: [\"DE\"] }",
      right: ["dach", "north-america", "eu1", "b1a"],
      wrong: [
        "", "de", "Dach", "phone", "tablet", "desktop", "watch", "car", "b12", "1st", "a b", "-ab",
        String(repeating: "a", count: 33),
      ]
    ),
    site(
      "experiments: { %: { arms: { a: 1 } } }",
      right: ["checkout", "a", "a-1", "phone"],
      wrong: [
        "", "preview", "draft", "Checkout", "1st", "a b", "a/b", String(repeating: "a", count: 33),
      ]
    ),
    site(
      "experiments: { checkout: { arms: { %: 1 } } }",
      right: ["a", "one-page"],
      wrong: ["", "preview", "draft", "A", "1", "a/b"]
    ),
    site(
      "edges: { cdn: { peers: % } }",
      right: ["10.0.0.0/8", "192.0.2.1", "2001:db8::/32", "::1", "::/0", "2001:DB8::1/128"],
      wrong: ["", "localhost", "10", "10.0.0.0/", "10.0.0.0/129", "10.0.0.0/8/8", "10.0.0.0 /8"]
    ),
    site(
      "edges: { cdn: { peers: [], device: % } }",
      right: ["X-Device", "x_device1"],
      wrong: ["", "X Device", "X-Device:", String(repeating: "a", count: 65)]
    ),
    site(
      "edges: { cdn: { peers: [], kind: % } }",
      right: EdgeKind.allCases.map(\.rawValue),
      wrong: ["", "Varnish", "cdn"]
    ),
    site(
      "datatypes: { a: { schema: { type: % } } }",
      right: ["null", "boolean", "integer", "number", "string", "array", "object"],
      wrong: ["", "int", "String"]
    ),
  ]
}
