// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Editions
import Plans
import SiteTesting
import Sites
import Testing

@Suite struct `Checks of flows` {
  private static let settings = """
    {
      languages: { published: ["en"], source: "en", default: "en" },
      backends: { shop: { addresses: ["http://127.0.0.1:9000"] } }, roots: ["known"],
    }
    """

  /// A flow whose last step needs what its first one is given; the one between knows nothing of it.
  private static let flow = [
    "config": "{ datatype: \"x\", body: { a: { $ref: \"cart\", carry: { cart: \"7\" } } } }",
    "cart": step(next: "{ $ref: \"address\" }", more: "flow: { cart: {} },"),
    "address": step(next: "{ $ref: \"pay\", carry: { kind: \"gift\" } }"),
    "pay": step(next: nil, more: "flow: { cart: {}, kind: { default: \"\", maximumBytes: 8 } },"),
  ]

  /// What is wrong stands in its second line, its own values in the first.
  private static func step(next: String?, more: String = "") -> String {
    let next = next.map { "continueURL: \($0)," } ?? ""
    return "{ datatype: \"x\", \(more)\nbody: { \(next) cancelURL: { $ref: \"config\" } } }"
  }

  private func compiled(_ changes: [String: String]) -> Compilation {
    MemorySite(Self.flow.merging(changes) { $1 }, settings: Self.settings).compiled()
  }

  private func findings(_ changes: [String: String]) -> [String] {
    compiled(changes).findings.map {
      "\($0.rule) \($0.place.file.dropFirst(8)):\($0.place.position.line): \($0.message)"
    }
  }

  private func carried(_ path: String, _ changes: [String: String] = [:]) throws -> [String] {
    let compilation = compiled(changes)
    let edition = try #require(
      compilation.edition,
      "\(compilation.findings.map(\.message))"
    )
    let number = try #require(edition.number(of: path))
    return (edition.planned(number)?.flow.names ?? []).map { name in
      "\(name.name)\(name.isRequired ? "!" : "") \(name.maximumBytes)"
    }
  }

  @Test
  func `A valid flow causes no finding, and its steps pass on values that they do not declare`()
    throws
  {
    #expect(findings([:]) == [])
    #expect(try carried("pay") == ["cart! 128", "kind 8"])
    #expect(try carried("address") == ["cart! 128"])
    #expect(try carried("cart") == ["cart! 128"])
    #expect(try carried("config") == [])
  }

  @Test func `A step between two others passes on values without declaring them`() throws {
    let changes = [
      "cart": Self.step(next: "{ $ref: \"gift\" }"),
      "gift": Self.step(next: "{ $ref: \"address\" }"),
    ]
    #expect(findings(changes) == [])
    #expect(try carried("gift", changes) == ["cart! 128"])
    #expect(try carried("cart", changes) == ["cart! 128"])
  }

  @Test func `Passed-on values follow variants and cycles, with the smallest of their limits`()
    throws
  {
    let changes = [
      "address": """
      { datatype: "x", body: { continueURL: { $ref: "cart" }, cancelURL: { $ref: "config" } },
        variants: [{ when: { device: "tv" }, patch: { continueURL: { $ref: "pay" } } }] }
      """,
      "pay": Self.step(
        next: "{ $ref: \"cart\", carry: { cart: \"$.flow.cart\", tip: \"none\" } }",
        more: "flow: { cart: { maximumBytes: 16 }, tip: { default: \"0\" } },"
      ),
    ]
    #expect(findings(changes) == [])
    #expect(try carried("address", changes) == ["cart! 16", "tip 128"])
    #expect(try carried("cart", changes) == ["cart! 16", "tip 128"])
  }

  @Test func `A step with a default for a value does not need it from the step before`() throws {
    let changes = [
      "config": "{ datatype: \"x\", body: { a: { $ref: \"cart\" } } }",
      "cart": Self.step(next: "{ $ref: \"address\" }", more: "flow: { cart: { default: \"0\" } },"),
    ]
    #expect(findings(changes) == [])
    #expect(try carried("cart", changes) == ["cart 128"])
    #expect(try carried("address", changes) == ["cart! 128"])
  }

  @Test(arguments: [
    (
      ["config": "{ datatype: \"x\", body: {\na: { $ref: \"cart\" } } }"],
      "lacking-value config.json5:2: the link to \"cart\" does not set \"cart\"; expected it in"
    ),
    (
      ["config": "{ datatype: \"x\", body: {\ncontinueURL: { $ref: \"cart\" } } }"],
      "lacking-value config.json5:2: the link to \"cart\" does not set \"cart\"; expected it in"
    ),
    (
      // What a step may have, a link that needs it does not count on.
      [
        "cart": step(next: "{ $ref: \"pay\" }, other: { $ref: \"gift\", carry: { cart: \"1\" } }"),
        "gift": step(next: nil, more: "flow: { kind: {} },"),
      ],
      "lacking-value cart.json5:2: the link to \"gift\" does not set \"kind\""
    ),
    (
      ["address": step(next: "{ $ref: \"pay\", carry: { kin: \"gift\" } }")],
      "unknown-name address.json5:2: \"pay\" does not take \"kin\", and neither do the steps after it"
    ),
    (
      ["address": step(next: "{ $ref: \"pay\", carry: { kind: \"ninebytes\" } }")],
      "bad-value address.json5:2: \"kind\" has 9 bytes; \"pay\" takes at most 8"
    ),
    (
      ["address": step(next: "{ $ref: \"pay\", carry: { kind: true } }")],
      "wrong-kind address.json5:2: the value \"kind\" is a boolean; expected a string, an integer or a pick"
    ),
    (
      ["address": step(next: "{ $ref: \"pay\", carry: { kind: \"$.flow.cart\" } }")],
      "bad-pick address.json5:2: there is nothing to pick from"
    ),
    (
      [
        "cart": step(
          next: "{ $ref: \"pay\", carry: { kind: \"$.flow.crat\" } }",
          more: "flow: { cart: {} },"
        )
      ],
      "bad-pick cart.json5:2: \"crat\" is not among the names in \"flow\""
    ),
    (
      [
        "cart": step(
          next: "{ $ref: \"pay\", carry: { kind: \"$.none.a\" } }",
          more: "flow: { cart: {} },"
        )
      ],
      "bad-pick cart.json5:2: the plan has no call \"none\""
    ),
    (
      ["known": step(next: nil, more: "\nflow: { a: {} },")],
      "lacking-value known.json5:2: \"known\" may be opened without \"a\": it is among the site's"
    ),
    (
      ["known": step(next: "{ $ref: \"pay\" }")],
      "lacking-value known.json5:1: \"known\" may be opened without \"cart\": it is among"
    ),
    (
      ["known": "{ datatype: \"x\", body: {\na: { $embed: \"pay\" } } }"],
      "lacking-value known.json5:2: \"pay\" cannot be embedded, since it needs \"cart\" from a link"
    ),
    (
      ["config": "{ datatype: \"x\", flow: { a: { default: \"\" } }, body: {} }", "cart": "x"],
      "bad-value config.json5:1: \"config\" is the document that apps begin with, to which no link"
    ),
    (
      ["pay": step(next: nil, more: "flow: { \"a-b\": {} },")],
      "bad-value pay.json5:1: \"a-b\" is no name of a value; expected 1 to 32 letters, digits and"
    ),
    (
      ["pay": step(next: nil, more: "flow: { cart: { default: \"abc\", maximumBytes: 2 } },")],
      "bad-value pay.json5:1: the default of \"cart\" has 3 bytes; expected at most 2"
    ),
    (
      ["pay": step(next: nil, more: "flow: { cart: { maximumBytes: 513 } },")],
      "bad-value pay.json5:1: \"maximumBytes\" is 513; expected 1 to 512"
    ),
    (
      ["pay": step(next: nil, more: "flow: { cart: { needed: true } },")],
      "unknown-key pay.json5:1: the value \"cart\" has no key \"needed\""
    ),
    (
      [
        "pay": step(
          next: nil,
          more: "flow: { cart: {}, a: { maximumBytes: 512 }, b: { maximumBytes: 512 } },"
        )
      ],
      "over-budget pay.json5:1: the values that \"pay\" carries may have 1152 bytes: a, b, cart;"
    ),
    (
      [
        "pay": step(
          next: nil,
          more:
            "flow: { \((0...16).map { "n\($0): { default: \"\", maximumBytes: 2 }" }.joined(separator: ", ")) },"
        )
      ],
      "over-budget pay.json5:1: 17 values; expected at most 16"
    ),
    (
      [
        "i/{id}":
          "{ datatype: \"x\", flow: { id: {} },\ncalls: { a: { backend: \"shop\", path: \"/{id}\" } }, body: { a: { $pick: \"$.a\" } } }"
      ],
      "bad-value i/{id}.json5:1: \"id\" is a name of the path already; expected another one"
    ),
    (
      [
        "known":
          "{ datatype: \"x\", query: { q: {} }, flow: { q: {} },\ncalls: { a: { backend: \"shop\", path: \"/{q}\" } }, body: { a: { $pick: \"$.a\" } } }"
      ],
      "bad-value known.json5:1: \"q\" is a name of \"query\" already; expected another one"
    ),
    (
      [
        "known":
          "{ datatype: \"x\", query: { flow: {} },\ncalls: { a: { backend: \"shop\", path: \"/{flow}\" } }, body: { a: { $pick: \"$.a\" } } }"
      ],
      "bad-value known.json5:1: \"flow\" is the parameter by which links carry values"
    ),
    (
      [
        "known":
          "{ datatype: \"x\",\ncalls: { flow: { backend: \"shop\", path: \"/\" } }, body: {} }"
      ],
      "bad-value known.json5:2: \"flow\" is no name of a call; expected letters, digits and"
    ),
    (
      [
        "known":
          "{ datatype: \"x\",\ncalls: { a: { backend: \"shop\", path: \"/{b}\", with: { b: \"$.flow.c\" } } }, body: { a: { $pick: \"$.a\" } } }"
      ],
      "unknown-name known.json5:2: \"c\" is not among the names in \"flow\""
    ),
  ])
  func `An invalid flow is reported with its file and line`(
    changes: [String: String],
    finding: String
  ) {
    let found = findings(changes)
    #expect(found.contains { $0.hasPrefix(finding) }, "\(found)")
  }

  @Test func `A lacking value names the step that needs it, and a misspelled one the nearest name`()
    throws
  {
    let lacking = compiled(["config": "{ datatype: \"x\", body: { a: { $ref: \"cart\" } } }"])
    let finding = try #require(lacking.findings.first)
    #expect(
      finding.parties.map { "\($0.place.file):\($0.place.position.line) \($0.role)" } == [
        "Content/cart.json5:1 \"cart\" needs \"cart\""
      ]
    )
    let unknown = compiled(["address": Self.step(next: "{ $ref: \"pay\", carry: { kin: \"a\" } }")])
    #expect(
      unknown.edition != nil,
      "what a lost step leaves behind keeps nothing from being served"
    )
    #expect(unknown.findings.first?.suggestion == "kind")
  }

  @Test func `A call that only a link uses counts as used`() {
    let document = """
      { datatype: "x", flow: { cart: {} },
        calls: { a: { backend: "shop", path: "/{cart}" } },
        body: { continueURL: { $ref: "pay", carry: { kind: "$.a.kind" } } } }
      """
    #expect(findings(["address": document]) == [])
  }

  @Test func `Literal values are written into a link, and passed-on ones are left to the plan`()
    throws
  {
    let edition = try #require(compiled([:]).edition)
    let answer = try #require(edition.answer("config", for: ""))
    #expect(answer.hasPrefix(#"{"datatype":"x","a":"/cart?flow="#), "\(answer)")
    let passed = try #require(edition.answer("cart", for: ""))
    #expect(
      passed
        == #"{"datatype":"x","continueURL":{"$address":"/address","$flow":"address"},"cancelURL":"/config"}"#
    )
  }
}
