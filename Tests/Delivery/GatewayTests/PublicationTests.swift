// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HTTPValues
import LoopTesting
import Reactor
import SiteTesting
import Sites
import Testing

/// A document with a plan, whose cached answers another publication may leave usable.
@Suite(.timeLimit(.minutes(5))) struct `A publication` {
  private static func item(_ title: String) -> String {
    """
    {
      datatype: "item", ttl: 600, tags: ["item-{id}"],
      calls: { item: { backend: "shop", path: "/items/{id}", freshness: { ttl: 600 } } },
      body: { \(title): { $pick: "$.item.title" }, label: { $t: "label" }, back: { $ref: "home" } },
      variants: [{ id: "plain", when: { device: "tv" }, body: { plain: true } }],
    }
    """
  }

  private func start() async throws -> (SiteServer, SampleService) {
    let service = try await SampleService()
    service.says(.init(#"{"title":"Rose"}"#), to: "/items/7")
    let site = try await SiteServer(
      [
        "items/{id}": Self.item("title"), "home": #"{ datatype: "screen", body: { a: 1 } }"#,
        "shelf":
          #"{ datatype: "screen", ttl: 600, body: { a: { $embed: "items/{id}", with: { id: "7" } } } }"#,
        "frame": #"{ datatype: "screen", ttl: 600, body: { a: { $embed: "note" } } }"#,
        "note": #"{ datatype: "note", ttl: 600, body: { text: 1 } }"#,
        "Locales/en.json": #"{ "label": "Price", "other": "Other" }"#,
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

  private func isHit(_ reply: SiteServer.Reply) -> Bool {
    reply.fields["cache-status"]?.hasPrefix("portico;hit") == true
  }

  @Test func `A publication keeps the cached answers of documents that it does not change`()
    async throws
  {
    let (site, service) = try await start()
    let first = try await site.get("/items/7")
    #expect(!isHit(first))
    site.site.write(#"{ datatype: "screen", body: { a: 2 } }"#, to: "Content/home.json5")
    site.site.write(#"{ "label": "Price", "other": "Else" }"#, to: "Locales/en.json")
    site.publish()
    #expect(try await site.get("/home").body.contains(#""a":2"#))
    let second = try await site.get("/items/7")
    #expect(isHit(second))
    #expect(second.body == first.body)
    #expect(service.asked() == ["/items/7"])
  }

  @Test func `A changed plan or text is never answered from before its publication`() async throws {
    let (site, service) = try await start()
    #expect(try await site.get("/items/7").body.contains(#""title":"Rose""#))
    site.site.write(Self.item("name"), to: "Content/items/{id}.json5")
    site.publish()
    let changed = try await site.get("/items/7")
    #expect(!isHit(changed))
    #expect(changed.body.contains(#""name":"Rose""#))
    site.site.write(#"{ "label": "Costs", "other": "Other" }"#, to: "Locales/en.json")
    site.publish()
    #expect(try await site.get("/items/7").body.contains(#""label":"Costs""#))
    // The answer of the earlier version is found again.
    site.site.write(Self.item("title"), to: "Content/items/{id}.json5")
    site.site.write(#"{ "label": "Price", "other": "Other" }"#, to: "Locales/en.json")
    site.publish()
    #expect(isHit(try await site.get("/items/7")))
    #expect(service.asked() == ["/items/7"])
  }

  @Test func `A publication of an embedded document changes the outer answers too`() async throws {
    let (site, service) = try await start()
    defer { withExtendedLifetime(service) {} }
    #expect(try await site.get("/frame").body.contains(#""text":1"#))
    #expect(try await site.get("/shelf").body.contains(#""title":"Rose""#))
    #expect(isHit(try await site.get("/frame")))
    site.site.write(Self.item("name"), to: "Content/items/{id}.json5")
    site.publish()
    #expect(isHit(try await site.get("/frame")))
    #expect(try await site.get("/shelf").body.contains(#""name":"Rose""#))
    site.site.write(
      #"{ datatype: "note", ttl: 600, body: { text: 2 } }"#,
      to: "Content/note.json5"
    )
    site.publish()
    #expect(try await site.get("/frame").body.contains(#""text":2"#))
  }

  @Test func `The emergency file forces, hides and shortens answers of plans`() async throws {
    let (site, service) = try await start()
    defer { withExtendedLifetime(service) {} }
    _ = try await site.get("/items/7")
    _ = try await site.get("/frame")
    site.site.write(
      #"{ force: { "items/{id}": "plain" }, hide: "note", ttl: { frame: 5 } }"#,
      to: Overlay.path
    )
    site.publish()
    #expect(try await site.get("/items/7").body.contains(#""plain":true"#))
    let frame = try await site.get("/frame")
    #expect(!frame.body.contains(#""text""#))
    #expect(frame.fields["cache-groups"]?.contains(#""document_3anote""#) == true)
    site.site.write(nil, to: Overlay.path)
    site.publish()
    #expect(isHit(try await site.get("/items/7")))
    #expect(try await site.get("/frame").body.contains(#""text":1"#))
  }

  @Test func `A publication does not wait for answers of the edition before`() async throws {
    let (site, service) = try await start()
    let (asked, answers) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let slow = try ScriptedServer { peer, _ in
      while true {
        let head = try peer.receive(through: "\r\n\r\n")
        if head.hasPrefix("GET /items/8 ") {
          asked.signal()
          answers.wait()
        }
        try peer.send(
          "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 16\r\n\r\n"
            + #"{"title":"Rose"}"#
        )
      }
    }
    let settings = """
      {
        languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
        backends: { shop: { addresses: ["http://\(slow.address)"] } },
      }
      """
    site.site.write(settings, to: SiteSettings.path)
    // The item stands in what is being made, so its template is made when the outer call is there.
    site.site.write(
      #"""
      {
        datatype: "screen", ttl: 600,
        calls: { all: { backend: "shop", path: "/items/8" } },
        body: { a: { $embed: "items/{id}", with: { id: "$.all.title" } } },
      }
      """#,
      to: "Content/shelf.json5"
    )
    site.publish()
    async let old = site.get("/shelf")
    try await onThread { asked.wait() }
    site.site.write(Self.item("name"), to: "Content/items/{id}.json5")
    site.publish()
    // The loop takes the new publication over before the old answer goes on.
    #expect(try await site.get("/home").status == 200)
    answers.signal()
    #expect(try await old.body.contains(#""title":"Rose""#))
    #expect(try await site.get("/items/Rose").body.contains(#""name":"Rose""#))
    #expect(try await site.get("/shelf").body.contains(#""name":"Rose""#))
    withExtendedLifetime(service) {}
    slow.stop()
  }
}
