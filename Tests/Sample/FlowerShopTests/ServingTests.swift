// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FlowerShop
import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The shop's services` {
  private static let item = "/items/0101-2010-0611"

  @Test
  func `The shop runs all its services, each with a health check`() async throws {
    let all = try await ShopServer()
    #expect(all.names == ServiceName.allCases)
    for name in ServiceName.allCases {
      let health = try await all.get(name, "/health")
      #expect(health.status == 200)
      #expect(health.fields["cache-control"] == "no-store")
      #expect(try health.json["status"].text == "ok")
    }
  }

  @Test
  func `A shop's answer states its lifetime and validators, and conditional requests obey them`()
    async throws
  {
    let shop = try await ShopServer()
    let first = try await shop.get(.catalog, Self.item)
    #expect(
      first.fields["cache-control"] == "public, max-age=300, stale-while-revalidate=30"
    )
    let tag = try #require(first.fields["etag"])
    let date = try #require(first.fields["last-modified"])
    #expect(date == "Tue, 01 Sep 2026 00:00:00 GMT")

    let same = try await shop.get(.catalog, Self.item, ["If-None-Match": "\"x\", \(tag)"])
    #expect(same.status == 304)
    #expect(same.body == "")
    #expect(same.fields["etag"] == tag)
    #expect(same.fields["cache-control"] == first.fields["cache-control"])
    #expect(same.fields["content-type"] == nil)
    #expect(try await shop.get(.catalog, Self.item, ["If-Modified-Since": date]).status == 304)
    #expect(try await shop.get(.catalog, Self.item, ["If-None-Match": "\"x\""]).status == 200)
    #expect(try await shop.get(.catalog, Self.item, ["If-Match": "\"x\""]).status == 412)
    let french = try await shop.get(.catalog, "\(Self.item)?language=fr", ["If-None-Match": tag])
    #expect(french.status == 200)
  }

  @Test func `HEAD gets the fields of GET from the shop, without a body`() async throws {
    let shop = try await ShopServer()
    let get = try await shop.get(.catalog, Self.item)
    let head = try await shop.send("HEAD", .catalog, Self.item)
    #expect(head.status == 200)
    #expect(head.body == "")
    for name in ["etag", "content-length", "content-type", "last-modified", "content-language"] {
      #expect(head.fields[name] == get.fields[name])
    }
  }

  @Test func `The shop speaks HTTP/2 on the port of HTTP/1.1`() async throws {
    let shop = try await ShopServer()
    let outcome = try await Program("curl").run([
      "--silent", "--http2-prior-knowledge", "--write-out", "%{http_version} %{http_code}",
      shop.url(.catalog, Self.item), "--output", "item",
    ])
    #expect(outcome.output == "2 200")
  }

  @Test
  func `A wrong method answers 405 with the allowed ones, an unknown path 404, a bad one 400`()
    async throws
  {
    let shop = try await ShopServer()
    let post = try await shop.send("POST", .catalog, "/items", body: "{}")
    #expect(post.status == 405)
    #expect(post.fields["allow"] == "GET, HEAD")
    let get = try await shop.get(.prices, "/prices/0101-2010-0611/US")
    #expect(get.fields["allow"] == "PUT")
    for target in ["/", "/item", "/items/", "\(Self.item)/", "/items/a/b", "//items"] {
      #expect(try await shop.get(.catalog, target).status == 404, "\(target)")
    }
    for target in ["/items/%zz", "/items?%zz=1", "/items/%ff"] {
      #expect(try await shop.get(.catalog, target).status == 400, "\(target)")
    }
    #expect(try await shop.get(.catalog, "/items/%30101-2010-0611").status == 200)
  }

  @Test func `A body sent to the shop is refused if it is not JSON, too deep or too large`()
    async throws
  {
    let shop = try await ShopServer()
    let target = "/prices/0101-2010-0611/US"
    let text = try await shop.send(
      "PUT",
      .prices,
      target,
      ["Content-Type": "text/plain"],
      body: "{}"
    )
    #expect(text.status == 415)
    let deep = String(repeating: "[", count: 20) + String(repeating: "]", count: 20)
    let nested = try await shop.send("PUT", .prices, target, body: "{\"amount\": \(deep)}")
    #expect(nested.status == 400)
    let large = String(repeating: " ", count: 65 * 1024)
    #expect(try await shop.send("PUT", .prices, target, body: large).status == 413)
  }

  @Test func `Data put into the shop is forgotten at its next start`() async throws {
    let target = "/prices/0101-2010-0611"
    let first = try await ShopServer()
    _ = try await first.send("PUT", .prices, "\(target)/US", body: "{\"amount\": 12.34}")
    #expect(try await first.get(.prices, target).json["amount"].number == 12.34)
    let second = try await ShopServer()
    #expect(try await second.get(.prices, target).json["amount"].number == 39.99)
  }

  @Test func `The shop does not start where a port is taken`() async throws {
    let shop = try await ShopServer()
    let port = try #require(shop.address(of: .stores)?.port)
    // The port of the shop's first service is that of the other's.
    let group = try LoopGroup(count: 1)
    await #expect(throws: (any Error).self) {
      try await Shop.start(firstPort: port, on: group)
    }
    group.stop()
  }
}
