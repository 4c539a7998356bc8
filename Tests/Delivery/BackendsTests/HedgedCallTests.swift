// SPDX-License-Identifier: Apache-2.0

import Backends
import Dispatch
import HTTPClient
import HTTPValues
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A hedged call` {
  /// A backend of two shops whose answers usually take ten milliseconds, with second attempts for
  /// all that take longer.
  private func backend(
    _ clock: ManualClock,
    _ shops: [Shop],
    _ others: [SocketAddress] = [],
    share: Double = 1
  ) async throws -> BackendFixture {
    let places = shops.map(\.address) + others
    let backend = try await BackendFixture(clock: .manual(clock), places) {
      $0.hedge.share = share
      $0.retry.most = 0
    }
    await backend.with { backend in
      for _ in 0..<100 { backend.latency.record(.milliseconds(10), at: backend.core.now) }
    }
    return backend
  }

  /// Two shops with one order of replies: the first request hangs wherever it goes.
  private func shops(second: Shop.Reply) throws -> [Shop] {
    let asked = Flag()
    return try (0..<2).map { _ in
      try Shop { _, _ in
        guard asked.isSet else {
          asked.set()
          return .hang
        }
        return second
      }
    }
  }

  private func until(_ shops: [Shop], requests: Int) async throws {
    try await waitUntil("\(requests) requests have come") {
      shops.reduce(0) { $0 + $1.requests } >= requests
    }
  }

  @Test func `A late call is hedged at another endpoint, and the slower attempt cancelled`()
    async throws
  {
    let (clock, shops) = (ManualClock(), try shops(second: .send(Shop.fine)))
    let backend = try await backend(clock, shops)
    let call = Task { try await backend.call() }
    try await until(shops, requests: 1)
    clock.advance(by: .milliseconds(9))
    #expect(await backend.status.inFlight == 1)
    clock.advance(by: .milliseconds(3))
    let answer = try await call.value
    #expect(answer.wasHedged && answer.hedgeWon && answer.attempts == 2)
    #expect(shops.map(\.requests) == [1, 1])
    #expect(backend.count(\.hedges) == 1 && backend.count(\.hedgesWon) == 1)
    let status = await backend.status
    #expect(status.inFlight == 0 && status.endpoints.allSatisfy { $0.inFlight == 0 })
    // The loser counts with the time that it had, as a call that was given up and did not fail.
    #expect(await backend.with { $0.latency.count } == 102)
    #expect(status.endpoints.allSatisfy { !$0.isEjected } && status.breaker == .closed)
    try await waitUntil("a connection ends") { shops.contains { $0.ended > 0 } }
  }

  @Test func `A hedged call takes the first attempt's answer if that comes first`() async throws {
    let clock = ManualClock()
    let late = DispatchSemaphore(value: 0)
    let server = try ScriptedServer { peer, number in
      _ = try peer.receive(through: "\r\n\r\n")
      if number == 1 {
        late.wait()
        try peer.send(Shop.fine)
      }
      _ = try peer.receiveAll()
    }
    defer { server.stop() }
    let backend = try await backend(clock, [], [server.address])
    let call = Task { try await backend.call() }
    try await waitUntil("the first attempt connects") { server.connections >= 1 }
    clock.advance(by: .milliseconds(20))
    try await waitUntil("the second attempt connects") { server.connections >= 2 }
    late.signal()
    let answer = try await call.value
    #expect(answer.wasHedged && !answer.hedgeWon && answer.attempts == 2)
    try await backend.until { $0.inFlight == 0 }
    #expect(await backend.with { $0.latency.count } == 102)
  }

  @Test func `A hedged call keeps its first attempt when the second one fails`() async throws {
    let clock = ManualClock()
    let late = DispatchSemaphore(value: 0)
    let server = try ScriptedServer { peer, number in
      _ = try peer.receive(through: "\r\n\r\n")
      if number > 1 { return }
      late.wait()
      try peer.send(Shop.fine)
    }
    defer { server.stop() }
    let backend = try await backend(clock, [], [server.address])
    let call = Task { try await backend.call() }
    try await waitUntil("the first attempt connects") { server.connections >= 1 }
    clock.advance(by: .milliseconds(20))
    try await waitUntil("the second attempt connects") { server.connections >= 2 }
    try await backend.until { $0.inFlight == 1 }
    late.signal()
    let answer = try await call.value
    #expect(answer.wasHedged && !answer.hedgeWon && answer.attempts == 2)
  }

  @Test func `A hedged call reports the first attempt's fault when both fail`() async throws {
    let (clock, shops) = (ManualClock(), try shops(second: Shop.status(500)))
    let backend = try await backend(clock, shops)
    let call = Task { await backend.fault() }
    try await until(shops, requests: 1)
    clock.advance(by: .milliseconds(20))
    try await until(shops, requests: 2)
    try await backend.until { $0.inFlight == 1 }
    clock.advance(by: .seconds(3))
    let fault = await call.value
    #expect(fault?.kind == .firstByteTimeout && fault?.attempts == 2)
  }

  @Test func `A cancelled hedged call ends both of its attempts`() async throws {
    let (clock, shops) = (ManualClock(), try shops(second: .hang))
    let backend = try await backend(clock, shops)
    let call = Task { await backend.fault() }
    try await until(shops, requests: 1)
    clock.advance(by: .milliseconds(20))
    try await until(shops, requests: 2)
    call.cancel()
    #expect(await call.value?.kind == .cancelled)
    #expect(await backend.status.inFlight == 0)
    try await waitUntil("all connections end") { shops.allSatisfy { $0.ended > 0 } }
  }

  @Test(arguments: [(Method.post, 1.0), (.get, 0), (.get, 0.01)])
  func `A call is not hedged if its method or its budget does not allow it`(
    method: Method,
    share: Double
  ) async throws {
    let (clock, shops) = (ManualClock(), try shops(second: .send(Shop.fine)))
    let backend = try await backend(clock, shops, share: share)
    let call = Task { await backend.fault(BackendCall("/", method: method)) }
    try await until(shops, requests: 1)
    clock.advance(by: .milliseconds(100))
    #expect(await backend.status.inFlight == 1)
    call.cancel()
    _ = await call.value
    #expect(shops.reduce(0) { $0 + $1.requests } == 1)
    #expect(backend.count(\.hedges) == 0)
  }
}
