// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Gateway
import Reactor
import Signals
import Testing

@Suite struct `A resource that a service reports as absent` {
  private func start() async throws -> (SiteServer, SampleService) {
    let service = try await SampleService()
    let site = try await SiteServer(
      [
        "items/{id}": """
        {
          datatype: "item", ttl: 600, tags: ["shelf-{id}"],
          calls: { item: { backend: "shop", path: "/items/{id}", freshness: { ttl: 60, absent: 20 } } },
          body: { title: { $pick: "$.item.title" } },
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

  @Test(arguments: ["shelf-8", "document:items/8", "document:items/{id}", "document"])
  func `A kept 404 is composed anew after a purge of one of its document's tags`(
    tag: String
  ) async throws {
    let (site, service) = try await start()
    for _ in 0..<2 { #expect(try await site.get("/items/8").status == 404) }
    let before = absences(site)
    try purge("shelf-7", site)
    #expect(try await site.get("/items/8").status == 404)
    #expect(absences(site) == before)
    try purge(tag, site)
    #expect(try await site.get("/items/8").status == 404)
    #expect(absences(site) > before, "the plan has run again")
    #expect(service.asked().count { $0 == "/items/8" } == 1)
  }

  private func purge(_ tag: String, _ site: SiteServer) throws {
    let tag = try #require(TagName(tag))
    site.store.purge(.tag(tag), .hard, at: site.clock.wallSeconds * 1_000)
  }

  /// The number of calls that found nothing, including those answered from the cache.
  private func absences(_ site: SiteServer) -> UInt64 {
    guard case .counter(let count)? = site.signals.snapshot()["portico_calls_total"]?["absent"]
    else { return 0 }
    return count
  }
}
