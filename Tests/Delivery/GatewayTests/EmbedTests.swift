// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import HTTPValues
import Reactor
import SiteTesting
import Testing

@Suite struct `An embedded document` {
  private static let item = """
    {
      datatype: "item", ttl: 300, tags: ["item-{id}"], light: ["title", "price", "back"],
      visitor: { country: ["US", "CA"] },
      calls: {
        item: { backend: "shop", path: "/items/{id}", freshness: { ttl: 300 } },
        price: { backend: "shop", path: "/prices/{id}{?country}", freshness: { ttl: 60 },
                 tags: ["price-{id}"] },
        stars: { backend: "shop", path: "/stars/{id}", optional: true },
      },
      body: {
        title: { $pick: "$.item.title" }, price: { $pick: "$.price.amount" },
        stars: { $pick: "$.stars.stars" }, back: { $ref: "home" },
      },
    }
    """

  private static let home = """
    {
      datatype: "screen", ttl: 600, staleWhileRevalidate: 0,
      body: {
        rows: [
          { $embed: "items/{id}", with: { id: "7" }, view: "light" },
          { $embed: "items/{id}", with: { id: "8" }, view: "light", else: { datatype: "gone" } },
          { $embed: "items/{id}", with: { id: "9" }, device: "tv" },
        ],
        note: { $embed: "note" },
        private: { $embed: "private", else: "nothing" },
      },
    }
    """

  /// The items of a service's answer, each as its own document says it, and its first one whole.
  private static let shelf = """
    {
      datatype: "screen", ttl: 600, staleWhileRevalidate: 0,
      calls: { all: { backend: "shop", path: "/all", freshness: { ttl: 600 } } },
      body: {
        first: { $embed: "items/{id}", with: { id: "$.all.ids[0]" } },
        data: { $each: "$.all.ids[*]",
          do: { $embed: "items/{id}", with: { id: "@" }, view: "light" } },
      },
    }
    """

  private func start() async throws -> (SiteServer, SampleService) {
    let service = try await SampleService()
    for id in ["7", "8"] {
      service.says(.init(#"{"title":"Rose \#(id)"}"#), to: "/items/\(id)")
      service.says(.init(#"{"amount":\#(id)}"#), to: "/prices/\(id)?country=US")
      service.says(.init(#"{"amount":\#(id).5}"#), to: "/prices/\(id)?country=CA")
      service.says(.init(#"{"stars":5}"#), to: "/stars/\(id)")
    }
    service.says(.init(#"{"ids":["7","8","7","x"]}"#), to: "/all")
    let site = try await SiteServer(
      [
        "home": Self.home, "items/{id}": Self.item, "shelf": Self.shelf,
        "note": #"{ datatype: "note", id: "n", ttl: 600, body: { text: { $t: "note" } } }"#,
        "private":
          #"{ datatype: "x", ttl: 600, fallback: "refuse", variants: [{ when: { country: "DE" }, body: { a: 1 } }] }"#,
        "Locales/en.json": #"{ "note": "Hello" }"#, "Locales/fr.json": #"{ "note": "Salut" }"#,
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

  @Test
  func `An embedded document has its body in the outer one, for the same audience`() async throws {
    let (site, service) = try await start()
    let reply = try await site.get("/fr.ca/home")
    #expect(
      reply.body.hasPrefix(
        #"{"datatype":"screen","rows":[{"datatype":"item","title":"Rose 7","price":7.5,"back":"/fr.ca/home","_url":"/fr.ca/items/7"},{"datatype":"item","title":"Rose 8","price":8.5,"back":"/fr.ca/home","_url":"/fr.ca/items/8"}],"note":{"datatype":"note","id":"n","text":"Salut","_url":"/fr/note"},"private":"nothing","_expire":""#
      ),
      "\(reply.body)"
    )
    #expect(
      service.asked() == ["/items/7", "/items/8", "/prices/7?country=CA", "/prices/8?country=CA"]
    )
    let age = try #require(reply.fields["cache-control"])
    #expect(age.contains("max-age=60"), "the price of one of them is the first to go: \(age)")
    let groups = try #require(reply.fields["cache-groups"])
    for tag in ["item-7", "price-7", "item-8", "document_3anote"] {
      #expect(groups.contains("\"\(tag)\""), "\(groups)")
    }
    #expect(
      try await site.get("/de.de/home").body.contains(
        #""private":{"datatype":"x","a":1,"_url":"/und.de/private"}"#
      )
    )
  }

  @Test func `An embedded document shares cached parts and is purged by their tags`() async throws {
    let (site, service) = try await start()
    _ = try await site.get("/en.us/items/7")
    #expect(service.asked() == ["/items/7", "/prices/7?country=US", "/stars/7"])
    _ = try await site.get("/en.us/home")
    #expect(service.asked() == ["/items/8", "/prices/8?country=US"])
    service.says(.init(#"{"amount":1}"#), to: "/prices/7?country=US")
    let tag = try #require(TagName("price-7"))
    site.store.purge(.tag(tag), .hard, at: site.clock.wallSeconds * 1_000)
    #expect(try await site.get("/en.us/home").body.contains(#""title":"Rose 7","price":1,"#))
    #expect(service.asked() == ["/prices/7?country=US"])
    let path = try #require(TagName("document:items/8"))
    site.store.purge(.tag(path), .hard, at: site.clock.wallSeconds * 1_000)
    let again = try await site.get("/en.us/home")
    #expect(again.fields["cache-status"]?.hasPrefix("portico;fwd=uri-miss") == true)
  }

  @Test func `An embedded document that fails is replaced by its default and named as degraded`()
    async throws
  {
    let (site, service) = try await start()
    var down = SampleService.Says("{}")
    down.status = .internalServerError
    service.says(down, to: "/prices/7?country=US")
    service.says(down, to: "/items/8")
    let reply = try await site.get("/en.us/home")
    #expect(reply.status == 200)
    #expect(reply.body.contains(#""rows":[{"datatype":"gone"}],"#), "\(reply.body)")
    #expect(reply.body.contains(#""_degraded":["items/7","items/8"]"#))
    #expect(reply.fields["degraded"] == "items/7, items/8")
    #expect(reply.fields["cache-control"]?.contains("max-age=5") == true)
  }

  @Test
  func `Documents embedded by picks are composed once each and name what they lack`() async throws {
    let (site, service) = try await start()
    service.says(.failure, to: "/stars/7")
    service.says(.failure, to: "/items/x")
    let reply = try await site.get("/en.us/shelf")
    #expect(
      reply.body.contains(
        #""first":{"datatype":"item","title":"Rose 7","price":7,"back":"/en.us/home","_url":"/en.us/items/7"},"data":[{"datatype":"item","title":"Rose 7","price":7,"back":"/en.us/home","_url":"/en.us/items/7"},{"datatype":"item","title":"Rose 8","price":8,"back":"/en.us/home","_url":"/en.us/items/8"},{"datatype":"item","title":"Rose 7","price":7,"back":"/en.us/home","_url":"/en.us/items/7"}],"#
      ),
      "\(reply.body)"
    )
    #expect(reply.body.contains(#""_degraded":["items/7:stars","items/x"]"#), "\(reply.body)")
    #expect(service.asked().count { $0 == "/items/7" } == 1)
  }

  @Test func `An embedded document is not composed where the view does not show it`() async throws {
    let (site, service) = try await start()
    let reply = try await site.get("/en.us/home?fields=note")
    #expect(
      reply.body.contains(#""note":{"datatype":"note","id":"n","text":"Hello","_url":"/en/note"}"#)
    )
    #expect(service.asked() == [])
  }
}
