// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FlowerShop
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The shop's initial data` {
  @Test(arguments: ["en", "fr", "de", "es", "ja", "ar"])
  func `Each item of the shop has a title of its own and a text in every language`(
    language: String
  ) async throws {
    let shop = try await ShopServer()
    let list = try await shop.get(.catalog, "/items?count=100&language=\(language)").json
    let titles = list["data"].elements.compactMap { $0["title"].text }
    #expect(titles.count == 40)
    #expect(Set(titles).count == 40)
    for item in list["data"].elements {
      let id = try #require(item["id"].text)
      let whole = try await shop.get(.catalog, "/items/\(id)?language=\(language)").json
      #expect(whole["language"].text == language, "\(id)")
      #expect(whole["text"].text?.isEmpty == false, "\(id)")
    }
  }

  @Test func `Each item of the shop has a price in every country`() async throws {
    let shop = try await ShopServer()
    let items = try await shop.get(.catalog, "/items?count=100").json["data"].elements
    let ids = items.compactMap { $0["id"].text }.joined(separator: ",")
    for country in ["US", "CA", "GB", "DE", "FR", "JP"] {
      let prices = try await shop.get(.prices, "/prices?ids=\(ids)&country=\(country)").json
      #expect(prices["data"].elements.count == 40)
      #expect(prices["data"].elements.allSatisfy { ($0["amount"].number ?? 0) > 0 })
    }
  }
}
