// SPDX-License-Identifier: Apache-2.0

package import HTTPClient
package import Reactor
package import Signals

/// The settings of an export to a collector.
package struct OTLPSettings: Sendable {
  let target: OTLPTarget
  let format: OTLPFormat
  let signals: Set<OTLPSignal>
  /// Fields of every request, such as those that authenticate the sender.
  let headers: [OTLPHeader]
  let source: OTLPSource
  /// The start of this process's counters, in nanoseconds of Unix time; `nil` where they go on from before.
  let start: Int64?
  /// The most events that wait for the collector.
  package var limits = EventQueue.Limits()

  package init(
    _ target: OTLPTarget,
    format: OTLPFormat,
    signals: Set<OTLPSignal>,
    headers: [OTLPHeader],
    source: OTLPSource,
    start: Int64?
  ) {
    (self.target, self.format, self.signals) = (target, format, signals)
    (self.headers, self.source, self.start) = (headers, source, start)
  }
}

/// Sends the events of a log and metrics to a collector, on a loop that serves no requests.
package final class OTLPSink: Sendable {
  /// The longest time that `close` waits for the collector.
  package static let patience = Duration.seconds(5)

  private let loop: EventLoop
  let exporter: LoopConfined<OTLPExporter>
  private let losses: EventLosses

  /// Starts sending.
  ///
  /// - Parameters:
  ///   - client: the settings of connections.
  ///   - report: called on any thread with messages for operators.
  package init(
    _ settings: OTLPSettings,
    _ log: EventLog,
    _ sampling: EventSampling,
    _ registry: SignalRegistry,
    client: ClientConfiguration,
    resolver: Resolver,
    on loop: EventLoop,
    report: @escaping @Sendable (SinkReport) -> Void
  ) async throws {
    let losses = try EventLosses(registry, of: .otlp) { report(.lost($0)) }
    (self.losses, self.loop) = (losses, loop)
    exporter = try await loop.perform { core in
      let feed = EventFeed(
        log,
        sampling,
        limits: settings.limits,
        losses: losses,
        signals: try SendingSignals(registry, of: .otlp),
        on: core
      )
      let client = try HTTPClient(
        on: core,
        client,
        resolver: resolver,
        // Calls to a collector are not part of the metrics of services.
        signals: ClientSignals(try SignalRegistry())
      )
      let exporter = try OTLPExporter(settings, feed, client, registry, report: report)
      exporter.start()
      return LoopConfined(exporter, to: core.loop.number)
    }
  }

  /// Sends everything that was recorded and waits until that is done; what the collector does not
  /// accept in time is lost.
  package func close() async {
    await withCheckedContinuation { continuation in
      loop.execute { [exporter] in
        exporter.value.close(within: OTLPSink.patience) { continuation.resume() }
      }
    }
    losses.reportRest()
  }
}

/// The counters of an exporter.
final class OTLPCounters {
  enum Outcome: String, CaseIterable {
    case accepted
    /// Some signals were rejected.
    case partial
    case retried, refused
  }

  private let exports: SignalFamily<Counter>
  private let shard: SharedSignalShard

  init(_ registry: SignalRegistry) throws(SignalFault) {
    exports = try registry.counters(
      "portico_telemetry_exports_total",
      "Requests to a collector, by what came of them.",
      labels: [
        SignalLabel("signal", OTLPSignal.allCases.map(\.rawValue)),
        SignalLabel("outcome", Outcome.allCases.map(\.rawValue)),
      ]
    )
    shard = try registry.makeSharedShard()
  }

  func ended(_ signal: OTLPSignal, _ outcome: Outcome) {
    guard let row = OTLPSignal.allCases.firstIndex(of: signal),
      let column = Outcome.allCases.firstIndex(of: outcome)
    else { return }
    shard.record { $0.add(exports[row, column]) }
  }
}
