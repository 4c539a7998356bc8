// SPDX-License-Identifier: Apache-2.0

import PorticoClient

/// The clock of the device, which only the scenario moves; whoever sleeps by it is woken then.
final class DeviceClock: Sendable {
  private struct State: Sendable {
    var now: Int64 = 0
    var last = 0
    var cancelled: Set<Int> = []
    var sleepers: [Int: (end: Duration, alarm: CheckedContinuation<Void, any Error>)] = [:]
  }

  private let state = Locked(State())

  /// Seconds since 1970.
  var now: Int64 { state.withLock { $0.now } }

  /// The number of those who sleep.
  var sleepers: Int { state.withLock { $0.sleepers.count } }

  /// The pauses of an outbox or a sync, each as long as it may be.
  var pauses: BackoffClock {
    BackoffClock(sleep: { [self] in try await sleep($0) }, random: { 1 })
  }

  /// Moves the clock.
  func set(_ now: Int64) {
    let woken = state.withLock { state in
      state.now = now
      let over = state.sleepers.filter { $0.value.end <= .seconds(now) }
      for number in over.keys { state.sleepers[number] = nil }
      return over.values.map(\.alarm)
    }
    for alarm in woken { alarm.resume() }
  }

  private func sleep(_ duration: Duration) async throws {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { alarm in
        let isCancelled = state.withLock { state in
          guard state.cancelled.remove(number) == nil else { return true }
          state.sleepers[number] = (.seconds(state.now) + duration, alarm)
          return false
        }
        if isCancelled { alarm.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        let sleeper = state.sleepers.removeValue(forKey: number)
        if sleeper == nil { state.cancelled.insert(number) }
        return sleeper
      }
      sleeper?.alarm.resume(throwing: CancellationError())
    }
  }
}
