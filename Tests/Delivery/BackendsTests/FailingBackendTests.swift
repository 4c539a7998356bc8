// SPDX-License-Identifier: Apache-2.0

import Backends
import HTTPClient
import HTTPValues
import LoopTesting
import Reactor
import Signals
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A backend that fails` {
  /// A port that belongs to the system, and where nobody listens.
  private let nowhere = SocketAddress.loopback(port: 1)

  @Test
  func `A dead endpoint is ejected while another one answers its calls`() async throws {
    let clock = ManualClock()
    let shop = try Shop { _, _ in .send(Shop.fine) }
    let backend = try await BackendFixture(clock: .manual(clock), [nowhere, shop.address])
    for _ in 0..<40 { _ = try await backend.call(within: .seconds(10)) }
    let status = await backend.status
    #expect(status.endpoints.map(\.isEjected) == [true, false])
    #expect(status.breaker == .closed)
    #expect(backend.count(\.ejections) == 1 && backend.count(\.retries) == 5)
    // On probation it is tried again, and one failure is enough.
    clock.advance(by: .seconds(20))
    for _ in 0..<100 where backend.count(\.ejections) == 1 {
      _ = try await backend.call(within: .seconds(10))
    }
    #expect(backend.count(\.ejections) == 2 && backend.count(\.retries) == 6)
  }

  @Test func `A failing backend's circuit opens, is probed after its pause, and closes again`()
    async throws
  {
    let clock = ManualClock()
    let isWell = Flag()
    let shop = try Shop { _, _ in isWell.isSet ? .send(Shop.fine) : Shop.status(500) }
    let backend = try await BackendFixture(clock: .manual(clock), [shop.address]) {
      $0.breaker.jitter = 0
      $0.breaker.successesToClose = 1
      $0.breaker.firstPause = .seconds(2)
      $0.breaker.longestPause = .seconds(30)
    }
    let changes = await backend.changes
    for _ in 0..<5 { #expect(await backend.fault()?.answered == .internalServerError) }
    let refused = await backend.fault()
    #expect(refused?.kind == .circuitOpen && refused?.retryAfter == .seconds(2))
    #expect(refused?.origin == .gateway && refused?.status == .serviceUnavailable)
    #expect(shop.requests == 5)
    clock.advance(by: .seconds(2))
    #expect(await backend.fault()?.kind == .wrongStatus)
    #expect(await backend.fault()?.retryAfter == .seconds(4))
    isWell.set()
    clock.advance(by: .seconds(4))
    for _ in 0..<3 { _ = try await backend.call() }
    #expect(await backend.status.breaker == .closed)
    #expect(shop.requests == 9 && backend.count(\.openings) == 2)
    let states: [CircuitBreaker.State] = [.open, .halfOpen, .open, .halfOpen, .closed]
    #expect(changes.all == states.map { .circuit($0) })
  }

  @Test func `A circuit counts as half open once its pause is over, though nobody calls`()
    async throws
  {
    let clock = ManualClock()
    let shop = try Shop { _, _ in Shop.status(500) }
    let backend = try await BackendFixture(clock: .manual(clock), [shop.address]) {
      $0.breaker.jitter = 0
    }
    func loops(_ state: CircuitBreaker.State) -> Int64? {
      CircuitBreaker.State.allCases.firstIndex(of: state).map {
        backend.registry.value(of: backend.signals.circuits[1, $0])
      }
    }
    let changes = await backend.changes
    for _ in 0..<5 { _ = await backend.fault() }
    #expect(loops(.open) == 1)
    clock.advance(by: .milliseconds(1_020))
    try await waitUntil("the loop has told it") { changes.all.count == 2 }
    #expect(changes.all == [.circuit(.open), .circuit(.halfOpen)])
    #expect(loops(.open) == 0)
    #expect(loops(.halfOpen) == 1)
    #expect(shop.requests == 5)
  }

  @Test func `A half-open circuit lets one probe through at a time`() async throws {
    let clock = ManualClock()
    let shop = try Shop { number, _ in number > 5 ? .hang : Shop.status(500) }
    let backend = try await BackendFixture(clock: .manual(clock), [shop.address])
    for _ in 0..<5 { _ = await backend.fault() }
    clock.advance(by: .seconds(10))
    let probe = Task { await backend.fault() }
    try await shop.until(requests: 6)
    #expect(await backend.fault()?.kind == .circuitOpen)
    probe.cancel()
    #expect(await probe.value?.kind == .cancelled)
    #expect(await backend.status.breaker == .halfOpen)
  }

  @Test func `A backend that asks for a pause by Retry-After is not called meanwhile`() async throws
  {
    let clock = ManualClock()
    let shop = try Shop { number, _ in
      number == 1 ? Shop.status(503, "Retry-After: 7\r\n") : .send(Shop.fine)
    }
    let backend = try await BackendFixture(clock: .manual(clock), [shop.address])
    let fault = await backend.fault(within: .seconds(5))
    #expect(fault?.kind == .wrongStatus && fault?.retryAfter == .seconds(7))
    #expect(await backend.fault()?.kind == .circuitOpen)
    clock.advance(by: .seconds(7))
    _ = try await backend.call()
    #expect(shop.requests == 2)
  }

  @Test
  func `An endpoint that asks for a pause is passed over for the other meanwhile`() async throws {
    let clock = ManualClock()
    let tired = try Shop { _, _ in Shop.status(503, "Retry-After: 7\r\n") }
    let shop = try Shop { _, _ in .send(Shop.fine) }
    let backend = try await BackendFixture(
      clock: .manual(clock),
      [tired.address, shop.address]
    ) { $0.retry.firstPause = .zero }
    for _ in 0..<30 { _ = try await backend.call() }
    #expect(tired.requests == 1 && shop.requests == 30)
    #expect(await backend.status.endpoints.map(\.isEjected) == [true, false])
  }

  @Test(arguments: [
    (Method.get, Shop.Reply.close, 3), (.post, .close, 1), (.put, .close, 3),
    (.get, Shop.status(503), 3), (.post, Shop.status(503), 1), (.get, Shop.status(500), 1),
    (.get, Shop.status(404), 1), (.get, Shop.status(302), 1),
    (.get, .send("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n"), 1),
  ])
  func `A failed call is retried where its method and the fault allow it`(
    method: Method,
    reply: Shop.Reply,
    requests: Int
  ) async throws {
    let shop = try Shop { _, _ in reply }
    let backend = try await BackendFixture([shop.address]) { $0.retry.firstPause = .zero }
    let fault = await backend.fault(BackendCall("/", method: method))
    #expect(fault?.attempts == requests && shop.requests == requests)
  }

  @Test func `A refused connection is retried at another endpoint for every method`() async throws {
    let shop = try Shop { _, _ in .send(Shop.fine) }
    let backend = try await BackendFixture([nowhere, shop.address])
    for _ in 0..<10 { _ = try await backend.call(BackendCall("/", method: .post)) }
    #expect(shop.requests == 10 && backend.count(\.retries) > 0)
  }

  @Test func `A reused connection that closes is replaced without a counted attempt`() async throws
  {
    let shop = try Shop { number, _ in number == 2 ? .close : .send(Shop.fine) }
    let backend = try await BackendFixture(clock: .manual(ManualClock()), [shop.address]) {
      $0.breaker.consecutiveFailures = 1
      $0.retry.most = 0
    }
    _ = try await backend.call()
    let answer = try await backend.call()
    #expect(answer.attempts == 1 && shop.requests == 3)
    #expect(await backend.status.breaker == .closed)
  }

  @Test func `Retries of a failing backend stay within their budget`() async throws {
    let clock = ManualClock()
    let shop = try Shop { _, _ in .close }
    let backend = try await BackendFixture(clock: .manual(clock), [shop.address]) {
      $0.breaker.consecutiveFailures = 0
      $0.breaker.leastCalls = 1_000
      $0.retry.firstPause = .zero
      $0.retry.leastPerSecond = 1
      $0.retry.memory = .seconds(4)
      $0.retry.share = 0
    }
    for _ in 0..<10 { _ = await backend.fault() }
    #expect(shop.requests == 14)
  }

  @Test
  func `A fault names the first failure, not the circuit that prevented its retry`() async throws {
    let shop = try Shop { _, _ in .close }
    let backend = try await BackendFixture([shop.address]) {
      $0.breaker.consecutiveFailures = 1
      $0.retry.firstPause = .zero
    }
    let fault = await backend.fault()
    #expect(fault?.kind == .closed && fault?.attempts == 1)
    #expect(backend.failures(.closed) == 1 && backend.failures(.circuitOpen) == 0)
  }

  @Test func `An invalid request is refused as the client's fault and not sent`() async throws {
    let shop = try Shop { _, _ in .send(Shop.fine) }
    let backend = try await BackendFixture([shop.address])
    let fault = await backend.fault(BackendCall("/a b\r\nX: y"))
    #expect(fault?.kind == .invalidRequest && fault?.origin == .client)
    #expect(await backend.status.breaker == .closed && shop.requests == 0)
  }

  @Test func `A call to a backend without endpoints fails with no endpoint`() async throws {
    let backend = try await BackendFixture([])
    let fault = await backend.fault()
    #expect(fault?.kind == .noEndpoint && fault?.attempts == 0)
    await backend.with { $0.close() }
    #expect(await backend.fault()?.kind == .noEndpoint)
  }
}

/// Something that a test sets once.
final class Flag: Sendable {
  private let state = Atomic(false)
  var isSet: Bool { state.load(ordering: .acquiring) }
  func set(_ isSet: Bool = true) { state.store(isSet, ordering: .releasing) }
}
