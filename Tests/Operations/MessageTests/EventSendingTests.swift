// SPDX-License-Identifier: Apache-2.0

import Signals
import Testing

@testable import Message

@Suite struct `Sampling and queueing of events for other hosts` {
  private let log: EventLog
  private let slow: Int64 = 1_000_000_000

  init() throws { log = try EventLog(state: nil, loops: 1, at: 0) }

  private func records(_ count: Int, _ fields: (EventEncoder, Int) -> Void) throws -> [EventRecord]
  {
    let recorder = log.makeRecorder()
    for number in 0..<count {
      recorder.record(.request, .info, at: Int64(number) * 977, isNotable: false) {
        fields($0, number)
      }
    }
    var reader = EventReader(log)
    return try reader.read()
  }

  @Test func `Sampling sends a share of the successes, each with its weight`() throws {
    let all = try records(10_000) { $0.add(.status, 200 + $1 % 2) }
    let sampling = EventSampling(share: 0.1, slow: slow)
    let weights = all.compactMap { sampling.verdict(on: $0)?.weight }
    #expect((900...1_100).contains(weights.count))
    #expect(weights.allSatisfy { $0 == 10 })
    #expect(all.allSatisfy { EventSampling(share: 1, slow: slow).verdict(on: $0)?.weight == 1 })
    #expect(all.allSatisfy { EventSampling(share: 0, slow: slow).verdict(on: $0) == nil })
  }

  @Test func `What is sent is more or less for a while by an operator's word, and then as before`()
    throws
  {
    let all = try records(100) { event, _ in event.add(.status, 200) }
    let verbosity = EventVerbosity()
    let sampling = EventSampling(share: 0, slow: slow, verbosity: verbosity)
    func sent() -> Int { all.count { sampling.verdict(on: $0) != nil } }
    #expect(sent() == 0)
    verbosity.set(.all, until: 1)
    #expect(sent() == 100)
    verbosity.set(.all, until: 0)
    #expect(sent() == 0 && verbosity.order(at: 0) == nil)
    verbosity.set(.error, until: 1)
    let whole = EventSampling(share: 1, slow: slow, verbosity: verbosity)
    #expect(all.allSatisfy { whole.verdict(on: $0) == nil })
    verbosity.set(.usual, until: 1)
    #expect(all.allSatisfy { whole.verdict(on: $0)?.weight == 1 })
  }

  @Test func `A plain success that is not sent is left out by its head, and never read`() throws {
    let recorder = log.makeRecorder()
    var reader = EventReader(log)
    let sampling = EventSampling(share: 0.1, slow: slow).now
    // The first time the ring of notable events is read, too.
    for _ in 0..<2 {
      for number in 0..<1_000 {
        recorder.record(.request, .info, at: Int64(number) * 977, isNotable: false) { event in
          if number % 2 == 0 { event.markPlain() }
          event.add(.status, 200)
        }
      }
      recorder.record(.request, .error, at: 1_000_000, isNotable: true) { $0.markPlain() }
      recorder.record(.reload, .info, at: 1_000_001, isNotable: true) { $0.markPlain() }
      var (read, sent) = (0, 0)
      _ = try reader.follow(atMost: .max, where: sampling.mayTake) { record in
        read += 1
        if sampling.verdict(on: record) != nil { sent += 1 }
      }
      #expect((520...590).contains(read) && (70...140).contains(sent), "\(read), \(sent)")
    }
    #expect(reader.lost == 0)
  }

  @Test func `An event that is left out by its head is the same that its fields would leave out`()
    throws
  {
    let all = try records(2_000) { event, _ in event.markPlain() }
    let sampling = EventSampling(share: 0.3, slow: slow)
    let verdicts = all.map { sampling.verdict(on: $0) != nil }
    var taken: Set<Int64> = []
    var cursor = EventCursor(log.all, segment: 1)
    while let record = cursor.next(where: sampling.mayTake) { taken.insert(record.time) }
    #expect(all.map { taken.contains($0.time) } == verdicts)
    #expect(taken.count > 500 && taken.count < 700 && cursor.lost == 0)
  }

  @Test func `Sampling chooses the same traces everywhere`() throws {
    let traces = [("00000000000000ff", false), ("90000000000000", true), ("ffffffffffffff", true)]
    let all = try records(3) { event, number in
      let bits = traces[number].0
      event.add(.traceID, String(repeating: "a", count: 32 - bits.count) + bits)
    }
    let sampling = EventSampling(share: 0.5, slow: slow)
    #expect(all.map { sampling.verdict(on: $0) != nil } == traces.map(\.1))
  }

  @Test func `Sampling sends every failed, degraded or slow request and all other events`() throws {
    let recorder = log.makeRecorder()
    let levels: [(EventKind, EventLevel)] = [
      (.request, .warning), (.request, .error), (.publication, .info),
    ]
    for (kind, level) in levels { recorder.record(kind, level, at: 1, isNotable: false) { _ in } }
    recorder.record(.request, .info, at: 2, isNotable: true) { $0.add(.degraded, true) }
    recorder.record(.request, .info, at: 3, isNotable: true) {
      $0.add(.duration, nanoseconds: slow)
    }
    recorder.record(.request, .info, at: 4, isNotable: false) {
      $0.add(.duration, nanoseconds: slow - 1)
    }
    var reader = EventReader(log)
    let sampling = EventSampling(share: 0, slow: slow)
    let verdicts = try reader.read().map { sampling.verdict(on: $0) }
    #expect(verdicts.dropLast().allSatisfy { $0?.weight == 1 && $0?.isNotable == true })
    #expect(verdicts.count == 6 && verdicts.last.flatMap { $0 } == nil)
  }

  @Test func `The queue of events reserves room for failures`() throws {
    let record = try #require(try records(1) { event, _ in event.add(.path, "/") }.first)
    var limits = EventQueue.Limits()
    limits.events = 8
    var queue = EventQueue(limits)
    let plain = QueuedEvent(record: record, weight: 1, isNotable: false)
    let notable = QueuedEvent(record: record, weight: 1, isNotable: true)
    #expect((0..<10).count { _ in queue.offer(plain) } == 6)
    #expect((0..<10).count { _ in queue.offer(notable) } == 2)
    #expect(queue.take(atMost: 5).map(\.isNotable) == [false, false, false, false, false])
    #expect(queue.take(atMost: 5).map(\.isNotable) == [false, true, true])
    #expect(queue.count == 0 && queue.take(atMost: 5).isEmpty)
    limits.bytes = record.byteCount * 4
    queue = EventQueue(limits)
    #expect((0..<10).count { _ in queue.offer(plain) } == 3)
    #expect((0..<10).count { _ in queue.offer(notable) } == 1)
    // Events that were taken make room.
    for _ in 0..<100 { #expect(queue.take(atMost: 1).count == 1 && queue.offer(notable)) }
  }

  @Test func `A batch from the queue ends before it becomes too large, and has at least one event`()
    throws
  {
    let record = try #require(try records(1) { event, _ in event.add(.path, "/") }.first)
    var queue = EventQueue()
    for _ in 0..<5 {
      _ = queue.offer(QueuedEvent(record: record, weight: 1, isNotable: false))
    }
    #expect(queue.take(atMost: 5, bytes: 2 * record.byteCount).count == 2)
    #expect(queue.take(atMost: 1, bytes: 2 * record.byteCount).count == 1)
    #expect(queue.take(atMost: 5, bytes: 1).count == 1)
    #expect(queue.count == 1)
  }

  @Test func `The pauses between attempts double up to a limit`() {
    var backoff = Backoff(first: .milliseconds(200), longest: .seconds(30))
    let pauses = (0..<9).map { _ in backoff.next(1) }
    #expect(pauses.prefix(3) == [.milliseconds(200), .milliseconds(400), .milliseconds(800)])
    #expect(pauses.last == .seconds(30))
    #expect(backoff.next(0) == .seconds(15))
    for _ in 0..<1_000 { _ = backoff.next(0.5) }
    backoff.reset()
    #expect(backoff.next(0) == .milliseconds(100))
  }
}
