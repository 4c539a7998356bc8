// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import HTTPValues
import LoopTesting
import Reactor
import Signals
import Synchronization
import Testing

@testable import Backends

@Suite(.timeLimit(.minutes(5))) struct `A backend in this process` {
  /// Answers each call with a status, or never.
  private final class LocalShop: LocalOrigin, Sendable {
    private let status: Status?
    private let taken = Mutex<[Fields]>([])

    init(_ status: Status?) { self.status = status }

    var requests: [Fields] { taken.withLock(\.self) }

    func take(_ call: LocalCall, _ request: Request) {
      taken.withLock { $0.append(request.fields) }
      guard let status else { return }
      call.begin(Response(status, fields: ["content-type": "application/json"]), length: 2)
      let body = Array("{}".utf8)
      call.send(all: body.span)
      call.end(trailers: Fields())
    }
  }

  private func start(
    _ shop: LocalShop,
    clock: LoopClock = .system
  ) async throws -> BackendFixture {
    let origin = Origin(.http, host: "records.internal", port: 80)
    let rules = ConnectionRules { _ in shop }
    return try await BackendFixture(
      clock: clock,
      .fixed([Endpoint(Destination(origin, by: rules))])
    ) {
      $0.retry.most = 0
    }
  }

  @Test func `Its calls are measured like all others, and open no connection`() async throws {
    let shop = LocalShop(.ok)
    let backend = try await start(shop, clock: .manual(ManualClock()))
    for _ in 0..<3 {
      let answer = try await backend.call(within: .seconds(2))
      #expect(answer.body == Array("{}".utf8))
      #expect(answer.endpoint.description == "http://records.internal")
    }
    #expect(backend.count(\.calls) == 3 && backend.durations(200)?.count == 3)
    let status = await backend.status
    #expect(status.inFlight == 0 && status.endpoints.map(\.inFlight) == [0])
    #expect(backend.connectionsOpened == 0)
    #expect(shop.requests.map { $0["deadline-remaining"] } == ["2000", "2000", "2000"])
  }

  @Test func `Its circuit opens when it fails`() async throws {
    let shop = LocalShop(.internalServerError)
    let backend = try await start(shop, clock: .manual(ManualClock()))
    for _ in 0..<5 { #expect(await backend.fault()?.answered == .internalServerError) }
    #expect(await backend.fault()?.kind == .circuitOpen)
    #expect(shop.requests.count == 5)
  }

  @Test(arguments: [
    (Duration?.none, Duration.seconds(3), BackendFault.Kind.firstByteTimeout),
    (.seconds(2), .seconds(2), .timeout),
  ])
  func `It is waited for until the first-byte timeout or the deadline`(
    within: Duration?,
    waits: Duration,
    kind: BackendFault.Kind
  ) async throws {
    let clock = ManualClock()
    let shop = LocalShop(nil)
    let backend = try await start(shop, clock: .manual(clock))
    let fault = Task { await backend.fault(within: within) }
    try await waitUntil("the call is there") { shop.requests.count == 1 }
    clock.advance(by: waits - .milliseconds(1))
    #expect(await backend.status.inFlight == 1)
    clock.advance(by: .milliseconds(1))
    #expect(await fault.value?.kind == kind)
    #expect(await backend.status.inFlight == 0)
  }

  @Test func `A call that is cancelled leaves nothing under way`() async throws {
    let shop = LocalShop(nil)
    let backend = try await start(shop)
    let fault = Task { await backend.fault() }
    try await waitUntil("the call is there") { shop.requests.count == 1 }
    fault.cancel()
    #expect(await fault.value?.kind == .cancelled)
    #expect(await backend.status.inFlight == 0)
  }
}

extension BackendFixture {
  /// The number of connections that its client has opened.
  fileprivate var connectionsOpened: UInt64? {
    let family = registry.snapshot()["portico_client_connections_opened_total"]
    if case .counter(let count)? = family?.series.first?.value { return count }
    return nil
  }
}
