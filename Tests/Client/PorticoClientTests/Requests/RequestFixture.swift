// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import Testing

/// A clock that only a test moves; pauses are over at once, and counted.
final class PauselessClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private let state = Locked((offset: Duration.zero, pauses: [Duration]()))

  var now: Instant { Instant(offset: state.withLock { $0.offset }) }
  var minimumResolution: Duration { .nanoseconds(1) }
  var pauses: [Duration] { state.withLock { $0.pauses } }

  func advance(_ duration: Duration) { state.withLock { $0.offset += duration } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    state.withLock { state in
      state.pauses.append(deadline.offset - state.offset)
      state.offset = deadline.offset
    }
  }
}

/// A body whose pieces a test sends one by one.
final class ManualBody: Sendable {
  private struct State: Sendable {
    var pieces: [Result<[UInt8]?, any Error>] = []
    var waiter: CheckedContinuation<ArraySlice<UInt8>?, any Error>?
    var asked = 0
  }

  private let state = Locked(State())

  /// The number of pieces that were asked for.
  var asked: Int { state.withLock { $0.asked } }

  var body: WireBody { WireBody { [self] in try await next() } }

  func send(_ text: String) { give(.success(Array(text.utf8))) }
  func end() { give(.success(nil)) }
  func fail(_ error: any Error) { give(.failure(error)) }

  private func give(_ piece: Result<[UInt8]?, any Error>) {
    state.withLock { state in
      if state.waiter == nil { state.pieces.append(piece) }
      return state.waiter.take()
    }?.resume(with: piece.map { $0?[...] })
  }

  private func next() async throws -> ArraySlice<UInt8>? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let piece = state.withLock { state -> Result<[UInt8]?, any Error>? in
          state.asked += 1
          if Task.isCancelled { return .failure(CancellationError()) }
          if !state.pieces.isEmpty { return state.pieces.removeFirst() }
          state.waiter = continuation
          return nil
        }
        if let piece { continuation.resume(with: piece.map { $0?[...] }) }
      }
    } onCancel: {
      state.withLock { $0.waiter.take() }?.resume(throwing: CancellationError())
    }
  }
}

/// A client of a modelled service, with clocks that only the test moves.
struct RequestFixture {
  let service = Service()
  let clock = PauselessClock()
  let client: Client

  init(
    persistence: (any ObjectPersistence)? = nil,
    retries: RetryBudget = RetryBudget(random: { 0.5 })
  ) throws {
    let url = try #require(WebAddress("https://shop.example/config"))
    let service = service
    client = Client(
      Environment(name: "production", configURL: url),
      transport: service,
      persistence: persistence,
      clock: { service.now },
      monotonicClock: clock,
      retries: retries
    )
  }
}

/// Waits until a condition holds: at first by letting other tasks run, later by sleeping, so that what is waited for
/// has the processor.
func eventually(_ condition: () -> Bool) async {
  var looks = 0
  while !condition() {
    looks += 1
    if looks < 100 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
  }
}
