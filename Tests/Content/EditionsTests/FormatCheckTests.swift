// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Editions
import SiteTesting
import Sites
import Testing

@Suite struct `Formatted values in documents` {
  private static let settings = """
    {
      languages: { published: ["en", "fr", "fr-CA", "ar"], source: "en", default: "en" },
      backends: { shop: { addresses: ["http://127.0.0.1:9000"] } },
      roots: ["*"],
    }
    """

  private func findings(_ document: String) -> [String] {
    MemorySite(["a": document], settings: Self.settings).compiled().findings
      .map { "\($0.rule) \($0.place.position.line): \($0.message)" }
  }

  /// The hour before a clock goes on, and the one that it shows afterwards.
  @Test(arguments: [
    ("2026-03-29T00:59:59Z", "Europe/Vienna", "01:59"),
    ("2026-03-29T01:00:00Z", "Europe/Vienna", "03:00"),
    ("2026-10-25T00:59:59Z", "Europe/Vienna", "02:59"),
    ("2026-10-25T01:00:00Z", "Europe/Vienna", "02:00"),
    ("2126-07-01T12:00:00Z", "Europe/Vienna", "14:00"),
    ("2026-03-08T07:00:00Z", "America/New_York", "03:00"),
    ("2026-07-01T12:00:00Z", "Asia/Kolkata", "17:30"), ("2026-07-01T12:00:00Z", "UTC", "12:00"),
  ])
  func `A formatted time is that of its time zone, with daylight saving`(
    instant: String,
    zone: String,
    time: String
  ) throws {
    let document = """
      { datatype: "x", body: {
        at: { $date: "\(instant)", zone: "\(zone)", style: "none", time: "short" } } }
      """
    let compilation = MemorySite(["a": document], settings: Self.settings).compiled()
    let edition = try #require(compilation.edition, "\(compilation.findings)")
    #expect(edition.answer("a", for: "fr") == #"{"datatype":"x","at":"\#(time)"}"#)
  }

  @Test(arguments: [
    ("en", "$39.99", "12.5%", "December 20, 2026"),
    ("fr", "39,99\u{A0}$US", "12,5\u{A0}%", "20 décembre 2026"),
    ("fr-ca", "39,99\u{A0}$\u{A0}US", "12,5\u{A0}%", "20 décembre 2026"),
  ])
  func `Formatted values are written in the language of the answer`(
    token: String,
    price: String,
    share: String,
    day: String
  ) throws {
    let document = """
      { datatype: "x", body: {
        price: { $money: "39.99", currency: "USD" },
        share: { $percent: 0.125, digits: 1 },
        list: [{ $date: "2026-12-20", style: "long" }],
      } }
      """
    let compilation = MemorySite(["a": document], settings: Self.settings).compiled()
    let edition = try #require(compilation.edition, "\(compilation.findings)")
    let answer = try #require(edition.answer("a", for: token))
    #expect(
      answer == #"{"datatype":"x","price":"\#(price)","share":"\#(share)","list":["\#(day)"]}"#
    )
  }

  @Test func `Formatted values fill the arguments of a text`() throws {
    let site = MemorySite(
      [
        "a": #"""
        { datatype: "x", body: { text: { $t: "from", with: {
          price: { $money: 5, currency: "EUR" }, count: 1200 } } } }
        """#,
        "Locales/en.json":
          #"{ "from": "{count, plural, one {# rose} other {# roses}} from {price}" }"#,
      ],
      settings: #"{ languages: { published: ["en"], default: "en" }, roots: ["*"] }"#
    )
    let edition = try #require(site.compiled().edition)
    #expect(
      edition.answer("a", for: "") == #"{"datatype":"x","text":"1,200 roses from €5.00"}"#
    )
  }

  @Test(arguments: [
    ("{ $money: 5 }", "bad-format 2: \"$money\" has no \"currency\"; only a document"),
    ("{ $money: 5, currency: \"UDS\" }", "bad-format 2: \"UDS\" is no currency in use"),
    ("{ $money: 5, currency: \"usd\" }", "bad-format 2: \"usd\" is no currency in use"),
    ("{ $money: 5, currency: 7 }", "bad-format 2: \"7\" is no currency in use"),
    (
      "{ $money: \"five\", currency: \"EUR\" }",
      "bad-format 2: \"$money\" is \"five\"; expected a number of"
    ),
    (
      "{ $money: true, currency: \"EUR\" }",
      "bad-format 2: \"$money\" is a boolean; expected a number of"
    ),
    ("{ $number: 1, digits: 21 }", "bad-value 2: \"digits\" is 21; expected 0 to 20"),
    ("{ $number: 1, digits: \"2\" }", "wrong-kind 2: \"digits\" is a string; expected an integer"),
    ("{ $number: 1, digts: 2 }", "unknown-key 2: \"$number\" has no key \"digts\""),
    ("{ $number: 1, currency: \"EUR\" }", "unknown-key 2: \"$number\" has no key \"currency\""),
    (
      "{ $number: [] }",
      "bad-format 2: \"$number\" is an array; expected a number of at most 40 digits or a pick"
    ),
    ("{ $percent: \"1 %\" }", "bad-format 2: \"$percent\" is \"1 %\"; expected a number of"),
    (
      "{ $date: \"20.12.2026\" }",
      "bad-format 2: \"$date\" is \"20.12.2026\"; expected seconds of Unix time"
    ),
    (
      "{ $date: 0, style: \"tall\" }",
      "bad-value 2: \"style\" is \"tall\"; expected \"full\" or \"long\""
    ),
    ("{ $date: 0, time: \"full\" }", "bad-value 2: \"time\" is \"full\"; expected \"short\""),
    ("{ $date: 0, style: \"none\" }", "bad-value 2: neither a date nor a time is wanted"),
    (
      "{ $date: 0, offset: \"Europe/Berlin\" }",
      "bad-value 2: \"offset\" is \"Europe/Berlin\"; expected Z or"
    ),
    (
      "{ $date: 0, zone: \"Europe/Viena\" }",
      "bad-format 2: \"zone\" is \"Europe/Viena\", which is no zone of tzdata; expected the name of one such as "
        + "Europe/Vienna"
    ),
    (
      "{ $date: 0, zone: \"europe/paris\" }",
      "bad-format 2: \"zone\" is \"europe/paris\", which is no zone"
    ),
    (
      "{ $date: 0, zone: \"../zoneinfo/UTC\" }",
      "bad-format 2: \"zone\" is \"../zoneinfo/UTC\", which is no zone"
    ),
    ("{ $date: 0, zone: \"Europe\" }", "bad-format 2: \"zone\" is \"Europe\", which is no zone"),
    (
      "{ $date: 0, zone: 1 }",
      "wrong-kind 2: \"zone\" is an integer; expected the name of one such as"
    ),
    (
      "{ $date: 0, zone: \"UTC\", offset: \"Z\" }",
      "bad-value 2: \"offset\" stands beside \"zone\", which says it"
    ),
    (
      "{ $money: 5, currency: \"EUR\", symbol: \"sign\" }",
      "bad-value 2: \"symbol\" is \"sign\"; expected \"standard\" or"
    ),
    ("{ $number: \"$.item.count\" }", "bad-format 2: there is nothing to pick from"),
    ("{ $number: { $pick: \"$.item.count\" } }", "bad-format 2: there is nothing to pick from"),
    ("{ $money: 5, currency: \"$.a.b\" }", "bad-format 2: there is nothing to pick from"),
    ("{ $number: 1, else: 2 }", "bad-format 2: \"else\" is never used"),
  ])
  func `An invalid formatted value is reported with its line`(value: String, message: String) {
    let found = findings("{ datatype: \"x\", body: {\nx: \(value) } }")
    #expect(found.contains { $0.hasPrefix(message) }, "\(found)")
  }

  @Test(arguments: [
    ("{ $t: \"t\", with: { a: true } }", "the argument \"a\" of a text is a boolean"),
    ("{ $t: \"t\", with: { a: \"$.item.a\" } }", "the argument \"a\" of a text is a string"),
    (
      "{ $t: \"t\", with: { a: { $pick: \"$.item.a\" } } }",
      "the argument \"a\" of a text is a dict"
    ),
  ])
  func `An invalid argument of a text is reported with its line`(value: String, message: String) {
    let found = findings("{ datatype: \"x\", body: {\nx: \(value) } }")
    #expect(found.contains { $0.hasPrefix("wrong-kind 2: \(message)") }, "\(found)")
  }

  @Test func `An argument of a text that stands twice is reported`() {
    let found = findings(
      "{ datatype: \"x\", body: {\nx: { $t: \"t\", a: 1, with: { a: 2 } } } }"
    )
    #expect(
      found.contains { $0.hasPrefix("bad-value 2: the argument \"a\" of a text is given twice") }
    )
  }

  @Test(arguments: [
    (
      "{ $money: \"$.a.b\" }",
      "bad-pick 2: \"$money\" has no \"currency\", and the document's \"visitor\""
    ),
    ("{ $money: \"$.b.c\", currency: \"EUR\" }", "bad-pick 2: the plan has no call \"b\""),
    ("{ $money: 5, currency: \"$.b.c\" }", "bad-pick 2: the plan has no call \"b\""),
    ("{ $number: { $pick: \"$.a.b\", else: 1 } }", "unknown-key 2: \"$pick\" has no key \"else\""),
    (
      "{ $number: { $each: \"$.a.b\", do: 1 } }",
      "bad-format 2: \"$number\" is a dictionary; expected"
    ),
    (
      "{ $number: { $match: \"a\", on: \"$.a.b\" } }", "bad-pick 2: the call \"a\" has no \"items\""
    ),
    ("{ $number: \"@.b\" }", "bad-pick 2: \"@\" means an item"),
    ("{ $t: \"t\", with: { a: \"$.b.c\" } }", "bad-pick 2: the plan has no call \"b\""),
    (
      "{ $t: \"t\", with: { a: true } }", "bad-pick 2: an argument of a text is a boolean; expected"
    ),
    (
      "{ $t: \"t\", with: { a: { b: 1 } } }",
      "bad-pick 2: an argument of a text is a dictionary; expected"
    ),
    (
      "{ $money: 5, currency: \"EUR\", digits: -1 }",
      "bad-value 2: \"digits\" is -1; expected 0 to 20"
    ),
  ])
  func `An invalid formatted value in a plan is reported with its line`(
    value: String,
    message: String
  ) {
    let found = findings(
      """
      { datatype: "x", calls: { a: { backend: "shop", path: "/a" } }, body: { y: { $pick: "$.a" },
      x: \(value) } }
      """
    )
    #expect(found.contains { $0.hasPrefix(message) }, "\(found)")
  }
}
