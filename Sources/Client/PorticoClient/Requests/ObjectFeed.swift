// SPDX-License-Identifier: Apache-2.0
//
// A body is read no faster than its objects are taken: the request waits while the readers of each of its tasks
// are behind by a window. A task that nobody reads, or whose answer is awaited, does not slow it down.

/// The objects of an answer, each as soon as it was parsed; the sequence ends with the answer.
///
/// The body is read no faster than the objects are taken (back-pressure), unless somebody awaits the answer.
///
/// ```swift
/// for try await note in client.launch("/v1/notes?limit=1000").objects { show(note) }
/// ```
public struct AnswerObjects: AsyncSequence, Sendable {
  /// An object as the store has it.
  public typealias Element = StoredObject

  let feed: ObjectFeed

  /// Takes one object after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let reader: FeedReader
    private var taken: ArraySlice<StoredObject> = []

    fileprivate init(_ feed: ObjectFeed) { reader = FeedReader(feed) }

    /// Waits for the next object; `nil` at the end of the answer.
    ///
    /// - Throws: ``RequestError``, as the answer of the task.
    public mutating func next() async throws -> StoredObject? {
      while taken.isEmpty {
        guard let ids = try await reader.feed.next(for: reader.number) else { return nil }
        taken = ids[...]
      }
      return taken.popFirst()
    }
  }

  /// Returns an iterator; each one gets all objects.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(feed) }
}

/// Keeps the place of an iterator for as long as it is there.
private final class FeedReader: Sendable {
  let feed: ObjectFeed
  let number: UInt64

  init(_ feed: ObjectFeed) {
    self.feed = feed
    number = feed.addReader()
  }

  deinit { feed.removeReader(number) }
}

/// The ids of the objects of a task's answer as they come, for any number of readers.
final class ObjectFeed: Sendable {
  fileprivate struct Reader: Sendable {
    var position = 0
    var waiter: CheckedContinuation<Void, Never>?
  }

  fileprivate struct State: Sendable {
    var ids = CollectionItems()
    var store: ObjectStore?
    /// The ids of an attempt before, which are not handed over again.
    var seen: Set<String> = []
    var end: Result<Void, any Error>?
    var isAwaited = false
    var readers: [UInt64: Reader] = [:]
    var lastReader: UInt64 = 0
    /// Called when there is room again.
    var roomMade: (@Sendable () -> Void)?
  }

  fileprivate enum Step: Sendable {
    case objects([String], in: ObjectStore?)
    case ended(Result<Void, any Error>)
    case empty
  }

  /// The most objects by which the fastest reader may be behind before the body waits.
  static let window = 64
  /// The most objects that a reader takes at once.
  fileprivate static let mostTaken = 16

  private let state = Locked(State())

  /// Whether the body may be read on.
  var hasRoom: Bool {
    state.withLock { state in
      state.isAwaited || state.readers.isEmpty
        || state.readers.values.contains { state.ids.count - $0.position < ObjectFeed.window }
    }
  }

  /// Begins to take the objects of a request.
  func join(roomMade: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.seen.formUnion(state.ids)
      state.roomMade = roomMade
    }
  }

  func append(_ ids: some Sequence<String>, in store: ObjectStore) {
    let ids = Array(ids)
    wake { state in
      state.store = store
      for id in ids where state.seen.isEmpty || !state.seen.contains(id) {
        state.ids.append(id.utf8)
      }
    }
  }

  func end(_ result: Result<Void, any Error>) {
    wake { state in
      state.end = result
      state.roomMade = nil
    }
  }

  /// Lets the body be read at once, since somebody waits for its end.
  func setAwaited() {
    state.withLock { state in
      state.isAwaited = true
      return state.roomMade
    }?()
  }

  fileprivate func addReader() -> UInt64 {
    state.withLock { state in
      state.lastReader += 1
      state.readers[state.lastReader] = Reader()
      return state.lastReader
    }
  }

  fileprivate func removeReader(_ number: UInt64) {
    state.withLock { state in
      state.readers[number] = nil
      return state.roomMade
    }?()
  }

  /// Waits for the objects behind those that a reader has; `nil` at the end.
  fileprivate func next(for number: UInt64) async throws -> [StoredObject]? {
    while true {
      try Task.checkCancellation()
      let (step, roomMade) = state.withLock { ($0.step(number), $0.roomMade) }
      switch step {
      case .objects(let ids, let store):
        roomMade?()
        let snapshot = store?.snapshot
        return ids.compactMap { snapshot?[$0] }
      case .ended(let result):
        try result.get()
        return nil
      case .empty: await change(for: number)
      }
    }
  }

  private func change(for number: UInt64) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          guard case .empty = state.peek(number), !Task.isCancelled else { return true }
          state.readers[number]?.waiter = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.readers[number]?.waiter.take() }?.resume()
    }
  }

  private func wake(_ change: @Sendable (inout State) -> Void) {
    let waiters = state.withLock { state in
      change(&state)
      return state.readers.keys.compactMap { state.readers[$0]?.waiter.take() }
    }
    for waiter in waiters { waiter.resume() }
  }
}

extension ObjectFeed.State {
  /// The next step of a reader, which is not made.
  fileprivate func peek(_ number: UInt64) -> ObjectFeed.Step {
    guard let position = readers[number]?.position else { return .ended(.success(())) }
    let end = min(ids.count, position + ObjectFeed.mostTaken)
    if position < end { return .objects(ids[position..<end].map { $0 }, in: store) }
    return self.end.map { .ended($0) } ?? .empty
  }

  fileprivate mutating func step(_ number: UInt64) -> ObjectFeed.Step {
    let step = peek(number)
    if case .objects(let ids, _) = step { readers[number]?.position += ids.count }
    return step
  }
}
