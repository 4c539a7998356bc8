// SPDX-License-Identifier: Apache-2.0

import Backends
import HTTPClient
import HTTPValues
import LoopTesting
import Reactor
import Signals
import Synchronization
import Testing

/// A backend on a loop of its own.
final class BackendFixture: Sendable {
  let running: RunningLoop
  let signals: BackendSignals
  let registry: SignalRegistry
  private let inside: LoopConfined<Inside>

  /// The state that belongs to the loop.
  private final class Inside {
    let client: HTTPClient
    let shard: SignalShard
    var backend: Backend

    init(_ client: HTTPClient, _ shard: SignalShard, _ backend: Backend) {
      self.client = client
      self.shard = shard
      self.backend = backend
    }
  }

  init(
    clock: LoopClock = .system,
    _ source: EndpointSource,
    resolver: Resolver? = nil,
    with secrets: ServiceSecrets = ServiceSecrets(environment: [:]),
    _ change: @escaping @Sendable (inout BackendSettings) -> Void = { _ in }
  ) async throws {
    running = try RunningLoop(clock: clock)
    registry = try SignalRegistry()
    signals = try BackendSignals(registry, backends: ["flowers", "stock"])
    let (loop, registry, signals) = (running.loop, registry, signals)
    let resolver = resolver ?? Resolver(pool: WorkerPool("names", threads: 1), clock: clock)
    inside = try await running.loop.perform { core in
      var configuration = ClientConfiguration()
      configuration.trustedPause = .zero
      let client = try HTTPClient(
        on: core,
        configuration,
        resolver: resolver,
        signals: ClientSignals(registry)
      )
      var settings = BackendSettings("stock", source)
      settings.answers.contentTypes = []
      change(&settings)
      let shard = try registry.makeShard()
      let backend = Backend(
        settings,
        over: client,
        signals: signals,
        shard: shard,
        with: secrets,
        seed: 3
      )
      return LoopConfined(Inside(client, shard, backend), to: loop.number)
    }
  }

  convenience init(
    clock: LoopClock = .system,
    _ addresses: [SocketAddress],
    with secrets: ServiceSecrets = ServiceSecrets(environment: [:]),
    _ change: @escaping @Sendable (inout BackendSettings) -> Void = { _ in }
  ) async throws {
    let endpoints = addresses.map {
      Endpoint(Destination(Origin(.http, host: $0.ip, port: $0.port)))
    }
    try await self.init(clock: clock, .fixed(endpoints), with: secrets, change)
  }

  deinit {
    let inside = inside
    running.loop.execute {
      inside.value.backend.close()
      inside.value.client.close()
    }
  }

  /// Makes a call on the loop, which is cancelled with the calling task.
  func call(
    _ call: BackendCall = BackendCall("/"),
    within time: Duration? = nil
  ) async throws -> BackendAnswer {
    try await onLoop { backend in
      var call = call
      if let time { call.deadline = backend.core.now + time }
      return try await backend.call(call)
    }
  }

  /// Runs `body` in a task of the loop, which is cancelled with the calling task.
  func onLoop<Value: Sendable>(
    _ body: @escaping @Sendable (Backend) async throws -> Value
  ) async throws -> Value {
    let inside = inside
    let task = Task(executorPreference: running.loop) { try await body(inside.value.backend) }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// The fault of a call that has no answer.
  func fault(
    _ call: BackendCall = BackendCall("/"),
    within time: Duration? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> BackendFault? {
    await #expect(throws: BackendFault.self, sourceLocation: sourceLocation) {
      _ = try await self.call(call, within: time)
    }
  }

  /// The settings that change from now on.
  var changes: BackendChanges {
    get async {
      let changes = BackendChanges()
      await with { backend in backend.whenChanged = { changes.add($0) } }
      return changes
    }
  }

  var status: BackendStatus {
    get async {
      let inside = inside
      return await running.perform { _ in inside.value.backend.status }
    }
  }

  /// Runs `body` with the backend on its loop.
  func with<Value: Sendable>(
    _ body: @escaping @Sendable (Backend) -> Value
  ) async -> Value {
    let inside = inside
    return await running.perform { _ in body(inside.value.backend) }
  }

  /// Closes the backend and has another one take its name over, with other settings.
  func succeed(_ change: @escaping @Sendable (inout BackendSettings) -> Void) async {
    let (inside, signals) = (inside, signals)
    await running.perform { _ in
      let inside = inside.value
      var settings = inside.backend.settings
      change(&settings)
      inside.backend.close()
      inside.backend = Backend(
        settings,
        over: inside.client,
        signals: signals,
        shard: inside.shard,
        seed: 3
      )
    }
  }

  /// Lets the loop go on until something has come about.
  func until(_ isTrue: (BackendStatus) -> Bool) async throws {
    try await waitUntil("the backend is so") { isTrue(await status) }
  }

  func count(_ family: KeyPath<BackendSignals, SignalFamily<Counter>>) -> Int {
    Int(clamping: registry.value(of: signals[keyPath: family][1]))
  }

  func level(_ family: KeyPath<BackendSignals, SignalFamily<Gauge>>) -> Int {
    Int(clamping: registry.value(of: signals[keyPath: family][1]))
  }

  /// The durations that were recorded of answers with a status.
  func durations(_ status: Int) -> HistogramSnapshot? {
    let family = registry.snapshot()["http_client_request_duration_seconds"]
    let series = family?.series.first { $0.labelValues.prefix(2) == ["stock", "\(status)"] }
    if case .histogram(let durations)? = series?.value { return durations }
    return nil
  }

  func failures(_ kind: BackendFault.Kind) -> Int {
    guard let index = BackendFault.Kind.allCases.firstIndex(of: kind) else { return 0 }
    return Int(clamping: registry.value(of: signals.failures[1, index]))
  }
}

extension EventLoop {
  /// Runs `body` on the loop.
  fileprivate func perform<Value: Sendable>(
    _ body: @escaping @Sendable (LoopCore) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      execute { continuation.resume(with: Result { try body(self.core) }) }
    }
  }
}

/// The changes of a backend, in their order.
final class BackendChanges: Sendable {
  private let changes = Mutex<[BackendChange]>([])

  var all: [BackendChange] { changes.withLock(\.self) }

  func add(_ change: BackendChange) { changes.withLock { $0.append(change) } }
}
