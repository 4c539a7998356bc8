// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentCoding
import HTTPClient
import LoopTesting
import Reactor
import Signals
import Synchronization
import Testing

@testable import Message

/// A collector that answers as it is told.
final class Collector: Sendable {
  struct Post {
    let path: String
    let head: String
    let body: String
  }

  private let received = Received()
  private let server: ScriptedServer

  private final class Received: Sendable {
    let posts = Mutex<[Post]>([])
  }

  /// - Parameter answer: the answer to a request behind `HTTP/1.1`, by the number of the request from 1 on;
  ///   `nil` where it gets none.
  init(
    at place: SocketAddress = .loopback(port: 0),
    _ answer: @escaping @Sendable (_ number: Int) -> String?
  ) throws {
    server = try ScriptedServer(at: place) { [received] socket, _ in
      while true {
        let head = try socket.receive(through: "\r\n\r\n")
        let length = head.lowercased().firstMatch(of: /content-length: (\d+)/)?.1
        let packed = try socket.receive(exactly: try #require(Int(length ?? "")))
        let body = head.contains("content-encoding: gzip") ? try unpacked(packed) : packed
        let post = Post(
          path: String(head.split(separator: " ")[1]),
          head: head,
          body: String(decoding: body, as: UTF8.self)
        )
        let number = received.posts.withLock { posts in
          posts.append(post)
          return posts.count
        }
        if let text = answer(number) { try socket.send("HTTP/1.1 \(text)") }
      }
    }
  }

  var address: SocketAddress { server.address }
  var posts: [Post] { received.posts.withLock { $0 } }

  /// The paths of the events that have arrived in log records.
  var paths: [String] {
    posts.filter { $0.path == "/v1/logs" }.flatMap { post in
      post.body.matches(of: /"url.path","value":\{"stringValue":"([^"]*)"/).map { String($0.1) }
    }
  }

  func stop() { server.stop() }
}

/// The answer of a collector that accepts everything.
let taken = "200 OK\r\nContent-Length: 2\r\n\r\n{}"

private func unpacked(_ bytes: [UInt8]) throws -> [UInt8] {
  var limits = DecodingLimits()
  limits.backlog = 64 << 20
  var decoder = try BodyDecoder([.gzip], limits: limits)
  var output = ByteBuffer()
  _ = try decoder.decode(bytes.span, into: &output)
  try decoder.finish()
  let span = output.span
  return span.indices.map { span[$0] }
}

/// A log that is sent to a collector by a clock that the test moves.
final class OTLPBench: Sendable {
  let clock = ManualClock()
  let running: RunningLoop
  let log: EventLog
  let registry: SignalRegistry
  let reports = Mutex<[SinkReport]>([])
  private let recorded = Atomic(0)

  init() throws {
    running = try RunningLoop(clock: .manual(clock))
    log = try EventLog(state: nil, loops: 1, at: 0)
    registry = try SignalRegistry()
  }

  func sink(
    _ place: SocketAddress,
    _ signals: Set<OTLPSignal> = [.logs],
    limits: EventQueue.Limits = EventQueue.Limits()
  ) async throws -> OTLPSink {
    var settings = OTLPSettings(
      try OTLPTarget("http://\(place)"),
      format: .json,
      signals: signals,
      headers: try OTLPHeader.list("api-key=k1"),
      source: OTLPSource(version: "1.2.3", host: "gate", process: 7),
      start: nil
    )
    settings.limits = limits
    return try await OTLPSink(
      settings,
      log,
      EventSampling(share: 1, slow: .max),
      registry,
      client: ClientConfiguration(),
      resolver: Resolver(pool: WorkerPool("names", threads: 1)),
      on: running.loop,
      report: { [self] report in reports.withLock { $0.append(report) } }
    )
  }

  /// Records a number of events, each with its number as path.
  func record(_ count: Int) {
    for _ in 0..<count {
      let number = recorded.add(1, ordering: .relaxed).newValue
      log.shared.record(.request, .info, at: Int64(number)) { $0.add(.path, "/\(number)") }
    }
  }

  /// Moves the clock until something is so, unless a request is under way, which must not end for want
  /// of time on a slow machine.
  func proceed(
    _ expectation: String,
    _ sink: OTLPSink,
    until holds: () throws -> Bool
  ) async throws {
    try await waitUntil(expectation) {
      if await !running.perform({ _ in sink.exporter.value.isBusy }) {
        clock.advance(by: .milliseconds(50))
      }
      return try holds()
    }
  }

  func count(_ name: String, _ labels: [String]) -> UInt64 {
    let series = registry.snapshot()[name]?.series.first { $0.labelValues == labels }
    if case .counter(let count)? = series?.value { return count }
    return 0
  }

  func lost(_ reason: String) -> UInt64 {
    count("portico_events_lost_total", ["otlp", reason])
  }

  func exports(_ signal: String, _ outcome: String) -> UInt64 {
    count("portico_telemetry_exports_total", [signal, outcome])
  }
}
