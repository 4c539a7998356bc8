// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPClient
import HTTPForwarding
import HTTPServer
import HTTPValues
import LoopTesting
import Reactor
import Signals
import Synchronization

/// A client on a loop of its own, and a handler that it calls in its own process.
final class LocalFixture: Sendable {
  typealias Work = @Sendable (Exchange) async throws -> Void

  let running: RunningLoop
  /// The number of servers that were made.
  let made = SharedCount()
  private let signals: ClientSignals
  private let client: LoopConfined<HTTPClient>
  private let destination: Destination

  private struct NoServer: Error {}

  /// - Parameters:
  ///   - fails: whether no server can be made.
  ///   - ready: the answer that the handler has at once, in place of its work.
  init(
    clock: LoopClock = .system,
    fails: Bool = false,
    ready: PreparedResponse? = nil,
    reportBug: @escaping @Sendable (String) -> Void = { _ in },
    _ work: @escaping Work
  ) async throws {
    running = try RunningLoop(clock: clock)
    let (loop, made) = (running.loop, made)
    let signals = try ClientSignals(SignalRegistry())
    self.signals = signals
    let serverSignals = try ServerSignals(SignalRegistry(), reportBug: reportBug)
    let resolver = Resolver(pool: WorkerPool("names", threads: 1))
    client = try await loop.perform { core in
      let client = try HTTPClient(
        on: core,
        ClientConfiguration(),
        resolver: resolver,
        signals: signals
      )
      return LoopConfined(client, to: loop.number)
    }
    let rules = ConnectionRules { core in
      if fails { throw NoServer() }
      made.add()
      return LocalServer(try LocalHandler(Handler(ready, work), on: core, signals: serverSignals))
    }
    destination = Destination(Origin(.http, host: "records.internal", port: 80), by: rules)
  }

  private final class Handler: RequestHandler {
    private let ready: PreparedResponse?
    private let work: Work

    init(_ ready: PreparedResponse?, _ work: @escaping Work) {
      self.ready = ready
      self.work = work
    }

    func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer {
      if let ready { return .prepared(ready) }
      return .later { [work] in try await work($0) }
    }
  }

  func count(_ counter: KeyPath<ClientSignals, Counter>) -> Int {
    Int(clamping: signals.registry.value(of: signals[keyPath: counter]))
  }

  /// Runs `body` in a task on the client's loop.
  func with<Value: Sendable>(
    _ body: @escaping @Sendable (HTTPClient, Destination) async throws -> Value
  ) async throws -> Value {
    let (client, destination) = (client, destination)
    let task = Task(executorPreference: running.loop) { try await body(client.value, destination) }
    return try await task.value
  }

  @discardableResult
  func fetch(
    _ method: Method = .get,
    _ target: String = "/",
    _ fields: Fields = Fields(),
    body: [UInt8] = [],
    options: CallOptions = CallOptions()
  ) async throws -> FetchedResponse {
    try await with { client, destination in
      try await client.fetch(
        Request(method, authority: "a", target: target, fields: fields),
        to: destination,
        body: body,
        options: options
      )
    }
  }

  /// Sends a body piece by piece while the response is read, and returns the response's body and its
  /// trailers.
  func stream(_ body: [UInt8], length: Int?) async throws -> ([UInt8], Fields) {
    try await with { client, destination in
      let call = try client.submit(
        Request(.post, authority: "a", target: "/"),
        to: destination,
        body: .streaming(length: length)
      )
      let confined = LoopConfined(call, to: client.core.loop.number)
      async let sent: Void = LocalFixture.send(body, length, over: confined)
      let answer = try await confined.value.collect(atMost: .max)
      try await sent
      return (answer.body, answer.trailers)
    }
  }

  private static func send(
    _ body: [UInt8],
    _ length: Int?,
    over call: LoopConfined<ClientExchange>
  ) async throws {
    for start in stride(from: 0, to: body.count, by: 50_000) {
      let end = min(start + 50_000, body.count)
      try await call.value.write(body.span.extracting(start..<end))
    }
    try call.value.finish(trailers: length == nil ? ["x-end": "1"] : Fields())
  }

  /// Sends a request whose body never comes, and returns how it fails.
  func failure(within time: Duration) async -> ClientError.Kind? {
    do {
      return try await with { client, destination in
        var options = CallOptions()
        options.deadline = client.core.now + time
        let request = Request(.post, authority: "a", target: "/")
        let call = try client.submit(
          request,
          to: destination,
          body: .streaming(length: 1),
          options: options
        )
        try await call.waitForHead(nil)
        return nil
      }
    } catch {
      return (error as? ClientError)?.kind
    }
  }
}

extension FetchedResponse {
  var text: String { String(decoding: body, as: UTF8.self) }
}

/// A number that handlers count up.
final class SharedCount: Sendable {
  private let number = Mutex(0)
  var value: Int { number.withLock(\.self) }
  func add() { number.withLock { $0 += 1 } }
}

/// Texts that are reported from a loop.
final class SharedTexts: Sendable {
  private let texts = Mutex<[String]>([])
  var all: [String] { texts.withLock(\.self) }
  func add(_ text: String) { texts.withLock { $0.append(text) } }
}
