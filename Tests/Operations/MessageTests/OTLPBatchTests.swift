// SPDX-License-Identifier: Apache-2.0

import Dispatch
import LoopTesting
import Message
import Reactor
import Signals
import Synchronization
import Testing

/// Batches of a sink whose log grows faster than its collector answers.
@Suite(.timeLimit(.minutes(5))) struct `Batches for a collector` {
  /// The events of a whole batch.
  private let whole = 4_096

  /// The answers that a collector holds back until they are wanted.
  private final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() { semaphore.signal() }

    func wait() {
      semaphore.wait()
      // For the next one who waits.
      semaphore.signal()
    }
  }

  /// Records events in several turns of the feed's, since it reads a part of them in each.
  private func record(_ count: Int, _ bench: OTLPBench) async {
    bench.record(count)
    for _ in 0...count / whole {
      bench.clock.advance(by: .milliseconds(50))
      await bench.running.perform { _ in }
    }
  }

  @Test func `A slow collector gets at most four whole batches at once, and then the rest`()
    async throws
  {
    let bench = try OTLPBench()
    let gate = Gate()
    let collector = try Collector { _ in
      gate.wait()
      return taken
    }
    defer { collector.stop() }
    let sink = try await bench.sink(collector.address)
    await record(6 * whole + 5, bench)
    try await waitUntil("four requests are under way") { collector.posts.count == 4 }
    for _ in 0..<20 { await bench.running.perform { _ in } }
    #expect(collector.posts.count == 4)
    gate.open()
    try await bench.proceed("all events arrive", sink) {
      bench.count("portico_events_sent_total", ["otlp"]) == 6 * UInt64(whole) + 5
    }
    #expect(Set(collector.paths) == Set((1...6 * whole + 5).map { "/\($0)" }))
    #expect(bench.lost("slow") == 0 && bench.lost("failed") == 0)
    await sink.close()
  }

  @Test func `One batch is begun after each reading, since the log goes on meanwhile`() async throws
  {
    let bench = try OTLPBench()
    let gate = Gate()
    let collector = try Collector { _ in
      gate.wait()
      return taken
    }
    defer { collector.stop() }
    bench.record(3 * whole)
    let sink = try await bench.sink(collector.address)
    for count in 1...3 {
      try await waitUntil("\(count) requests are under way") { collector.posts.count == count }
      for _ in 0..<20 { await bench.running.perform { _ in } }
      #expect(collector.posts.count == count)
      bench.clock.advance(by: .milliseconds(50))
    }
    gate.open()
    await sink.close()
    #expect(bench.count("portico_events_sent_total", ["otlp"]) == 3 * UInt64(whole))
  }

  @Test func `A part of a batch waits while a request is under way`() async throws {
    let bench = try OTLPBench()
    let gate = Gate()
    let collector = try Collector { _ in
      gate.wait()
      return taken
    }
    defer { collector.stop() }
    bench.record(1)
    let sink = try await bench.sink(collector.address)
    try await waitUntil("a request is under way") { collector.posts.count == 1 }
    await record(whole - 1, bench)
    for _ in 0..<20 { await bench.running.perform { _ in } }
    #expect(collector.posts.count == 1)
    gate.open()
    try await bench.proceed("the rest arrives as one batch", sink) {
      bench.count("portico_events_sent_total", ["otlp"]) == UInt64(whole)
    }
    #expect(collector.posts.count == 2)
    await sink.close()
  }

  @Test func `After failures one batch at a time is sent again until one is accepted`() async throws
  {
    let bench = try OTLPBench()
    let gate = Gate()
    let later = "503 Later\r\nContent-Length: 0\r\n\r\n"
    // The first four requests are answered once all of them have arrived.
    let all = Gate()
    let slow = try Collector { number in
      if number == 4 { all.open() }
      if number <= 4 { all.wait() } else { gate.wait() }
      return number <= 4 ? later : taken
    }
    defer { slow.stop() }
    let sink = try await bench.sink(slow.address)
    await record(4 * whole, bench)
    try await waitUntil("four requests have failed") { bench.exports("logs", "retried") == 4 }
    #expect(bench.reports.withLock { $0.count } == 1)
    bench.clock.advance(by: .seconds(1))
    try await waitUntil("one is sent again") { slow.posts.count == 5 }
    for _ in 0..<20 {
      bench.clock.advance(by: .milliseconds(50))
      await bench.running.perform { _ in }
    }
    #expect(slow.posts.count == 5)
    gate.open()
    try await bench.proceed("all events arrive", sink) {
      bench.count("portico_events_sent_total", ["otlp"]) == 4 * UInt64(whole)
    }
    #expect(slow.posts.count == 8)
    #expect(Set(slow.paths) == Set((1...4 * whole).map { "/\($0)" }))
    await sink.close()
  }

  @Test func `Batches that wait to be sent again count as lost at a stop`() async throws {
    let bench = try OTLPBench()
    let later = "503 Later\r\nContent-Length: 0\r\n\r\n"
    let collector = try Collector { _ in later }
    defer { collector.stop() }
    let sink = try await bench.sink(collector.address)
    await record(2 * whole, bench)
    try await waitUntil("a request has failed") { bench.exports("logs", "retried") >= 1 }
    await sink.close()
    #expect(bench.lost("failed") == 2 * UInt64(whole))
  }

  @Test func `Events that are no requests are sent as log records alone`() async throws {
    let bench = try OTLPBench()
    let collector = try Collector { _ in taken }
    defer { collector.stop() }
    let sink = try await bench.sink(collector.address, [.traces, .logs])
    bench.log.shared.record(.reload, .info, at: 1) { $0.add(.edition, "e") }
    await sink.close()
    #expect(collector.posts.map(\.path) == ["/v1/logs"])
    #expect(bench.count("portico_events_sent_total", ["otlp"]) == 1)
  }

  @Test func `A log in which much is recorded is read again after ten milliseconds`() async throws {
    let bench = try OTLPBench()
    let collector = try Collector { _ in taken }
    defer { collector.stop() }
    bench.record(300)
    let sink = try await bench.sink(collector.address)
    func sent(_ count: UInt64) async throws {
      try await waitUntil("\(count) have arrived") {
        bench.count("portico_events_sent_total", ["otlp"]) == count
      }
    }
    try await sent(300)
    bench.record(1)
    bench.clock.advance(by: .milliseconds(10))
    try await sent(301)
    bench.record(1)
    bench.clock.advance(by: .milliseconds(10))
    await bench.running.perform { _ in }
    #expect(collector.paths.count == 301)
    bench.clock.advance(by: .milliseconds(40))
    try await sent(302)
    await sink.close()
  }
}
