// SPDX-License-Identifier: Apache-2.0

import Sites
import Testing

/// A mistake that people make, and the rule that the check names.
struct WrongFile: CustomTestStringConvertible {
  let kind: EditorSchema
  let rule: String
  let text: String

  var testDescription: String { text }

  private init(_ kind: EditorSchema, _ rule: String, _ text: String) {
    self.kind = kind
    self.rule = rule
    self.text = text
  }

  /// A document with a body.
  private static func document(_ rule: String, _ part: String) -> WrongFile {
    WrongFile(.document, rule, "{ datatype: \"a\", body: { a: 1 }, \(part) }")
  }

  /// A document with one member in its body.
  private static func body(_ rule: String, _ part: String) -> WrongFile {
    WrongFile(.document, rule, "{ datatype: \"a\", body: { \(part) } }")
  }

  private static func site(_ rule: String, _ part: String) -> WrongFile {
    WrongFile(.site, rule, "{ languages: { published: [\"en\"] }, \(part) }")
  }

  private static func pass(_ rule: String, _ part: String) -> WrongFile {
    let address = "{ addresses: \"http://127.0.0.1:9000\" }"
    let backends = "backends: { shop: \(address), next: \(address) }"
    return site(rule, "\(backends), passes: { \"/a\": { \(part) } }")
  }

  /// A document with one call, whose answer is all of its body.
  private static func call(_ rule: String, _ part: String, body: String = "") -> WrongFile {
    let call = "a: { backend: \"shop\", path: \"/a\", \(part) }"
    let picks = "x: { $pick: \"$.a\" }, \(body)"
    let file = "{ datatype: \"a\", calls: { \(call) }, body: { \(picks) } }"
    return WrongFile(.document, rule, file)
  }

  /// A document with one parameter, beside a call whose answer is all of its body.
  private static func parameter(_ rule: String, _ part: String) -> WrongFile {
    let calls = "calls: { a: { backend: \"shop\", path: \"/a\" } }"
    let body = "body: { x: { $pick: \"$.a\" } }"
    return WrongFile(
      .document,
      rule,
      "{ datatype: \"a\", \(calls), \(body), query: { size: { \(part) } } }"
    )
  }

  static let all = documents + embeds + bodies + plans + sites + emergencies

  private static let embeds = [
    body("wrong-kind", "a: { $embed: 1 }"),
    body("bad-value", "a: { $embed: \"b\", view: \"dark\" }"),
    body("unknown-key", "a: { $embed: \"b\", vew: \"light\" }"),
    body("wrong-kind", "a: { $embed: \"b\", with: { c: 1 } }"),
    body("unknown-key", "a: { $embed: \"b\", device: \"tv\" }"),
  ]

  private static let plans = [
    document("missing-key", "query: {}"), document("missing-key", "visitor: {}"),
    document("missing-key", "budget: \"1s\""), document("missing-key", "list: {}"),
    document("wrong-kind", "calls: []"), document("wrong-kind", "flow: []"),
    document("bad-value", "flow: { \"a-b\": {} }"), document("wrong-kind", "flow: { a: \"\" }"),
    document("unknown-key", "flow: { a: { values: [] } }"),
    document("bad-value", "flow: { a: { maximumBytes: 0 } }"),
    document("wrong-kind", "flow: { a: { default: 1 } }"),
    document(
      "over-budget",
      "flow: { \((0...16).map { "n\($0): { maximumBytes: 1 }" }.joined(separator: ", ")) }"
    ),
    WrongFile(
      .document,
      "bad-value",
      "{ datatype: \"a\", body: { x: { $pick: \"$.a\" } }, "
        + "calls: { a: { backend: \"shop\", path: \"/\" } }, query: { flow: {} } }"
    ),
    WrongFile(.document, "missing-key", "{ datatype: \"a\", body: {}, calls: { a: {} } }"),
    WrongFile(
      .document,
      "bad-value",
      "{ datatype: \"a\", body: {}, calls: { route: { backend: \"shop\", path: \"/\" } } }"
    ),
    WrongFile(
      .document,
      "bad-value",
      "{ datatype: \"a\", body: {}, calls: { \"\": { backend: \"shop\", path: \"/\" } } }"
    ),
    WrongFile(
      .document,
      "bad-value",
      "{ datatype: \"a\", body: { x: { $pick: \"$.a\" } }, "
        + "calls: { a: { backend: \"shop\", path: \"/\" } }, "
        + "query: { page: { values: [\"1\"], maximum: 2 } } }"
    ),
    WrongFile(
      .document,
      "bad-value",
      "{ datatype: \"a\", body: { x: { $pick: \"$.a\" } }, "
        + "calls: { a: { backend: \"shop\", path: \"/\" } }, "
        + "query: { page: { minimum: 1, maximumBytes: 2 } } }"
    ),
    parameter("bad-value", "digits: 2, maximumBytes: 2"),
    parameter("bad-value", "digits: 2, values: [\"1\"]"),
    parameter("bad-value", "minimum: 0, digits: 7"),
    parameter("wrong-kind", "minimum: \"0\""),
    call("bad-value", "method: \"PUT\", body: {}"), call("bad-value", "method: \"POST\", body: {}"),
    call("bad-value", "method: \"POST\", safe: false, body: {}"), call("bad-value", "body: {}"),
    call("missing-key", "method: \"QUERY\""), call("wrong-kind", "method: \"QUERY\", body: []"),
    call("bad-pick", "method: \"QUERY\", body: { a: { $t: \"b\" } }"),
    call("wrong-kind", "method: \"QUERY\", body: { a: { $with: 1 } }"),
    call("unknown-key", "retries: 1"), call("wrong-kind", "optional: 1"),
    call("wrong-kind", "with: { b: true }"), call("missing-key", "batch: {}"),
    call("bad-value", "batch: { variable: \"ids\", size: 0 }"),
    call("missing-key", "items: \"$.items\""), call("missing-key", "key: \"@.id\""),
    call("bad-value", "freshness: { ttl: -1 }"), call("unknown-key", "freshness: { stale: 1 }"),
    call("wrong-kind", "timeout: 500"),
    call("wrong-kind", "tags: []", body: "a: { $pick: 1 }"),
    call("unknown-key", "tags: []", body: "a: { $pick: \"$.a\", els: 1 }"),
    call("wrong-kind", "tags: []", body: "a: { $pick: \"$.a\", all: 1 }"),
    call("unknown-key", "tags: []", body: "a: [{ $pick: \"$.a\", device: \"tv\" }]"),
    call("missing-key", "tags: []", body: "a: { $each: \"$.a\" }"),
    call("bad-value", "tags: []", body: "a: { $each: \"$.a\", do: 1, limit: 0 }"),
    call("missing-key", "items: \"$\", key: \"@\"", body: "a: { $match: \"a\" }"),
    call("wrong-kind", "items: \"$\", key: \"@\"", body: "a: { $match: \"a\", on: 1 }"),
    call(
      "bad-value",
      "items: \"$\", key: \"@\"",
      body: "a: { $match: \"a\", on: \"$.a\", pick: \"$.a\" }"
    ),
    call("wrong-kind", "tags: []", body: "a: { $ref: \"a\", with: { b: 1 } }"),
    site("missing-key", "backends: { shop: {} }"),
    site("unknown-key", "backends: { shop: { addresses: \"http://a\", tries: 1 } }"),
    site("bad-value", "backends: { shop: { addresses: \"http://a\", maximumBytes: 0 } }"),
    site("bad-value", "backends: { shop: { addresses: \"http://a\", retries: 6 } }"),
    site("bad-value", "backends: { shop: { addresses: \"http://a\", hedge: -1 } }"),
    site("bad-value", "backends: { shop: { addresses: \"http://a\", concurrency: 0 } }"),
    site("bad-value", "backends: { shop: { addresses: \"http://a\", health: true } }"),
    site("bad-value", "backends: { shop: { addresses: \"http://a\", health: { failures: 0 } } }"),
    site("bad-value", "backends: { shop: { addresses: \"http://a\", credentials: \"yes\" } }"),
    site(
      "bad-value",
      "backends: { shop: { addresses: \"http://a\", credentials: [\"cookie:\"] } }"
    ),
    site("wrong-kind", "backends: { shop: { addresses: \"http://a\", credentials: 1 } }"),
    site("missing-key", "backends: { shop: { addresses: { weight: 1 } } }"),
    site("bad-value", "backends: { shop: { addresses: { address: \"http://a\", weight: -1 } } }"),
    site("wrong-kind", "backends: { shop: { addresses: [1] } }"),
    site("missing-key", "backends: { shop: { addresses: \"http://a\", mirror: { share: 5 } } }"),
    pass("missing-key", "backend: \"shop\", mirror: { backend: \"next\" }"),
    pass("bad-value", "backend: \"shop\", mirror: { backend: \"next\", share: 101 }"),
    pass("wrong-kind", "backend: \"shop\", staysOpen: 1"),
    pass("missing-key", ""), pass("unknown-key", "backend: \"shop\", retries: 1"),
    pass("wrong-kind", "backend: \"shop\", strip: \"yes\""),
    pass("bad-value", "backend: \"shop\", bodyBytes: -1"),
    pass("bad-value", "backend: \"shop\", cache: \"all\""),
    pass("wrong-kind", "backend: \"shop\", cookies: [\"kept\"]"),
    site("wrong-kind", "passes: []"),
  ]

  private static let documents = [
    WrongFile(.document, "wrong-kind", "[]"),
    WrongFile(.document, "missing-key", "{ body: {} }"),
    WrongFile(.document, "missing-key", "{ datatype: \"a\" }"),
    WrongFile(.document, "missing-key", "{ datatype: \"a\", variants: [] }"),
    WrongFile(.document, "wrong-kind", "{ datatype: 1, body: {} }"),
    WrongFile(
      .document,
      "missing-key",
      "{ datatype: \"a\", variants: [{ when: { device: \"tv\" }, patch: {} }, "
        + "{ when: { device: \"car\" }, body: {} }] }"
    ),
    document("unknown-key", "stale: 1"), document("unknown-key", "Ttl: 1"),
    document("wrong-kind", "$schema: 1"), document("wrong-kind", "id: 1"),
    document("bad-value", "ttl: 0"), document("bad-value", "ttl: 604801"),
    document("wrong-kind", "ttl: \"60\""), document("wrong-kind", "ttl: 0.5"),
    document("bad-value", "staleIfError: -1"), document("wrong-kind", "light: 1"),
    document("wrong-kind", "log: [1]"),
    document("wrong-kind", "log: { capture: [1] }"),
    document("bad-value", "log: { slow: \"1h\" }"),
    document("wrong-kind", "fallback: [\"default\"]"),
    document("over-budget", "tags: [\((0...16).map { "\"t\($0)\"" }.joined(separator: ", "))]"),
    document("wrong-kind", "variants: {}"), document("wrong-kind", "variants: [1]"),
    document("missing-key", "variants: [{ patch: {} }]"),
    document("missing-key", "variants: [{ when: { device: \"tv\" } }]"),
    document("bad-value", "variants: [{ when: { device: \"tv\" }, patch: {}, body: {} }]"),
    document("bad-value", "variants: [{ when: {}, patch: {} }]"),
    document("unknown-key", "variants: [{ when: { device: \"tv\" }, patch: {}, ttl: 5 }]"),
    document(
      "unknown-key",
      "variants: [{ when: { device: \"tv\", region: \"dach\" }, patch: {} }]"
    ),
    document("bad-value", "variants: [{ when: { device: [] }, patch: {} }]"),
    document("bad-value", "variants: [{ when: { country: [] }, patch: {} }]"),
    document("wrong-kind", "variants: [{ when: { app: [\">=2\", \"<1\"] }, patch: {} }]"),
    document("bad-value", "variants: [{ when: { build: -1 }, patch: {} }]"),
    document("bad-value", "variants: [{ when: { from: 5 }, patch: {} }]"),
    document("bad-value", "variants: [{ when: { device: \"tv\" }, patch: {}, priority: 1001 }]"),
    document("wrong-kind", "variants: [{ when: { device: \"tv\" }, patch: [] }]"),
    document("bad-value", "variants: [{ when: { device: \"tv\" }, patch: { datatype: \"b\" } }]"),
  ]

  private static let bodies = [
    WrongFile(.document, "wrong-kind", "{ datatype: \"a\", body: [] }"),
    body("bad-value", "datatype: \"a\""), body("bad-value", "_expire: 1"),
    body("wrong-kind", "a: { $t: 1 }"), body("wrong-kind", "a: { $t: \"\" }"),
    body("wrong-kind", "a: { $t: \"a\", count: [] }"),
    body("unknown-key", "a: { $t: \"a\", $count: 1 }"),
    body("wrong-kind", "a: { $ref: \"a\", carry: [] }"),
    body("wrong-kind", "a: { $ref: \"a\", carry: { b: true } }"),
    body("wrong-kind", "a: { $ref: null }"), body("unknown-key", "a: { $ref: \"a\", title: 1 }"),
    body("unknown-key", "a: { $text: \"a\" }"), body("unknown-key", "a: [[{ b: { $a: 1 } }]]"),
    body("unknown-name", "a: [{ device: \"fridge\" }]"), body("wrong-kind", "a: [{ device: 1 }]"),
    body("unknown-key", "a: [{ when: { devices: \"tv\" } }]"),
    body("bad-format", "a: { $number: [] }"), body("unknown-key", "a: { $number: 1, digit: 2 }"),
    body("bad-value", "a: { $percent: 1, digits: 21 }"),
    body("bad-format", "a: { $money: true, currency: \"EUR\" }"),
    body("bad-format", "a: { $money: 1, currency: [\"EUR\"] }"),
    body("bad-value", "a: { $money: 1, currency: \"EUR\", symbol: \"$\" }"),
    body("bad-value", "a: { $date: 0, style: \"tall\" }"),
    body("bad-value", "a: { $date: 0, time: \"long\" }"),
    body("bad-value", "a: { $date: 0, offset: \"+19:00\" }"),
    body("wrong-kind", "a: { $date: 0, zone: 1 }"),
    body("bad-format", "a: { $date: 0, zone: \"../zones\" }"),
    body("wrong-kind", "a: { $t: \"a\", with: { b: true } }"),
    body("wrong-kind", "a: [{ when: \"tv\" }]"), body("wrong-kind", "a: [{ datatype: 1 }]"),
  ]

  private static let sites = [
    WrongFile(.site, "missing-key", "{}"),
    WrongFile(.site, "missing-key", "{ languages: { published: [] } }"),
    WrongFile(.site, "missing-key", "{ languages: {} }"),
    WrongFile(.site, "wrong-kind", "{ languages: { published: \"en\", source: [\"en\"] } }"),
    WrongFile(.site, "unknown-key", "{ languages: { published: \"en\", fallback: \"en\" } }"),
    WrongFile(.site, "wrong-kind", "{ languages: { published: \"en\", steps: { ca: 1 } } }"),
    site("unknown-key", "language: \"en\""), site("bad-value", "regions: { empty: [] }"),
    site("wrong-kind", "apps: { \"com.example\": { versions: [2] } }"),
    site("missing-key", "apps: { \"com.example\": { update: {} } }"),
    site("wrong-kind", "apps: { \"com.example\": { update: { storeURL: 1, minimum: 2 } } }"),
    site(
      "bad-value",
      "apps: { \"com.example\": { update: { storeURL: \"a://b\", blockedBuilds: [-1] } } }"
    ),
    site("unknown-key", "datatypes: { a: { schemas: {} } }"),
    site("unknown-key", "datatypes: { a: { schema: { pattern: \"a\" } } }"),
    site("wrong-kind", "datatypes: { a: { schema: { properties: { a: false } } } }"),
    site("bad-value", "rollout: { steps: [] }"), site("bad-value", "rollout: { hold: 0 }"),
    site("bad-value", "rateLimits: { a: { paths: [], requests: 1 } }"),
    site("bad-value", "rateLimits: { a: { paths: \"*\", requests: 0 } }"),
    site("bad-value", "rateLimits: { a: { paths: \"*\", requests: 1, by: \"visitor\" } }"),
    site("bad-value", "rollout: { latency: 0.5 }"), site("unknown-key", "rollout: { step: 5 }"),
    site("missing-key", "experiments: { checkout: {} }"),
    site("bad-value", "experiments: { checkout: { arms: {} } }"),
    site("bad-value", "experiments: { checkout: { arms: { a: -1 } } }"),
    site("bad-value", "experiments: { checkout: { arms: { a: 1 }, share: 101 } }"),
    site(
      "over-budget",
      "experiments: { \((0...8).map { "e\($0): { arms: { a: 1 } }" }.joined(separator: ", ")) }"
    ),
    site("bad-value", "defaults: { ttl: 0 }"), site("unknown-key", "defaults: { fallback: 1 }"),
    site("bad-value", "budgets: { variants: 64 }"), site("wrong-kind", "roots: 1"),
    site("wrong-kind", "config: null"), site("missing-key", "edges: { cdn: {} }"),
    site("unknown-key", "edges: { cdn: { peers: [], language: \"a\" } }"),
    site("bad-value", "edges: { cdn: { peers: [], kind: \"squid\" } }"),
    site("wrong-kind", "edges: { cdn: { kind: \"varnish\", purge: 1 } }"),
    site(
      "wrong-kind",
      "edges: { cdn: { kind: \"varnish\", purge: { address: \"http://a\", onPublish: \"no\" } } }"
    ),
    site("bad-value", "edges: { cdn: { kind: \"varnish\", purge: { address: \"cache\" } } }"),
    site(
      "unknown-key",
      "edges: { cdn: { kind: \"varnish\", purge: { address: \"http://a\", addresses: 1 } } }"
    ),
    site(
      "bad-value",
      "edges: { cdn: { kind: \"fastly\", purge: { service: \"a b\", secret: \"A\", probe: \"http://a\" } } }"
    ),
    site(
      "bad-value",
      "edges: { cdn: { kind: \"fastly\", purge: { service: \"a\", secret: \"not a name\", probe: \"http://a\" } } }"
    ),
    site(
      "bad-value",
      "edges: { cdn: { kind: \"akamai\", purge: { address: \"https://a\", network: \"test\", secret: { clientToken: \"A\", clientSecret: \"B\", accessToken: \"C\" }, probe: \"http://a\" } } }"
    ),
    site(
      "missing-key",
      "edges: { cdn: { kind: \"plain\", purge: { address: \"http://a\", request: {} } } }"
    ),
    site(
      "unknown-key",
      "edges: { cdn: { kind: \"plain\", purge: { address: \"http://a\", request: { url: {} } } } }"
    ),
    site(
      "missing-key",
      "edges: { cdn: { kind: \"plain\", purge: { address: \"http://a\", request: { tag: {} } } } }"
    ),
    site(
      "bad-value",
      "edges: { cdn: { kind: \"plain\", purge: { address: \"http://a\", request: { tag: { path: \"a\" } } } } }"
    ),
    site(
      "unknown-name",
      "edges: { cdn: { kind: \"plain\", purge: { address: \"http://a\", request: { tag: { path: \"/{tgas}\" } } } } }"
    ),
    site(
      "bad-value",
      "edges: { cdn: { kind: \"plain\", purge: { address: \"http://a\", request: { tag: { path: \"/\", method: \"purge\" } } } } }"
    ),
    site(
      "bad-value",
      "edges: { cdn: { kind: \"plain\", purge: { address: \"http://a\", request: { tag: { path: \"/\", fields: { \"a b\": \"c\" } } } } } }"
    ),
    site("unknown-key", "model: { route: {} }"),
    site("missing-key", "model: { volume: {} }"),
    site("bad-value", "model: { volume: { month: -1 } }"),
    site("missing-key", "model: { routes: { \"GET /a\": { steady: 1 } } }"),
    site("bad-value", "model: { routes: { \"GET a\": { steady: 1, peak: 2 } } }"),
    site(
      "bad-value",
      "model: { routes: { \"GET /a\": { steady: 1, peak: 2, sla: { within: \"soon\" } } } }"
    ),
    site("bad-value", "model: { instance: { cores: 0 } }"),
    site("bad-value", "edges: { cdn: { peers: [], tagField: \"two words\" } }"),
    site("bad-value", "edges: { cdn: { peers: [], freshnessField: \"two words\" } }"),
  ]

  private static let emergencies = [
    WrongFile(.emergency, "wrong-kind", "[]"), WrongFile(.emergency, "unknown-key", "{ close: 1 }"),
    WrongFile(.emergency, "wrong-kind", "{ maintenance: true }"),
    WrongFile(.emergency, "bad-value", "{ maintenance: {} }"),
    WrongFile(.emergency, "unknown-key", "{ maintenance: { until: 1 } }"),
    WrongFile(.emergency, "bad-value", "{ maintenance: { retryAfter: 0 } }"),
    WrongFile(.emergency, "unknown-name", "{ maintenance: { when: { device: \"all\" } } }"),
    WrongFile(.emergency, "wrong-kind", "{ hide: {} }"),
    WrongFile(.emergency, "wrong-kind", "{ force: { home: [\"body\"] } }"),
    WrongFile(.emergency, "bad-value", "{ ttl: 0 }"),
    WrongFile(.emergency, "bad-value", "{ ttl: { \"*\": 0 } }"),
    WrongFile(.emergency, "wrong-kind", "{ ttl: \"60\" }"),
    WrongFile(.emergency, "bad-value", "{ banner: { english: \"a\" } }"),
    WrongFile(.emergency, "bad-value", "{ banner: { en: 1 } }"),
    WrongFile(.emergency, "wrong-kind", "{ $schema: {} }"),
  ]
}
