// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import HTTPValues
import LoopTesting
import Reactor
import Signals

/// A client on a loop of its own.
final class ClientFixture: Sendable {
  let running: RunningLoop
  let signals: ClientSignals
  private let client: LoopConfined<HTTPClient>

  init(
    clock: LoopClock = .system,
    resolver: Resolver? = nil,
    _ change: @escaping @Sendable (inout ClientConfiguration) -> Void = { _ in }
  ) async throws {
    running = try RunningLoop(clock: clock)
    let loop = running.loop
    let resolver = resolver ?? Resolver(pool: WorkerPool("names", threads: 1))
    signals = try ClientSignals(SignalRegistry())
    let clientSignals = signals
    client = try await loop.perform { core in
      var configuration = ClientConfiguration()
      configuration.trustedPause = .zero
      change(&configuration)
      return LoopConfined(
        try HTTPClient(
          on: core,
          configuration,
          resolver: resolver,
          signals: clientSignals
        ),
        to: loop.number
      )
    }
  }

  deinit {
    let client = client
    running.loop.execute { client.value.close() }
  }

  /// Runs `body` in a task on the client's loop; it is cancelled with the calling one.
  func with<Value: Sendable>(
    _ body: @escaping @Sendable (HTTPClient) async throws -> Value
  ) async throws -> Value {
    let client = client
    let task = Task(executorPreference: running.loop) { try await body(client.value) }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  func fetch(
    _ target: String,
    from address: SocketAddress,
    method: Method = .get,
    body: [UInt8] = [],
    options: CallOptions = CallOptions()
  ) async throws -> FetchedResponse {
    try await with { client in
      let origin = Origin(.http, host: address.ip, port: address.port)
      return try await client.fetch(
        Request(method, authority: origin.authority, target: target),
        to: Destination(origin),
        body: body,
        options: options
      )
    }
  }

  /// Does what `body` says with the head of a response.
  func open<Value: Sendable>(
    _ target: String = "/",
    from address: SocketAddress,
    method: Method = .get,
    body: CallBody = .none,
    options: CallOptions = CallOptions(),
    _ use: @escaping @Sendable (ClientExchange) async throws -> Value
  ) async throws -> Value {
    try await with { client in
      let origin = Origin(.http, host: address.ip, port: address.port)
      let request = Request(method, authority: origin.authority, target: target)
      guard case .streaming = body else {
        return try await use(
          client.open(request, to: Destination(origin), body: body, options: options)
        )
      }
      let exchange = try client.submit(
        request,
        to: Destination(origin),
        body: body,
        options: options
      )
      while try !exchange.isUnderWay() { await self.settle() }
      return try await use(exchange)
    }
  }

  /// Lets what waits on the loop happen.
  func settle() async { await running.perform { _ in } }

  /// Lets the loop go on until something has come about.
  func until(_ isTrue: (ClientFixture) -> Bool) async throws {
    try await waitUntil("the client is so") {
      await settle()
      return isTrue(self)
    }
  }

  func count(_ counter: Counter) -> Int { Int(clamping: signals.registry.value(of: counter)) }

  /// How many connections have ended for this reason.
  func count(closed end: ConnectionEnd) -> Int {
    guard let position = ConnectionEnd.allCases.firstIndex(of: end) else { return 0 }
    return count(signals.connectionsClosed[position])
  }

  /// How many connections have ended for the reason of this name.
  func count(closed reason: String) -> Int {
    ConnectionEnd(rawValue: reason).map(count(closed:)) ?? 0
  }

  /// How many attempts have failed in this way.
  func failures(_ kind: ClientError.Kind) -> Int {
    guard let position = ClientError.Kind.allCases.firstIndex(of: kind) else { return 0 }
    return count(signals.failures[position])
  }
}
