// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FlowerShop
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The catalog` {
  private static let basket = "/items/0101-2010-0611"

  @Test(arguments: [
    ("", "en", "Country Charm Basket"), ("?language=fr", "fr", "Corbeille Charme champêtre"),
    ("?language=fr-CA", "fr", "Corbeille Charme champêtre"),
    ("?language=ja", "ja", "カントリーチャーム・バスケット"), ("?language=nl", "en", "Country Charm Basket"),
  ])
  func `A catalog item is described in the available language nearest to the one asked for`(
    query: String,
    language: String,
    title: String
  ) async throws {
    let shop = try await ShopServer()
    let reply = try await shop.get(.catalog, Self.basket + query)
    #expect(reply.status == 200)
    #expect(reply.fields["content-language"] == language)
    #expect(reply.fields["content-type"] == "application/json")
    let item = try reply.json
    #expect(item["id"].text == "0101-2010-0611")
    #expect(item["title"].text == title)
    #expect(item["language"].text == language)
    #expect(item["category"].text == "baskets")
    #expect(item["colors"].elements.compactMap(\.text) == ["white", "yellow", "pink"])
  }

  @Test func `Following the next links of the item list gives each item exactly once`() async throws
  {
    let shop = try await ShopServer()
    var ids: [String] = []
    var query: String? = "?count=15&language=de"
    while let part = query {
      let page = try await shop.get(.catalog, "/items\(part)").json
      #expect(page["total"].number == 40)
      #expect(page["offset"].number == Double(ids.count))
      ids += page["data"].elements.compactMap { $0["id"].text }
      query = page["next"].text
    }
    #expect(ids.count == 40)
    #expect(Set(ids).count == 40)
    let beyond = try await shop.get(.catalog, "/items?offset=40").json
    #expect(beyond["data"].elements.isEmpty)
    #expect(beyond["next"] == nil)
  }

  @Test func `The item list filtered by a category holds only items of that category`() async throws
  {
    let shop = try await ShopServer()
    let page = try await shop.get(.catalog, "/items?category=roses&language=es").json
    #expect(page["total"].number == 5)
    #expect(page["data"].elements.first?["title"].text == "Una Docena de Rosas Rojas")
    #expect(page["data"].elements.allSatisfy { $0["category"].text == "roses" })
  }

  @Test func `An item's picture is drawn in its colours, and an unknown one answers 404`()
    async throws
  {
    let shop = try await ShopServer()
    let image = try #require(try await shop.get(.catalog, Self.basket).json["image"].text)
    let picture = try await shop.get(.catalog, image)
    #expect(picture.fields["content-type"] == "image/svg+xml")
    #expect(picture.fields["cache-control"] == "public, max-age=86400, stale-while-revalidate=8640")
    let element = try XMLElement(reading: picture.body.utf8.span)
    #expect(element.name == "svg")
    for colour in ["white", "yellow", "pink"] { #expect(picture.body.contains(colour)) }
    for name in ["none.svg", "0101-2010-0611.png", "0101-2010-0611"] {
      #expect(try await shop.get(.catalog, "/images/\(name)").status == 404, "\(name)")
    }
  }

  @Test func `The related items of an item are others, each once, and no more than asked for`()
    async throws
  {
    let shop = try await ShopServer()
    let related = try await shop.get(.catalog, "\(Self.basket)/related?language=de").json
    let ids = related["data"].elements.compactMap { $0["id"].text }
    #expect(ids.count == 5)
    #expect(Set(ids).count == 5)
    #expect(!ids.contains("0101-2010-0611"))
    #expect(related["data"].elements.first?["title"].text == "Korb Morgenmarkt")
    let few = try await shop.get(.catalog, "\(Self.basket)/related?count=2").json
    #expect(few["data"].elements.count == 2)
  }

  @Test(arguments: ["/items/none", "/items/none/related", "/items/none?language=fr"])
  func `An unknown catalog item answers 404 with a problem document`(target: String) async throws {
    let shop = try await ShopServer()
    let reply = try await shop.get(.catalog, target)
    #expect(reply.status == 404)
    #expect(reply.fields["content-type"] == "application/problem+json")
    #expect(try reply.json["detail"].text == "there is no item none")
  }

  @Test(arguments: [
    ("/items?count=0", "count"), ("/items?count=101&offset=-1", "offset"),
    ("/items?category=trees", "category"), ("/items?language=", "language"),
    ("/items?cuont=1", "cuont"),
    ("/items?count=1&count=2", "count"),
    ("\(basket)/related?count=21", "count"), ("\(basket)?count=1", "count"),
  ])
  func `A wrong query to the catalog answers 400 and names a parameter at fault`(
    target: String,
    place: String
  ) async throws {
    let shop = try await ShopServer()
    let reply = try await shop.get(.catalog, target)
    #expect(reply.status == 400)
    #expect(reply.fields["cache-control"] == "no-store")
    #expect(try reply.json["detail"].text?.hasPrefix("\(place) ") == true, "\(reply.body)")
  }
}
