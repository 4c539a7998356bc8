// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Testing

@Suite struct `A plan with localized formats` {
  private static let product = """
    {
      datatype: "product", visitor: { country: ["US", "CA"] },
      calls: { price: { backend: "shop", path: "/prices/{id}{?country}" } },
      body: {
        price: { $money: "$.price.amount", currency: "$.price.currency" },
        here: { $money: "$.price.amount" },
        text: { $t: "delivery", with: { days: "$.price.days", price: "$.price.amount" } },
      },
    }
    """

  private static let products = """
    {
      datatype: "products", visitor: { country: ["US", "CA"] },
      list: { limit: 2, keys: { amount: "@.amount" } },
      calls: { products: { backend: "shop", path: "/products{?country}" } },
      body: {
        data: { $list: "$.products.data[*]", do: {
          price: { $money: "@.amount", currency: "@.currency" },
          here: { $money: "@.amount" },
          text: { $t: "delivery", with: { days: "@.days", price: "@.amount" } } } },
      },
    }
    """

  private static let shelf = """
    {
      datatype: "shelf",
      calls: { shelf: { backend: "shop", path: "/shelf" } },
      body: {
        first: { $embed: "products/{id}", with: { id: "7" } },
        all: { $each: "$.shelf.ids[*]", do: { $embed: "products/{id}", with: { id: "@" } } },
      },
    }
    """

  private func start(_ amount: String) async throws -> (SiteServer, SampleService) {
    let service = try await SampleService()
    service.says(.init(#"{"ids":["7"]}"#), to: "/shelf")
    for country in ["US", "CA"] {
      service.says(
        .init(#"{"amount":\#(amount),"currency":"USD","days":2}"#),
        to: "/prices/7?country=\(country)"
      )
      service.says(
        .init(
          #"{"data":[{"amount":\#(amount),"currency":"USD","days":2},"#
            + #"{"amount":5,"currency":"JPY","days":1},{"amount":1,"currency":"USD","days":1}]}"#
        ),
        to: "/products?country=\(country)"
      )
    }
    let site = try await SiteServer(
      [
        "products/{id}": Self.product, "products": Self.products, "shelf": Self.shelf,
        "Locales/en.json":
          #"{ "delivery": "{days, plural, one {# day} other {# days}} from {price, number, ::currency/USD}" }"#,
        "Locales/fr.json":
          #"{ "delivery": "{days, plural, one {# jour} other {# jours}} dès {price, number, ::currency/USD}" }"#,
      ],
      settings: """
        {
          languages: { published: ["en", "fr"], source: "en", default: "en" }, roots: ["*"],
          backends: { shop: { addresses: ["\(service.address)"] } },
        }
        """
    )
    return (site, service)
  }

  @Test(arguments: [
    ("en.us", "en", #""price":"$1,299.50","here":"$1,299.50","text":"2 days from $1,299.50""#),
    (
      "fr.ca", "fr",
      #""price":"1\#u{202F}299,50\#u{A0}$US","here":"1\#u{202F}299,50\#u{A0}$CA","#
        + #""text":"2 jours dès 1\#u{202F}299,50\#u{A0}$US""#
    ),
  ])
  func `A plan's values are formatted in the answer's language and currency`(
    token: String,
    language: String,
    body: String
  ) async throws {
    let (site, service) = try await start("1299.50")
    // Another language that the visitor reads makes no difference.
    let reply = try await site.get("/\(token)/products/7", ["Accept-Language": "de, ja"])
    #expect(reply.status == 200)
    #expect(
      reply.body.hasPrefix(#"{"datatype":"product",\#(body),"_lang":"\#(language)""#),
      "\(reply.body)"
    )
    #expect(reply.fields["degraded"] == nil)
    #expect(service.asked().count == 1)
  }

  @Test(arguments: [
    (
      "en.us",
      #"{"price":"$1,299.50","here":"$1,299.50","text":"2 days from $1,299.50"},"#
        + #"{"price":"¥5","here":"$5.00","text":"1 day from $5.00"}"#
    ),
    (
      "fr.ca",
      #"{"price":"1\#u{202F}299,50\#u{A0}$US","here":"1\#u{202F}299,50\#u{A0}$CA","#
        + #""text":"2 jours dès 1\#u{202F}299,50\#u{A0}$US"},"#
        + #"{"price":"5\#u{A0}JPY","here":"5,00\#u{A0}$CA","text":"1 jour dès 5,00\#u{A0}$US"}"#
    ),
  ])
  func `The values of a list's items are formatted in the answer's language`(
    token: String,
    items: String
  ) async throws {
    let (site, service) = try await start("1299.50")
    let reply = try await site.get("/\(token)/products?sort=-amount")
    #expect(reply.status == 200)
    #expect(reply.body.contains(#""data":[\#(items)]"#), "\(reply.body)")
    #expect(reply.fields["degraded"] == nil)
    #expect(service.asked().count == 1)
  }

  @Test(arguments: [
    ("en.us", #""price":"$1,299.50","here":"$1,299.50","text":"2 days from $1,299.50""#),
    (
      "fr.ca",
      #""price":"1\#u{202F}299,50\#u{A0}$US","here":"1\#u{202F}299,50\#u{A0}$CA","#
        + #""text":"2 jours dès 1\#u{202F}299,50\#u{A0}$US""#
    ),
  ])
  func `The values of an embedded document are formatted in the answer's language`(
    token: String,
    members: String
  ) async throws {
    let (site, service) = try await start("1299.50")
    let reply = try await site.get("/\(token)/shelf")
    #expect(reply.status == 200)
    let product = #"{"datatype":"product",\#(members),"_url":"/\#(token)/products/7"}"#
    #expect(
      reply.body.hasPrefix(#"{"datatype":"shelf","first":\#(product),"all":[\#(product)],"#),
      "\(reply.body)"
    )
    #expect(reply.fields["degraded"] == nil)
    #expect(service.asked() == ["/prices/7?country=\(token == "fr.ca" ? "CA" : "US")", "/shelf"])
  }

  @Test func `A value that is no number is left out and names its call as degraded`() async throws {
    let (site, service) = try await start(#""on request""#)
    let reply = try await site.get("/en.us/products/7")
    #expect(reply.status == 200)
    #expect(reply.body.hasPrefix(#"{"datatype":"product","_degraded":["price"],"_lang":"en""#))
    #expect(reply.fields["degraded"] == "price")
    #expect(reply.fields["cache-control"]?.contains("max-age=5") == true)
    #expect(service.asked().count == 1)
  }
}
