// SPDX-License-Identifier: Apache-2.0
//
// The disk has a short head start, since what it has may need no request. After that both run, and neither waits for
// the other: a disk that hangs costs no more than the head start, and a network that hangs nothing.
//
//   disk: fresh -----------------------------------------> end
//   disk: stale or empty, or the head start is over -----> ask the network
//   network: answer -------------------------------------> end
//   network: failure ---- disk, else bundle, else closed -> end, or the failure
//   no bound, or it is over ---- disk, else bundle ------> end; the network's answer comes later

/// Chooses between the disk, the bundle and the network for one answer.
struct StartRace: Sendable {
  enum Event: Sendable {
    case disk(PinnedAnswer?)
    case network(PinnedAnswer)
    /// - Parameter instead: an answer that is better than none, such as that of a closed site.
    case networkFailed(any Error, instead: PinnedAnswer?)
    case headStartOver
    case boundOver
  }

  enum Action: Sendable {
    case wait
    /// - Parameter isDiskPrompt: whether a cached answer may be looked for on the disk first.
    case ask(isDiskPrompt: Bool)
    case end(Result<PinnedAnswer, any Error>)
  }

  private enum Network: Sendable {
    case idle, asked
    case failed(any Error, instead: PinnedAnswer?)
  }

  private let now: Int64
  private let bundled: PinnedAnswer?
  private var prefersNetwork: Bool
  private var isBoundOver = false
  private var disk: PinnedAnswer??
  private var network = Network.idle

  /// - Parameters:
  ///   - prefersNetwork: whether the network is waited for until a bound.
  ///   - bundled: the bundle's answer.
  ///   - now: the time by the server's clock.
  init(prefersNetwork: Bool, bundled: PinnedAnswer?, now: Int64) {
    (self.prefersNetwork, self.bundled, self.now) = (prefersNetwork, bundled, now)
  }

  mutating func handle(_ event: Event) -> Action {
    switch event {
    case .network(let answer): return .end(.success(answer))
    case .networkFailed(let error, let instead): network = .failed(error, instead: instead)
    case .boundOver: (prefersNetwork, isBoundOver) = (false, true)
    case .headStartOver:
      guard case .idle = network else { return .wait }
      network = .asked
      return .ask(isDiskPrompt: false)
    case .disk(let found):
      disk = .some(StartRace.newer(found, bundled))
      if let found = disk ?? nil, !found.isStale(at: now) { return .end(.success(found)) }
      guard case .idle = network else { break }
      network = .asked
      if let found = disk ?? nil, !prefersNetwork { return .end(.success(found)) }
      return .ask(isDiskPrompt: true)
    }
    return decided
  }

  private var decided: Action {
    switch (network, disk) {
    case (.failed, .some(.some(let answer))): return .end(.success(answer))
    case (.failed(let error, let instead), .some(.none)):
      return .end(instead.map { .success($0) } ?? .failure(error))
    case (.failed(_, let closed?), .none) where AppState(closed: closed.document) != nil:
      return .end(.success(closed))
    case (.failed, .none): break
    case (_, .some(.some(let answer))):
      if !prefersNetwork { return .end(.success(answer)) }
    case (_, .some(.none)), (_, .none): break
    }
    // The disk hangs longer than the app is to wait.
    if isBoundOver, disk == nil, let bundled { return .end(.success(bundled)) }
    return .wait
  }

  /// Returns the newer one of an answer of the disk and one of the bundle: an app may have been updated since.
  static func newer(_ disk: PinnedAnswer?, _ bundled: PinnedAnswer?) -> PinnedAnswer? {
    guard let disk, let bundled else { return disk ?? bundled }
    return disk.expires ?? 0 < bundled.expires ?? 0 ? bundled : disk
  }
}

extension StartRace {
  /// The time in which an answer of the disk saves a request.
  private static let headStart = Duration.milliseconds(20)

  /// Runs the race, and returns as soon as it is decided; what comes later is left to `disk` and `network`.
  ///
  /// - Parameters:
  ///   - bound: the time for which the network is waited for, though there is another value.
  ///   - network: asks the service, with a cached answer of the disk or without waiting for it.
  func result(
    bound: Duration?,
    clock: any Clock<Duration>,
    disk: @escaping @Sendable () async -> PinnedAnswer?,
    network: @escaping @Sendable (_ isDiskPrompt: Bool) async -> Event
  ) async throws -> PinnedAnswer {
    var race = self
    let (events, sender) = AsyncStream.makeStream(of: Event.self)
    let headStart = Task {
      try await clock.sleep(for: StartRace.headStart)
      sender.yield(.headStartOver)
    }
    let bound = bound.map { bound in
      Task {
        try await clock.sleep(for: bound)
        sender.yield(.boundOver)
      }
    }
    defer {
      headStart.cancel()
      bound?.cancel()
    }
    Task { sender.yield(.disk(await disk())) }
    var received = events.makeAsyncIterator()
    while let event = await received.next() {
      switch race.handle(event) {
      case .wait: continue
      case .ask(let isDiskPrompt): Task { sender.yield(await network(isDiskPrompt)) }
      case .end(let result): return try result.get()
      }
    }
    throw CancellationError()
  }
}
