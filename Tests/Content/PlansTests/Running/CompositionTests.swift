// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Editions
import Plans
import Testing

@Suite struct `Running plans` {
  private let product = """
    {
      datatype: "product", light: ["title", "price"],
      calls: {
        item: { backend: "shop", path: "/items/{id}" },
        price: { backend: "shop", path: "/prices{?sku}", with: { sku: "$.item.sku" } },
        reviews: { backend: "shop", path: "/reviews/{id}", optional: true },
        stock: { backend: "shop", path: "/stock/{id}", otherwise: { count: 0 } },
      },
      body: {
        title: { $pick: "$.item.name" },
        price: { $pick: "$.price.amount" },
        id: { $pick: "$.route.id" },
        stars: { $pick: "$.reviews.stars", else: null },
        reviews: { $each: "$.reviews.list[?@.stars > 3]", do: {
          by: { $pick: "@.author" }, url: { $ref: "items/{id}", with: { id: "@.author" } } } },
        stock: { $pick: "$.stock.count" },
        kind: "basket",
      },
    }
    """

  private let answers: [String: Shop.Says] = [
    "/items/7": .json(#"{ "name": "Rosé \"deluxe\"", "sku": "r/7" }"#),
    "/prices?sku=r%2F7": .json(#"{ "amount": 39.990 }"#),
    "/reviews/7": .json(
      #"{"stars":4.5,"list":[{"author":"Ana B","stars":5},{"author":"Bo","stars":1}]}"#
    ),
    "/stock/7": .json(#"{"count":12}"#),
  ]

  @Test func `A plan makes its calls and copies the picked values into the answer`() throws {
    let shop = try Shop(product, answers: answers)
    #expect(
      try shop.compose().text
        == #"{"datatype":"product","title":"Rosé \"deluxe\"","price":39.990,"id":"7","stars":4.5,"#
        + #""reviews":[{"by":"Ana B","url":"/items/Ana%20B"}],"stock":12,"kind":"basket"}"#
    )
    #expect(shop.calls == ["/items/7", "/prices?sku=r%2F7", "/reviews/7", "/stock/7"])
  }

  @Test func `A plan makes only the calls that the view and the fields need`() throws {
    let light = try Shop(product, answers: answers)
    let text = try light.compose(view: BodyView(isLight: true)).text
    #expect(text == #"{"datatype":"product","title":"Rosé \"deluxe\"","price":39.990}"#)
    #expect(light.calls == ["/items/7", "/prices?sku=r%2F7"])
    let fields = try Shop(product, answers: answers)
    _ = try fields.compose(view: BodyView(fields: ["kind"]))
    #expect(fields.calls == [])
    _ = try fields.compose(view: BodyView(fields: ["stock"]))
    #expect(fields.calls == ["/stock/7"])
  }

  @Test func `A plan does not fetch answers that are already there`() throws {
    let shop = try Shop(product, answers: answers)
    let body = try shop.compose(known: ["/items/7", "/prices?sku=r%2F7"]).body
    #expect(shop.calls == ["/reviews/7", "/stock/7"])
    #expect(body?.isDegraded == false)
  }

  @Test func `A composed answer expires with its earliest part and has the tags of all parts`()
    throws
  {
    let body = try #require(Shop(product, answers: answers).compose().body)
    #expect(body.freshness.expire.seconds == 8)
    #expect(Set(body.tags) == ["from/items/7", "from/prices", "from/reviews/7", "from/stock/7"])
  }

  @Test func `A failed optional call is left out of the answer and reported as missing`() throws {
    var answers = answers
    answers["/reviews/7"] = .fails("timeout")
    answers["/stock/7"] = .fails("refused")
    let composition = try Shop(product, answers: answers).compose()
    #expect(
      composition.text
        == #"{"datatype":"product","title":"Rosé \"deluxe\"","price":39.990,"id":"7","stars":null,"#
        + #""stock":0,"kind":"basket"}"#
    )
    #expect(composition.body?.missing == ["reviews", "stock"])
  }

  @Test func `A part answered from a stale response is reported as stale`() throws {
    var answers = answers
    answers["/stock/7"] = .stale(#"{"count":3}"#)
    let body = try #require(Shop(product, answers: answers).compose().body)
    #expect(body.stale == ["stock"])
    #expect(body.missing == [])
    #expect(body.isDegraded)
  }

  @Test(arguments: [
    ("/items/7", "item: timeout"), ("/prices?sku=r%2F7", "price: timeout"),
  ])
  func `A failed required call fails the plan with its reason`(target: String, text: String) throws
  {
    var answers = answers
    answers[target] = .fails("timeout")
    #expect(try Shop(product, answers: answers).compose().text == text)
  }

  @Test func `A plan makes independent calls at once, and the others as their values arrive`()
    throws
  {
    let waiting = answers.mapValues { _ in Shop.Says.waits }
    let shop = try Shop(product, answers: waiting)
    var text: String?
    try shop.begin { text = $0.text }
    #expect(shop.calls == ["/items/7", "/reviews/7", "/stock/7"])
    try shop.answer("/stock/7", #require(answers["/stock/7"]))
    try shop.answer("/items/7", #require(answers["/items/7"]))
    #expect(shop.calls.contains("/prices?sku=r%2F7"))
    try shop.answer("/prices?sku=r%2F7", #require(answers["/prices?sku=r%2F7"]))
    #expect(text == nil)
    try shop.answer("/reviews/7", #require(answers["/reviews/7"]))
    #expect(try text == Shop(product, answers: answers).compose().text)
    #expect(shop.cancelled == [])
  }

  @Test func `A plan cancels its other calls when a required one fails`() throws {
    let waiting = answers.mapValues { _ in Shop.Says.waits }
    let shop = try Shop(product, answers: waiting)
    var text: String?
    try shop.begin { text = $0.text }
    try shop.answer("/stock/7", .fails("refused"))
    #expect(text == nil)
    try shop.answer("/items/7", .fails("timeout"))
    #expect(text == "item: timeout")
    #expect(shop.cancelled == ["/reviews/7"])
  }

  @Test func `A call whose value another call did not deliver fails the plan`() throws {
    var answers = answers
    answers["/items/7"] = .json("{}")
    #expect(try Shop(product, answers: answers).compose().text == "price: no-value")
  }

  @Test(arguments: ["..", "."])
  func `A call is not made whose value would make its path another one`(value: String) throws {
    var answers = answers
    answers["/items/7"] = .json(#"{"name":"A","sku":"\#(value)"}"#)
    let segment = product.replacing("/prices{?sku}", with: "/prices/{sku}/now")
    let shop = try Shop(segment, answers: answers)
    #expect(try shop.compose().text == "price: no-value")
    #expect(shop.calls.allSatisfy { !$0.hasPrefix("/prices") })
  }

  @Test func `A plan asks for a list in batches of the declared size, each value once`() throws {
    let list = """
      {
        datatype: "list",
        query: { offset: { minimum: 0, maximum: 1000, default: "0" } },
        calls: {
          items: { backend: "shop", path: "/items{?offset}" },
          prices: { backend: "shop", path: "/prices{?ids}", with: { ids: "$.items.list[*].id" },
                    batch: { variable: "ids", size: 2 }, items: "$.prices[*]", key: "@.id" },
        },
        body: {
          offset: { $pick: "$.query.offset" },
          data: { $each: "$.items.list[*]", do: {
            id: { $pick: "@.id" },
            price: { $match: "prices", on: "@.id", pick: "@.amount", else: "?" } } },
        },
      }
      """
    let shop = try Shop(
      list,
      path: "items",
      answers: [
        "/items?offset=0": .json(#"{"list":[{"id":"a"},{"id":"b"},{"id":3},{"id":"a"}]}"#),
        "/prices?ids=a,b": .json(#"{"prices":[{"id":"b","amount":2},{"id":"a","amount":1}]}"#),
        "/prices?ids=3": .json(#"{"prices":[]}"#),
      ]
    )
    #expect(
      try shop.compose([:], query: ["offset": "0"]).text
        == #"{"datatype":"list","offset":0,"data":[{"id":"a","price":1},{"id":"b","price":2},"#
        + #"{"id":3,"price":"?"},{"id":"a","price":1}]}"#
    )
    #expect(shop.calls == ["/items?offset=0", "/prices?ids=3", "/prices?ids=a,b"])
  }

  @Test func `A plan sends the visitor's country and language to a service that needs them`() throws
  {
    let shop = try Shop(
      """
      {
        datatype: "a", visitor: { country: ["US", "CA"] },
        calls: { a: { backend: "shop", path: "/a{?country,language}" } },
        body: { a: { $pick: "$.a" }, where: { $pick: "$.visitor.country" } },
      }
      """,
      path: "a",
      answers: ["/a?country=CA&language=en": .json("[1]")]
    )
    #expect(
      try shop.compose([:], facts: [.country: "CA", .language: "en"]).text
        == #"{"datatype":"a","a":[1],"where":"CA"}"#
    )
  }
}
