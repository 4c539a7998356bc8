// SPDX-License-Identifier: Apache-2.0

import LoopTesting
import Reactor
import Testing

@testable import Backends

@Suite(.timeLimit(.minutes(5))) struct `A permit of a backend` {
  /// Holds a permit as long as a test wants it to.
  private final class Holder {
    private var permit: Permit?
    init(_ permit: consuming Permit?) { self.permit = permit }
    func letGo() { permit = nil }
  }

  private let shop: Shop

  init() throws { shop = try Shop { _, _ in .send(Shop.fine) } }

  /// A backend that takes so many calls at once and answers all.
  private func fixture(most: Int = 1) async throws -> BackendFixture {
    try await BackendFixture(clock: .manual(ManualClock()), [shop.address]) {
      $0.limit.most = most
    }
  }

  @Test func `A dropped permit returns, and goes to the call that waits for it`() async throws {
    let backend = try await fixture()
    let isAdmitted = await backend.with { backend in
      let holder = Holder(backend.gate.admit(.required))
      #expect(backend.gate.inFlight == 1 && backend.gate.admit(.required) == nil)
      let waiting = backend.gate.enqueue(.required, until: .distantFuture) { _ in }
      #expect(backend.gate.waiting == 1)
      holder.letGo()
      #expect(backend.gate.waiting == 0 && backend.gate.inFlight == 1)
      guard case .admitted = waiting?.take() else { return false }
      return true
    }
    #expect(isAdmitted)
    #expect(await backend.status.inFlight == 0)
    #expect(backend.level(\.inFlight) == 0)
  }

  @Test func `A returned permit does not go to a call cancelled in the same turn`() async throws {
    let backend = try await fixture()
    let places = await backend.with { backend in
      let holder = Holder(backend.gate.admit(.required))
      let first = backend.gate.enqueue(.required, until: .distantFuture) { _ in }
      let second = backend.gate.enqueue(.required, until: .distantFuture) { _ in }
      first?.end(.cancelled)
      holder.letGo()
      var outcomes: [String] = []
      for waiting in [first, second] {
        switch waiting?.take() {
        case .admitted: outcomes.append("admitted")
        case .cancelled: outcomes.append("cancelled")
        case .refused: outcomes.append("refused")
        case nil: outcomes.append("nothing")
        }
      }
      return outcomes
    }
    #expect(places == ["cancelled", "admitted"])
    let status = await backend.status
    #expect(status.inFlight == 0 && status.waiting == 0)
  }

  @Test func `A permit dropped on another thread returns on its loop`() async throws {
    let backend = try await fixture()
    let letGo: @Sendable () -> Void = await backend.with { backend in
      // Safe: nobody else touches it.
      nonisolated(unsafe) let holder = Holder(backend.gate.admit(.required))
      return { unsafe holder.letGo() }
    }
    #expect(await backend.status.inFlight == 1)
    try await onThread { letGo() }
    try await backend.until { $0.inFlight == 0 }
    #expect(backend.level(\.inFlight) == 0)
  }

  @Test
  func `A permit that no call holds is shown by the gauge of unaccounted permits`() async throws {
    let backend = try await fixture(most: 10)
    _ = try await backend.call()
    #expect(backend.level(\.unaccounted) == 0)
    let held = await backend.with { backend in
      LoopConfined(Holder(backend.gate.admit(.required)), to: backend.core.loop.number)
    }
    _ = try await backend.call()
    #expect(backend.level(\.unaccounted) == 1 && backend.level(\.inFlight) == 1)
    await backend.with { _ in held.value.letGo() }
    #expect(backend.level(\.unaccounted) == 0 && backend.level(\.inFlight) == 0)
  }

  @Test
  func `A permit is still counted after its backend was declared anew`() async throws {
    let shop = try Shop { _, head in head.contains("/slow") ? .hang : .send(Shop.fine) }
    let backend = try await BackendFixture(clock: .manual(ManualClock()), [shop.address]) {
      $0.limit.most = 7
    }
    let slow = Task { await backend.fault(BackendCall("/slow")) }
    try await shop.until(requests: 1)
    await backend.succeed { $0.limit.most = 5 }
    _ = try await backend.call()
    #expect(backend.level(\.inFlight) == 1 && backend.level(\.limit) == 5)
    #expect(backend.level(\.endpoints) == 1)
    slow.cancel()
    #expect(await slow.value?.kind == .cancelled)
    #expect(backend.level(\.inFlight) == 0 && backend.level(\.unaccounted) == 0)
  }
}
