// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FlowerShop
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The reviews` {
  @Test func `Reviews are listed newest first over all pages, each page with the item's summary`()
    async throws
  {
    let shop = try await ShopServer([.reviews])
    var dates: [String] = []
    var query: String? = ""
    while let part = query {
      let page = try await shop.get(.reviews, "/reviews/0101-2010-0611\(part)").json
      #expect(page["summary"]["count"].number == 24)
      #expect(page["summary"]["average"].number == 5)
      #expect(page["summary"]["stars"]["5"].number == 24)
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
  func `Reviews filtered by language are counted alone, and the summary counts all`() async throws {
    let shop = try await ShopServer([.reviews])
    let page = try await shop.get(.reviews, "/reviews/0101-2010-0611?language=fr&count=100").json
    let total = try #require(page["total"].number)
    #expect(total > 0 && total < 24)
    #expect(page["data"].elements.count == Int(total))
    #expect(page["data"].elements.allSatisfy { $0["language"].text == "fr" })
    #expect(page["summary"]["count"].number == 24)
  }

  @Test
  func `A review summary's average and counts agree with the stars of the reviews`() async throws {
    let shop = try await ShopServer([.reviews])
    let page = try await shop.get(.reviews, "/reviews/0404-2019-0430?count=100").json
    let stars = page["data"].elements.compactMap { $0["stars"].number }
    let average = (stars.reduce(0, +) * 10 / Double(stars.count)).rounded() / 10
    #expect(page["summary"]["average"].number == average)
    for star in 1...5 {
      let count = stars.filter { $0 == Double(star) }.count
      #expect(page["summary"]["stars"]["\(star)"].number == Double(count))
    }
  }

  @Test(arguments: [
    ("/reviews/0101-2010-0611?language=xx", ["language"]),
    ("/reviews/0101-2010-0611?offset=a&count=0", ["offset", "count"]),
    ("/reviews/0101-2010-0611?sort=stars", ["sort"]),
  ])
  func `A wrong query for reviews answers 400 and names the parameters at fault`(
    target: String,
    places: [String]
  ) async throws {
    let shop = try await ShopServer([.reviews])
    let reply = try await shop.get(.reviews, target)
    #expect(reply.status == 400)
    #expect(try reply.faultyPlaces == places)
  }

  @Test func `Reviews may be cached for two minutes, and those of an unknown item answer 404`()
    async throws
  {
    let shop = try await ShopServer([.reviews])
    let reply = try await shop.get(.reviews, "/reviews/0101-2010-0611")
    #expect(reply.fields["cache-control"] == "public, max-age=120, stale-while-revalidate=12")
    #expect(reply.fields["last-modified"] == "Tue, 01 Sep 2026 00:00:00 GMT")
    #expect(try await shop.get(.reviews, "/reviews/none").status == 404)
  }
}
