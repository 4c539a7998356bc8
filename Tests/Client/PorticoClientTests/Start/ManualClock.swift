// SPDX-License-Identifier: Apache-2.0

import PorticoClient

/// A clock that only a test moves.
final class ManualClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private typealias Sleeper = (until: Instant, continuation: CheckedContinuation<Void, any Error>)

  private struct State: Sendable {
    var now = Instant(offset: .zero)
    var sleepers: [UInt64: Sleeper] = [:]
    var last: UInt64 = 0
  }

  private let state = Locked(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }

  /// The times that are waited for, from now on.
  var waits: [Duration] {
    state.withLock { state in
      state.sleepers.values.map { $0.until.offset - state.now.offset }.sorted()
    }
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state -> Result<Void, any Error>? in
          if Task.isCancelled { return .failure(CancellationError()) }
          if deadline <= state.now { return .success(()) }
          state.sleepers[number] = (deadline, continuation)
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let sleeper = state.withLock { $0.sleepers.removeValue(forKey: number) }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.until <= state.now }
      for number in due.keys { state.sleepers[number] = nil }
      return due.values.map(\.continuation)
    }
    for continuation in due { continuation.resume() }
  }

  /// Waits until somebody waits for a time, and moves the clock over it.
  func pass(_ duration: Duration) async {
    await isAwaited(duration)
    advance(by: duration)
  }

  func isAwaited(_ duration: Duration) async {
    await eventually { waits.contains(duration) }
  }
}
