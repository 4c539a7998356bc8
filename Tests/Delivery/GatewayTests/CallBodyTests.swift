// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Reactor
import Testing

@Suite struct `A call that sends a body` {
  private func start(_ method: String) async throws -> (SiteServer, SampleService) {
    let service = try await SampleService()
    service.says(
      .init(#"{"data":[{"id":1},{"id":"b"},{"id":3},{"id":1}],"name":"a \"b\""}"#),
      to: "/items"
    )
    let site = try await SiteServer(
      [
        "items/{kind}": """
        {
          datatype: "items", ttl: 600, staleWhileRevalidate: 0, visitor: { country: ["US", "CA"] },
          calls: {
            items: { backend: "shop", path: "/items", freshness: { ttl: 600 } },
            prices: {
              backend: "shop", path: "/prices{?kind}", \(method),
              with: { ids: "$.items.data[*].id" }, batch: { variable: "ids", size: 2 },
              body: {
                ids: { $with: "ids" }, kind: { $with: "kind" }, name: { $pick: "$.items.name" },
                country: { $pick: "$.visitor.country" }, gone: { $pick: "$.items.gone" },
                rows: { $each: "$.items.data[*]", do: [{ $pick: "@.id" }], limit: 1 },
                plain: { a: [1.50, null] },
              },
              items: "$.data[*]", key: "@.id", freshness: { ttl: 60 },
            },
          },
          body: {
            data: { $each: "$.items.data[*]",
              do: { price: { $match: "prices", on: "@.id", pick: "@.amount" } } },
          },
        }
        """
      ],
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
          backends: { shop: { addresses: ["\(service.address)"] } },
        }
        """
    )
    return (site, service)
  }

  private func asked(_ method: String, _ ids: String, _ country: String = "US") -> String {
    """
    \(method) /prices?kind=x {"ids":[\(ids)],"kind":"x","name":"a \\"b\\"","country":"\(country)",\
    "rows":[[1]],"plain":{"a":[1.50,null]}}
    """
  }

  @Test(arguments: [("QUERY", #"method: "QUERY""#), ("POST", #"method: "POST", safe: true"#)])
  func `A call's body is filled by picks, split into batches and part of its cache key`(
    method: String,
    declared: String
  ) async throws {
    let (site, service) = try await start(declared)
    service.says(
      .init(#"{"data":[{"id":1,"amount":10},{"id":"b","amount":20}]}"#),
      to: asked(method, #"1,"b""#)
    )
    service.says(.init(#"{"data":[{"id":3,"amount":30}]}"#), to: asked(method, "3"))
    let reply = try await site.get("/en.us/items/x")
    #expect(
      reply.body.contains(#""data":[{"price":10},{"price":20},{"price":30},{"price":10}]"#),
      "\(reply.body) \(service.asked())"
    )
    #expect(
      service.asked() == ["/items", asked(method, #"1,"b""#), asked(method, "3")].sorted()
    )
    _ = try await site.get("/en.us/items/x?view=light&fields=data")
    #expect(service.asked() == [], "its answers are kept")
    service.says(.init(#"{"data":[{"id":1,"amount":11}]}"#), to: asked(method, #"1,"b""#, "CA"))
    service.says(.init(#"{"data":[]}"#), to: asked(method, "3", "CA"))
    let canadian = try await site.get("/en.ca/items/x")
    #expect(canadian.body.contains(#""data":[{"price":11},{},{},{"price":11}]"#))
    site.clock.advance(by: .seconds(61))
    service.says(
      .init(#"{"data":[{"id":1,"amount":12}]}"#),
      to: asked(method, #"1,"b""#)
    )
    #expect(try await site.get("/en.us/items/x").body.contains(#"{"price":12}"#))
    #expect(service.asked().filter { $0.contains("US") }.count == 2)
  }
}
