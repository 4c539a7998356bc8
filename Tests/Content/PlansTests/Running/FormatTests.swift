// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Plans
import Testing

@Suite struct `Formatted values in plans` {
  private static let settings = """
    {
      languages: { published: ["de"], source: "de", default: "de" },
      backends: { shop: { addresses: "http://127.0.0.1:9000" } },
      roots: ["*"],
    }
    """

  private static let texts = """
    {
      "delivery": "{days, plural, one {Lieferung in # Tag} other {Lieferung in # Tagen}} ab {price, number, ::currency/EUR}",
      "saves": "Sie sparen {amount} ({share, number, percent})"
    }
    """

  private func composed(
    _ body: String,
    _ answer: String,
    more: String = "",
    facts: [VisitorFact: String] = [:]
  ) throws -> PlanOutcome {
    let document = """
      {
        datatype: "x", \(more)
        calls: {
          a: { backend: "shop", path: "/a", items: "$.list[*]", key: "@.id" },
        },
        body: { \(body) },
      }
      """
    let shop = try Shop(
      document,
      path: "x",
      files: ["Locales/de.json": Self.texts],
      settings: Self.settings,
      answers: ["/a": .json(answer)]
    )
    return try shop.compose([:], facts: facts)
  }

  private static let answer = """
    {"amount":1234.5,"text":"39.990","code":"USD","share":0.19,"days":3,"one":1,"since":1797728640,
    "day":"2026-12-20","none":null,"word":"on request","flag":true,"bad":"US",
    "list":[{"id":"x","amount":5},{"id":"y","amount":"7.25"},{"id":"z","amount":"?"}]}
    """

  @Test(arguments: [
    (#"x: { $money: "$.a.amount", currency: "$.a.code" }"#, #""x":"1.234,50\#u{A0}$""#),
    (
      #"x: { $money: { $pick: "$.a.text" }, currency: { $pick: "$.a.code" } }"#,
      #""x":"39,99\#u{A0}$""#
    ),
    (#"x: { $money: "$.a.amount", currency: "EUR", digits: 0 }"#, #""x":"1.234\#u{A0}€""#),
    (
      #"x: { $money: "$.a.amount", currency: "CAD", symbol: "code" }"#, #""x":"1.234,50\#u{A0}CAD""#
    ),
    (#"x: { $money: 5, currency: "$.a.code" }"#, #""x":"5,00\#u{A0}$""#),
    (#"x: { $money: "39.99", currency: "EUR" }"#, #""x":"39,99\#u{A0}€""#),
    (#"x: { $number: "$.a.amount" }"#, #""x":"1.234,5""#),
    (#"x: { $number: "$.a.amount", digits: 2 }"#, #""x":"1.234,50""#),
    (#"x: { $percent: "$.a.share" }"#, #""x":"19\#u{A0}%""#),
    (#"x: { $date: "$.a.since", style: "long" }"#, #""x":"20. Dezember 2026""#),
    (
      #"x: { $date: "$.a.since", style: "short", time: "short", offset: "+01:00" }"#,
      #""x":"20.12.26, 02:04""#
    ),
    (#"x: { $date: "$.a.day" }"#, #""x":"20.12.2026""#),
    (
      #"x: { $money: { $match: "a", on: "$.a.list[1].id", pick: "@.amount" }, currency: "EUR" }"#,
      #""x":"7,25\#u{A0}€""#
    ),
    (#"x: { $number: "$.a.nothing" }, y: 1"#, #""y":1"#),
    (#"x: { $number: "$.a.none" }, y: 1"#, #""y":1"#),
    (#"x: { $number: "$.a.nothing", else: "?" }"#, #""x":"?""#),
  ])
  func `A formatted value of a plan is written in the language of the answer`(
    body: String,
    written: String
  ) throws {
    let composition = try composed(body + #", a: { $pick: "$.a.days" }"#, Self.answer)
    #expect(composition.text == #"{"datatype":"x",\#(written),"a":3}"#)
    #expect(composition.body?.isDegraded == false)
  }

  @Test(arguments: [
    (#"x: { $money: "$.a.word", currency: "EUR" }, y: 1"#, #""y":1"#),
    (#"x: { $money: "$.a.word", currency: "EUR", else: "?" }"#, #""x":"?""#),
    (#"x: { $money: "$.a.amount", currency: "$.a.bad" }, y: 1"#, #""y":1"#),
    (#"x: { $money: "$.a.amount", currency: "$.a.days" }, y: 1"#, #""y":1"#),
    (#"x: { $number: "$.a.flag" }, y: 1"#, #""y":1"#),
    (#"x: { $percent: "$.a.list" }, y: 1"#, #""y":1"#),
    (#"x: { $date: "$.a.amount" }, y: 1"#, #""y":1"#),
    (#"x: { $date: "$.a.word" }, y: 1"#, #""y":1"#),
    (
      #"x: { $t: "delivery", with: { days: "$.a.word", price: "$.a.amount" } }, y: 1"#, #""y":1"#
    ),
    (
      #"x: { $t: "delivery", with: { days: "$.a.days", price: "$.a.word" } }, y: 1"#, #""y":1"#
    ),
    (#"x: { $t: "saves", with: { amount: "$.a.flag", share: 1 } }, y: 1"#, #""y":1"#),
  ])
  func `A value that cannot be formatted is left out or replaced, and its call reported`(
    body: String,
    written: String
  ) throws {
    let composition = try composed(body, Self.answer)
    #expect(composition.text == #"{"datatype":"x",\#(written)}"#)
    #expect(composition.body?.missing == ["a"])
  }

  @Test func `A formatted value within list items is left out where it cannot be formatted`() throws
  {
    let composition = try composed(
      #"x: { $each: "$.a.list[*]", do: { p: { $money: "@.amount", currency: "EUR" } } }"#,
      Self.answer
    )
    #expect(
      composition.text
        == #"{"datatype":"x","x":[{"p":"5,00\#u{A0}€"},{"p":"7,25\#u{A0}€"},{}]}"#
    )
    #expect(composition.body?.missing == ["a"])
  }

  @Test(arguments: [("US", "$"), ("CH", "CHF")])
  func `A formatted amount has the currency of the visitor's country by default`(
    country: String,
    symbol: String
  ) throws {
    let composition = try composed(
      #"x: { $money: "$.a.amount" }"#,
      Self.answer,
      more: #"visitor: { country: ["US", "CH"] },"#,
      facts: [.country: country]
    )
    #expect(composition.text == #"{"datatype":"x","x":"1.234,50\#u{A0}\#(symbol)"}"#)
  }

  @Test(arguments: [
    (
      #"{ $t: "delivery", with: { days: "$.a.days", price: "$.a.amount" } }"#,
      "Lieferung in 3 Tagen ab 1.234,50\u{A0}€"
    ),
    (
      #"{ $t: "delivery", with: { days: "$.a.one", price: 5 } }"#,
      "Lieferung in 1 Tag ab 5,00\u{A0}€"
    ),
    (
      #"{ $t: "delivery", with: { days: { $pick: "$.a.nothing", else: 2 }, price: 5 } }"#,
      "Lieferung in 2 Tagen ab 5,00\u{A0}€"
    ),
    (
      #"{ $t: "saves", share: 0.5, with: { amount: { $money: "$.a.text", currency: "$.a.code" } } }"#,
      "Sie sparen 39,99\u{A0}$ (50\u{A0}%)"
    ),
    (
      #"{ $t: "saves", with: { share: "$.a.share", amount: { $money: 1, currency: "EUR" } } }"#,
      "Sie sparen 1,00\u{A0}€ (19\u{A0}%)"
    ),
    (
      #"{ $t: "saves", with: { share: 0.19, amount: "viel" } }"#, "Sie sparen viel (19\u{A0}%)"
    ),
  ])
  func `A text of a plan is filled in with picked arguments`(text: String, written: String) throws {
    let composition = try composed(
      "x: \(text), a: { $pick: \"$.a.one\" }",
      Self.answer
    )
    #expect(composition.text == #"{"datatype":"x","x":"\#(written)","a":1}"#)
    #expect(composition.body?.isDegraded == false)
  }

  @Test func `A text of a plan that lacks an argument is left out`() throws {
    let composition = try composed(
      #"x: { $t: "delivery", with: { days: "$.a.nothing", price: 5 } }, y: 1"#,
      Self.answer
    )
    #expect(composition.text == #"{"datatype":"x","y":1}"#)
  }

  @Test func `A plan makes the calls that its formatted values need`() throws {
    let composition = try composed(
      #"x: { $number: "$.a.days" }, y: { $t: "saves", with: { amount: "$.a.days", share: 1 } }"#,
      Self.answer
    )
    #expect(composition.text.contains(#""x":"3","y":"Sie sparen 3 (100\#u{A0}%)""#))
  }
}
