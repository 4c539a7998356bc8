// SPDX-License-Identifier: Apache-2.0

/// A part of a store to observe.
public enum ObservedPart: Sendable, Hashable {
  case object(String)
  case objects(Set<String>)
  /// All objects of a type, such as `note`.
  case type(String)
  case collection(DisplayID)
  case everything
}

/// A change of an observed part: the ids that changed since the last one, and the store as it is.
public struct StoreChange: Sendable {
  /// The ids of the observed objects that changed.
  public let ids: Set<String>
  /// The names of the observed collections that changed.
  public let collections: Set<DisplayID>
  /// The store as it is now.
  public let snapshot: Snapshot
}

/// The changes of a part of a store, from the time at which they were asked for.
///
/// A slow reader gets several changes as one, in which each id stands once.
public struct ObjectChanges: AsyncSequence, Sendable {
  /// One or several changes.
  public typealias Element = StoreChange

  let observer: StoreObserver
  let store: ObjectStore

  /// Waits for one change after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let observer: StoreObserver
    let store: ObjectStore

    /// Waits for the next change; `nil` when the task is cancelled.
    public mutating func next() async -> StoreChange? {
      guard let (ids, collections) = await observer.next() else { return nil }
      return StoreChange(ids: ids, collections: collections, snapshot: store.snapshot)
    }
  }

  /// Returns an iterator; all iterators of one sequence share its changes.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(observer: observer, store: store)
  }
}

/// Collects what changed of a part until it is asked for, as long as anybody has it.
final class StoreObserver: Sendable {
  private struct State: Sendable {
    var ids: Set<String> = []
    var collections: Set<DisplayID> = []
    var waiting: CheckedContinuation<Void, Never>?

    var isEmpty: Bool { ids.isEmpty && collections.isEmpty }
  }

  private let part: ObservedPart
  private let state = Locked(State())
  private let ended: @Sendable () -> Void

  init(_ part: ObservedPart, ended: @escaping @Sendable () -> Void) {
    self.part = part
    self.ended = ended
  }

  deinit { ended() }

  /// Waits for a change; `nil` when the task is cancelled.
  func next() async -> (ids: Set<String>, collections: Set<DisplayID>)? {
    while !Task.isCancelled {
      let drained = state.withLock { state -> (Set<String>, Set<DisplayID>)? in
        guard !state.isEmpty else { return nil }
        defer { (state.ids, state.collections) = ([], []) }
        return (state.ids, state.collections)
      }
      if let drained { return drained }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          // Whoever waits already, and this one where there is something, or nobody waits any more.
          let resumed = state.withLock { state in
            let before = state.waiting
            let isOver = !state.isEmpty || Task.isCancelled
            state.waiting = isOver ? nil : continuation
            return isOver ? [before, continuation] : [before]
          }
          for continuation in resumed { continuation?.resume() }
        }
      } onCancel: {
        wake()
      }
    }
    return nil
  }

  private func wake() { state.withLock { $0.waiting.take() }?.resume() }

  func add(_ changes: StoreChanges) {
    let ids: Set<String>
    let collections: Set<DisplayID>
    switch part {
    case .object(let id): (ids, collections) = (changes.ids.intersection([id]), [])
    case .objects(let wanted): (ids, collections) = (wanted.intersection(changes.ids), [])
    case .type(let type): (ids, collections) = (changes.ids.filter { $0.hasPrefix(type + "-") }, [])
    case .collection(let display):
      (ids, collections) = ([], changes.collections.intersection([display]))
    case .everything: (ids, collections) = (changes.ids, changes.collections)
    }
    guard !ids.isEmpty || !collections.isEmpty else { return }
    state.withLock { state in
      state.ids.formUnion(ids)
      state.collections.formUnion(collections)
    }
    wake()
  }
}
