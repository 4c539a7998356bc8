// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import HTTPValues
import LoopTesting
import Reactor
import Synchronization
import Testing

@testable import Backends

@Suite(.timeLimit(.minutes(1))) struct `A backend whose endpoints change` {
  @Test func `A backend follows the changing addresses of its name`() async throws {
    let clock = ManualClock()
    let first = try Shop { _, _ in .send(Shop.fine) }
    let second = try Shop(at: address(2, first.address.port)) { _, _ in .send(Shop.fine) }
    let places = Mutex([first.address.place])
    let resolver = try Resolver(
      pool: WorkerPool(threads: 1),
      interval: .seconds(1),
      clock: .manual(clock)
    ) { _ in places.withLock { $0 } }
    let backend = try await BackendFixture(
      clock: .manual(clock),
      .name(Origin(.http, host: "shop.test", port: first.address.port)),
      resolver: resolver
    )
    _ = try await backend.call()
    #expect(first.requests == 1 && first.heads[0].contains("host: shop.test:"))
    try await backend.until { $0.endpoints.first?.destination.address == first.address }
    places.withLock { $0 = [second.address.place] }
    // The resolver gives the old answer while it looks for the new one.
    while await backend.status.endpoints.first?.destination.address != second.address {
      clock.advance(by: .seconds(30))
    }
    _ = try await backend.call()
    #expect(second.requests == 1)
  }

  private func address(_ last: UInt32, _ port: UInt16) -> SocketAddress {
    SocketAddress(.v4(0x7F00_0000 + last), port: port)
  }

  @Test func `An endpoint that fails its health checks gets no calls until it passes them`()
    async throws
  {
    let clock = ManualClock()
    let isWell = Flag()
    isWell.set()
    let shop = try Shop { _, head in
      head.hasPrefix("GET /health ")
        ? isWell.isSet ? .send(Shop.fine) : Shop.status(503) : .send(Shop.fine)
    }
    let backend = try await BackendFixture(clock: .manual(clock), [shop.address]) {
      $0.health.target = "/health"
    }
    _ = try await backend.call()
    let changes = await backend.changes
    isWell.set(false)
    while await backend.status.endpoints.first?.isWell == true { clock.advance(by: .seconds(1)) }
    #expect(await backend.fault()?.kind == .noEndpoint)
    isWell.set()
    while await backend.status.endpoints.first?.isWell == false { clock.advance(by: .seconds(1)) }
    _ = try await backend.call()
    // Two answers brought it back; of the three that took it out some may have been too late to be
    // seen, since time passes fast here.
    #expect(shop.heads.count { $0.hasPrefix("GET /health ") } >= 2)
    // The last check that took it out may have been too late to have a status, for the same reason.
    let health = changes.all.compactMap { change -> Bool? in
      guard case .health(let endpoint, let isWell, let status) = change,
        endpoint.origin.port == shop.address.port, !isWell || status == .ok
      else { return nil }
      return isWell
    }
    #expect(health == [false, true], "\(changes.all)")
  }

  @Test func `A health check without an answer counts as a bad one`() async throws {
    let clock = ManualClock()
    let shop = try Shop { _, _ in .hang }
    let backend = try await BackendFixture(clock: .manual(clock), [shop.address]) {
      $0.health.target = "/health"
      $0.health.badToLeave = 1
    }
    while await backend.status.endpoints.first?.isWell == true { clock.advance(by: .seconds(1)) }
    #expect(await backend.fault()?.kind == .noEndpoint)
  }
}
