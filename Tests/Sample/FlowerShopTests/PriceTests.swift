// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FlowerShop
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The prices` {
  private static let basket = "/prices/0101-2010-0611"

  @Test(arguments: [
    ("US", "USD", 39.99), ("CA", "CAD", 54.99), ("GB", "GBP", 32.5), ("DE", "EUR", 37.9),
    ("FR", "EUR", 37.9), ("JP", "JPY", 5_900),
  ])
  func `A price is that of the country asked for, in its currency`(
    country: String,
    currency: String,
    amount: Double
  ) async throws {
    let shop = try await ShopServer()
    let price = try await shop.get(.prices, "\(Self.basket)?country=\(country)").json
    #expect(price["country"].text == country)
    #expect(price["currency"].text == currency)
    #expect(price["amount"].number == amount)
    #expect(price["was"] == nil)
  }

  @Test func `A price is written with as many decimals as its currency has`() async throws {
    let shop = try await ShopServer()
    #expect(try await shop.get(.prices, Self.basket).body.contains("\"amount\":39.99"))
    let yen = try await shop.get(.prices, "\(Self.basket)?country=JP").body
    #expect(yen.contains("\"amount\":5900}"))
  }

  @Test func `Prices of many items come in the order asked, without unknown ids`()
    async throws
  {
    let shop = try await ShopServer()
    let target = "/prices?ids=0104-2014-0901,none,0101-2010-0611,0104-2014-0901&country=CA"
    let list = try await shop.get(.prices, target).json
    #expect(list["currency"].text == "CAD")
    let ids = list["data"].elements.compactMap { $0["id"].text }
    #expect(ids == ["0104-2014-0901", "0101-2010-0611"])
    #expect(list["data"].elements.compactMap { $0["amount"].number } == [68.99, 54.99])
    #expect(list["data"].elements.first?["was"].number == 85.99)
  }

  @Test(arguments: [
    ("/prices", "ids"), ("/prices?ids=", "ids"), ("/prices?ids=a&country=XX", "country"),
    ("/prices?ids=" + (0...100).map(String.init).joined(separator: ","), "ids"),
    ("\(basket)?country=us", "country"), ("\(basket)?currency=EUR", "currency"),
  ])
  func `A wrong query for prices answers 400 and names a parameter at fault`(
    target: String,
    place: String
  ) async throws {
    let shop = try await ShopServer()
    let reply = try await shop.get(.prices, target)
    #expect(reply.status == 400)
    #expect(try reply.json["detail"].text?.hasPrefix("\(place) ") == true, "\(reply.body)")
  }

  @Test func `A price of an unknown item answers 404`() async throws {
    let shop = try await ShopServer()
    let reply = try await shop.get(.prices, "/prices/none?country=DE")
    #expect(reply.status == 404)
    #expect(try reply.json["detail"].text == "there is no price of none in DE")
  }

  @Test func `A lowered price tells the former one, and a raised price does not`() async throws {
    let shop = try await ShopServer()
    let first = try await shop.get(.prices, Self.basket)
    let fallen = try await shop.send(
      "PUT",
      .prices,
      "\(Self.basket)/US",
      body: "{\"amount\": 29.99}"
    )
    #expect(fallen.status == 200)
    #expect(try fallen.json["amount"].number == 29.99)
    #expect(try fallen.json["was"].number == 39.99)
    let second = try await shop.get(.prices, Self.basket)
    #expect(second.fields["etag"] != first.fields["etag"])
    #expect(second.fields["last-modified"] == "Fri, 15 Jan 2027 08:00:00 GMT")
    let risen = try await shop.send("PUT", .prices, "\(Self.basket)/US", body: "{\"amount\": 45}")
    #expect(try risen.json["amount"].number == 45)
    #expect(try risen.json["was"] == nil)
    let canada = try await shop.get(.prices, "\(Self.basket)?country=CA").json
    #expect(canada["amount"].number == 54.99)
  }

  @Test(arguments: [
    ("US", "{\"amount\": 1.999}", 422), ("US", "{\"amount\": \"5\"}", 422),
    ("US", "{\"amount\": 0}", 422), ("US", "{\"amount\": 1e9}", 422), ("US", "{}", 422),
    ("JP", "{\"amount\": 5.5}", 422), ("US", "[1]", 400), ("US", "{\"amount\": 1", 400),
    ("XX", "{\"amount\": 1}", 404),
  ])
  func `A price that its currency cannot express is refused, and the old one stays`(
    country: String,
    body: String,
    status: Int
  ) async throws {
    let shop = try await ShopServer()
    let reply = try await shop.send("PUT", .prices, "\(Self.basket)/\(country)", body: body)
    #expect(reply.status == status)
    #expect(reply.fields["content-type"] == "application/problem+json")
    #expect(try await shop.get(.prices, Self.basket).json["amount"].number == 39.99)
  }
}
