// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FlowerShop
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The stock` {
  private static let basket = "0101-2010-0611"

  @Test
  func `The stock of an item is the sum of its stores, or of those of one country`() async throws {
    let shop = try await ShopServer([.stock])
    let item = try await shop.get(.stock, "/stock/\(Self.basket)").json
    let quantities = item["stores"].elements.compactMap { $0["quantity"].number }
    #expect(quantities.count == 25)
    #expect(item["available"].number == quantities.reduce(0, +))
    #expect(item["inStock"].flag == true)
    let japan = try await shop.get(.stock, "/stock/\(Self.basket)?country=JP").json
    let stores = japan["stores"].elements.compactMap { $0["store"].text }
    #expect(stores == ["jp-kyoto", "jp-sapporo", "jp-tokyo"])
  }

  @Test func `Stock of many items comes in the order asked, and unknown ids are listed as missing`()
    async throws
  {
    let shop = try await ShopServer([.stock])
    let target = "/stock?ids=0405-2021-0117,none,\(Self.basket)&country=US"
    let reply = try await shop.get(.stock, target)
    #expect(reply.fields["cache-control"] == "public, max-age=10, stale-while-revalidate=1")
    let list = try reply.json
    let ids = list["data"].elements.compactMap { $0["id"].text }
    #expect(ids == ["0405-2021-0117", Self.basket])
    #expect(list["data"].elements.compactMap { $0["inStock"].flag } == [false, true])
    #expect(list["data"].elements.first?["available"].number == 0)
    #expect(list["missing"].elements.compactMap(\.text) == ["none"])
  }

  @Test func `A PUT of one store's quantity changes the item's stock, its ETag and its date`()
    async throws
  {
    let shop = try await ShopServer([.stock])
    let target = "/stock/\(Self.basket)?country=JP"
    let before = try await shop.get(.stock, target)
    for (store, quantity) in [("jp-kyoto", 3), ("jp-tokyo", 0), ("jp-sapporo", 4)] {
      let reply = try await shop.send(
        "PUT",
        .stock,
        "/stock/\(Self.basket)/\(store)",
        body: "{\"quantity\": \(quantity)}"
      )
      #expect(reply.status == 200)
      #expect(try reply.json["quantity"].number == Double(quantity))
    }
    let after = try await shop.get(.stock, target)
    #expect(try after.json["available"].number == 7)
    #expect(after.fields["etag"] != before.fields["etag"])
    #expect(after.fields["last-modified"] == "Fri, 15 Jan 2027 08:00:00 GMT")
  }

  @Test(arguments: [
    ("\(basket)/jp-kyoto", "{\"quantity\": -1}", 422), ("\(basket)/jp-kyoto", "{}", 422),
    ("\(basket)/jp-kyoto", "{\"quantity\": 1.5}", 422),
    ("\(basket)/jp-osaka", "{\"quantity\": 1}", 404), ("none/jp-kyoto", "{\"quantity\": 1}", 404),
  ])
  func `A quantity is refused if it is not a whole number, or its store or item is unknown`(
    place: String,
    body: String,
    status: Int
  ) async throws {
    let shop = try await ShopServer([.stock])
    #expect(try await shop.send("PUT", .stock, "/stock/\(place)", body: body).status == status)
  }

  @Test(arguments: [
    ("/stock", 400), ("/stock?ids=a&country=ZZ", 400), ("/stock/none", 404),
    ("/stock/\(basket)?store=x", 400),
  ])
  func `A wrong query for stock answers 400, and an unknown item 404`(
    target: String,
    status: Int
  ) async throws {
    let shop = try await ShopServer([.stock])
    #expect(try await shop.get(.stock, target).status == status)
  }
}
