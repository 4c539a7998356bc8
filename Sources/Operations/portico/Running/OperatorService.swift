// SPDX-License-Identifier: Apache-2.0

import Administration
import Fleet
import HTTPServer
import Measure
import Reactor
import Serving
import Signals

/// The operators' listener, and the figures that it shows.
struct OperatorService: Sendable {
  private let server: HTTPServer
  private let state: AdminState
  private let sampler: LoopConfined<SignalSampler>

  /// Starts the listener, if one is configured.
  ///
  /// - Parameter process: the process that serves the visitors.
  static func start(
    _ configuration: ServiceConfiguration,
    _ sites: SiteServices?,
    _ registry: SignalRegistry,
    _ secrets: (tokens: AdminTokens?, certificates: CertificateRenewal?),
    _ handed: HandedDescriptors,
    _ process: RunningProcess,
    on group: LoopGroup
  ) async throws -> OperatorService? {
    guard let access = configuration.admin, let sites else { return nil }
    if let warning = access.warning { StandardStream.errors.write("portico: \(warning)\n") }
    let monitor = try sites.shared.history.map {
      try HistoryService(in: $0.folder, $0.annotations, limit: $0.limit, registry)
    }
    let receivers = try await AlertReceivers.start(configuration, sites.shared, on: group.loops[0])
    let state = try AdminState(
      sites,
      registry,
      process,
      access,
      secrets,
      monitor,
      OtherGateways(configuration.gateways),
      receivers
    )
    sites.shared.fleet?.gate.open { request, reader, peer, core in
      AdminHandler(state, on: core).report(request, for: reader, from: peer)
    }
    try await state.compareGateways(token: configuration.gatewayToken, on: group.loops[0])
    let security = access.isSecure ? secrets.certificates?.store : nil
    let listener = ListenerConfiguration(access.address, security: security)
    let server = try await Service.listening {
      try await HTTPServer.start(
        [Service.taken(listener, handed)],
        on: group,
        limits: configuration.operatorLimits,
        // Operators' requests are not part of the metrics.
        signals: ServerSignals(
          try SignalRegistry(),
          reportBug: { StandardStream.errors.write("portico: \($0)\n") }
        ),
        handler: { AdminHandler(state, on: $0) }
      )
    }
    let loop = group.loops[0]
    let sampler = try await loop.perform { core in
      LoopConfined(
        try SignalSampler(
          registry,
          into: state.history,
          monitor,
          state.alerts,
          sites.shared.refusalWatch,
          sites.sites,
          on: core
        ),
        to: loop.number
      )
    }
    return OperatorService(server: server, state: state, sampler: sampler)
  }

  var address: SocketAddress { server.addresses[0] }

  var listeningSockets: [Int32] { server.listeningSockets }

  /// Finishes the requests in progress, and ends streams.
  func stop() async {
    state.stop()
    state.alerts.end()
    // A process that takes over continues the history at once.
    await state.monitor?.end()
    await server.drain()
  }
}
