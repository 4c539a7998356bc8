// SPDX-License-Identifier: Apache-2.0

import Backends
import HTTPClient
import HTTPValues
import LoopTesting
import Reactor
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A backend whose endpoints change` {
  @Test func `A backend follows the changing addresses of its name`() async throws {
    let clock = ManualClock()
    let first = try Shop { _, _ in .send(Shop.fine) }
    let second = try Shop(at: address(2, first.address.port)) { _, _ in .send(Shop.fine) }
    let places = Mutex([first.address.place])
    let resolver = Resolver(
      pool: WorkerPool("names", threads: 1),
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
      $0.health.check = .request("/health")
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
      guard case .health(let endpoint, let isWell, let status, _) = change,
        endpoint.origin.port == shop.address.port, !isWell || status == .ok
      else { return nil }
      return isWell
    }
    #expect(health == [false, true], "\(changes.all)")
  }

  /// Lets the clock reach the next check, and waits until it is over.
  private func check(_ backend: BackendFixture, _ clock: ManualClock) async throws {
    let next = await backend.with { $0.health.values.first?.state.nextProbe }
    let now = await backend.with { $0.core.now }
    // Timers fire a tick late at most.
    clock.advance(by: try #require(next) - now + .milliseconds(20))
    try await waitUntil("the check is over") {
      let after = await backend.with { $0.health.values.first?.state.nextProbe ?? .distantFuture }
      return after < .distantFuture && after != next
    }
  }

  @Test(arguments: [true, false])
  func `An unused endpoint that ends is known to be bad within two seconds`(
    keepsConnections: Bool
  ) async throws {
    let clock = ManualClock()
    let mayEnd = Flag()
    let reply =
      keepsConnections
      ? Shop.Reply.sendAndClose(Shop.fine, when: mayEnd)
      : Shop.status(200, "Connection: close\r\n")
    let shop = try Shop { _, _ in reply }
    let backend = try await BackendFixture(clock: .manual(clock), [shop.address]) {
      $0.health.check = .request("/health")
      $0.retry.most = 0
    }
    try await check(backend, clock)
    let ended = await backend.with { $0.core.now }
    shop.stop()
    mayEnd.set()
    // A server that keeps no connections is missed by the first call.
    if !keepsConnections { _ = await backend.fault() }
    try await waitUntil("the next check is soon") {
      let next = await backend.with { $0.health.values.first?.state.nextProbe ?? .distantFuture }
      return next == ended + .milliseconds(100)
    }
    for _ in 0..<3 { try await check(backend, clock) }
    #expect(await backend.status.endpoints.first?.isWell == false)
    let known = await backend.with { $0.core.now }
    #expect(known - ended < .seconds(2))
  }

  @Test func `A health check without an answer counts as a bad one`() async throws {
    let clock = ManualClock()
    let shop = try Shop { _, _ in .hang }
    let backend = try await BackendFixture(clock: .manual(clock), [shop.address]) {
      $0.health.check = .request("/health")
      $0.health.badToLeave = 1
    }
    while await backend.status.endpoints.first?.isWell == true { clock.advance(by: .seconds(1)) }
    #expect(await backend.fault()?.kind == .noEndpoint)
  }
}
