// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Testing

@Suite struct `A list that its service pages` {
  private static let document = """
    {
      datatype: "items", ttl: 600,
      list: {
        limit: 2, maximum: 50, total: "$.items.total",
        keys: {
          price: { sort: "cost", lessThan: "below" }, kind: { in: "kinds" }, name: { sort: "name" },
        },
      },
      calls: {
        items: { backend: "shop", path: "/items{?offset,count,sort,below,kinds}",
                 with: { count: "$.query.limit" }, freshness: { ttl: 600 } },
      },
      body: { data: { $list: "$.items.data[*]", do: { id: { $pick: "@.id" } } } },
    }
    """

  private func start() async throws -> (SiteServer, SampleService) {
    let service = try await SampleService()
    let site = try await SiteServer(
      ["items": Self.document],
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
          backends: { shop: { addresses: ["\(service.address)"] } },
        }
        """
    )
    return (site, service)
  }

  @Test func `A list paged by its service passes on page, sort and filters`() async throws {
    let (site, service) = try await start()
    service.says(
      .init(#"{"total":5,"data":[{"id":"z"},{"id":"a"}]}"#),
      to: "/items?offset=2&count=2&sort=-cost%2Cname&below=40&kinds=b%2Cc,a"
    )
    let reply = try await site.get(
      "/items?offset=2&sort=-price,name&where=price,lessThan,40&where=kind,in,%22b,c%22,a"
    )
    #expect(
      reply.body.hasPrefix(
        #"{"datatype":"items","offset":2,"count":2,"total":5,"data":[{"id":"z"},{"id":"a"}],"next":""#
      ),
      "\(reply.body) \(service.asked())"
    )
    service.says(
      .init(#"{"total":5,"data":[{"id":"y"}]}"#),
      to: "/items?offset=4&count=2&sort=-cost%2Cname&below=40&kinds=b%2Cc,a"
    )
    let last = try await site.get(try #require(`A list`.next(reply.body)))
    #expect(last.body.contains(#""offset":4,"count":1,"total":5,"data":[{"id":"y"}]"#))
    #expect(`A list`.next(last.body) == nil)
  }

  @Test
  func `A list paged by its service may lack a total and ends with an empty page`() async throws {
    let (site, service) = try await start()
    service.says(.init(#"{"data":[{"id":"a"},{"id":"b"}]}"#), to: "/items?offset=0&count=2")
    let first = try await site.get("/items")
    #expect(first.body.contains(#""offset":0,"count":2,"data""#))
    #expect(`A list`.next(first.body) != nil)
    service.says(.init(#"{"total":9,"data":[]}"#), to: "/items?offset=2&count=2")
    let second = try await site.get("/items?offset=2")
    #expect(second.body.contains(#""count":0,"total":9,"data":[]"#))
    #expect(`A list`.next(second.body) == nil)
  }

  @Test(arguments: [
    ("where=price,equal,40", "the qualifier of price is equal; expected lessThan"),
    ("where=name,equal,40", "the qualifier of name is equal; expected "),
    ("sort=kind", "sort is kind; expected price, name"),
  ])
  func `A list paged by its service refuses what the service does not support`(
    query: String,
    detail: String
  ) async throws {
    let (site, service) = try await start()
    let reply = try await site.get("/items?\(query)")
    #expect(reply.status == 400)
    #expect(reply.body.contains(detail), "\(reply.body)")
    #expect(service.asked() == [])
  }
}
