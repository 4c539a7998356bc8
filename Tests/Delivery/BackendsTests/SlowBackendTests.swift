// SPDX-License-Identifier: Apache-2.0

import Backends
import HTTPClient
import HTTPValues
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A backend that is slow` {
  /// A call that a shop has, and the clock by which it waits.
  private func waiting(
    _ shop: Shop,
    _ backend: BackendFixture,
    _ call: BackendCall = BackendCall("/"),
    within time: Duration? = nil
  ) async throws -> Task<BackendFault?, Never> {
    let task = Task { await backend.fault(call, within: time) }
    try await shop.until(requests: 1)
    return task
  }

  @Test(arguments: [
    (Duration?.none, Duration.seconds(3), BackendFault.Kind.firstByteTimeout),
    (.seconds(2), .seconds(2), .timeout),
  ])
  func `A slow backend is waited for until the first-byte timeout or the deadline`(
    within: Duration?,
    waits: Duration,
    kind: BackendFault.Kind
  ) async throws {
    let clock = ManualClock()
    let shop = try Shop { _, _ in .hang }
    let backend = try await BackendFixture(clock: .manual(clock), [shop.address]) {
      $0.retry.most = 0
    }
    let fault = try await waiting(shop, backend, within: within)
    clock.advance(by: waits - .milliseconds(1))
    #expect(await backend.status.inFlight == 1)
    clock.advance(by: .milliseconds(1))
    #expect(await fault.value?.kind == kind)
  }

  @Test func `A call whose answer stalls in its middle is given up`() async throws {
    let clock = ManualClock()
    let shop = try Shop { _, _ in .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab") }
    let backend = try await BackendFixture(clock: .manual(clock), [shop.address]) {
      $0.timeout = .seconds(10_000)
      $0.pace.firstByte = .seconds(10_000)
      $0.retry.most = 0
    }
    let fault = try await waiting(shop, backend)
    // Nobody knows when the beginning arrives; from then on it is three seconds.
    while await backend.status.inFlight == 1 { clock.advance(by: .seconds(1)) }
    #expect(await fault.value?.kind == .stalled)
  }

  @Test func `An attempt is given up after its timeout even if its answer goes on`() async throws {
    let clock = ManualClock()
    let shop = try Shop { _, _ in .hang }
    let backend = try await BackendFixture(clock: .manual(clock), [shop.address]) {
      $0.timeout = .seconds(2)
      $0.retry.most = 0
    }
    let fault = try await waiting(shop, backend)
    clock.advance(by: .seconds(2))
    #expect(await fault.value?.kind == .timeout)
    try await shop.until(ended: 1)
  }

  @Test func `A call without any time left is not sent`() async throws {
    let shop = try Shop { _, _ in .send(Shop.fine) }
    let backend = try await BackendFixture([shop.address])
    let fault = await backend.fault(within: .zero)
    #expect(fault?.kind == .timeout && fault?.attempts == 0)
    #expect(shop.requests == 0 && backend.failures(.timeout) == 1)
  }

  @Test func `Each attempt tells the backend the milliseconds that remain`() async throws {
    let clock = ManualClock()
    let shop = try Shop { number, _ in number == 1 ? .close : .send(Shop.fine) }
    let backend = try await BackendFixture(clock: .manual(clock), [shop.address]) {
      $0.timeout = .seconds(4)
      $0.retry.firstPause = .milliseconds(200)
    }
    var call = BackendCall("/")
    call.request.fields.append("deadline-remaining", "99999")
    let answer = Task { [call] in try await backend.call(call, within: .milliseconds(4_100)) }
    try await shop.until(requests: 1)
    try await backend.until { $0.inFlight == 0 }
    clock.advance(by: .milliseconds(200))
    let attempts = try await answer.value.attempts
    #expect(attempts == 2)
    #expect(shop.heads[0].contains("deadline-remaining: 4000\r\n"))
    #expect(shop.heads[1].contains("deadline-remaining: 3900\r\n"))
    #expect(!shop.heads[1].contains("99999"))
  }

  @Test func `A backend without a deadline field is not told the deadline`() async throws {
    let shop = try Shop { _, _ in .send(Shop.fine) }
    let backend = try await BackendFixture([shop.address]) { $0.deadlineField = nil }
    _ = try await backend.call(within: .seconds(9))
    #expect(!shop.heads[0].contains("deadline"))
  }

  @Test func `A deadline below the usual latency does not count against the backend`() async throws
  {
    let clock = ManualClock()
    let shop = try Shop { _, head in head.contains("/slow") ? .hang : .send(Shop.fine) }
    let backend = try await BackendFixture(clock: .manual(clock), [shop.address]) {
      $0.breaker.consecutiveFailures = 1
      $0.retry.most = 0
    }
    // A hundred milliseconds are usual.
    await backend.with { backend in
      for _ in 0..<100 { backend.latency.record(.milliseconds(100), at: backend.core.now) }
    }
    for (milliseconds, state) in [(50, CircuitBreaker.State.closed), (200, .open)] {
      let before = shop.requests
      let fault = Task {
        await backend.fault(BackendCall("/slow"), within: .milliseconds(milliseconds))
      }
      try await shop.until(requests: before + 1)
      clock.advance(by: .milliseconds(milliseconds))
      #expect(await fault.value?.kind == .timeout)
      #expect(await backend.status.breaker == state)
    }
  }

  @Test
  func `A cancelled call ends with its connection and does not count as a failure`() async throws {
    let shop = try Shop { _, _ in .hang }
    // The clock stands still, so that no timeout comes before.
    let backend = try await BackendFixture(clock: .manual(ManualClock()), [shop.address])
    let task = try await waiting(shop, backend)
    task.cancel()
    #expect(await task.value?.kind == .cancelled)
    try await shop.until(ended: 1)
    let status = await backend.status
    #expect(status.inFlight == 0 && status.breaker == .closed)
    #expect(status.endpoints.first?.inFlight == 0)
  }

  @Test func `A call can be cancelled in the pause before a retry`() async throws {
    let clock = ManualClock()
    let shop = try Shop { _, _ in .close }
    let backend = try await BackendFixture(clock: .manual(clock), [shop.address]) {
      $0.retry.firstPause = .seconds(10)
      $0.retry.longestPause = .seconds(10)
    }
    let task = try await waiting(shop, backend)
    try await backend.until { $0.inFlight == 0 }
    task.cancel()
    #expect(await task.value?.kind == .cancelled)
  }
}
