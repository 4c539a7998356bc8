// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Gateway
import HTTPValues
import Reactor
import Signals
import Testing

@Suite struct `A resource that a service reports as absent` {
  private func start() async throws -> (SiteServer, SampleService) {
    let service = try await SampleService()
    service.says(.init(#"{"title":"Rose"}"#), to: "/items/7")
    let site = try await SiteServer(
      [
        "items/{id}": """
        {
          datatype: "item", ttl: 600, staleWhileRevalidate: 0, staleIfError: 3600,
          tags: ["shelf-{id}"],
          calls: {
            item: {
              backend: "shop", path: "/items/{id}", keepsLast: true, tags: ["item-{id}"],
              freshness: { ttl: 60, absent: 20 },
            },
            reviews: { backend: "shop", path: "/reviews/{id}", optional: true },
          },
          body: { title: { $pick: "$.item.title" }, stars: { $pick: "$.reviews.stars", else: 0 } },
        }
        """,
        "unkept/{id}": """
        {
          datatype: "item",
          calls: { item: { backend: "shop", path: "/none/{id}", freshness: { absent: 0 } } },
          body: { title: { $pick: "$.item.title" } },
        }
        """,
        "outer": """
        {
          datatype: "screen", ttl: 600, staleWhileRevalidate: 0,
          body: { first: { $embed: "items/8", else: "none" } },
        }
        """,
      ],
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
          backends: { shop: { addresses: ["\(service.address)"] } },
          edges: { front: { kind: "fastly", peers: ["127.0.0.0/8"] } },
        }
        """
    )
    return (site, service)
  }

  @Test func `A service's 404 is kept for as long as the call declares, without asking again`()
    async throws
  {
    let (site, service) = try await start()
    let first = try await site.get("/items/8")
    #expect(first.status == 404)
    #expect(first.fields["cache-control"] == "public, max-age=20")
    #expect(first.fields["retry-after"] == nil)
    #expect(first.body.contains("found nothing: status_404"))
    #expect(service.asked().contains("/items/8"))
    site.clock.advance(by: .seconds(5))
    let second = try await site.get("/items/8")
    #expect(second.status == 404)
    #expect(second.fields["cache-control"] == "public, max-age=15", "both let go at one instant")
    #expect(try await site.get("/items/8?view=light").status == 404)
    #expect(!service.asked().contains("/items/8"), "the light view knows it from the same call")
    site.clock.advance(by: .seconds(16))
    service.says(.init(#"{"title":"Tulip"}"#), to: "/items/8")
    #expect(try await site.get("/items/8").body.contains("Tulip"))
  }

  @Test func `A 404 that may be kept has the tags that its answer would have`() async throws {
    let (site, service) = try await start()
    let (missing, there) = (try await site.get("/items/8"), try await site.get("/items/7"))
    #expect(missing.status == 404)
    #expect(
      missing.fields["surrogate-key"]
        == "document_3aitems_2f8 document_3aitems_2f_7bid_7d document shelf-8 item-8"
    )
    #expect(missing.fields["cache-groups"]?.hasSuffix(#""document", "shelf-8", "item-8""#) == true)
    // One that is kept has them too.
    #expect(
      try await site.get("/items/8").fields["surrogate-key"] == missing.fields["surrogate-key"]
    )
    #expect(
      there.fields["surrogate-key"]
        == missing.fields["surrogate-key"]?.replacing("8", with: "7")
    )
    // An absence that is not stored has no lifetime.
    let unkept = try await site.get("/unkept/8")
    #expect(unkept.status == 404)
    #expect(unkept.fields["cache-control"] == "public, max-age=0")
    #expect(unkept.fields["surrogate-key"] == nil)
    // That a service fails is nothing that a purge would let go.
    service.says(.failure, to: "/items/9")
    let failed = try await site.get("/items/9")
    #expect(failed.status == 502)
    #expect(failed.fields["surrogate-key"] == nil)
    #expect(failed.fields["cache-groups"] == nil)
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

  @Test func `A 404 replaces the answer, which stands in for failures only`() async throws {
    let (site, service) = try await start()
    #expect(try await site.get("/items/7").status == 200)
    service.says(.failure, to: "/items/7")
    site.clock.advance(by: .seconds(61))
    #expect(try await site.get("/items/7").body.contains("Rose"), "the last good one stands in")
    var gone = SampleService.Says("{}")
    gone.status = .gone
    service.says(gone, to: "/items/7")
    site.clock.advance(by: .seconds(61))
    #expect(try await site.get("/items/7").status == 404)
    service.says(.failure, to: "/items/7")
    site.clock.advance(by: .seconds(61))
    #expect(try await site.get("/items/7").status == 502, "nothing is left that could stand in")
  }

  @Test
  func `An answer without an optional part that is absent is whole, not degraded`() async throws {
    let (site, service) = try await start()
    let reply = try await site.get("/items/7")
    #expect(reply.body.hasPrefix(#"{"datatype":"item","title":"Rose","stars":0,"_expire""#))
    #expect(reply.fields["degraded"] == nil)
    #expect(reply.fields["cache-control"]?.contains("max-age=10") == true, "as long as that holds")
    service.says(.init(#"{"stars":4}"#), to: "/reviews/7")
    site.clock.advance(by: .seconds(11))
    #expect(try await site.get("/items/7").body.contains(#""stars":4"#))
  }

  @Test func `An embedded document that is absent is left out, and the outer one is whole`()
    async throws
  {
    let (site, service) = try await start()
    let reply = try await site.get("/outer")
    #expect(
      reply.body.hasPrefix(#"{"datatype":"screen","first":"none","_expire""#),
      "\(reply.body)"
    )
    #expect(reply.fields["degraded"] == nil)
    #expect(reply.fields["cache-control"]?.contains("max-age=20") == true)
    service.says(.init(#"{"title":"Tulip"}"#), to: "/items/8")
    site.clock.advance(by: .seconds(21))
    #expect(try await site.get("/outer").body.contains("Tulip"))
  }
}
