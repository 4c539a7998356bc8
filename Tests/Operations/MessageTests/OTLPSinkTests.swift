// SPDX-License-Identifier: Apache-2.0

import LoopTesting
import Message
import Reactor
import Signals
import Synchronization
import Testing

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
