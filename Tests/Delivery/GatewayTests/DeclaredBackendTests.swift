// SPDX-License-Identifier: Apache-2.0

import Backends
import HTTPClient
import HTTPValues
import Reactor
import Services
import Synchronization
import Testing

@testable import Gateway

@Suite struct `A backend as a site declares it` {
  private func declared(_ hosts: (host: String, weight: Int)...) -> BackendDeclaration {
    var declaration = BackendDeclaration(name: "shop")
    declaration.addresses = hosts.map { host, weight in
      var address = BackendDeclaration.Address(Origin(.http, host: host, port: 9000))
      address.weight = weight
      return address
    }
    return declaration
  }

  @Test func `A backend with one host name has all addresses of that name`() {
    #expect(
      declared(("shop.internal", 100)).source()
        == .name(Origin(.http, host: "shop.internal", port: 9000))
    )
  }

  @Test(arguments: ["127.0.0.1", "::1", "localhost", "shop.localhost", "unix:/run/shop.sock"])
  func `A backend on an IP address, localhost or a socket has one fixed endpoint`(host: String) {
    let declaration = declared((host, 100))
    #expect(
      declaration.source() == .fixed([Endpoint(Destination(declaration.addresses[0].origin))])
    )
  }

  @Test func `A backend with several addresses has one endpoint for each, by weight`() {
    let declaration = declared(("a.internal", 100), ("b.internal", 0), ("c.internal", 5))
    let places = declaration.addresses.map { Destination($0.origin) }
    #expect(
      declaration.source() == .fixed([Endpoint(places[0]), Endpoint(places[2], weight: 5)])
    )
  }

  @Test func `A backend's settings take over the declared retries, hedge and concurrency`() {
    var declaration = declared(("a.internal", 100))
    declaration.retries = 1
    declaration.hedge = 5
    declaration.concurrency = 3
    let settings = BackendSettings(declaration)
    #expect(settings.retry.most == 1 && settings.hedge.share == 0.05)
    #expect(settings.limit.most == 3 && settings.limit.least == 3 && settings.limit.start == 3)
    #expect(BackendSettings(declared(("a.internal", 100))).limit.most == 1_000)
  }

  @Test func `A backend without a declared check is watched by one loop, for operators`() {
    let declaration = declared(("a.internal", 100))
    #expect(BackendSettings(declaration, isWatched: true).health == .watch)
    #expect(BackendSettings(declaration).health.check == nil)
  }

  @Test func `A backend's declared checks decide about its calls on every loop`() {
    var declaration = declared(("a.internal", 100))
    var check = HealthDeclaration.Check(path: "/health")
    check.interval = .seconds(9)
    check.timeout = .seconds(4)
    check.failures = 5
    check.successes = 6
    declaration.health = .checked(check)
    for isWatched in [true, false] {
      let health = BackendSettings(declaration, isWatched: isWatched).health
      #expect(health.check == .request("/health") && health.decidesCalls)
      #expect(health.interval == .seconds(9) && health.timeout == .seconds(4))
      #expect(health.badToLeave == 5 && health.goodToReturn == 6)
    }
    declaration.health = .checked(HealthDeclaration.Check())
    #expect(BackendSettings(declaration).health.check == .connection)
  }

  @Test func `A backend without checks is not connected to`() {
    var declaration = declared(("a.internal", 100))
    declaration.health = .unchecked
    #expect(BackendSettings(declaration, isWatched: true).health.check == nil)
  }

  @Test func `A backend's host name is resolved to call it`() async throws {
    let service = try await SampleService()
    service.says(.init(#"{"name":"rose"}"#), to: "/items/7")
    let asked = Mutex<[String]>([])
    let port = try #require(service.address.split(separator: ":").last)
    let place = SocketAddress.loopback(port: 0).place
    let site = try await SiteServer(
      [
        "items/{id}": """
        {
          datatype: "item", calls: { item: { backend: "shop", path: "/items/{id}" } },
          body: { name: { $pick: "$.item.name" } },
        }
        """
      ],
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
          backends: { shop: { addresses: "http://shop.test:\(port)" } },
        }
        """,
      lookup: { name in
        asked.withLock { $0.append(name) }
        return [place]
      }
    )
    #expect(try await site.get("/items/7").body.contains(#""name":"rose""#))
    #expect(asked.withLock { Set($0) } == ["shop.test"])
  }
}
