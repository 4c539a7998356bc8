// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentCoding
import HTTPClient
import HTTPValues
import Reactor
import Signals

/// Sends the events of a feed to a collector as spans and log records, and metrics. It runs on one
/// loop and has one request at a time under way. What the collector cannot accept now is sent again
/// after growing pauses.
final class OTLPExporter {
  /// The events of a request at most.
  private static let batch = 512
  /// The interval at which metrics are sent.
  static let metricsInterval = Duration.seconds(15)
  /// The timeout of a request.
  private static let timeout = Duration.seconds(10)
  private static let mostPauseSeconds: Int64 = 300
  /// The bytes of a response that are read.
  private static let responseBytes = 65_536

  private struct Batch {
    var requests: [(signal: OTLPSignal, body: [UInt8])]
    let events: Int
    /// The collector's reason for refusing some of it.
    var refusal: String?
    /// The maximum number of events of which a part was rejected.
    var rejected = 0
    var rejection = ""
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
  private let limit: LoopPause
  private let metricsTimer: LoopPause
  private var backoff = Backoff(first: .seconds(1), longest: .seconds(30))
  private var batch: Batch?
  /// True while a request is under way.
  private(set) var isBusy = false
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
    self.settings = settings
    self.feed = feed
    self.client = client
    self.registry = registry
    self.chance = chance
    self.report = report
    core = client.core
    signals = try OTLPCounters(registry)
    pause = LoopPause(on: core)
    limit = LoopPause(on: core)
    metricsTimer = LoopPause(on: core)
  }

  func start() {
    // The loop keeps the feed, which has nobody to read for once this is released.
    feed.whenRead = { [weak self, weak feed = feed] in
      if let self { proceed() } else { feed?.close() }
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
    feed.lose(batch?.events ?? 0, reason)
    batch = nil
    feed.loseRest(reason)
    client.close()
    let body = whenClosed
    whenClosed = nil
    body?()
  }

  private func proceed() {
    guard !isBusy, !isClosed, !pause.isRunning else { return }
    if batch == nil { batch = nextBatch() }
    guard let request = batch?.requests.first else {
      if whenClosed != nil { finish(.slow) }
      return
    }
    isBusy = true
    let confined = LoopConfined(self, to: core.loop.number)
    core.loop.start { await confined.value.send(request.signal, request.body) }
  }

  private func nextBatch() -> Batch? {
    if areMetricsDue {
      areMetricsDue = false
      let metrics = OTLPMetrics(since: settings.start, at: core.wallNanoseconds)
      let message = settings.source.request(.metrics, metrics.messages(of: registry.snapshot()))
      return Batch(requests: [(.metrics, settings.format.bytes(of: message))], events: 0)
    }
    let events = feed.take(atMost: OTLPExporter.batch).map {
      OTLPEvent($0) { .random(in: .min ... .max) }
    }
    guard !events.isEmpty else { return nil }
    var requests: [(signal: OTLPSignal, body: [UInt8])] = []
    for signal in [OTLPSignal.traces, .logs] where settings.signals.contains(signal) {
      let messages = signal == .traces ? events.flatMap(\.spans) : events.map(\.logRecord)
      guard !messages.isEmpty else { continue }
      let message = settings.source.request(signal, messages)
      requests.append((signal, settings.format.bytes(of: message)))
    }
    return requests.isEmpty ? nil : Batch(requests: requests, events: events.count)
  }

  private func send(_ signal: OTLPSignal, _ body: [UInt8]) async {
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
    let packed = OTLPExporter.packed(body)
    if packed != nil { request.fields.append("content-encoding", "gzip") }
    do throws(ClientError) {
      let answer = try await client.fetch(
        request,
        to: Destination(target.origin),
        body: packed ?? body,
        options: options
      )
      ended(signal, OTLPResponse(answer, settings.format, now: core.wallSeconds))
    } catch {
      ended(signal, .later(error.description, seconds: 0))
    }
  }

  private static func packed(_ body: [UInt8]) -> [UInt8]? {
    var output = ByteBuffer()
    guard (try? Coding.gzip.encode(body.span, level: .fast, into: &output)) != nil else {
      return nil
    }
    return output.span.array
  }

  private func ended(_ signal: OTLPSignal, _ response: OTLPResponse) {
    isBusy = false
    guard !isClosed else { return }
    switch response {
    case .taken(let rejected, let why):
      signals.ended(signal, rejected > 0 ? .partial : .accepted)
      if rejected > 0 { note(rejected, signal, why) }
      works()
      endRequest()
    case .refused(let why):
      signals.ended(signal, .refused)
      batch?.refusal = "\(signal.rawValue): \(why)"
      endRequest()
    case .later(let why, let seconds):
      signals.ended(signal, .retried)
      fail(why, seconds: seconds)
    }
  }

  /// Notes the part of a request that a collector rejected although it accepted the rest: events
  /// that have arrived only in part count as lost.
  private func note(_ rejected: Int, _ signal: OTLPSignal, _ why: String) {
    let rejection = "\(rejected) \(signal.rawValue) are rejected: \(why)"
    guard var noted = batch, noted.events > 0 else { return report(.failed(rejection)) }
    noted.rejection = rejection
    noted.rejected = max(noted.rejected, min(rejected, noted.events))
    batch = noted
  }

  /// Goes on with the next request of the batch, or with the next batch.
  private func endRequest() {
    backoff.reset()
    batch?.requests.removeFirst()
    if let batch, batch.requests.isEmpty {
      if let why = batch.refusal {
        feed.lose(batch.events, .failed(why))
        if batch.events == 0 { report(.failed(why)) }
      } else {
        feed.sent(batch.events - batch.rejected)
        feed.lose(batch.rejected, .failed(batch.rejection))
      }
      self.batch = nil
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
    let wanted = Duration.seconds(min(seconds, OTLPExporter.mostPauseSeconds))
    pause.start(max(wanted, backoff.next(chance()))) { [weak self] in self?.proceed() }
  }
}
