// SPDX-License-Identifier: Apache-2.0

import Backends
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A backend whose connections are checked` {
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

  private func watched(
    _ clock: ManualClock,
    _ shop: Shop,
    _ settings: HealthSettings = .watch
  ) async throws -> BackendFixture {
    try await BackendFixture(clock: .manual(clock), [shop.address]) {
      $0.health = settings
      $0.retry.most = 0
    }
  }

  @Test func `Operators learn within two seconds that a service is gone that nobody calls`()
    async throws
  {
    let clock = ManualClock()
    let shop = try Shop { _, _ in .send(Shop.fine) }
    let backend = try await watched(clock, shop)
    try await check(backend, clock)
    #expect(await backend.status.endpoints.map(\.acceptsConnections) == [true])
    let changes = await backend.changes
    let ended = await backend.with { $0.core.now }
    shop.stop()
    for _ in 0..<2 { try await check(backend, clock) }
    let known = await backend.with { $0.core.now }
    #expect(known - ended < .seconds(2))
    let status = await backend.status
    #expect(status.isUnreachable && status.endpoints.map(\.isUsable) == [true])
    #expect(backend.level(\.unreachable) == 1 && backend.level(\.endpoints) == 1)
    #expect(backend.count(\.calls) == 0)
    let endpoint = try #require(await backend.with { $0.choice.listed.first?.endpoint })
    let problem =
      "connect to \(shop.address): Connection refused (errno 111); expected a connection"
    #expect(changes.all == [.reachability(endpoint, isReached: false, problem: problem)])
    #expect(await backend.fault()?.kind == .refused, "calls are made still")
  }

  @Test func `Operators learn within three seconds that an address answers nothing`() {
    let settings = HealthSettings.watch
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let start = Instant(nanoseconds: 1_000_000_000_000)
      var health = ActiveHealth(settings, at: start, using: &random)
      let silent = health.nextProbe
      _ = health.begin(at: silent)
      _ = health.ended(isGood: true, at: silent, using: &random)
      var now = silent
      while health.isWell {
        now = health.nextProbe
        let hasBegun = health.begin(at: now)
        #expect(hasBegun)
        now = now + settings.timeout
        _ = health.ended(isGood: false, at: now, using: &random)
      }
      #expect(now - silent <= .seconds(3), "\(now - silent)")
    }
  }

  @Test func `A service that accepts connections again is well at the next check`() async throws {
    let clock = ManualClock()
    let shop = try Shop { _, _ in .send(Shop.fine) }
    shop.stop()
    let backend = try await watched(clock, shop)
    for _ in 0..<2 { try await check(backend, clock) }
    #expect(await backend.status.isUnreachable)
    let next = try Shop(at: shop.address) { _, _ in .send(Shop.fine) }
    try await check(backend, clock)
    #expect(await !backend.status.isUnreachable)
    #expect(backend.level(\.unreachable) == 0)
    withExtendedLifetime(next) {}
  }

  @Test func `A connection that ends unused has the service checked at once`() async throws {
    let clock = ManualClock()
    let mayEnd = Flag()
    let shop = try Shop { _, _ in .sendAndClose(Shop.fine, when: mayEnd) }
    let backend = try await watched(clock, shop)
    _ = try await backend.call()
    let ended = await backend.with { $0.core.now }
    shop.stop()
    mayEnd.set()
    try await waitUntil("the next check is soon") {
      let next = await backend.with { $0.health.values.first?.state.nextProbe ?? .distantFuture }
      return next == ended + .milliseconds(100)
    }
    // The answer just before does not stand in for the check.
    for _ in 0..<2 { try await check(backend, clock) }
    #expect(await backend.status.isUnreachable)
  }

  @Test func `A service whose calls are answered gets no connections to check it`() async throws {
    let clock = ManualClock()
    let shop = try Shop { _, _ in .send(Shop.fine) }
    let backend = try await watched(clock, shop)
    let next = try #require(await backend.with { $0.health.values.first?.state.nextProbe })
    let now = await backend.with { $0.core.now }
    if next - now > .milliseconds(500) { clock.advance(by: next - now - .milliseconds(500)) }
    _ = try await backend.call()
    try await check(backend, clock)
    #expect(shop.connections == 1, "that of the call")
    clock.advance(by: .seconds(2))
    try await waitUntil("the idle service was connected to") { shop.connections == 2 }
  }

  @Test func `A declared check of connections takes an endpoint out`() async throws {
    let clock = ManualClock()
    let shop = try Shop { _, _ in .send(Shop.fine) }
    var settings = HealthSettings()
    settings.check = .connection
    settings.badToLeave = 1
    shop.stop()
    let backend = try await watched(clock, shop, settings)
    try await check(backend, clock)
    let status = await backend.status
    #expect(status.endpoints.map(\.isWell) == [false] && !status.isUnreachable)
    #expect(backend.level(\.endpoints) == 0 && backend.level(\.unreachable) == 0)
    #expect(await backend.fault()?.kind == .noEndpoint)
  }

  @Test func `A closed backend is not counted as unreachable`() async throws {
    let clock = ManualClock()
    let shop = try Shop { _, _ in .send(Shop.fine) }
    shop.stop()
    let backend = try await watched(clock, shop)
    for _ in 0..<2 { try await check(backend, clock) }
    #expect(backend.level(\.unreachable) == 1)
    await backend.with { $0.close() }
    #expect(backend.level(\.unreachable) == 0)
  }
}
