// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FlowerShop
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The orders` {
  private static let address =
    "{\"name\": \"Rose\", \"street\": \"1 Main St\", \"postcode\": \"M5V\", \"city\": \"Toronto\"}"
  private static let lines = """
    [{"item": "0101-2010-0611", "quantity": 2}, {"item": "0801-2010-1201"}]
    """

  private static func order(
    _ lines: String = lines,
    country: String = "CA",
    address: String = address
  ) -> String {
    "{\"country\": \"\(country)\", \"lines\": \(lines), \"address\": \(address)}"
  }

  @Test func `An order is charged in the currency and by the prices of its country`() async throws {
    let shop = try await ShopServer()
    let rose = try await Customer(of: shop)
    let placed = try await shop.send(
      "POST",
      .orders,
      "/orders",
      rose.fields(key: "\"first\""),
      body: Self.order()
    )
    #expect(placed.status == 201)
    #expect(placed.fields["cache-control"] == "no-store")
    let order = try placed.json
    let id = try #require(order["id"].text)
    #expect(placed.fields["location"] == "/orders/\(id)")
    #expect(order["currency"].text == "CAD")
    #expect(order["total"].number == 127.97)
    #expect(order["lines"].elements.compactMap { $0["quantity"].number } == [2, 1])
    #expect(order["lines"].elements.compactMap { $0["total"].number } == [109.98, 17.99])
    #expect(order["address"]["city"].text == "Toronto")

    let shown = try await shop.get(.orders, "/orders/\(id)", rose.fields)
    #expect(shown.status == 200)
    #expect(shown.fields["cache-control"] == "no-store")
    #expect(shown.body == placed.body)
  }

  @Test func `An order sent twice with one idempotency key is placed once`() async throws {
    let shop = try await ShopServer()
    let rose = try await Customer(of: shop)
    let fields = rose.fields(key: "\"k-1\"")
    let first = try await shop.send("POST", .orders, "/orders", fields, body: Self.order())
    shop.clock.advance(by: .seconds(1_000))
    let second = try await shop.send("POST", .orders, "/orders", fields, body: Self.order())
    #expect(second.status == 201)
    #expect(second.body == first.body)
    #expect(second.fields["location"] == first.fields["location"])
    #expect(first.fields["idempotency-replayed"] == nil)
    #expect(second.fields["idempotency-replayed"] == "true")
    let other = try await shop.send(
      "POST",
      .orders,
      "/orders",
      fields,
      body: Self.order(country: "US")
    )
    #expect(other.status == 422)
    let list = try await shop.get(.orders, "/orders", rose.fields).json
    #expect(list["total"].number == 1)
  }

  @Test func `Orders sent at the same time with one idempotency key are placed once`() async throws
  {
    let shop = try await ShopServer()
    let rose = try await Customer(of: shop)
    let fields = rose.fields(key: "\"k\"")
    async let first = shop.send("POST", .orders, "/orders", fields, body: Self.order())
    async let second = shop.send("POST", .orders, "/orders", fields, body: Self.order())
    async let third = shop.send("POST", .orders, "/orders", fields, body: Self.order())
    let replies = try await [first, second, third]
    #expect(Set(replies.map(\.body)).count == 1)
    #expect(replies.filter { $0.fields["idempotency-replayed"] == nil }.count == 1)
    #expect(try await shop.get(.orders, "/orders", rose.fields).json["total"].number == 1)
  }

  @Test
  func `An order sent again with its idempotency key a day later is a new order`() async throws {
    let shop = try await ShopServer()
    for _ in 0..<2 {
      let fields = try await Customer(of: shop).fields(key: "\"k\"")
      let placed = try await shop.send("POST", .orders, "/orders", fields, body: Self.order())
      #expect(placed.fields["idempotency-replayed"] == nil)
      shop.clock.advance(by: .seconds(86_400))
    }
    let rose = try await Customer(of: shop)
    #expect(try await shop.get(.orders, "/orders", rose.fields).json["total"].number == 2)
  }

  @Test func `An order is shown only to the customer who placed it`() async throws {
    let shop = try await ShopServer()
    let rose = try await Customer(of: shop)
    let hana = try await Customer(
      of: shop,
      Customer.credentials.replacing("rose@", with: "hana@")
    )
    let fields = rose.fields(key: "\"same\"")
    let placed = try await shop.send("POST", .orders, "/orders", fields, body: Self.order())
    let path = try #require(placed.fields["location"])
    #expect(try await shop.get(.orders, path, rose.fields).status == 200)
    #expect(try await shop.get(.orders, path, hana.fields).status == 404)
    #expect(try await shop.get(.orders, path).status == 401)
    #expect(try await shop.get(.orders, "/orders").status == 401)
    #expect(try await shop.get(.orders, "/orders", hana.fields).json["total"].number == 0)
    let other = hana.fields(key: "\"same\"")
    let own = try await shop.send("POST", .orders, "/orders", other, body: Self.order())
    #expect(own.status == 201)
    #expect(own.fields["location"] != path)
  }

  @Test func `Orders are listed in parts, the newest first`() async throws {
    let shop = try await ShopServer()
    let rose = try await Customer(of: shop)
    for key in ["a", "b", "c"] {
      shop.clock.advance(by: .seconds(60))
      _ = try await shop.send("POST", .orders, "/orders", rose.fields(key: key), body: Self.order())
    }
    let list = try await shop.get(.orders, "/orders?count=2", rose.fields).json
    #expect(list["total"].number == 3)
    let times = list["data"].elements.compactMap { $0["created"].text }
    #expect(times == ["2027-01-15T08:03:00Z", "2027-01-15T08:02:00Z"])
    #expect(list["next"].text == "?count=2&offset=2")
  }

  @Test(arguments: [
    ("{}", "country"), (order("[]"), "lines"), (order("[1]"), "lines/0"),
    (order("[{\"quantity\": 1}]"), "lines/0/item"),
    (order("[{\"item\": \"none\"}]"), "lines/0/item"),
    (order("[{\"item\": \"0101-2010-0611\", \"quantity\": 100}]"), "lines/0/quantity"),
    (order("[{\"item\": \"0101-2010-0611\", \"gift\": true}]"), "lines/0/gift"),
    (order(country: "XX"), "country"), (order(address: "\"home\""), "address"),
    (order(address: "null"), "address"),
  ])
  func `An invalid order is refused with the place of an error, and is not placed`(
    body: String,
    place: String
  ) async throws {
    let shop = try await ShopServer()
    let rose = try await Customer(of: shop)
    let reply = try await shop.send("POST", .orders, "/orders", rose.fields(key: "k"), body: body)
    #expect(reply.status == 422)
    #expect(try reply.json["detail"].text?.hasPrefix("\(place) ") == true, "\(reply.body)")
    #expect(try await shop.get(.orders, "/orders", rose.fields).json["total"].number == 0)
  }

  @Test
  func `An order without a valid idempotency key or without a sign-in is refused`() async throws {
    let shop = try await ShopServer()
    let rose = try await Customer(of: shop)
    let none = try await shop.send("POST", .orders, "/orders", rose.fields, body: Self.order())
    #expect(none.status == 400)
    for key in ["", String(repeating: "k", count: 101)] {
      let fields = rose.fields(key: key)
      let reply = try await shop.send("POST", .orders, "/orders", fields, body: Self.order())
      #expect(reply.status == 400, "\(key)")
    }
    let nobody = ["Idempotency-Key": "\"k\""]
    let reply = try await shop.send("POST", .orders, "/orders", nobody, body: Self.order())
    #expect(reply.status == 401)
  }
}
