// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import HTTPValues
import LoopTesting
import Reactor
import Testing

@Suite struct `A document with a plan` {
  private static let product = """
    {
      datatype: "product", ttl: 600, staleWhileRevalidate: 0, staleIfError: 3600,
      light: ["title", "price"], tags: ["product-{id}"],
      visitor: { country: ["US", "CA"] },
      calls: {
        item: { backend: "shop", path: "/items/{id}{?language}", freshness: { ttl: 300 },
                tags: ["item-{id}"] },
        price: { backend: "shop", path: "/prices/{id}{?country}", freshness: { ttl: 60 } },
        reviews: { backend: "shop", path: "/reviews/{id}", optional: true },
      },
      body: {
        title: { $pick: "$.item.title" }, price: { $pick: "$.price.amount" },
        stars: { $pick: "$.reviews.stars" }, back: { $ref: "home" },
      },
    }
    """

  private static let longLived = #"{"a":1}"#

  private func start() async throws -> (SiteServer, SampleService) {
    let service = try await SampleService()
    service.says(.init(#"{"title":"Rose"}"#), to: "/items/7?language=en")
    service.says(.init(#"{"title":"Rosé"}"#), to: "/items/7?language=fr")
    service.says(.init(#"{"amount":39.990}"#), to: "/prices/7?country=US")
    service.says(.init(#"{"amount":49.5}"#), to: "/prices/7?country=CA")
    service.says(.init(#"{"stars":5}"#), to: "/reviews/7")
    let site = try await SiteServer(
      [
        "products/{id}": Self.product,
        "long":
          #"{ datatype: "x", ttl: 600, staleWhileRevalidate: 600, calls: { a: { backend: "shop", path: "/long", freshness: { ttl: 600 } } }, body: { a: { $pick: "$.a" } } }"#,
        "home": #"{ datatype: "screen", body: { go: { $ref: "products/7" } } }"#,
      ],
      settings: """
        {
          languages: { published: ["en", "fr"], source: "en", default: "en" }, roots: ["*"],
          backends: { shop: { addresses: ["\(service.address)"] } },
        }
        """
    )
    return (site, service)
  }

  @Test func `A plan's answer is composed for the visitor's language and country`() async throws {
    let (site, service) = try await start()
    let reply = try await site.get("/en.ca/products/7")
    #expect(reply.status == 200)
    #expect(
      reply.body.hasPrefix(
        #"{"datatype":"product","title":"Rose","price":49.5,"stars":5,"back":"/en.ca/home","_lang":"en","_expire":""#
      ),
      "\(reply.body)"
    )
    #expect(reply.fields["content-language"] == "en")
    #expect(reply.fields["content-location"] == "/en.ca/products/7")
    #expect(reply.fields["vary"] == "Accept, Accept-Encoding")
    #expect(service.asked() == ["/items/7?language=en", "/prices/7?country=CA", "/reviews/7"])
    let french = try await site.get("/products/7", ["Accept-Language": "fr"])
    #expect(french.body.contains("Rosé"))
    #expect(service.asked() == ["/items/7?language=fr", "/prices/7?country=US"])
  }

  @Test func `A plan's answer is kept until the first of its parts expires`() async throws {
    let (site, service) = try await start()
    let first = try await site.get("/en.ca/products/7")
    #expect(
      first.fields["cache-status"]?.hasPrefix("portico;fwd=uri-miss;stored;collapsed=?0") == true
    )
    _ = service.asked()
    let second = try await site.get("/en.ca/products/7")
    #expect(second.body == first.body)
    #expect(second.fields["etag"] == first.fields["etag"])
    #expect(second.fields["cache-status"]?.hasPrefix("portico;hit;ttl=") == true)
    #expect(service.asked() == [])
    let age = try #require(second.fields["cache-control"])
    #expect(age.contains("max-age=60"), "the price says a minute, the earliest of all: \(age)")
  }

  @Test func `An expired plan's answer fetches only the parts that are not fresh`() async throws {
    let (site, service) = try await start()
    _ = try await site.get("/en.ca/products/7")
    _ = service.asked()
    site.clock.advance(by: .seconds(61))
    service.says(.init(#"{"amount":1}"#), to: "/prices/7?country=CA")
    let reply = try await site.get("/en.ca/products/7")
    #expect(reply.body.contains(#""price":1,"#))
    #expect(service.asked() == ["/prices/7?country=CA", "/reviews/7"])
  }

  @Test func `The views of a plan share its parts, and the light one calls fewer`() async throws {
    let (site, service) = try await start()
    let light = try await site.get("/en.ca/products/7?view=light")
    #expect(light.body.hasPrefix(#"{"datatype":"product","title":"Rose","price":49.5,"_lang""#))
    #expect(service.asked() == ["/items/7?language=en", "/prices/7?country=CA"])
    _ = try await site.get("/en.ca/products/7")
    #expect(service.asked() == ["/reviews/7"])
    _ = try await site.get("/en.ca/products/7?fields=stars")
    #expect(service.asked() == [])
  }

  @Test
  func `An answer without an optional part says so and lives for seconds`() async throws {
    let (site, service) = try await start()
    var broken = SampleService.Says("{ not json")
    service.says(broken, to: "/reviews/7")
    let reply = try await site.get("/en.ca/products/7")
    #expect(reply.status == 200)
    #expect(reply.body.contains(#""_degraded":["reviews"]"#))
    #expect(reply.fields["degraded"] == "reviews")
    #expect(reply.fields["cache-control"]?.contains("max-age=5") == true)
    broken.fields = ["content-type": "text/html"]
    service.says(broken, to: "/reviews/8")
    #expect(try await site.get("/en.ca/products/8").status == 404)
  }

  @Test
  func `A failed required call answers 502, or with the last good answer`()
    async throws
  {
    let (site, service) = try await start()
    let good = try await site.get("/en.ca/products/7")
    var down = SampleService.Says("{}")
    down.status = .internalServerError
    service.says(down, to: "/prices/7?country=CA")
    service.says(down, to: "/prices/7?country=US")
    site.clock.advance(by: .seconds(61))
    let stale = try await site.get("/en.ca/products/7")
    #expect(stale.status == 200)
    #expect(stale.body == good.body)
    #expect(stale.fields["cache-status"]?.contains("stale-if-error") == true)
    #expect(stale.fields["cache-control"]?.contains("max-age=0") == true)
    let failed = try await site.get("/en.us/products/7")
    #expect(failed.status == 502)
    #expect(failed.fields["content-type"] == "application/problem+json")
    #expect(failed.body.contains("status_500"))
  }

  @Test func `A plan's answer has formats, HEAD and conditional requests`() async throws {
    let (site, service) = try await start()
    let plist = try await site.get("/en.ca/products/7.plist")
    #expect(plist.fields["content-type"] == "application/x-plist")
    #expect(plist.body.contains("<key>title</key>"))
    let json = try await site.get("/en.ca/products/7")
    let tag = try #require(json.fields["etag"])
    let again = try await site.get("/en.ca/products/7", ["If-None-Match": tag])
    #expect(again.status == 304)
    #expect(again.body == "")
    let head = try await site.get("/en.ca/products/7", method: "HEAD")
    #expect(head.fields["content-length"] == json.fields["content-length"])
    #expect(service.asked().count == 3)
  }

  @Test func `A plan's answer is purged by its tag, a part's tag and its path`() async throws {
    let (site, service) = try await start()
    let scopes: [PurgeScope] = [
      .tag(try #require(TagName("product-7"))), .tag(try #require(TagName("item-7"))),
      .path(Array("products/7".utf8)),
    ]
    for (number, scope) in scopes.enumerated() {
      _ = try await site.get("/en.ca/products/7")
      service.says(.init(#"{"title":"Rose \#(number)"}"#), to: "/items/7?language=en")
      site.store.purge(scope, .hard, at: site.clock.wallSeconds * 1_000)
      site.store.purge(.paths(prefix: [1]), .hard, at: site.clock.wallSeconds * 1_000)
      let reply = try await site.get("/en.ca/products/7")
      #expect(reply.body.contains("Rose \(number)"))
    }
  }

  @Test
  func `A softly purged answer is sent as stale and composed anew once`() async throws {
    let (site, service) = try await start()
    service.says(.init(Self.longLived), to: "/long")
    _ = try await site.get("/long")
    site.store.purge(.path(Array("long".utf8)), .soft, at: site.clock.wallSeconds * 1_000)
    let stale = try await site.get("/long")
    #expect(stale.fields["cache-control"]?.contains("max-age=0") == true)
    #expect(stale.fields["cache-control"]?.contains("stale-while-revalidate") == false)
    try await waitUntil("it is composed anew") {
      try await site.get("/long").fields["cache-control"]?.contains("max-age=0") == false
    }
    #expect(service.asked() == ["/long", "/long"], "its parts are purged, too")
  }

  @Test
  func `A service's lifetime limits the plan's answer within the plan's bounds`() async throws {
    let (site, service) = try await start()
    service.says(.init(#"{"amount":2}"#, cacheControl: "max-age=7"), to: "/prices/7?country=CA")
    let short = try await site.get("/en.ca/products/7")
    #expect(short.fields["cache-control"]?.contains("max-age=7") == true)
    service.says(.init(#"{"amount":2}"#, cacheControl: "private"), to: "/prices/7?country=US")
    _ = service.asked()
    _ = try await site.get("/en.us/products/7?fields=price")
    _ = try await site.get("/en.us/products/7?fields=price,title")
    #expect(service.asked().filter { $0.hasPrefix("/prices") }.count == 2)
  }
}
