// SPDX-License-Identifier: Apache-2.0

import Backends
import Bytes
import HTTPClient
import HTTPValues
import LoopTesting
import Reactor
import Synchronization
import Testing

/// Whatever order bursts, cancellations, timeouts and resets come in, none of them may keep a place.
@Suite(.timeLimit(.minutes(5))) struct `A failing backend under bursts of calls` {
  /// The calls of a test to a backend, on its loop.
  private final class Traffic: CallSink {
    private let backend: Backend
    private var random: SmallRandom
    private var calls: [Call] = []
    private var streams: [Task<Void, Never>] = []
    private(set) var begun = 0
    private(set) var over = 0

    init(_ backend: Backend, seed: UInt64) {
      self.backend = backend
      random = SmallRandom(seed: seed)
    }

    /// So many calls at once, each with its own hurry.
    func burst(_ count: Int) {
      for _ in 0..<count {
        begun += 1
        if Int.random(in: 0..<5, using: &random) == 0 { stream() } else { call() }
      }
    }

    private func call() {
      var call = BackendCall("/\(begun)")
      call.priority = Bool.random(using: &random) ? .required : .optional
      call.deadline = backend.core.now + .milliseconds(Int.random(in: 1...900, using: &random))
      calls.append(backend.begin(call, for: self))
    }

    func answered(_ answer: consuming BackendAnswer) { over += 1 }
    func failed(_ fault: BackendFault) { over += 1 }

    private func stream() {
      let confined = LoopConfined(self, to: backend.core.loop.number)
      let target = "/\(begun)"
      let task = backend.core.loop.start {
        let traffic = confined.value
        let request = Request(.get, scheme: .http, authority: "shop", target: target)
        if let stream = try? await traffic.backend.open(request) {
          var body = ByteBuffer()
          while (try? await stream.read(into: &body)) ?? false {}
        }
        traffic.over += 1
      }
      streams.append(task)
    }

    /// Gives some of them up, those that are over as well.
    func cancelSome() {
      for call in calls where Int.random(in: 0..<3, using: &random) == 0 { call.cancel() }
      for task in streams where Int.random(in: 0..<3, using: &random) == 0 { task.cancel() }
    }

    func cancelAll() {
      for call in calls { call.cancel() }
      for task in streams { task.cancel() }
    }
  }

  /// Whether the shop has come to its senses.
  private final class Mood: Sendable {
    let isWell = Atomic(false)
  }

  /// Answers, hangs, hangs up, breaks off and asks to be left alone, as chance has it.
  private func shop(_ mood: Mood, seed: UInt64) throws -> Shop {
    try Shop { number, _ in
      if mood.isWell.load(ordering: .acquiring) { return .send(Shop.fine) }
      var random = SmallRandom(seed: seed &+ UInt64(number) &* 7_919)
      return switch Int.random(in: 0..<8, using: &random) {
      case 0: .hang
      case 1: .close
      case 2: .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
      case 3: Shop.status(503)
      default: .send(Shop.fine)
      }
    }
  }

  @Test(arguments: 1...12)
  func `After bursts of failing calls a backend has none under way and recovers`(
    _ seed: Int
  ) async throws {
    let clock = ManualClock()
    let mood = Mood()
    let shop = try shop(mood, seed: UInt64(seed))
    let backend = try await BackendFixture(clock: .manual(clock), [shop.address]) {
      $0.limit.most = 6
      $0.limit.least = 1
      $0.limit.queue = 12
      $0.limit.leastMeasured = 3
      $0.timeout = .milliseconds(500)
      $0.hedge.share = 0.5
      $0.hedge.leastMeasured = 3
      $0.retry.firstPause = .milliseconds(10)
      $0.breaker.consecutiveFailures = seed % 2 == 0 ? 0 : 20
    }
    var random = SmallRandom(seed: UInt64(seed))
    let traffic = await backend.with { backend in
      LoopConfined(Traffic(backend, seed: UInt64(seed)), to: backend.core.loop.number)
    }
    for _ in 0..<120 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let count = Int.random(in: 1...24, using: &random)
        await backend.with { _ in traffic.value.burst(count) }
      case 1: await backend.with { _ in traffic.value.cancelSome() }
      default: clock.advance(by: .milliseconds(Int.random(in: 1...300, using: &random)))
      }
    }
    await backend.with { _ in traffic.value.cancelAll() }
    while await backend.with({ _ in traffic.value.over < traffic.value.begun }) {
      clock.advance(by: .milliseconds(50))
      try Task.checkCancellation()
    }
    let status = await backend.status
    #expect(status.inFlight == 0 && status.waiting == 0)
    #expect(status.endpoints.map(\.inFlight) == [0])
    #expect(backend.level(\.inFlight) == 0 && backend.level(\.waiting) == 0)
    #expect(backend.level(\.unaccounted) == 0)
    mood.isWell.store(true, ordering: .releasing)
    clock.advance(by: .seconds(120))
    for _ in 0..<20 { #expect(try await backend.call().head.status == .ok) }
  }
}
