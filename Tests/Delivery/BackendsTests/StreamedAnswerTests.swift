// SPDX-License-Identifier: Apache-2.0

import Backends
import Bytes
import HTTPClient
import HTTPValues
import LoopTesting
import Reactor
import Signals
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A backend with streamed answers` {
  /// A port that belongs to the system, and where nobody listens.
  private let nowhere = SocketAddress.loopback(port: 1)

  @Test(arguments: [Method.get, .post])
  func `A streamed request that could not be sent goes to another endpoint`(
    _ method: Method
  )
    async throws
  {
    let shop = try Shop { _, _ in .send(Shop.fine) }
    let clock = ManualClock()
    let backend = try await BackendFixture(clock: .manual(clock), [nowhere, shop.address])
    for _ in 0..<40 { #expect(try await backend.stream(method).body == "{}") }
    let status = await backend.status
    #expect(status.endpoints.map(\.isEjected) == [true, false])
    #expect(status.endpoints.map(\.inFlight) == [0, 0] && status.inFlight == 0)
    #expect(shop.requests == 40 && backend.count(\.calls) == 40)
  }

  @Test func `The time until the head of a streamed answer is recorded like the time of a call`()
    async throws
  {
    let clock = ManualClock()
    let shop = try Shop { _, _ in .send(Shop.fine) }
    let backend = try await BackendFixture(clock: .manual(clock), [shop.address])
    for _ in 0..<3 { _ = try await backend.stream() }
    #expect(backend.durations(200)?.count == 3)
    _ = try await backend.call()
    #expect(backend.durations(200)?.count == 4)
    #expect(backend.durations(200)?.quantile(1).map { $0 < 0.001 } == true, "the clock stands")
  }

  @Test func `A streamed request that may have changed something is not retried`() async throws {
    let shop = try Shop { _, _ in .close }
    let backend = try await BackendFixture([shop.address])
    await #expect(throws: BackendFault.self) { try await backend.stream(.put) }
    #expect(shop.requests == 1)
    #expect(backend.failures(.closed) == 1)
  }

  @Test
  func `A streamed 503 is passed on, not retried, and does not open the circuit`() async throws {
    let shop = try Shop { _, _ in Shop.status(503, "Retry-After: 60\r\n") }
    let backend = try await BackendFixture([shop.address])
    for _ in 0..<20 { #expect(try await backend.stream().status == .serviceUnavailable) }
    #expect(shop.requests == 20)
    #expect(await backend.status.breaker == .closed)
  }

  @Test func `Streamed requests that are hung up on do not open the circuit`() async throws {
    let shop = try Shop { _, head in head.hasPrefix("POST") ? .close : .send(Shop.fine) }
    let backend = try await BackendFixture([shop.address])
    for _ in 0..<10 { _ = try? await backend.stream(.post) }
    #expect(try await backend.stream().body == "{}")
    #expect(await backend.status.breaker == .closed)
  }

  @Test func `Streamed requests that time out do not open the circuit`() async throws {
    let clock = ManualClock()
    let shop = try Shop { _, head in head.contains("/slow") ? .hang : .send(Shop.fine) }
    let backend = try await BackendFixture(clock: .manual(clock), [shop.address])
    for number in 1...6 {
      let slow = Task { try await backend.stream(.post, "/slow", firstByte: .seconds(1)) }
      try await shop.until(requests: number)
      clock.advance(by: .seconds(2))
      let fault = await #expect(throws: BackendFault.self) { try await slow.value }
      #expect(fault?.kind == .firstByteTimeout)
    }
    #expect(try await backend.stream().body == "{}")
    #expect(await backend.status.breaker == .closed)
  }

  @Test func `Streamed requests to an endpoint where nobody listens open the circuit`() async throws
  {
    let backend = try await BackendFixture(clock: .manual(ManualClock()), [nowhere]) {
      $0.retry.most = 0
    }
    for _ in 0..<5 {
      await #expect(throws: BackendFault.self) { try await backend.stream(.post) }
    }
    let fault = await #expect(throws: BackendFault.self) { try await backend.stream(.post) }
    #expect(fault?.kind == .circuitOpen)
  }

  @Test func `An endpoint that fails streamed requests beside a good one is ejected`() async throws
  {
    let bad = try Shop { _, _ in Shop.status(502) }
    let good = try Shop { _, _ in .send(Shop.fine) }
    let backend = try await BackendFixture(
      clock: .manual(ManualClock()),
      [bad.address, good.address]
    )
    for _ in 0..<60 { _ = try await backend.stream() }
    #expect(bad.requests == 5 && good.requests == 55)
  }

  @Test
  func `A streamed answer frees its permit at the head and its endpoint at the end`() async throws {
    let shop = try Shop { _, _ in .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc") }
    let backend = try await BackendFixture([shop.address]) { $0.limit.most = 1 }
    let held = try await backend.opened()
    #expect(await backend.status.inFlight == 0)
    #expect(await backend.status.endpoints.map(\.inFlight) == [1])
    await backend.with { _ in held.value.ended(nil) }
    #expect(await backend.status.endpoints.map(\.inFlight) == [0])
  }

  @Test(arguments: [503, 200])
  func `The concurrency limit does not depend on the status of streamed answers`(
    _ status: Int
  )
    async throws
  {
    let clock = ManualClock()
    let shop = try Shop { _, _ in Shop.status(status) }
    let backend = try await BackendFixture(clock: .manual(clock), [shop.address]) {
      $0.limit.leastMeasured = 5
    }
    for number in 0..<50 {
      _ = try await backend.stream()
      clock.advance(by: .milliseconds(number * 10))
    }
    #expect(await backend.status.limit == 1_000)
  }

  @Test
  func `A streamed request waits its turn, and is refused after two seconds`() async throws {
    let clock = ManualClock()
    let shop = try Shop { _, _ in .hang }
    let backend = try await BackendFixture(clock: .manual(clock), [shop.address]) {
      $0.limit.most = 1
    }
    let first = Task { try await backend.stream() }
    try await shop.until(requests: 1)
    let second = Task { try await backend.stream() }
    try await backend.until { $0.waiting == 1 }
    clock.advance(by: .seconds(2))
    let fault = await #expect(throws: BackendFault.self) { try await second.value }
    #expect(fault?.kind == .overloaded)
    let third = Task { try await backend.stream() }
    try await backend.until { $0.waiting == 1 }
    first.cancel()
    try await shop.until(requests: 2)
    third.cancel()
    _ = try? await (first.value, third.value)
    #expect(shop.requests == 2)
  }

  @Test func `A cancelled streamed request frees its permit and its endpoint`() async throws {
    let shop = try Shop { _, _ in .hang }
    let backend = try await BackendFixture(clock: .manual(ManualClock()), [shop.address])
    let task = Task { try await backend.stream() }
    try await shop.until(requests: 1)
    #expect(await backend.status.inFlight == 1)
    task.cancel()
    await #expect(throws: BackendFault.self) { try await task.value }
    #expect(await backend.status.inFlight == 0)
    #expect(await backend.status.endpoints.map(\.inFlight) == [0])
  }
}

extension BackendFixture {
  /// An answer that was read to its end.
  struct Streamed: Sendable {
    let status: Status
    let body: String
  }

  fileprivate func stream(
    _ method: HTTPValues.Method = .get,
    _ target: String = "/",
    firstByte: Duration? = nil
  ) async throws -> Streamed {
    try await onLoop { backend in
      var options = CallOptions()
      if let firstByte {
        var pace = PaceLimits()
        pace.firstByte = firstByte
        options.pace = pace
      }
      let stream = try await backend.open(
        BackendFixture.request(method, target),
        options: options
      )
      var body = ByteBuffer()
      while try await stream.read(into: &body) {}
      let text = String(decoding: body.span.array, as: UTF8.self)
      return Streamed(status: stream.exchange.response.status, body: text)
    }
  }

  /// An answer of which only the head is there.
  fileprivate func opened() async throws -> LoopConfined<OpenCall> {
    try await onLoop { backend in
      let stream = try await backend.open(BackendFixture.request(.get))
      return LoopConfined(stream, to: backend.core.loop.number)
    }
  }

  private static func request(_ method: HTTPValues.Method, _ target: String = "/") -> Request {
    Request(method, scheme: .http, authority: "shop", target: target)
  }
}
