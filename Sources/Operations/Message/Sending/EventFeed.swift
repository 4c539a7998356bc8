// SPDX-License-Identifier: Apache-2.0

import Reactor
import Signals

/// Reads the log for a sink on another host, and queues the events to send.
///
/// It belongs to a loop that serves no requests. Neither it nor its sink can delay requests: where
/// the sink is slower than the log, the queue becomes full, and further events are counted as lost.
final class EventFeed: DeadlineHandler {
  /// The most events that are read in a turn of the loop.
  private static let turn = 4_096

  private let core: LoopCore
  private var reader: EventReader
  private let sampling: EventSampling
  private let losses: EventLosses
  private let signals: SendingSignals
  private var queue: EventQueue
  private var knownLosses: UInt64 = 0
  private var isClosed = false
  /// Called after each reading of the log.
  var whenRead: (() -> Void)?

  init(
    _ log: EventLog,
    _ sampling: EventSampling,
    limits: EventQueue.Limits,
    losses: EventLosses,
    signals: SendingSignals,
    on core: LoopCore
  ) {
    (self.core, self.sampling, self.losses, self.signals) = (core, sampling, losses, signals)
    reader = EventReader(log)
    queue = EventQueue(limits)
  }

  func start() { deadlineReached() }

  func deadlineReached() {
    guard !isClosed else { return }
    let count = read()
    _ = core.schedule(self, at: core.now + EventReader.pause(after: count))
    whenRead?()
  }

  /// Reads the log for the last time.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    while read() >= EventFeed.turn {}
    whenRead = nil
  }

  var count: Int { queue.count }

  func take(atMost count: Int, bytes: Int = .max) -> [QueuedEvent] {
    let taken = queue.take(atMost: count, bytes: bytes)
    signals.waiting(queue.count)
    return taken
  }

  /// Counts events that reached the other host.
  func sent(_ count: Int) { signals.sent(count) }

  func lose(_ count: Int, _ reason: LostEvents.Reason) {
    if count > 0 { losses.note(count, reason) }
  }

  /// Counts all waiting events as lost.
  func loseRest(_ reason: LostEvents.Reason) {
    lose(queue.count, reason)
    _ = queue.take(atMost: .max)
    signals.waiting(0)
  }

  /// Reads the log, and returns the number of events that were read, or left out by their heads.
  private func read() -> Int {
    var refused = 0
    var leftOut = 0
    let sampling = sampling.now
    func isWanted(_ head: EventHead) -> Bool {
      if sampling.mayTake(head) { return true }
      leftOut += 1
      return false
    }
    // A log in memory has no files that could be missing.
    let count = try? reader.follow(atMost: EventFeed.turn, where: isWanted) { record in
      guard let (weight, isNotable) = sampling.verdict(on: record) else { return }
      let event = QueuedEvent(record: record, weight: weight, isNotable: isNotable)
      if !queue.offer(event) { refused += 1 }
    }
    lose(refused, .slow)
    lose(Int(clamping: reader.lost - knownLosses), .slow)
    knownLosses = reader.lost
    signals.waiting(queue.count)
    return (count ?? 0) + leftOut
  }
}

/// The counters and gauges of a sink on another host.
final class SendingSignals {
  private let sentEvents: SignalFamily<Counter>
  private let waitingEvents: SignalFamily<Gauge>
  private let shard: SharedSignalShard

  init(_ registry: SignalRegistry, of kind: SinkKind) throws(SignalFault) {
    let label = SignalLabel("sink", [kind.rawValue])
    sentEvents = try registry.counters(
      "portico_events_sent_total",
      "Events that other hosts have taken.",
      labels: [label]
    )
    waitingEvents = try registry.gauges(
      "portico_events_waiting",
      "Events that wait to be sent to other hosts.",
      labels: [label]
    )
    shard = try registry.makeSharedShard()
  }

  func sent(_ count: Int) { shard.record { $0.add(sentEvents[0], count) } }

  func waiting(_ count: Int) { shard.record { $0.set(waitingEvents[0], count) } }
}

/// A pause of a loop's work.
final class LoopPause: DeadlineHandler {
  private let core: LoopCore
  private var timer: TimerID?
  private var body: (() -> Void)?

  init(on core: LoopCore) { self.core = core }

  var isRunning: Bool { timer != nil }

  /// Calls `body` after a pause; an earlier call that is still due is cancelled.
  func start(_ pause: Duration, _ body: @escaping () -> Void) {
    cancel()
    self.body = body
    timer = core.schedule(self, at: core.now + pause)
  }

  func cancel() {
    if let timer { core.cancel(timer) }
    (timer, body) = (nil, nil)
  }

  func deadlineReached() {
    timer = nil
    let body = body
    self.body = nil
    body?()
  }
}
