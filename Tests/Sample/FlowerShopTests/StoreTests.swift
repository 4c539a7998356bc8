// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FlowerShop
import Testing

/// Places with the stores that are nearest to each.
private enum Places {
  static let nearest: [(String, [String])] = [
    ("48.86,2.35", ["fr-paris-marais", "fr-paris-montmartre", "gb-london"]),
    ("37.33,-122.03", ["us-cupertino", "us-san-francisco", "us-seattle"]),
    ("34.69,135.50", ["jp-kyoto", "jp-tokyo", "jp-sapporo"]),
    ("90,0", ["gb-edinburgh", "de-hamburg", "gb-manchester"]),
    // On the other side of the line where dates change.
    ("45,-179.9", ["jp-sapporo", "jp-tokyo", "jp-kyoto"]),
  ]
}

@Suite(.timeLimit(.minutes(5))) struct `The stores` {
  @Test(arguments: Places.nearest)
  func `Stores near a place are listed nearest first`(near: String, expected: [String]) async throws
  {
    let shop = try await ShopServer([.stores])
    let page = try await shop.get(.stores, "/stores?near=\(near)&count=3").json
    #expect(page["total"].number == 25)
    let ids = page["data"].elements.compactMap { $0["id"].text }
    #expect(ids == expected)
    let distances = page["data"].elements.compactMap { $0["distance"].number }
    #expect(distances.count == 3)
    #expect(distances == distances.sorted())
  }

  @Test func `A store's distance is measured along a great circle`() async throws {
    let shop = try await ShopServer([.stores])
    // From Paris to Tokyo, along a great circle.
    let tokyo = try await shop.get(.stores, "/stores/jp-tokyo?near=48.8566,2.3522").json
    let distance = try #require(tokyo["distance"].number)
    #expect(abs(distance - 9_712_000) < 10_000)
    let here = try await shop.get(.stores, "/stores/jp-tokyo?near=35.6719,139.7650").json
    #expect(here["distance"].number == 0)
  }

  @Test func `The store list covers six countries, with full addresses, and filters by country`()
    async throws
  {
    let shop = try await ShopServer([.stores])
    let reply = try await shop.get(.stores, "/stores?count=100")
    #expect(reply.fields["cache-control"] == "public, max-age=3600, stale-while-revalidate=360")
    let stores = try reply.json["data"].elements
    #expect(stores.count == 25)
    #expect(Set(stores.compactMap { $0["country"].text }).count == 6)
    for store in stores {
      for name in ["id", "name", "street", "postcode", "city", "phone", "hours", "timeZone"] {
        #expect(store[name].text?.isEmpty == false, "\(name)")
      }
      #expect(store["distance"] == nil)
    }
    let german = try await shop.get(.stores, "/stores?country=DE&count=2").json
    #expect(german["total"].number == 4)
    #expect(german["data"].elements.compactMap { $0["id"].text } == ["de-berlin", "de-hamburg"])
    #expect(german["next"].text == "?country=DE&count=2&offset=2")
  }

  @Test(arguments: [
    ("/stores?near=48.85", ["near"]), ("/stores?near=91,0", ["near"]),
    ("/stores?near=0,181", ["near"]), ("/stores?near=nan,0", ["near"]),
    ("/stores?near=here,there&country=IT", ["near", "country"]),
    ("/stores/jp-tokyo?near=", ["near"]), ("/stores/jp-tokyo?count=1", ["count"]),
  ])
  func `A wrong query for stores answers 400 and names the parameters at fault`(
    target: String,
    places: [String]
  ) async throws {
    let shop = try await ShopServer([.stores])
    let reply = try await shop.get(.stores, target)
    #expect(reply.status == 400)
    #expect(try reply.faultyPlaces == places)
  }

  @Test func `An unknown store answers 404`() async throws {
    let shop = try await ShopServer([.stores])
    #expect(try await shop.get(.stores, "/stores/it-roma").status == 404)
  }
}
