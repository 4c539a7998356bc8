// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentCoding
import HTTPClient
import HTTPValues
import Reactor
import Signals

/// Sends the events of a feed to a collector as spans and log records, and metrics. It runs on one
/// loop. While events are few, one request at a time is under way; where whole batches wait, a
/// distant or slow collector gets several at once. What it cannot accept now is sent again after
/// growing pauses, one request at a time until it accepts one.
final class OTLPExporter {
  /// The events of a batch at most.
  private static let mostEvents = 4_096
  /// The bytes of a batch at most, as its events are in the log: collectors refuse too large requests.
  private static let mostBytes = 4 << 20
  /// The batches that are encoded and not yet accepted at most, each of which has a request under way.
  private static let mostBatches = 4
  /// The interval at which metrics are sent.
  static let metricsInterval = Duration.seconds(15)
  /// The timeout of a request.
  private static let timeout = Duration.seconds(10)
  private static let mostPauseSeconds: Int64 = 300
  /// The bytes of a response that are read.
  private static let responseBytes = 65_536

  /// Events or metrics that were encoded, until the collector has accepted them.
  private final class Batch {
    var requests: [(signal: OTLPSignal, body: Body)]
    let events: Int
    var isUnderWay = false
    /// The collector's reason for refusing some of it.
    var refusal: String?
    /// The maximum number of events of which a part was rejected.
    var rejected = 0
    var rejection = ""

    init(_ requests: [(signal: OTLPSignal, body: Body)], events: Int) {
      (self.requests, self.events) = (requests, events)
    }
  }

  /// The body of a request, packed with gzip where that worked.
  private struct Body {
    let bytes: [UInt8]
    let isPacked: Bool

    init(_ bytes: [UInt8]) {
      var output = ByteBuffer()
      isPacked = (try? Coding.gzip.encode(bytes.span, level: .fast, into: &output)) != nil
      self.bytes = isPacked ? output.span.array : bytes
    }
  }

  private let settings: OTLPSettings
  private let feed: EventFeed
  private let client: HTTPClient
  private let registry: SignalRegistry
  private let signals: OTLPCounters
  private let core: LoopCore
  private let report: @Sendable (SinkReport) -> Void
  private let chance: () -> Double
  private let pause: LoopPause
  private var pauseEnd = Instant.distantFuture
  private let limit: LoopPause
  private let metricsTimer: LoopPause
  private var backoff = Backoff(first: .seconds(1), longest: .seconds(30))
  /// The batches that were not accepted yet, the oldest first.
  private var batches: [Batch] = []
  private var areMetricsDue = false
  private var isTroubled = false
  private var isClosed = false
  private var whenClosed: (() -> Void)?

  init(
    _ settings: OTLPSettings,
    _ feed: EventFeed,
    _ client: HTTPClient,
    _ registry: SignalRegistry,
    chance: @escaping () -> Double = { .random(in: 0..<1) },
    report: @escaping @Sendable (SinkReport) -> Void
  ) throws(SignalFault) {
    (self.settings, self.feed, self.client) = (settings, feed, client)
    (self.registry, self.chance, self.report) = (registry, chance, report)
    core = client.core
    signals = try OTLPCounters(registry)
    pause = LoopPause(on: core)
    limit = LoopPause(on: core)
    metricsTimer = LoopPause(on: core)
  }

  /// True while a request is under way.
  var isBusy: Bool { batches.contains { $0.isUnderWay } }

  func start() {
    // The loop keeps the feed, which has nobody to read for once this is released.
    feed.whenRead = { [weak self, weak feed = feed] in
      if let self { proceed(hasRead: true) } else { feed?.close() }
    }
    feed.start()
    if settings.signals.contains(.metrics) { scheduleMetrics() }
  }

  private func scheduleMetrics() {
    metricsTimer.start(OTLPExporter.metricsInterval) { [weak self] in
      guard let self else { return }
      areMetricsDue = true
      proceed()
      scheduleMetrics()
    }
  }

  /// Sends the waiting events for at most `patience`, and calls `body` once they are sent or given
  /// up.
  func close(within patience: Duration, _ body: @escaping () -> Void) {
    feed.close()
    metricsTimer.cancel()
    areMetricsDue = settings.signals.contains(.metrics)
    whenClosed = body
    limit.start(patience) { [weak self] in self?.finish(.slow) }
    // The pause ends at once, since the process is about to end.
    pause.cancel()
    proceed()
  }

  private func finish(_ reason: LostEvents.Reason) {
    guard !isClosed else { return }
    isClosed = true
    pause.cancel()
    limit.cancel()
    feed.lose(batches.reduce(0) { $0 + $1.events }, reason)
    batches = []
    feed.loseRest(reason)
    client.close()
    let body = whenClosed
    whenClosed = nil
    body?()
  }

  /// Sends what is to be sent.
  ///
  /// - Parameter hasRead: whether the log was just read. Only then several batches are begun, one after
  ///   each reading: encoding takes time in which the log goes on, and its ring must not come around.
  private func proceed(hasRead: Bool = false) {
    guard !isClosed, !pause.isRunning else { return }
    while let batch = waitingBatch { begin(batch) }
    if hasRead || batches.isEmpty || whenClosed != nil, let batch = nextBatch() { begin(batch) }
    if whenClosed != nil, batches.isEmpty { finish(.slow) }
  }

  private func begin(_ batch: Batch) {
    batch.isUnderWay = true
    let confined = LoopConfined((exporter: self, batch: batch), to: core.loop.number)
    core.loop.start { await confined.value.exporter.send(confined.value.batch) }
  }

  /// The oldest batch that is to be sent again; `nil` while one that was is under way.
  private var waitingBatch: Batch? { isTroubled && isBusy ? nil : batches.first { !$0.isUnderWay } }

  /// Encodes what is to be sent next; `nil` where that is nothing, or can wait.
  private func nextBatch() -> Batch? {
    let isIdle = batches.isEmpty
    guard isIdle || !isTroubled && batches.count < OTLPExporter.mostBatches else { return nil }
    if areMetricsDue {
      areMetricsDue = false
      return add([.metrics], events: 0) { [core, registry, settings] _, list in
        let metrics = OTLPMetrics(since: settings.start, at: core.wallNanoseconds)
        metrics.write(registry.snapshot(), to: &list)
      }
    }
    guard isIdle ? feed.count > 0 : feed.count >= OTLPExporter.mostEvents else { return nil }
    var random = SpreadNumbers(from: .random(in: .min ... .max))
    let events = feed.take(atMost: OTLPExporter.mostEvents, bytes: OTLPExporter.mostBytes).map {
      OTLPEvent($0) { random.next() }
    }
    // Only requests have spans.
    let isTraced = events.contains { $0.isRequest }
    return add(isTraced ? [.traces, .logs] : [.logs], events: events.count) { signal, list in
      for event in events {
        if signal == .traces {
          event.writeSpans(to: &list)
        } else {
          event.writeLogRecord(to: &list)
        }
      }
    }
  }

  private func add(
    _ signals: [OTLPSignal],
    events: Int,
    _ write: (OTLPSignal, inout OTLPWriter) -> Void
  ) -> Batch? {
    let requests = signals.filter(settings.signals.contains).map { signal in
      let message = OTLPWriter.message(in: settings.format) { request in
        settings.source.write(signal, to: &request) { write(signal, &$0) }
      }
      return (signal, Body(message))
    }
    guard !requests.isEmpty else { return nil }
    let batch = Batch(requests, events: events)
    batches.append(batch)
    return batch
  }

  private func send(_ batch: Batch) async {
    guard let (signal, body) = batch.requests.first else { return }
    let target = settings.target
    var request = Request(
      .post,
      scheme: target.origin.scheme,
      authority: target.origin.authority,
      target: target.path(of: signal)
    )
    request.fields.append("content-type", settings.format.mediaType)
    request.fields.append("user-agent", settings.source.agent)
    for header in settings.headers {
      request.fields.append(header.name, header.value, isSensitive: true)
    }
    var options = CallOptions()
    options.deadline = core.now + OTLPExporter.timeout
    options.bodyLimit = OTLPExporter.responseBytes
    // A collector recognises duplicates by the identifiers of spans.
    options.isIdempotent = true
    if body.isPacked { request.fields.append("content-encoding", "gzip") }
    do throws(ClientError) {
      let answer = try await client.fetch(
        request,
        to: Destination(target.origin),
        body: body.bytes,
        options: options
      )
      ended(batch, OTLPResponse(answer, settings.format, now: core.wallSeconds))
    } catch {
      ended(batch, .later(error.description, seconds: 0))
    }
  }

  private func ended(_ batch: Batch, _ response: OTLPResponse) {
    batch.isUnderWay = false
    guard !isClosed, let signal = batch.requests.first?.signal else { return }
    switch response {
    case .taken(let rejected, let why):
      signals.ended(signal, rejected > 0 ? .partial : .accepted)
      if rejected > 0 { note(rejected, signal, why, batch) }
      works()
      endRequest(of: batch)
    case .refused(let why):
      signals.ended(signal, .refused)
      batch.refusal = "\(signal.rawValue): \(why)"
      endRequest(of: batch)
    case .later(let why, let seconds):
      signals.ended(signal, .retried)
      fail(why, seconds: seconds)
    }
  }

  /// Notes the part of a request that a collector rejected although it accepted the rest: events
  /// that have arrived only in part count as lost.
  private func note(_ rejected: Int, _ signal: OTLPSignal, _ why: String, _ batch: Batch) {
    let rejection = "\(rejected) \(signal.rawValue) are rejected: \(why)"
    guard batch.events > 0 else { return report(.failed(rejection)) }
    batch.rejection = rejection
    batch.rejected = max(batch.rejected, min(rejected, batch.events))
  }

  /// Goes on with the next request of the batch, or with the next batch.
  private func endRequest(of batch: Batch) {
    backoff.reset()
    batch.requests.removeFirst()
    if batch.requests.isEmpty {
      if let why = batch.refusal {
        feed.lose(batch.events, .failed(why))
        if batch.events == 0 { report(.failed(why)) }
      } else {
        feed.sent(batch.events - batch.rejected)
        feed.lose(batch.rejected, .failed(batch.rejection))
      }
      batches.removeAll { $0 === batch }
    }
    proceed()
  }

  private func works() {
    if isTroubled { report(.reached) }
    isTroubled = false
  }

  private func fail(_ why: String, seconds: Int64) {
    if !isTroubled { report(.failed("\(why); events wait until it is reached")) }
    isTroubled = true
    if whenClosed != nil { return finish(.failed(why)) }
    // Several may fail together, of which one makes the next pause longer.
    let wanted = Duration.seconds(min(seconds, OTLPExporter.mostPauseSeconds))
    let end = core.now + (pause.isRunning ? wanted : max(wanted, backoff.next(chance())))
    guard !pause.isRunning || end > pauseEnd else { return }
    pauseEnd = end
    pause.start(end - core.now) { [weak self] in self?.proceed() }
  }
}
