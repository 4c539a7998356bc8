// SPDX-License-Identifier: Apache-2.0

import FourM
import Gateway
import Glibc
import Reactor
import Serving

/// Sends events to other hosts, on a loop that serves no requests.
struct RemoteSinks: Sendable {
  private let group: LoopGroup
  private let syslog: [SyslogSink]
  private let collector: OTLPSink?

  /// Starts the sinks of a configuration, if it has any and there are sites with events.
  static func start(
    _ configuration: ServiceConfiguration,
    _ shared: SharedResources?
  ) async throws -> RemoteSinks? {
    guard let shared, !configuration.syslog.isEmpty || configuration.collector != nil else {
      return nil
    }
    let group = try LoopGroup(count: 1, name: "sending")
    let sampling = EventSampling(
      share: configuration.sentShare,
      slow: RequestEvents.slow,
      verbosity: shared.verbosity
    )
    var syslog: [SyslogSink] = []
    for target in configuration.syslog {
      syslog.append(
        try await SyslogSink(
          to: target,
          shared.log,
          sampling,
          shared.registry,
          host: ProcessEnvironment.hostName,
          process: Int(getpid()),
          resolver: shared.resolver,
          on: group.loops[0],
          report: { SharedResources.tell($0, target.description) }
        )
      )
    }
    let collector = try await collector(configuration, shared, sampling, on: group.loops[0])
    return RemoteSinks(group: group, syslog: syslog, collector: collector)
  }

  private static func collector(
    _ configuration: ServiceConfiguration,
    _ shared: SharedResources,
    _ sampling: EventSampling,
    on loop: EventLoop
  ) async throws -> OTLPSink? {
    guard let collector = configuration.collector else { return nil }
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
    return try await OTLPSink(
      settings,
      shared.log,
      sampling,
      shared.registry,
      client: shared.clients,
      resolver: shared.resolver,
      on: loop,
      report: { SharedResources.tell($0, collector.target.description) }
    )
  }

  /// Sends what was recorded, and gives up what other hosts do not accept in time.
  func close() async {
    await withTaskGroup { tasks in
      for sink in syslog { tasks.addTask { await sink.close() } }
      if let collector { tasks.addTask { await collector.close() } }
    }
    group.stop()
  }
}
