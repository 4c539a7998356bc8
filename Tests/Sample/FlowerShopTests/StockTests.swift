// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FlowerShop
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The stock` {
  private static let basket = "0101-2010-0611"

  @Test
  func `The stock of an item is the sum of its stores, or of those of one country`() async throws {
    let shop = try await ShopServer()
    let item = try await shop.get(.stock, "/stock/\(Self.basket)").json
    let quantities = item["stores"].elements.compactMap { $0["quantity"].number }
    #expect(quantities.count == 25)
    #expect(item["available"].number == quantities.reduce(0, +))
    #expect(item["inStock"].flag == true)
    let japan = try await shop.get(.stock, "/stock/\(Self.basket)?country=JP").json
    let stores = japan["stores"].elements.compactMap { $0["store"].text }
    #expect(stores == ["jp-kyoto", "jp-sapporo", "jp-tokyo"])
    let soldOut = try await shop.get(.stock, "/stock/0405-2021-0117")
    #expect(try soldOut.json["available"].number == 0)
    #expect(try soldOut.json["inStock"].flag == false)
    #expect(soldOut.fields["cache-control"] == "public, max-age=10, stale-while-revalidate=1")
  }

  @Test(arguments: [
    ("/stock/\(basket)?country=ZZ", 400), ("/stock/none", 404),
    ("/stock/\(basket)?store=x", 400),
  ])
  func `A wrong query for stock answers 400, and an unknown item 404`(
    target: String,
    status: Int
  ) async throws {
    let shop = try await ShopServer()
    #expect(try await shop.get(.stock, target).status == status)
  }
}
