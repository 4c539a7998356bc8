// SPDX-License-Identifier: Apache-2.0

import Backends
import HTTPClient
import HTTPValues
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A backend at its limit` {
  /// A backend that takes one call at a time and lets one wait, busy with a call that hangs.
  private func busy(
    _ shop: Shop,
    _ clock: ManualClock,
    queue: Int = 1
  ) async throws -> (BackendFixture, Task<BackendFault?, Never>) {
    let backend = try await BackendFixture(clock: .manual(clock), [shop.address]) {
      $0.limit.most = 1
      $0.limit.queue = queue
      $0.retry.most = 0
    }
    let first = Task { await backend.fault() }
    try await shop.until(requests: 1)
    return (backend, first)
  }

  private func call(_ priority: CallPriority) -> BackendCall {
    var call = BackendCall("/")
    call.priority = priority
    return call
  }

  /// Hangs at first and answers later.
  private func shop() throws -> Shop {
    try Shop { number, _ in number == 1 ? .hang : .send(Shop.fine) }
  }

  @Test func `A call beyond the limit and the queue is refused as overloaded`() async throws {
    let (shop, clock) = (try shop(), ManualClock())
    let (backend, first) = try await busy(shop, clock)
    let second = Task { try await backend.call() }
    try await backend.until { $0.waiting == 1 }
    let third = await backend.fault()
    #expect(third?.kind == .overloaded && third?.origin == .gateway)
    first.cancel()
    #expect(await first.value?.kind == .cancelled)
    #expect(try await second.value.attempts == 1)
    #expect(await backend.status.waiting == 0)
  }

  @Test(arguments: [
    (CallPriority.required, Duration?.none, 2_000), (.optional, nil, 250),
    (.required, .milliseconds(100), 100),
  ])
  func `A queued call is refused after its longest wait or its own deadline`(
    priority: CallPriority,
    within: Duration?,
    milliseconds: Int
  ) async throws {
    let (shop, clock) = (try shop(), ManualClock())
    let (backend, first) = try await busy(shop, clock)
    let second = Task { await backend.fault(call(priority), within: within) }
    try await backend.until { $0.waiting == 1 }
    clock.advance(by: .milliseconds(milliseconds - 1))
    #expect(await backend.status.waiting == 1)
    clock.advance(by: .milliseconds(1))
    #expect(await second.value?.kind == .overloaded)
    first.cancel()
  }

  @Test func `A required call displaces an optional one from the queue`() async throws {
    let (shop, clock) = (try shop(), ManualClock())
    let (backend, first) = try await busy(shop, clock)
    let optional = Task { await backend.fault(call(.optional)) }
    try await backend.until { $0.waiting == 1 }
    let required = Task { try await backend.call(call(.required)) }
    #expect(await optional.value?.kind == .overloaded)
    first.cancel()
    #expect(try await required.value.attempts == 1)
  }

  @Test func `A cancelled call leaves the queue and is not sent`() async throws {
    let (shop, clock) = (try shop(), ManualClock())
    let (backend, first) = try await busy(shop, clock)
    let second = Task { await backend.fault() }
    try await backend.until { $0.waiting == 1 }
    second.cancel()
    #expect(await second.value?.kind == .cancelled)
    #expect(await backend.status.waiting == 0)
    first.cancel()
    _ = await first.value
    _ = try await backend.call()
    #expect(shop.requests == 2)
  }

  @Test func `A backend's status and gauges tell its limit and its endpoints`() async throws {
    let shop = try Shop { _, _ in .send(Shop.fine) }
    let backend = try await BackendFixture([shop.address])
    for _ in 0..<3 { _ = try await backend.call() }
    let status = await backend.status
    #expect(status.name == "stock" && status.breaker == .closed && status.opensIn == nil)
    #expect(status.limit == 1_000)
    #expect(status.endpoints.map(\.destination.origin.port) == [shop.address.port])
    #expect(status.endpoints.allSatisfy { $0.isWell && !$0.isEjected && $0.weight == 100 })
    #expect(backend.count(\.calls) == 3)
    #expect(backend.level(\.inFlight) == 0 && backend.level(\.limit) == 1_000)
    #expect(backend.level(\.endpoints) == 1 && backend.level(\.waiting) == 0)
  }
}
