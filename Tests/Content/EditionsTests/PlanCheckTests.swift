// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import Editions
import SiteTesting
import Sites
import Testing

@Suite struct `Checks of plans` {
  private static let settings = """
    {
      languages: { published: ["en", "fr"], source: "en", default: "en" },
      backends: { shop: { addresses: ["http://127.0.0.1:9000"], timeout: "500ms" } },
      roots: ["*"],
    }
    """

  private func findings(_ document: String, path: String = "items/{id}") -> [String] {
    MemorySite([path: document], settings: Self.settings).compiled().findings
      .map { "\($0.rule) \($0.place.position.line): \($0.message)" }
  }

  /// A document with a plan; what is wrong stands in its second line.
  private func planned(
    _ calls: String,
    body: String = "a: { $pick: \"$.a\" }",
    more: String = ""
  ) -> String {
    "{ datatype: \"x\", \(more)\ncalls: { \(calls) }, body: { \(body) } }"
  }

  @Test func `A valid plan causes no finding`() {
    #expect(findings(planned(#"a: { backend: "shop", path: "/a/{id}" }"#)) == [])
  }

  @Test(arguments: [
    (#"a: { backend: "shop", path: "/a/{name}" }"#, "unknown-name 2: {name} in the path"),
    (#"a: { backend: "shp", path: "/a" }"#, "unknown-name 2: the site has no backend \"shp\""),
    (#"a: { backend: "shop", path: "a" }"#, "bad-value 2: \"a\" does not begin with a slash"),
    (#"a: { backend: "shop", path: "/{" }"#, "bad-value 2: this is no URI template"),
    (#"a: { path: "/a" }"#, "missing-key 2: the call \"a\" has no \"backend\""),
    (#"a: { backend: "shop", path: "/a", with: { b: "1" } }"#, "unknown-name 2: \"with\" gives"),
    (#"a: { backend: "shop", path: "/{b}", with: { b: "$.a.x" } }"#, "endless-loop 2: the calls a"),
    (#"a: { backend: "shop", path: "/{b}", with: { b: "$.c.x" } }"#, "unknown-name 2: \"a\" waits"),
    (
      #"a: { backend: "shop", path: "/{b}", with: { b: "$.route.x" } }"#,
      "unknown-name 2: the document's path has no {x}"
    ),
    (#"a: { backend: "shop", path: "/{b}", with: { b: "@.x" } }"#, "bad-value 2: \"@\" means"),
    (
      #"a: { backend: "shop", path: "/{b}", with: { b: "$.a[" } }"#, "bad-value 2: found the end"
    ),
    (#"a: { backend: "shop", path: "/a{?country}" }"#, "missing-key 2: \"a\" passes the visitor's"),
    (#"a: { backend: "shop", path: "/a", items: "$.x" }"#, "missing-key 2: \"items\" and \"key\""),
    (#"a: { backend: "shop", path: "/a", timeout: "2 s" }"#, "bad-value 2: \"timeout\" is \"2 s\""),
    (
      #"a: { backend: "shop", path: "/a", batch: { variable: "ids" } }"#,
      "unknown-name 2: \"batch\" is about \"ids\""
    ),
    (#"route: { backend: "shop", path: "/a" }"#, "bad-value 2: \"route\" is no name of a call"),
    (
      #"a: { backend: "shop", path: "/a" }, b: { backend: "shop", path: "/b" }"#,
      "needless-call 1: nothing in the body needs the call \"b\""
    ),
    (
      #"a: { backend: "shop", path: "/a", method: "POST", body: {} }"#,
      "bad-value 2: the call \"a\" is a POST, and a plan only reads; expected \"safe: true\""
    ),
    (#"a: { backend: "shop", path: "/a", method: "PUT" }"#, "bad-value 2: \"method\" is \"PUT\""),
    (
      #"a: { backend: "shop", path: "/a", body: {} }"#, "bad-value 2: the call \"a\" has a \"body\""
    ),
    (
      #"a: { backend: "shop", path: "/a", method: "QUERY" }"#,
      "missing-key 2: the call \"a\" has no"
    ),
    (
      #"a: { backend: "shop", path: "/a", method: "QUERY", body: { b: { $pick: "$.c" } } }"#,
      "bad-pick 2: the plan has no call \"c\""
    ),
    (
      #"a: { backend: "shop", path: "/a", method: "QUERY", body: { b: { $pick: "$.a.b" } } }"#,
      "endless-loop 2: the calls a wait for each other"
    ),
    (
      #"a: { backend: "shop", path: "/a", method: "QUERY", body: { b: { $with: "c" } } }"#,
      "unknown-name 2: {c} in the path or the body of \"a\" has no value"
    ),
    (
      #"a: { backend: "shop", path: "/a", method: "QUERY", body: { b: { $pick: "$.visitor.country" } } }"#,
      "missing-key 2: \"a\" passes the visitor's country"
    ),
    (
      #"a: { backend: "shop", path: "/a", method: "QUERY", body: { b: { $ref: "c" } } }"#,
      "bad-pick 2: \"$ref\" means nothing in a call"
    ),
    (
      #"a: { backend: "shop", path: "/a", method: "QUERY", body: { $pick: "$.route.id" } }"#,
      "bad-pick 2: \"$pick\" means nothing here"
    ),
    (#"a: { backend: "shop", path: "/a", optinal: true }"#, "unknown-key 2: the call \"a\""),
  ])
  func `An invalid call of a plan is reported with its line`(calls: String, finding: String) {
    let found = findings(planned(calls))
    #expect(found.contains { $0.hasPrefix(finding) }, "\(found)")
  }

  @Test(arguments: [
    (#"x: { $pick: "$.b" }"#, "bad-pick 2: the plan has no call \"b\""),
    (#"x: { $pick: "$.a.b[" }"#, "bad-pick 2: found"),
    (#"x: { $pick: 5 }"#, "wrong-kind 2: \"$pick\" is an integer; expected a pick"),
    (#"x: { $pick: "@.b" }"#, "bad-pick 2: \"@\" means an item"),
    (#"x: { $pick: "$.query.b" }"#, "bad-pick 2: \"b\" is not among the parameters"),
    (#"x: { $pick: "$.visitor.age" }"#, "bad-pick 2: found age, expected"),
    (#"x: { $pick: "$.a", els: 1 }"#, "unknown-key 2: \"$pick\" has no key \"els\""),
    (#"x: { $each: "$.a" }"#, "missing-key 2: \"$each\" has no \"do\""),
    (#"x: { $each: "$.a", do: 1, limit: 0 }"#, "bad-value 2: \"limit\" is 0; expected 1 to 100000"),
    (#"x: { $match: "a", on: "$.route.id" }"#, "bad-pick 2: the call \"a\" has no \"items\""),
    (#"x: { $with: "b" }"#, "bad-pick 2: \"$with\" means nothing here"),
    (#"x: { $match: "b", on: "$.route.id" }"#, "bad-pick 2: \"$match\" names no call"),
  ])
  func `An invalid pick of a plan is reported with its line`(body: String, finding: String) {
    let found = findings(
      planned(#"a: { backend: "shop", path: "/a" }"#, body: body + ", a: { $pick: \"$.a\" }")
    )
    #expect(found.contains { $0.hasPrefix(finding) }, "\(found)")
  }

  @Test(arguments: [
    (
      "list: {},", "x: { $list: \"$.route.id\", do: 1 }",
      "bad-pick 2: the pick is not in the answer"
    ),
    ("", "x: { $list: \"$.a[*]\", do: 1 }", "bad-pick 2: the document has no \"list\""),
    ("list: {},", "x: { $list: \"$.a[*]\" }", "missing-key 2: \"$list\" has no \"do\""),
    (
      "list: {},", "x: { $list: \"$.a[*]\", do: 1, limit: 2 }",
      "unknown-key 2: \"$list\" has no key \"limit\""
    ),
    (
      "list: {},", "x: { $list: \"$.a[*]\", do: 1 }, total: 3",
      "bad-pick 2: \"total\" is a member that the list"
    ),
    (
      "list: {},", "x: { y: { $list: \"$.a[*]\", do: 1 } }", "bad-pick 2: a list must be a direct"
    ),
    (
      "list: {},", "x: { $list: \"$.a[*]\", do: 1 }, y: { $list: \"$.a[*]\", do: 1 }",
      "bad-pick 2: \"y\" is a second list"
    ),
    ("list: {},", "x: 1", "needless-call 1: the document has \"list\", but no member"),
    (
      "list: { limit: 5, maximum: 4 },", "x: { $list: \"$.a[*]\", do: 1 }",
      "bad-value 1: \"limit\" is 5, more than"
    ),
    (
      "list: { keys: { b: \"@.b[\" } },", "x: { $list: \"$.a[*]\", do: 1 }",
      "bad-pick 1: found"
    ),
    (
      "list: { keys: { b: { $match: \"a\", on: \"@.b\" } } },", "x: { $list: \"$.a[*]\", do: 1 }",
      "bad-pick 1: the call \"a\" has no \"items\""
    ),
    (
      "list: { keys: { b: { equal: \"c\" } } },", "x: { $list: \"$.a[*]\", do: 1 }",
      "unknown-name 1: the list leaves \"c\" to the service, but no call passes it on"
    ),
    (
      "list: { keys: { b: { equl: \"c\" } } },", "x: { $list: \"$.a[*]\", do: 1 }",
      "unknown-key 1: the key \"b\" has no key \"equl\""
    ),
    (
      "list: { total: \"$.a.total\" },", "x: { $list: \"$.a[*]\", do: 1 }",
      "unknown-name 1: the list leaves \"limit\" to the service"
    ),
    (
      "list: { total: \"$.c.total\" },", "x: { $list: \"$.a[*]\", do: 1 }",
      "bad-pick 1: the plan has no call \"c\""
    ),
    (
      "list: { total: \"$.a.total\", keys: { b: \"@.b\" } },", "x: { $list: \"$.a[*]\", do: 1 }",
      "bad-value 1: the service pages the list, so that only it can sort and filter by \"b\""
    ),
    (
      "list: { keys: { b: { sort: \"b\" } } },", "x: { $list: \"$.a[*]\", do: 1 }",
      "bad-value 1: \"b\" has a \"sort\" for the service, which does not page the list"
    ),
    (
      "list: {}, query: { where: {} },", "x: { $list: \"$.a[*]\", do: 1 }",
      "bad-value 1: the parameter \"where\" in \"query\" is one that every list has"
    ),
  ])
  func `An invalid list of a plan is reported with its line`(
    more: String,
    body: String,
    finding: String
  ) {
    let found = findings(
      planned(
        #"a: { backend: "shop", path: "/a" }"#,
        body: body + ", a: { $pick: \"$.a\" }",
        more: more
      )
    )
    #expect(found.contains { $0.hasPrefix(finding) }, "\(found)")
  }

  @Test func `Calls that wait for each other are reported with each place`() {
    let site = MemorySite(
      [
        "a": """
        { datatype: "x", calls: {
          a: { backend: "shop", path: "/{x}", with: { x: "$.b.x" } },
          b: { backend: "shop", path: "/{x}", with: { x: "$.c.x" } },
          c: { backend: "shop", path: "/{x}", with: { x: "$.a.x" } } },
          body: { a: { $pick: "$.a" } } }
        """
      ],
      settings: Self.settings
    )
    let finding = site.compiled().findings.first
    #expect(finding?.message == "the calls a, b, c wait for each other")
    #expect(finding?.parties.map { $0.place.position.line }.sorted() == [2, 3, 4])
  }

  @Test func `A pick without a plan, and a path with names but no plan, are reported`() {
    #expect(
      findings(#"{ datatype: "x", body: { a: { $pick: "$.a" } } }"#, path: "a").first?
        .hasPrefix("bad-pick 1: there is nothing to pick from") == true
    )
    #expect(
      findings(#"{ datatype: "x", body: {} }"#).first?.hasPrefix("missing-key 1:") == true
    )
  }

  @Test func `An invalid name in a document's path is reported`() {
    let document = #"{ datatype: "x", body: {} }"#
    #expect(findings(document, path: "{id}").contains { $0.hasPrefix("bad-path") })
    #expect(findings(document, path: "a/{id}/{id}").contains { $0.hasPrefix("bad-path") })
    #expect(findings(document, path: "a/x{id}").contains { $0.hasPrefix("bad-path") })
  }

  @Test(arguments: ["ftp://a", "http://", "http://a:0", "http://a:99999", "a:80", "http://a b"])
  func `An invalid address of a backend is reported`(address: String) {
    let settings = """
      { languages: { published: ["en"], default: "en" }, backends: { a: { addresses: "\(address)" } } }
      """
    #expect(MemorySite([:], settings: settings).findings() == ["bad-value Content/site.json5:1"])
  }

  @Test(arguments: [
    ("minimum: 5, maximum: 4", "is from 5 to 4; expected"),
    ("minimum: 0.125", "is from 0.125 to 1000000; expected"),
    ("minimum: 0.125, digits: 2", "with more than 2 digits behind the point"),
    (
      "maximum: 90, digits: 1, default: \"90.2\"",
      "the default of \"size\" is \"90.2\"; expected 0 to 90"
    ),
  ])
  func `An invalid range of a numeric parameter is reported`(
    parameter: String,
    message: String
  ) {
    let found = findings(
      planned(
        #"a: { backend: "shop", path: "/a{?size}" }"#,
        more: "query: { size: { \(parameter) } },"
      )
    )
    #expect(found.contains { $0.contains(message) }, "\(found)")
  }
}

@Suite struct `Paths with names in braces` {
  private let site = MemorySite(
    [
      "items/{id}":
        #"{ datatype: "x", calls: { a: { backend: "s", path: "/{id}" } }, body: { a: { $pick: "$.a" } } }"#,
      "items/new": #"{ datatype: "x", body: { link: { $ref: "items/7" } } }"#,
      "items/{id}/{part}":
        #"{ datatype: "x", calls: { a: { backend: "s", path: "/{id}/{part}{?country}" } }, visitor: { country: ["US", "CA"] }, body: { a: { $pick: "$.a" } } }"#,
      "home": #"{ datatype: "x", body: { link: { $ref: "items/a/b" } } }"#,
    ],
    settings: """
      {
        languages: { published: ["en"], default: "en" },
        backends: { s: { addresses: "http://127.0.0.1:1" } }, roots: ["*"],
      }
      """
  )

  @Test(arguments: [
    ("items/7", "items/{id}", ["7"]), ("items/new", "items/new", []),
    ("items/7/a%20b", "items/{id}/{part}", ["7", "a b"]),
    ("items/new/x", "items/{id}/{part}", ["new", "x"]), ("items/{id}", "items/{id}", ["{id}"]),
  ])
  func `A path with names in braces is found with their values`(
    path: String,
    document: String,
    values: [String]
  ) throws {
    let edition = try #require(site.compiled().edition)
    let target = target(of: path, in: edition)
    let found = try #require(target)
    #expect(edition.draft(found.number).path == document)
    #expect(found.values == values)
  }

  private func target(
    of path: String,
    in edition: Edition
  ) -> (number: DocumentNumber, values: [String])? {
    let bytes = Array(path.utf8)
    return edition.target(of: bytes.span)
  }

  @Test(arguments: [
    "items", "items/", "items//x", "items/a/b/c", "other/7", "items/%zz", "items/.", "items/..",
    "items/%2E%2e", "items/7/.%2e", "items/../7",
  ])
  func `A path with a missing, an additional or a dot segment is not found`(path: String) throws {
    let edition = try #require(site.compiled().edition)
    #expect(target(of: path, in: edition) == nil)
  }

  @Test func `A link carries what the plan of its target tells apart`() throws {
    let edition = try #require(site.compiled().edition)
    #expect(try #require(edition.answer("home", for: "und.us")).contains("\"/und.us/items/a/b\""))
    #expect(try #require(edition.answer("items/new", for: "und.us")).contains("\"/items/7\""))
  }
}
