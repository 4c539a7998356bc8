// SPDX-License-Identifier: Apache-2.0

/// Waits, and spreads waits at random, so that devices do not come back all at once.
public struct BackoffClock: Sendable {
  /// Waits for a time, or throws once the task is cancelled.
  public let sleep: @Sendable (Duration) async throws -> Void
  /// Returns a number from 0 to 1.
  public let random: @Sendable () -> Double

  /// Creates a clock; the default waits as the system's clock says.
  public init(
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
  ) {
    (self.sleep, self.random) = (sleep, random)
  }

  /// The pause after a number of failures in a row (exponential backoff with jitter): half to the whole of 1, 2, 4
  /// and so on up to 60 seconds.
  ///
  /// - Parameter first: the milliseconds of the first pause.
  func pause(after failures: Int, first: Int64 = 1_000) -> Duration {
    let doubled = max(first, 1) << Int64(min(max(failures - 1, 0), 16))
    let most = Double(min(doubled, max(first, 60_000)))
    return .milliseconds(Int64(most * (0.5 + 0.5 * min(max(random(), 0), 1))))
  }
}

/// Ends waits before their time.
final class Alarm: Sendable {
  private struct State: Sendable {
    var sleeper: Task<Void, Never>?
    var isRung = false
  }

  private let state = Locked(State())

  /// Waits for a time, until the alarm rings or the task is cancelled.
  ///
  /// - Parameter duration: `nil` to wait for the alarm alone.
  func wait(_ duration: Duration?, by clock: BackoffClock) async {
    let sleeper = Task {
      do { try await clock.sleep(duration ?? .seconds(Int64(Int32.max))) } catch { return }
    }
    let isRung = state.withLock { state in
      defer { state.isRung = false }
      state.sleeper = sleeper
      return state.isRung
    }
    if isRung { sleeper.cancel() }
    await withTaskCancellationHandler {
      await sleeper.value
    } onCancel: {
      sleeper.cancel()
    }
    state.withLock { $0.sleeper = nil }
  }

  /// Ends the wait, or the next one if there is none.
  func ring() {
    let sleeper = state.withLock { state in
      state.isRung = state.sleeper == nil
      return state.sleeper
    }
    sleeper?.cancel()
  }
}

/// Sends values to all who listen.
final class Broadcast<Value: Sendable>: Sendable {
  private struct State: Sendable {
    var listeners: [UInt64: AsyncStream<Value>.Continuation] = [:]
    var last: UInt64 = 0
  }

  private let state = Locked(State())

  deinit { for listener in state.withLock({ $0.listeners.values }) { listener.finish() } }

  /// The values from now on.
  var values: AsyncStream<Value> {
    AsyncStream { [weak self] continuation in
      guard let self else { return continuation.finish() }
      let number = state.withLock { state in
        state.last += 1
        state.listeners[state.last] = continuation
        return state.last
      }
      continuation.onTermination = { [weak self] _ in
        _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
      }
    }
  }

  func send(_ value: Value) {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(value) }
  }
}
