// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Editions
import SiteTesting
import Sites
import Testing

@Suite struct `Checks of a site` {
  private func variants(_ lines: String...) -> String {
    "{ datatype: \"screen\", body: { a: 1 }, variants: [\n\(lines.joined(separator: "\n"))\n] }"
  }

  private func step(_ name: String, next: String? = nil, cancel: String? = nil) -> String {
    let links = [
      next.map { "continueURL: { $ref: \"\($0)\" }" },
      cancel.map { "cancelURL: { $ref: \"\($0)\" }" },
    ].compactMap(\.self)
    return "{ datatype: \"step\", body: { name: \"\(name)\", \(links.joined(separator: ", ")) } }"
  }

  @Test func `A valid site causes no finding`() {
    #expect(MemorySite([:]).findings() == [])
  }

  @Test(arguments: [
    (
      #"{ cdn: { peers: "10.0.0.0/8", country: "A-B", device: "C", client: "True-Client-IP" } }"#,
      []
    ),
    (#"{ cdn: { peers: "10.0.0.0/8", client: "two words" } }"#, ["bad-value"]),
    (#"{ cdn: { peers: "10.0.0.0/8", client: 1 } }"#, ["wrong-kind"]),
    (#"{ cdn: { peers: "10.0.0.0/8", address: "a" } }"#, ["unknown-key"]),
    (#"{ cdn: { peers: "example.com" } }"#, ["bad-value"]),
    (#"{ cdn: { client: "Forwarded" } }"#, ["missing-key"]),
    (#"{ cdn: { peers: [], kind: "cloudfront", tagField: "Cache-Tag" } }"#, []),
    (#"{ cdn: { peers: [], freshnessField: "CDN-Cache-Control" } }"#, []),
    (#"{ cdn: { peers: [], kind: "cloudflare", freshnessField: "CDN-Cache-Control" } }"#, []),
    (
      #"{ cdn: { peers: [], kind: "nginx", freshnessField: "CDN-Cache-Control" } }"#,
      ["unknown-key"]
    ),
    (#"{ cdn: { peers: [], kind: "fastly", freshnessField: "A-B" } }"#, ["unknown-key"]),
    (#"{ cdn: { peers: [], freshnessField: "two words" } }"#, ["bad-value"]),
    (#"{ cdn: { kind: "varnish", purge: { address: "http://a:6081" } } }"#, ["missing-key"]),
    (#"{ cdn: { kind: "nginx", purge: { address: "http://a:6081" } } }"#, []),
    (#"{ cdn: { peers: [], kind: "varnish", purge: {} } }"#, ["missing-key"]),
    (
      #"{ cdn: { peers: [], kind: "varnish", purge: { address: "http://a", zone: "b" } } }"#,
      ["unknown-key"]
    ),
    (
      #"{ cdn: { peers: [], kind: "varnish", purge: { address: "http://a", secret: "B" } } }"#,
      ["unknown-key"]
    ),
    (
      #"{ cdn: { peers: [], kind: "fastly", purge: { service: "a", secret: "B", probe: "http://a" } } }"#,
      []
    ),
    (
      #"{ cdn: { peers: [], kind: "fastly", purge: {} } }"#,
      ["missing-key", "missing-key", "missing-key"]
    ),
    (
      #"{ cdn: { peers: [], kind: "cloudfront", purge: { distribution: "a", secret: "B" } } }"#,
      ["missing-key"]
    ),
    (
      #"{ cdn: { peers: [], kind: "cloudfront", purge: { distribution: "a", secret: { accessKey: "A", "#
        + #"secretKey: "B", sessionToken: "C" } } } }"#, []
    ),
    (
      #"{ cdn: { peers: [], kind: "akamai", purge: { address: "https://a", secret: { clientToken: "A", "#
        + #"clientSecret: "B" }, probe: "http://a" } } }"#, ["missing-key"]
    ),
    (#"{ cdn: { peers: [], kind: "squid", tagField: "two words" } }"#, ["bad-value", "bad-value"]),
  ])
  func `Valid settings of an edge cause no finding, and invalid ones are reported`(
    edges: String,
    rules: [String]
  ) {
    let settings = MemorySite.settings.replacing("roots", with: "edges: \(edges), roots")
    let found = MemorySite([:], settings: settings).findings()
    #expect(found.map { String($0.prefix { $0 != " " }) } == rules)
  }

  @Test func `A misspelled kind of edge is reported with the nearest one`() {
    let edges = #"edges: { cdn: { peers: [], kind: "cloudfare" } }, roots"#
    let site = MemorySite([:], settings: MemorySite.settings.replacing("roots", with: edges))
    #expect(site.compiled().findings.map(\.suggestion) == ["cloudflare"])
  }

  @Test func `Two variants that tie are reported with both places and an example visitor`() {
    let site = MemorySite([
      "home": variants(
        #"{ when: { country: ["DE", "AT"] }, patch: { a: 2 } },"#,
        #"{ when: { country: ["AT", "CH"] }, patch: { a: 3 } },"#
      )
    ])
    let findings = site.compiled().findings
    #expect(findings.map { "\($0.rule) \($0.place)" } == ["tie Content/home.json5:3:1"])
    #expect(findings.first?.parties.map { "\($0.place)" } == ["Content/home.json5:2:1"])
    #expect(findings.first?.message.contains("a visitor, in AT") == true)
  }

  @Test func `A variant that no visitor gets is reported`() {
    let site = MemorySite([
      "home": variants(
        #"{ when: { country: "dach" }, patch: { a: 2 } },"#,
        #"{ when: { country: "DE" }, patch: { a: 3 } },"#,
        #"{ when: { country: "AT" }, patch: { a: 4 } },"#,
        #"{ when: { country: "CH" }, patch: { a: 5 } },"#
      )
    ])
    #expect(site.findings() == ["dead-variant Content/home.json5:2"])
  }

  @Test func `A document without a variant for everybody is reported unless it refuses them`() {
    let site = MemorySite([
      "home": #"{ datatype: "a", variants: [ { when: { device: "tv" }, body: {} } ] }"#,
      "tv":
        #"{ datatype: "a", fallback: "refuse", variants: [ { when: { device: "tv" }, body: {} } ] }"#,
    ])
    #expect(site.findings() == ["no-variant Content/home.json5:1"])
  }

  @Test func `A broken link is reported with the nearest path`() {
    let site = MemorySite([
      "screens/home": "{ datatype: \"a\", body: {\n x: { $ref: \"screens/hmoe\" } } }"
    ])
    let findings = site.compiled().findings
    #expect(
      findings.map { "\($0.rule) \($0.place)" } == ["broken-link Content/screens/home.json5:2:13"]
    )
    #expect(findings.first?.suggestion == "screens/home")
  }

  @Test func `A document that no link reaches is reported`() {
    let settings = MemorySite.settings.replacing("roots: [\"*\"]", with: "roots: [\"news/*\"]")
    let site = MemorySite(
      [
        "config": #"{ datatype: "config", body: { home: { $ref: "home" } } }"#,
        "home": #"{ datatype: "a", body: { more: [ { $ref: "more" } ] } }"#,
        "more": #"{ datatype: "a", body: {} }"#, "news/today": #"{ datatype: "a", body: {} }"#,
        "lost": #"{ datatype: "a", body: { x: { $ref: "home" } } }"#,
      ],
      settings: settings
    )
    #expect(site.findings() == ["unreachable-document Content/lost.json5:1"])
  }

  @Test func `A configured start document that does not exist is reported`() {
    let settings = MemorySite.settings + ""
    let site = MemorySite(
      [:],
      settings: settings.replacing("roots", with: "config: \"start\", roots")
    )
    #expect(site.findings() == ["missing-key Content/site.json5:1"])
  }

  @Test func `A flow with a step that leads nowhere is reported as a dead end`() {
    let site = MemorySite([
      "a": step("a", next: "b", cancel: "config"), "b": step("b"),
    ])
    #expect(site.findings() == ["dead-end Content/a.json5:1"])
  }

  @Test func `A flow with a step that not everybody has is reported as a dead end`() {
    let site = MemorySite([
      "a": step("a", next: "b", cancel: "config"),
      "b": """
      { datatype: "step", fallback: "refuse", variants: [
        { when: { country: "DE" }, body: { cancelURL: { $ref: "config" } } } ] }
      """,
    ])
    #expect(site.findings() == ["dead-end Content/a.json5:1"])
  }

  @Test func `A flow without a way out is reported, with the visitors that it traps`() {
    let site = MemorySite(["a": step("a", next: "b"), "b": step("b", next: "a")])
    #expect(site.findings() == ["endless-loop Content/a.json5:1"])
    let exit = MemorySite([
      "a": step("a", next: "b"), "b": step("b", next: "a", cancel: "config"),
    ])
    #expect(exit.findings() == [])
    let phones = MemorySite([
      "a": step("a", next: "b"),
      "b": """
      { datatype: "step", body: { continueURL: { $ref: "config" } }, variants: [
        { when: { device: "phone" }, patch: { continueURL: { $ref: "a" } } } ] }
      """,
      "config": #"{ datatype: "config", body: { cancelURL: { $ref: "a" } } }"#,
    ])
    let findings = phones.compiled().findings
    #expect(findings.map(\.rule.rawValue) == ["endless-loop"])
    #expect(findings.first?.message.contains("on phone") == true)
  }

  @Test func `Missing translations and documents incomplete in a language are reported`() {
    let locales = [
      "Locales/en.json": #"{ "one": "1", "two": "2" }"#, "Locales/fr.json": #"{ "one": "1" }"#,
      "Locales/de.json": #"{ "one": "1", "three": "3" }"#,
    ]
    let site = MemorySite(
      [
        "a": #"{ datatype: "a", body: { x: { $t: "one" }, y: { $t: "two" } } }"#,
        "b": #"{ datatype: "a", body: { x: { $t: "onne" } } }"#,
        "c": #"{ datatype: "a", body: { x: { $t: "three" } } }"#,
        "d": #"{ datatype: "a", fallback: "refuse", body: { x: { $t: "three" } } }"#,
      ].merging(locales) { first, _ in first }
    )
    #expect(
      site.findings()
        == [
          "unknown-text Content/b.json5:1", "incomplete-document Content/c.json5:1",
          "missing-translation Locales/de.json:1", "missing-translation Locales/de.json:1",
          "missing-translation Locales/en.json:1",
        ]
    )
  }

  @Test func `A datatype that an app version cannot draw is reported`() {
    let settings = MemorySite.settings.replacing(
      "roots",
      with: "datatypes: { config: {}, list: {}, call: { app: \">=2\" } }, roots"
    )
    let site = MemorySite(
      [
        "a": """
        { datatype: "list", body: { rows: [
          { datatype: "call", when: { app: ">=2" } },
          { datatype: "call", device: "phone" } ] } }
        """,
        "b": #"{ datatype: "lsit", body: {} }"#,
      ],
      settings: settings
    )
    #expect(
      site.findings() == ["cannot-draw Content/a.json5:3", "unknown-name Content/b.json5:1"]
    )
  }

  @Test func `A body that does not match the schema of its datatype is reported`() {
    let settings = MemorySite.settings.replacing(
      "roots",
      with: """
        datatypes: { config: {}, product: { schema: {
          type: "object", required: ["price"], additionalProperties: false,
          properties: { price: { type: "number", minimum: 0 }, title: { type: "string" },
            kind: { enum: ["a", "b"] }, rows: { type: "array", maxItems: 1 } } } } }, roots
        """
    )
    let site = MemorySite(
      [
        "good":
          #"{ datatype: "product", body: { price: 1.5, title: { $ref: "good" }, kind: "a" } }"#,
        "bad": """
        { datatype: "product", body: {
          price: -1,
          titel: "x",
          kind: "c",
          title: 5,
          rows: [1, 2] } }
        """,
        "none": #"{ datatype: "product", body: {} }"#,
      ],
      settings: settings
    )
    #expect(
      site.findings() == [
        "schema Content/bad.json5:2", "schema Content/bad.json5:3", "schema Content/bad.json5:4",
        "schema Content/bad.json5:5", "schema Content/bad.json5:6", "schema Content/none.json5:1",
      ]
    )
  }

  @Test func `A site beyond its budgets is reported`() {
    let settings = MemorySite.settings.replacing(
      "roots",
      with: "budgets: { audiences: 5, variants: 1, documentBytes: 500 }, roots"
    )
    let site = MemorySite(
      [
        "a": variants(
          #"{ when: { country: "DE" }, patch: { a: 2 } },"#,
          #"{ when: { country: "AT" }, patch: { a: 3 } },"#
        ),
        "b": variants(#"{ when: { country: ["DE"], device: "tv" }, patch: { a: 2 } },"#),
        "c": #"{ datatype: "a", body: { x: { $ref: "a" }, y: { $ref: "b" } } }"#,
        "large": "{ datatype: \"a\", body: { x: \"\(String(repeating: "x", count: 500))\" } }",
      ],
      settings: settings
    )
    #expect(
      site.findings() == [
        "over-budget Content/a.json5:1", "over-budget Content/c.json5:1",
        "unreadable-file Content/large.json5:1",
      ]
    )
  }

  @Test func `Two files for one document and a path that no URL has are reported`() {
    let site = MemorySite([
      "Content/a.json": #"{ "datatype": "a", "body": {} }"#,
      "Content/a.json5": #"{ datatype: "a", body: {} }"#,
      "Content/b c.json5": #"{ datatype: "a", body: {} }"#,
    ])
    #expect(
      site.findings() == ["bad-path Content/b c.json5:1", "duplicate-document Content/a.json5:1"]
        || site.findings() == [
          "duplicate-document Content/a.json5:1", "bad-path Content/b c.json5:1",
        ]
    )
  }

  @Test func `Repeated texts and files without texts are reported`() {
    let site = MemorySite([
      "Locales/en.json": #"{ "a": { "b": "1" }, "c": 5 }"#,
      "Locales/en.lproj/More.strings": "/* twice */\n\"a.b\" = \"2\";",
      "Locales/it.json": "{}", "Locales/fr.json": "{", "Locales/app.xcstrings": "{}",
    ])
    #expect(
      site.findings() == [
        "text-kind Locales/app.xcstrings:1", "text-kind Locales/en.json:1",
        "duplicate-text Locales/en.lproj/More.strings:2", "unreadable-file Locales/fr.json:1",
        "unused-text Locales/en.lproj/More.strings:2", "text-language Locales/it.json:1",
      ]
    )
  }

  @Test func `A folder whose name reads as an audience token is reported`() {
    let document = #"{ datatype: "a", body: {} }"#
    let site = MemorySite(["faq/home": document, "home": document, "fr.ca/other": document])
    #expect(site.findings() == ["bad-path Content/faq/home.json5:1"])
  }

  @Test(arguments: [
    ("{ datatype: \"a\" }", "missing-key"), ("{ body: {} }", "missing-key"),
    ("{ datatype: \"a\", bdy: {}, body: {} }", "unknown-key"),
    ("{ datatype: \"a\", ttl: 0, body: {} }", "bad-value"),
    ("{ datatype: \"a\", ttl: \"1\", body: {} }", "wrong-kind"),
    ("{ datatype: \"a\", body: { $tt: 1 } }", "unknown-key"),
    ("{ datatype: \"a\", body: { _lang: 1 } }", "bad-value"),
    ("{ datatype: \"a\", body: [] }", "wrong-kind"),
    ("{ datatype: \"a\", fallback: \"none\", body: {} }", "bad-value"),
    ("{ datatype: \"a\", body: { x: { $t: 5 } } }", "wrong-kind"),
    ("{ datatype: \"a\", body: { x: [ { device: \"fone\" } ] } }", "unknown-name"),
    ("[1]", "wrong-kind"), ("{ datatype: ", "unreadable-file"),
    ("{ datatype: \"a\", body: {}, variants: [ { when: {}, patch: {} } ] }", "bad-value"),
    ("{ datatype: \"a\", body: {}, variants: [ { patch: {} } ] }", "missing-key"),
    ("{ datatype: \"a\", body: {}, variants: [ { when: { device: \"tv\" } } ] }", "missing-key"),
    ("{ datatype: \"a\", body: {}, tags: [\"a b\"] }", "bad-value"),
    ("{ datatype: \"a\", body: {}, precedence: [\"contry\"] }", "unknown-name"),
  ])
  func `Each mistake of a document is reported with its rule`(text: String, rule: String) {
    #expect(MemorySite(["a": text]).findings() == ["\(rule) Content/a.json5:1"])
  }

  @Test(arguments: [
    #"country: "XX""#, #"country: "dachh""#, #"device: "phones""#, #"app: "two""#,
    #"build: ">=2.5""#, #"appName: "com.example.shop2""#, #"cohort: "chekout/a""#,
    #"cohort: "checkout/c""#, #"from: "2026-12-20T00:00""#, #"until: "tomorrow""#,
    #"from: "2026-12-20T00:00Z", until: "2026-12-20T00:00Z""#, #"language: "fr""#, #"country: []"#,
    #"from: "2026-02-30T00:00Z""#, #"app: ">=3 <2""#,
  ])
  func `A condition that no visitor can meet or that is malformed is reported`(condition: String) {
    let site = MemorySite(["home": variants("{ when: { \(condition) }, patch: { a: 2 } },")])
    #expect(site.findings().map { $0.drop { $0 != " " } } == [" Content/home.json5:2"])
  }
}
