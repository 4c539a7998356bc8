// SPDX-License-Identifier: Apache-2.0

/// A request that several tasks share: equal requests are sent once (request coalescing). It is cancelled once all of
/// its tasks are.
final class SharedRequest<Value: Sendable>: Sendable {
  private typealias Waiter = CheckedContinuation<Value, any Error>

  private struct State: Sendable {
    var waiters: [UInt64: Waiter] = [:]
    var last: UInt64 = 0
    var result: Result<Value, any Error>?
    var task: Task<Void, Never>?
  }

  private let state = Locked(State())

  /// Begins the request.
  ///
  /// - Parameter ended: called once it has a result, before anybody gets it.
  func start(
    _ body: @escaping @Sendable () async throws -> Value,
    ended: @escaping @Sendable () -> Void
  ) {
    let task = Task { [self] in
      let result: Result<Value, any Error>
      do { result = .success(try await body()) } catch { result = .failure(error) }
      ended()
      let waiters = state.withLock { state in
        state.result = result
        defer { state.waiters = [:] }
        return Array(state.waiters.values)
      }
      for waiter in waiters { waiter.resume(with: result) }
    }
    state.withLock { $0.task = task }
  }

  /// Waits for the result.
  var value: Value {
    get async throws {
      let number = state.withLock { state in
        state.last += 1
        return state.last
      }
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { (waiter: Waiter) in
          let known = state.withLock { state -> Result<Value, any Error>? in
            if let result = state.result { return result }
            if Task.isCancelled { return .failure(CancellationError()) }
            state.waiters[number] = waiter
            return nil
          }
          if let known { waiter.resume(with: known) }
        }
      } onCancel: {
        leave(number)
      }
    }
  }

  private func leave(_ number: UInt64) {
    let (waiter, task) = state.withLock { state in
      let waiter = state.waiters.removeValue(forKey: number)
      return (waiter, state.waiters.isEmpty ? state.task : nil)
    }
    waiter?.resume(throwing: CancellationError())
    task?.cancel()
  }
}
