// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FlowerShop
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The reviews` {
  @Test func `Reviews are listed newest first over all pages, each page with the item's summary`()
    async throws
  {
    let shop = try await ShopServer()
    var dates: [String] = []
    var query: String? = ""
    while let part = query {
      let page = try await shop.get(.reviews, "/reviews/0101-2010-0611\(part)").json
      #expect(page["summary"]["count"].number == 24)
      #expect(page["summary"]["average"].number == 5)
      #expect(page["total"].number == 24)
      #expect(page["offset"].number == Double(dates.count))
      #expect(page["data"].elements.allSatisfy { $0["stars"].number == 5 })
      dates += page["data"].elements.compactMap { $0["written"].text }
      query = page["next"].text
    }
    #expect(dates.count == 24)
    #expect(dates == dates.sorted(by: >))
  }

  @Test
  func `A review summary's average agrees with the stars of the reviews`() async throws {
    let shop = try await ShopServer()
    let page = try await shop.get(.reviews, "/reviews/0404-2019-0430?count=100").json
    let stars = page["data"].elements.compactMap { $0["stars"].number }
    let average = (stars.reduce(0, +) * 10 / Double(stars.count)).rounded() / 10
    #expect(page["summary"]["average"].number == average)
  }

  @Test(arguments: [
    ("/reviews/0101-2010-0611?language=fr", "language"),
    ("/reviews/0101-2010-0611?offset=a&count=0", "offset"),
    ("/reviews/0101-2010-0611?sort=stars", "sort"),
  ])
  func `A wrong query for reviews answers 400 and names a parameter at fault`(
    target: String,
    place: String
  ) async throws {
    let shop = try await ShopServer()
    let reply = try await shop.get(.reviews, target)
    #expect(reply.status == 400)
    #expect(try reply.json["detail"].text?.hasPrefix("\(place) ") == true, "\(reply.body)")
  }

  @Test func `Reviews may be cached for two minutes, and those of an unknown item answer 404`()
    async throws
  {
    let shop = try await ShopServer()
    let reply = try await shop.get(.reviews, "/reviews/0101-2010-0611")
    #expect(reply.fields["cache-control"] == "public, max-age=120, stale-while-revalidate=12")
    #expect(reply.fields["last-modified"] == "Tue, 01 Sep 2026 00:00:00 GMT")
    #expect(try await shop.get(.reviews, "/reviews/none").status == 404)
  }
}
