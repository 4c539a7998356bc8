// SPDX-License-Identifier: Apache-2.0

import Gateway
import Glibc
import Message
import Reactor
import Serving

/// Sends events to a collector on another host, on a loop that serves no requests.
struct CollectorSink: Sendable {
  private let group: LoopGroup
  private let collector: OTLPSink

  /// Starts the sink of a configuration, if it has one and there are sites with events.
  static func start(
    _ configuration: ServiceConfiguration,
    _ shared: SharedResources?
  ) async throws -> CollectorSink? {
    guard let shared, let collector = configuration.collector else { return nil }
    let group = try LoopGroup(count: 1, name: "sending")
    let sampling = EventSampling(
      share: configuration.sentShare,
      slow: RequestEvents.slow,
      verbosity: shared.verbosity
    )
    let settings = OTLPSettings(
      collector.target,
      format: collector.format,
      signals: collector.signals,
      headers: collector.headers,
      source: OTLPSource(
        version: Release.version,
        host: ProcessEnvironment.hostName,
        process: Int(getpid())
      ),
      // Counters in a state folder continue those of earlier processes.
      start: configuration.state == nil ? LoopClock.system.wallNanoseconds : nil
    )
    let sink = try await OTLPSink(
      settings,
      shared.log,
      sampling,
      shared.registry,
      client: shared.clients,
      resolver: shared.resolver,
      on: group.loops[0],
      report: { SharedResources.tell($0, collector.target.description) }
    )
    return CollectorSink(group: group, collector: sink)
  }

  /// Sends what was recorded, and gives up what the collector does not accept in time.
  func close() async {
    await collector.close()
    group.stop()
  }
}
