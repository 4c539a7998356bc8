// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FlowerShop
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The stores` {
  @Test func `The store list covers six countries, with full addresses, and filters by country`()
    async throws
  {
    let shop = try await ShopServer()
    let reply = try await shop.get(.stores, "/stores?count=100")
    #expect(reply.fields["cache-control"] == "public, max-age=3600, stale-while-revalidate=360")
    let stores = try reply.json["data"].elements
    #expect(stores.count == 25)
    #expect(Set(stores.compactMap { $0["country"].text }).count == 6)
    for store in stores {
      for name in ["id", "name", "street", "postcode", "city", "phone", "hours", "timeZone"] {
        #expect(store[name].text?.isEmpty == false, "\(name)")
      }
    }
    let german = try await shop.get(.stores, "/stores?country=DE&count=2").json
    #expect(german["total"].number == 4)
    #expect(german["data"].elements.compactMap { $0["id"].text } == ["de-berlin", "de-hamburg"])
    #expect(german["next"].text == "?country=DE&count=2&offset=2")
  }

  @Test(arguments: [("/stores?country=IT", "country"), ("/stores?near=1,2", "near")])
  func `A wrong query for stores answers 400 and names a parameter at fault`(
    target: String,
    place: String
  ) async throws {
    let shop = try await ShopServer()
    let reply = try await shop.get(.stores, target)
    #expect(reply.status == 400)
    #expect(try reply.json["detail"].text?.hasPrefix("\(place) ") == true, "\(reply.body)")
  }

  @Test func `A store is found by its id, and an unknown one answers 404`() async throws {
    let shop = try await ShopServer()
    #expect(try await shop.get(.stores, "/stores/jp-tokyo").json["city"].text == "東京")
    #expect(try await shop.get(.stores, "/stores/it-roma").status == 404)
  }
}
