// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentCoding
import HTTPClient
import LoopTesting
import Reactor
import Signals
import Synchronization
import Testing

@testable import FourM

/// A collector that answers as it is told.
private final class Collector: Sendable {
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

private let taken = "200 OK\r\nContent-Length: 2\r\n\r\n{}"

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
private final class OTLPBench: Sendable {
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
    try await OTLPSink(
      OTLPSettings(
        try OTLPTarget("http://\(place)"),
        format: .json,
        signals: signals,
        headers: try OTLPHeader.list("api-key=k1"),
        source: OTLPSource(version: "1.2.3", host: "gate", process: 7),
        start: nil
      ),
      log,
      EventSampling(share: 1, slow: .max),
      registry,
      client: ClientConfiguration(),
      resolver: Resolver(pool: WorkerPool("names", threads: 1)),
      limits: limits,
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

@Suite(.timeLimit(.minutes(5))) struct `Signals sent to a collector` {
  @Test func `A sink that is released without a close leaves its loop running`() async throws {
    let bench = try OTLPBench()
    let port = try ReservedPort()
    defer { withExtendedLifetime(port) {} }
    bench.record(3)
    _ = try await bench.sink(port.address, [.logs, .metrics])
    for _ in 0..<100 { bench.clock.advance(by: .seconds(1)) }
    bench.record(3)
    for _ in 0..<100 { bench.clock.advance(by: .milliseconds(50)) }
    #expect(try await bench.running.loop.perform { _ in true })
  }

  @Test func `All queued signals reach the collector before a stop, each at its path`() async throws
  {
    let bench = try OTLPBench()
    let collector = try Collector { _ in taken }
    defer { collector.stop() }
    let sink = try await bench.sink(collector.address, Set(OTLPSignal.allCases))
    bench.record(1_200)
    await sink.close()
    #expect(collector.paths == (1...1_200).map { "/\($0)" })
    let paths = collector.posts.map(\.path)
    #expect(Set(paths) == ["/v1/traces", "/v1/logs", "/v1/metrics"])
    #expect(paths.count { $0 == "/v1/traces" } == paths.count { $0 == "/v1/logs" })
    for post in collector.posts {
      for field in [
        "content-type: application/json", "content-encoding: gzip", "api-key: k1",
        "user-agent: OTel-OTLP-Exporter-Portico/1.2.3",
      ] { #expect(post.head.contains(field), "\(post.head)") }
      #expect(post.body.contains(#""key":"service.name","value":{"stringValue":"portico"}"#))
    }
    #expect(bench.count("portico_events_sent_total", ["otlp"]) == 1_200)
    #expect(bench.exports("metrics", "accepted") == 1)
    #expect(bench.reports.withLock { $0.isEmpty })
  }

  @Test(arguments: [429, 502, 503, 504])
  func `Signals are sent again after the collector's Retry-After and not before`(
    _ status: Int
  ) async throws {
    let bench = try OTLPBench()
    let collector = try Collector { number in
      number == 1 ? "\(status) Later\r\nRetry-After: 60\r\nContent-Length: 0\r\n\r\n" : taken
    }
    defer { collector.stop() }
    bench.record(3)
    let sink = try await bench.sink(collector.address)
    // The clock stands still meanwhile.
    try await waitUntil("it was told to wait") {
      bench.reports.withLock { $0.count == 1 }
    }
    bench.record(1)
    for _ in 0..<59 {
      bench.clock.advance(by: .seconds(1))
      await bench.running.perform { _ in }
    }
    #expect(collector.posts.count == 1)
    try await bench.proceed("they arrive", sink) {
      bench.count("portico_events_sent_total", ["otlp"]) == 4
    }
    #expect(collector.paths == ["/1", "/2", "/3", "/1", "/2", "/3", "/4"])
    let why = "status \(status); events wait until it is reached"
    #expect(bench.reports.withLock { $0 } == [.failed(why), .reached])
    #expect(bench.exports("logs", "retried") == 1 && bench.exports("logs", "accepted") == 2)
    await sink.close()
  }

  @Test
  func `Signals that the collector refuses are counted as lost, and others go on`() async throws {
    let bench = try OTLPBench()
    let collector = try Collector { number in
      number == 1 ? "400 Bad Request\r\nContent-Length: 8\r\n\r\nbad\nspan" : taken
    }
    defer { collector.stop() }
    bench.record(5)
    let sink = try await bench.sink(collector.address)
    try await bench.proceed("they are refused", sink) { bench.lost("failed") == 5 }
    bench.record(1)
    try await bench.proceed("the next one arrives", sink) { collector.posts.count == 2 }
    await sink.close()
    #expect(bench.exports("logs", "refused") == 1)
    let why = LostEvents(count: 5, reason: .failed("logs: status 400, expected 200: badspan"))
    #expect(bench.reports.withLock { $0 } == [.lost(why)])
  }

  @Test func `Events wait for a collector that is not there yet`() async throws {
    let bench = try OTLPBench()
    let port = try ReservedPort()
    defer { withExtendedLifetime(port) {} }
    let sink = try await bench.sink(port.address)
    bench.record(4)
    try await bench.proceed("the first attempt has failed", sink) {
      bench.exports("logs", "retried") > 0
    }
    let collector = try Collector(at: port.address) { _ in taken }
    defer { collector.stop() }
    try await bench.proceed("they arrive", sink) { collector.paths.count == 4 }
    await sink.close()
    #expect(bench.lost("slow") == 0 && bench.lost("failed") == 0)
  }

  @Test func `Events are dropped and counted while the collector stalls, then go on`() async throws
  {
    let bench = try OTLPBench()
    let collector = try Collector { $0 <= 2 ? nil : taken }
    defer { collector.stop() }
    var limits = EventQueue.Limits()
    limits.events = 100
    bench.record(50)
    let sink = try await bench.sink(collector.address, limits: limits)
    try await bench.proceed("it has asked", sink) { collector.posts.count == 1 }
    bench.record(200)
    // The log is read meanwhile.
    bench.clock.advance(by: .milliseconds(50))
    try await waitUntil("the queue is full") { bench.lost("slow") == 125 }
    // Requests to it end after ten seconds, and are made again.
    bench.clock.advance(by: .seconds(10))
    try await bench.proceed("it has asked again", sink) { collector.posts.count == 2 }
    bench.clock.advance(by: .seconds(10))
    try await bench.proceed("the rest arrives", sink) {
      bench.count("portico_events_sent_total", ["otlp"]) == 125
    }
    #expect(bench.exports("logs", "retried") >= 2)
    #expect(Set(collector.paths) == Set((1...125).map { "/\($0)" }))
    await sink.close()
  }

  @Test func `Events that no collector takes are given up and counted at a stop`() async throws {
    let bench = try OTLPBench()
    let port = try ReservedPort()
    defer { withExtendedLifetime(port) {} }
    let sink = try await bench.sink(port.address)
    bench.record(10)
    await sink.close()
    #expect(bench.lost("failed") == 10)
  }

  @Test func `Records that the collector rejects in part are counted as lost`() async throws {
    let bench = try OTLPBench()
    let body = #"{"partialSuccess":{"rejectedLogRecords":"2","errorMessage":"too old"}}"#
    let collector = try Collector { _ in
      "200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }
    defer { collector.stop() }
    bench.record(3)
    let sink = try await bench.sink(collector.address)
    await sink.close()
    let lost = LostEvents(count: 2, reason: .failed("2 logs are rejected: too old"))
    #expect(bench.reports.withLock { $0 } == [.lost(lost)])
    #expect(bench.exports("logs", "partial") == 1)
    #expect(bench.lost("failed") == 2)
  }

  @Test func `Metrics are sent every 15 seconds and once at a stop`() async throws {
    let bench = try OTLPBench()
    let collector = try Collector { _ in taken }
    defer { collector.stop() }
    let sink = try await bench.sink(collector.address, [.metrics])
    for number in 1...3 {
      bench.clock.advance(by: .seconds(15))
      try await waitUntil("the collector has metrics") { collector.posts.count == number }
      try await waitUntil("they are taken") { bench.exports("metrics", "accepted") == number }
    }
    #expect(collector.posts.allSatisfy { $0.body.contains(#""name":"portico_events_waiting""#) })
    await sink.close()
    #expect(collector.posts.count == 4)
  }
}
