// SPDX-License-Identifier: Apache-2.0

/// A request that several tasks share: equal requests are sent once (request coalescing). It is cancelled once all of
/// its tasks are.
final class SharedRequest<Value: Sendable>: Sendable {
  private typealias Waiter = CheckedContinuation<Value, any Error>

  private struct Participant: Sendable {
    let feed: ObjectFeed
    var waiter: Waiter?
  }

  private struct State: Sendable {
    var participants: [UInt64: Participant] = [:]
    var last: UInt64 = 0
    var result: Result<Value, any Error>?
    var task: Task<Void, Never>?
    /// The ids of the objects so far, for tasks that join later.
    var ids = CollectionItems()
    var store: ObjectStore?
    /// The request itself while it waits for its readers.
    var producer: CheckedContinuation<Void, Never>?

    var hasRoom: Bool {
      participants.isEmpty || participants.values.contains { $0.feed.hasRoom }
    }
  }

  private let state = Locked(State())

  /// Begins the request.
  ///
  /// - Parameter ended: called once it has a result, before anybody gets it.
  func start(
    _ body: @escaping @Sendable () async throws -> Value,
    ended: @escaping @Sendable () -> Void
  ) {
    // The task is known before it can end, or be left by all.
    state.withLock { $0.task = Task { [self] in await run(body, ended) } }
  }

  private func run(
    _ body: @Sendable () async throws -> Value,
    _ ended: @Sendable () -> Void
  ) async {
    let result: Result<Value, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    ended()
    let participants = state.withLock { state in
      state.result = result
      defer { state.participants = [:] }
      return Array(state.participants.values)
    }
    for participant in participants { participant.waiter?.resume(with: result) }
  }

  /// Waits for the result; meanwhile a feed gets the objects, also those that came before.
  func value(for feed: ObjectFeed = ObjectFeed()) async throws -> Value {
    feed.join { [weak self] in self?.wakeProducer() }
    let number = state.withLock { state in
      state.last += 1
      if let store = state.store { feed.append(state.ids, in: store) }
      state.participants[state.last] = Participant(feed: feed)
      return state.last
    }
    // The task may have room for objects that the others have not.
    wakeProducer()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (waiter: Waiter) in
        let known = state.withLock { state -> Result<Value, any Error>? in
          if let result = state.result { return result }
          guard state.participants[number] != nil, !Task.isCancelled else {
            return .failure(CancellationError())
          }
          state.participants[number]?.waiter = waiter
          return nil
        }
        if let known { waiter.resume(with: known) }
      }
    } onCancel: {
      leave(number)
    }
  }

  /// Hands objects over, and waits until some task has room for more.
  func hand(_ ids: [String], in store: ObjectStore) async {
    guard !ids.isEmpty else { return }
    state.withLock { state in
      for id in ids { state.ids.append(id.utf8) }
      state.store = store
      for participant in state.participants.values { participant.feed.append(ids, in: store) }
    }
    while !Task.isCancelled, !state.withLock({ $0.hasRoom }) {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let passes = state.withLock { state in
            let passes = state.hasRoom || Task.isCancelled
            if !passes { state.producer = continuation }
            return passes
          }
          if passes { continuation.resume() }
        }
      } onCancel: {
        wakeProducer()
      }
    }
  }

  private func wakeProducer() { state.withLock { $0.producer.take() }?.resume() }

  private func leave(_ number: UInt64) {
    let (waiter, task) = state.withLock { state in
      let waiter = state.participants.removeValue(forKey: number)?.waiter
      return (waiter, state.participants.isEmpty ? state.task : nil)
    }
    waiter?.resume(throwing: CancellationError())
    task?.cancel()
    wakeProducer()
  }
}
